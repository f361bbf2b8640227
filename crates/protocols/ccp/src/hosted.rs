//! Where the games of two CCP clients are played: they are ordinary games of the host, which judges every move once.
//!
//! Only the two clients can go on with such a game. So a note is kept for each that is played, and a game that is
//! noted at a restart is ended: its players were told long ago that it is over.

use std::sync::Arc;
use std::time::Duration;

use crate::{Ending, Kind, Settings, Unstored, Verdict};
use host::{Asking, Connection, Host, Identity, Rejection, Subscriber};
use rules::{BySeat, Seat};
use session::{Ask, Clock, Created, GameId, Phase, PlayerId, Proposal, Session, Tag};
use store::{Entry, Space, Stage};
use tokio::time::sleep;

use crate::service::Service;

/// How often something is tried that the store failed to keep, while clients wait for it.
const TRIES: u32 = 5;

/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(200);

/// How long to wait before trying again when nobody waits for it.
const LONG_PAUSE: Duration = Duration::from_secs(2);

/// The games of a pair, one after the other.
pub(crate) struct HostedGames {
    service: Arc<Service>,
    players: BySeat<Identity>,
    game: Option<GameId>,
    n_actions: u32,
    /// How the game has ended, if that could not be stored yet.
    unsettled: Option<Ending>,
    /// The players are there for as long as they are served.
    _presence: [Connection; 2],
}

impl HostedGames {
    /// The games of two newcomers. Some have names.
    pub(crate) fn new(
        service: Arc<Service>,
        names: BySeat<Option<&str>>,
    ) -> Result<HostedGames, Rejection> {
        let people = service.context.host.accounts();
        let mut players = BySeat {
            white: people.newcomer()?,
            black: people.newcomer()?,
        };
        for seat in Seat::BOTH {
            if let Some(name) = names[seat] {
                players[seat].name = name.to_owned();
            }
        }
        let connect = |seat: Seat| {
            let player = &players[seat].player;
            service.context.host.connect(player, &Subscriber::deaf())
        };
        let presence = Seat::BOTH.map(connect);
        Ok(HostedGames {
            service,
            players,
            game: None,
            n_actions: 0,
            unsettled: None,
            _presence: presence,
        })
    }

    /// The game that is played.
    pub(crate) fn game(&self) -> Option<&GameId> {
        self.game.as_ref()
    }

    /// Begins a game, after whatever is left to do for the last one, and says whose turn it is.
    pub(crate) async fn begin(&mut self, settings: &Settings) -> Result<Seat, Rejection> {
        self.settle().await?;
        let meta = settings.variant.meta();
        let host = &self.service.context.host;
        let game = host.new_game_id()?;
        let sitter = |seat: Seat| Some(self.players[seat].sitter());
        let created = Created {
            game: game.clone(),
            variant: meta.id.to_owned(),
            rules_version: meta.rules_version,
            setup: settings.setup.clone(),
            preset: None,
            seed: 0,
            clock: Clock::Untimed,
            clock_start: session::ClockStart::default(),
            grace: None,
            seats: BySeat::new_with(sitter),
            rematch_of: self.game.replace(game.clone()),
            unlisted: false,
        };
        self.n_actions = 0;
        let mut retries = Retries(TRIES);
        loop {
            let begun = self.try_begin(&game, &created).await;
            if !retries.wait_after(&begun).await {
                return begun;
            }
        }
    }

    async fn try_begin(&self, game: &GameId, created: &Created) -> Result<Seat, Rejection> {
        remember(&self.service, game).await?;
        let host = &self.service.context.host;
        host.begin(created.clone()).await?;
        let to_act = host.look(game, |session, _| to_act(session)).await?;
        to_act.ok_or_else(|| Rejection::refused("not-running", "the game has not begun"))
    }

    /// Plays an action. The host judges it, once.
    pub(crate) async fn play(&mut self, seat: Seat, action: &str) -> Result<Verdict, Rejection> {
        let Some(game) = &self.game else {
            return Ok(Verdict::Refused);
        };
        let mut retries = Retries(TRIES);
        let verdict = loop {
            let verdict = self.try_play(game, seat, action).await;
            if !retries.wait_after(&verdict).await {
                break verdict?;
            }
        };
        if let Verdict::Played { .. } = verdict {
            self.n_actions += 1;
        }
        Ok(verdict)
    }

