//! Where the games of two CCP clients are played: they are ordinary games of the host.
//!
//! Nobody but the two clients can go on with such a game. So a note is kept for each that is played, and one that is
//! found after a restart is ended: whoever played it was told long ago that it is over.

use std::sync::Arc;
use std::time::Duration;

use crate::{Ending, Settings};
use host::{Connection, Host, HostError, Identity, Subscriber};
use rules::{BySeat, Seat};
use session::{Ask, Clock, Created, GameId, PlayerId, Proposal, Tag};
use store::{Entry, Space, Stage};
use tokio::time::sleep;

use crate::service::Service;

/// How often something is tried that the store failed to keep, while clients wait for it.
const TRIES: u32 = 5;

/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(200);

/// How long to wait before trying again when nobody waits for it.
const LONG_PAUSE: Duration = Duration::from_secs(2);

/// What a pair's games are played as.
pub(crate) struct Table {
    service: Arc<Service>,
    players: BySeat<Identity>,
    game: Option<GameId>,
    n_actions: u32,
    /// How the game has ended, if that could not be stored yet.
    unsettled: Option<Ending>,
    /// The players are there for as long as they are served.
    _presence: [Connection; 2],
}

impl Table {
    /// A table for two newcomers. Some have names.
    pub(crate) fn new(
        service: Arc<Service>,
        names: BySeat<Option<&str>>,
    ) -> Result<Table, HostError> {
        let people = service.context.host.people();
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
        Ok(Table {
            service,
            players,
            game: None,
            n_actions: 0,
            unsettled: None,
            _presence: presence,
        })
    }

    /// Begins a game, after whatever is left to do for the last one.
    pub(crate) async fn begin(&mut self, settings: &Settings) -> Result<(), HostError> {
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
        };
        self.n_actions = 0;
        let mut patience = Patience(TRIES);
        loop {
            let begun = self.try_begin(&game, &created).await;
            if !patience.tries_again(&begun).await {
                return begun;
            }
        }
    }

    async fn try_begin(&self, game: &GameId, created: &Created) -> Result<(), HostError> {
        remember(&self.service, game).await?;
        self.service
            .context
            .host
            .begin(created.clone())
            .await
            .map(drop)
    }

    /// Plays an action. The tag keeps it from being played twice when it is asked for again.
    pub(crate) async fn act(&mut self, seat: Seat, action: String) -> Result<(), HostError> {
        let Some(game) = &self.game else {
            return Ok(());
        };
        let (host, player) = (&self.service.context.host, &self.players[seat].player);
        let after = Some(self.n_actions);
        let tag = Tag::new(format!("ccp-{}", self.n_actions)).ok();
        let ask = Ask::Act { action, after };
        let mut patience = Patience(TRIES);
        loop {
            let asked = host.ask(game, player, Some(seat), tag.clone(), ask.clone());
            let asked = asked.await.map(drop);
            if !patience.tries_again(&asked).await {
                asked?;
                break;
            }
        }
        self.n_actions += 1;
        Ok(())
    }

    /// The game has ended for a reason that the rules do not know. If that cannot be stored, it is tried again
    /// later.
    pub(crate) async fn end(&mut self, ending: Ending) {
        self.unsettled = Some(ending);
        if let Err(error) = self.end_game().await {
            tracing::warn!(%error, "the end of a CCP game could not be stored");
        }
    }

    async fn end_game(&mut self) -> Result<(), HostError> {
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
    async fn settle(&mut self) -> Result<(), HostError> {
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

/// How often something may still be tried.
struct Patience(u32);

impl Patience {
    /// Waits a little if trying again could help.
    async fn tries_again(&mut self, result: &Result<(), HostError>) -> bool {
        self.0 = self.0.saturating_sub(1);
        let may_pass = matches!(result, Err(HostError::Store(_) | HostError::Overloaded));
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
    /// Ends the game. One that has hardly begun is called off; otherwise whoever has left resigns, and without
    /// anybody's fault it is a draw. A game that is over already, or never began, stays as it is.
    async fn end(&self, ending: Ending) -> Result<(), HostError> {
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
    async fn ask(&self, seat: Seat, tag: &str, ask: Ask) -> Result<bool, HostError> {
        let tag = Tag::new(tag).ok();
        let player = self.players[seat];
        match self.host.ask(self.game, player, Some(seat), tag, ask).await {
            Ok(_) => Ok(true),
            Err(HostError::Refused(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Notes that a game is played in this life of the server.
async fn remember(service: &Service, game: &GameId) -> Result<(), HostError> {
    let entry = Entry {
        key: game.to_string(),
        value: service.life.clone(),
        expires: None,
    };
    Ok(service.context.host.store().put(&Space::Ccp, entry).await?)
}

async fn forget(service: &Service, game: &str) -> Result<(), HostError> {
    service.context.host.store().take(&Space::Ccp, game).await?;
    Ok(())
}

/// Ends the games of earlier lives of the server, with which nobody can go on.
pub(crate) async fn end_leftovers(service: Arc<Service>) {
    while let Err(error) = try_leftovers(&service).await {
        tracing::warn!(%error, "CCP games of an earlier start could not be ended");
        if !pause(&service).await {
            return;
        }
    }
}

async fn try_leftovers(service: &Service) -> Result<(), HostError> {
    let entries = service.context.host.store().entries(&Space::Ccp).await?;
    for entry in entries.iter().filter(|entry| entry.value != service.life) {
        end_leftover(service, &entry.key).await?;
        forget(service, &entry.key).await?;
    }
    Ok(())
}

async fn end_leftover(service: &Service, key: &str) -> Result<(), HostError> {
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