    /// The tag keeps an action from being played twice when it is asked for again.
    async fn try_play(
        &self,
        game: &GameId,
        seat: Seat,
        action: &str,
    ) -> Result<Verdict, Rejection> {
        let (host, player) = (&self.service.context.host, &self.players[seat].player);
        let tag = Tag::new(format!("ccp-{}", self.n_actions)).ok();
        let asking = Asking {
            player,
            seat: Some(seat),
            tag,
            ask: Ask::Act {
                action: action.to_owned(),
                after: Some(self.n_actions),
            },
        };
        let look = |session: &Session, _| to_act(session);
        match host.ask_and_look(game, asking, look).await {
            Ok(to_act) => Ok(Verdict::Played { to_act }),
            Err(Rejection::Refused(refusal)) => {
                let action = action.to_owned();
                let look = move |session: &Session, _| refused(session, seat, &action);
                host.look(game, look).await?.ok_or(refusal.into())
            }
            Err(error) => Err(error),
        }
    }

    /// What it means for its player that an action could not be stored.
    pub(crate) async fn unstored(&self, seat: Seat, action: &str) -> Unstored {
        let Some(game) = &self.game else {
            return Unstored::Move;
        };
        let action = action.to_owned();
        let look = move |session: &Session, _| {
            let step = session.game().apply(seat, &action);
            step.is_ok_and(|step| step.game.status().to_act().is_none())
        };
        match self.service.context.host.look(game, look).await {
            Ok(true) => Unstored::LastMove,
            Ok(false) | Err(_) => Unstored::Move,
        }
    }

    /// The game has ended for a reason that the rules do not know. If that cannot be stored, it is tried again
    /// later.
    pub(crate) async fn end(&mut self, ending: Ending) {
        self.unsettled = Some(ending);
        if let Err(error) = self.end_game().await {
            tracing::warn!(%error, "the end of a CCP game could not be stored");
        }
    }

    async fn end_game(&mut self) -> Result<(), Rejection> {
        if let (Some(game), Some(ending)) = (&self.game, self.unsettled) {
            let endable = Endable {
                host: &self.service.context.host,
                game,
                players: BySeat::new_with(|seat| &self.players[seat].player),
            };
            endable.end(ending).await?;
        }
        self.unsettled = None;
        Ok(())
    }

    /// Does what is left to do for the last game.
    async fn settle(&mut self) -> Result<(), Rejection> {
        self.end_game().await?;
        if let Some(game) = &self.game {
            forget(&self.service, game.as_str()).await?;
        }
        Ok(())
    }

    /// The clients have gone. If the store fails, what is left to do is tried until it works or the server stops.
    pub(crate) async fn leave(mut self) {
        while let Err(error) = self.settle().await {
            tracing::warn!(%error, "a CCP game that was left could not be ended");
            if !pause(&self.service).await {
                return;
            }
        }
    }
}

/// Whose turn it is in a game that goes on.
fn to_act(session: &Session) -> Option<Seat> {
    match session.phase() {
        Phase::Running { to_act } => Some(to_act),
        Phase::Open | Phase::Over { .. } => None,
    }
}

/// Why the host refused an action; nothing if the rules are not the reason.
fn refused(session: &Session, seat: Seat, action: &str) -> Option<Verdict> {
    let is_promotion = |legal: &String| {
        let letter = legal.strip_prefix(action).map(str::chars);
        letter.is_some_and(|mut rest| {
            rest.next()
                .is_some_and(|sign| Kind::lettered(sign).is_some())
        })
    };
    let has_turn = to_act(session) == Some(seat);
    has_turn.then(|| match session.game().legal().iter().any(is_promotion) {
        true => Verdict::NeedsPromotion,
        false => Verdict::Refused,
    })
}

/// How often something may still be tried.
struct Retries(u32);

impl Retries {
    /// Waits a little if trying again could help.
    async fn wait_after<T>(&mut self, result: &Result<T, Rejection>) -> bool {
        self.0 = self.0.saturating_sub(1);
        let may_pass = result.as_ref().is_err_and(Rejection::may_pass);
        if may_pass && self.0 > 0 {
            sleep(PAUSE).await;
        }
        may_pass && self.0 > 0
    }
}

/// Waits a while; false if the server stops meanwhile.
async fn pause(service: &Service) -> bool {
    tokio::select! {
        () = sleep(LONG_PAUSE) => true,
        () = service.context.stopped() => false,
    }
}

/// A game, and who could end it.
struct Endable<'a> {
    host: &'a Host,
    game: &'a GameId,
    players: BySeat<&'a PlayerId>,
}

impl Endable<'_> {
    /// Ends the game. One that has hardly begun is called off; otherwise the player who left resigns, and without
    /// anybody's fault it is a draw. A game that is over already, or never began, stays as it is.
    async fn end(&self, ending: Ending) -> Result<(), Rejection> {
        let leaver = match ending {
            Ending::Left(seat) => Some(seat),
            Ending::Agreed | Ending::Broken => None,
        };
        let seat = leaver.unwrap_or(Seat::White);
        if ending != Ending::Agreed && self.ask(seat, "ccp-abort", Ask::Abort).await? {
            return Ok(());
        }
        if leaver.is_some() {
            return self.ask(seat, "ccp-left", Ask::Resign).await.map(drop);
        }
        let proposal = Proposal::Draw;
        for seat in Seat::BOTH {
            self.ask(seat, "ccp-agreed", Ask::Propose { proposal })
                .await?;
        }
        Ok(())
    }

    /// Asks for something; whether it was not refused.
    async fn ask(&self, seat: Seat, tag: &str, ask: Ask) -> Result<bool, Rejection> {
        let tag = Tag::new(tag).ok();
        let player = self.players[seat];
        match self.host.ask(self.game, player, Some(seat), tag, ask).await {
            Ok(_) => Ok(true),
            Err(Rejection::Refused(_)) => Ok(false),
            Err(error @ Rejection::Failed(_)) => Err(error),
        }
    }
}

/// Notes which start of which node a game is played since.
async fn remember(service: &Service, game: &GameId) -> Result<(), Rejection> {
    let entry = Entry {
        key: game.to_string(),
        value: service.context.host.node_id().to_string(),
        expires: None,
    };
    Ok(service.context.host.store().put(&Space::Ccp, entry).await?)
}

async fn forget(service: &Service, game: &str) -> Result<(), Rejection> {
    service.context.host.store().take(&Space::Ccp, game).await?;
    Ok(())
}

/// Ends the games of earlier starts of the server, with which nobody can go on; where there are several nodes, those of
/// nodes that are dead, again and again.
pub(crate) async fn end_leftovers(service: Arc<Service>) {
    loop {
        match try_leftovers(&service).await {
            Ok(()) if service.context.host.node_counts().is_none() => return,
            Ok(()) => {}
            Err(error) => {
                tracing::warn!(%error, "CCP games of an earlier start could not be ended");
            }
        }
        if !pause(&service).await {
            return;
        }
    }
}

async fn try_leftovers(service: &Service) -> Result<(), Rejection> {
    let entries = service.context.host.store().entries(&Space::Ccp).await?;
    let host = &service.context.host;
    for entry in entries
        .iter()
        .filter(|entry| !host.is_node_alive(&entry.value))
    {
        end_leftover(service, &entry.key).await?;
        forget(service, &entry.key).await?;
    }
    Ok(())
}

async fn end_leftover(service: &Service, key: &str) -> Result<(), Rejection> {
    let Ok(game) = GameId::new(key) else {
        return Ok(());
    };
    let Some(summary) = service.context.host.store().summary(&game).await? else {
        return Ok(());
    };
    match (&summary.seats.white, &summary.seats.black) {
        (Some(white), Some(black)) if summary.stage == Stage::Running => {
            let endable = Endable {
                host: &service.context.host,
                game: &game,
                players: BySeat {
                    white: &white.player,
                    black: &black.player,
                },
            };
            endable.end(Ending::Broken).await
        }
        _ => Ok(()),
    }
}
