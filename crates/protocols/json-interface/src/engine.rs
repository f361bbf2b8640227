//! What all clients of the interface share: the host, and the games that may be removed.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use host::{Host, Rejection};
use rules::Seat;
use session::{GameId, Millis, Phase, PlayerId, Report, Session};
use store::{Entry, Space, Stage};

use crate::client::Client;

/// How long a player who lost the connection may stay away before the opponent wins.
pub(crate) const GRACE: Millis = Millis::from_secs(30);

/// After so long every node knows who is at which other one.
const NOTED: Duration = Duration::from_millis(500);

/// Games begun from one address in which no two different people play. Beyond that the oldest of them that nobody
/// uses is removed; if all are in use, a new one is refused.
const MAX_GAMES_OF_ORIGIN: usize = 200;

/// A game in which no two different people play and that nobody has open is removed when nothing has happened in
/// it for so long.
const ABANDONED: Millis = Millis::from_secs(24 * 3600);

/// How often is looked for abandoned games.
const SWEEP: Duration = Duration::from_secs(600);

/// The engine: clients connect to it, and their games are played by its host.
#[derive(Clone)]
pub struct Engine(Arc<Inner>);

struct Inner {
    host: Host,
    lonely: Mutex<Lonely>,
}

/// Games of this life of the process in which no two different people play.
#[derive(Default)]
struct Lonely {
    /// By where they were begun; oldest first.
    by_origin: HashMap<Origin, VecDeque<GameId>>,
    origins: HashMap<GameId, Origin>,
}

impl Lonely {
    fn add(&mut self, game: &GameId, origin: &Origin) {
        let own = self.by_origin.entry(origin.clone()).or_default();
        own.push_back(game.clone());
        self.origins.insert(game.clone(), origin.clone());
    }

    fn remove(&mut self, game: &GameId) {
        let Some(origin) = self.origins.remove(game) else {
            return;
        };
        if let Some(own) = self.by_origin.get_mut(&origin) {
            own.retain(|other| other != game);
            if own.is_empty() {
                self.by_origin.remove(&origin);
            }
        }
    }
}

/// Where clients come from. Clients of one origin share what they may use.
pub(crate) type Origin = Option<Arc<str>>;

/// What is to be done about a player who is away.
enum Absence {
    /// Nothing: the player is back, the game is over, or nobody waits.
    None,
    /// To look again in a while.
    Wait(Duration),
    /// The opponent wins.
    TooLong,
}

impl Engine {
    /// An engine whose games are played by this host. Must be called in a runtime, where it looks after abandoned
    /// games.
    pub fn new(host: Host) -> Engine {
        let engine = Engine(Arc::new(Inner {
            host,
            lonely: Mutex::default(),
        }));
        let weak = Arc::downgrade(&engine.0);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                match weak.upgrade() {
                    Some(inner) => Engine(inner).sweep().await,
                    None => return,
                }
            }
        });
        engine
    }

    /// A client arrives. Clients from the same place may not fill the store together.
    pub fn connect(&self, origin: Option<&str>) -> Client {
        Client::new(self.clone(), origin.map(Arc::from))
    }

    pub(crate) fn host(&self) -> &Host {
        &self.0.host
    }

    fn lonely(&self) -> MutexGuard<'_, Lonely> {
        self.0.lonely.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a game that may be removed one day, before it begins: then none is forgotten by a crash in between.
    pub(crate) async fn note(&self, game: &GameId, origin: &Origin) -> Result<(), Rejection> {
        let entry = Entry {
            key: game.to_string(),
            value: String::new(),
            expires: None,
        };
        self.host().store().put(&Space::Json, entry).await?;
        self.lonely().add(game, origin);
        Ok(())
    }

    async fn forget(&self, game: &GameId) -> Result<(), Rejection> {
        self.lonely().remove(game);
        let store = self.host().store();
        store.take(&Space::Json, game.as_str()).await?;
        Ok(())
    }

    /// Whether there is room for one more game of this origin; if need be, an unused one is removed.
    pub(crate) async fn make_room(&self, origin: &Origin) -> Result<bool, Rejection> {
        let own: Vec<GameId> = {
            let lonely = self.lonely();
            let own = lonely.by_origin.get(origin).into_iter().flatten();
            own.cloned().collect()
        };
        if own.len() < MAX_GAMES_OF_ORIGIN {
            return Ok(true);
        }
        for game in own {
            if self.remove(&game).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Removes a game unless two different people play in it or somebody has it open; whether it counts no more.
    pub(crate) async fn remove(&self, game: &GameId) -> Result<bool, Rejection> {
        let is_gone = match self.host().store().summary(game).await? {
            None => true,
            Some(summary) if is_of_two(&summary.seats) => true,
            // At another node it may be open.
            Some(summary) if self.is_elsewhere(&summary.seats).await? => false,
            Some(_) => self.host().remove_game(game).await?,
        };
        if is_gone {
            self.forget(game).await?;
        }
        Ok(is_gone)
    }

    /// Whether a player of a game is connected to another node.
    async fn is_elsewhere(
        &self,
        seats: &rules::BySeat<Option<session::Sitter>>,
    ) -> Result<bool, Rejection> {
        if self.host().node_counts().is_none() {
            return Ok(false);
        }
        for sitter in Seat::BOTH
            .into_iter()
            .filter_map(|seat| seats[seat].as_ref())
        {
            if self.host().is_elsewhere(&sitter.player).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Removes a game that somebody has left before an opponent came, unless somebody has it open.
    pub(crate) async fn remove_if_open(&self, game: &GameId) -> Result<bool, Rejection> {
        let is_open = |session: &Session, _: Millis| session.phase() == Phase::Open;
        match self.host().look(game, is_open).await? {
            true => self.remove(game).await,
            false => Ok(false),
        }
    }

    /// Removes games that were abandoned.
    async fn sweep(&self) {
        if let Err(error) = self.try_sweep().await {
            tracing::warn!(%error, "abandoned games of the JSON message interface could not be removed");
        }
    }

    async fn try_sweep(&self) -> Result<(), Rejection> {
        let entries = self.host().store().entries(&Space::Json).await?;
        for entry in entries {
            let Ok(game) = GameId::new(&entry.key) else {
                continue;
            };
            let summary = self.host().store().summary(&game).await?;
            let Some(summary) = summary else {
                self.forget(&game).await?;
                continue;
            };
            let is_over = matches!(summary.stage, Stage::Over { .. });
            let is_old = summary.changed_at + ABANDONED <= self.host().now();
            if is_over && !self.lonely().origins.contains_key(&game) {
                // A finished game of an earlier life is counted for nobody any more, and stays.
                self.forget(&game).await?;
            } else if is_of_two(&summary.seats) || (is_old && !is_over) {
                self.remove(&game).await?;
            }
        }
        Ok(())
    }

    /// Tells a game that a player's last connection has gone; whether that is so. Nobody loses by that.
    pub(crate) async fn tell_absence(&self, game: &GameId, player: &PlayerId) -> bool {
        let gone = Report::Gone {
            player: player.clone(),
        };
        // If this cannot be stored, the player is just not missed yet.
        self.is_absent(player).await && self.host().report_to(game, gone).await.is_ok()
    }

    /// Whether a player is at no node. One who has come to another node a moment ago may not be noted yet.
    async fn is_absent(&self, player: &PlayerId) -> bool {
        if self.host().is_present_anywhere(player).await != Ok(false) {
            return false;
        }
        let is_alone = self.host().node_counts().is_none();
        if is_alone {
            return true;
        }
        tokio::time::sleep(NOTED).await;
        self.host().is_present_anywhere(player).await == Ok(false)
    }

    /// A player's last connection has gone, or the player has not come back after a restart. The opponent, who is
    /// told, wins if that does not change in time.
    pub(crate) async fn watch_absence(self, game: GameId, player: PlayerId) {
        let since = self.host().now();
        if !self.tell_absence(&game, &player).await {
            return;
        }
        let mut wait = Duration::from_millis(GRACE.0);
        loop {
            tokio::time::sleep(wait).await;
            match self.absence(&game, &player, since).await {
                Absence::None => return,
                Absence::Wait(longer) => wait = longer,
                Absence::TooLong if !self.is_absent(&player).await => {
                    let back = Report::Back { player };
                    drop(self.host().report_to(&game, back).await);
                    return;
                }
                Absence::TooLong => {
                    let left = Report::Left { player };
                    drop(self.host().report_to(&game, left).await);
                    return;
                }
            }
        }
    }

    async fn absence(&self, game: &GameId, player: &PlayerId, since: Millis) -> Absence {
        let who = player.clone();
        let look = move |session: &Session, now: Millis| {
            let seat = session.seat_of(&who, None)?;
            let opponent = session.seats()[!seat].as_ref()?.player.clone();
            let gone = session.gone_since(seat)?;
            let is_over = session.ending().is_some() || opponent == who;
            (!is_over).then_some((opponent, gone.max(since) + GRACE - now))
        };
        match self.host().look(game, look).await {
            Ok(Some((opponent, left)))
                if self.host().is_present_anywhere(&opponent).await == Ok(true) =>
            {
                match left {
                    Millis::ZERO => Absence::TooLong,
                    left => Absence::Wait(Duration::from_millis(left.0)),
                }
            }
            Ok(_) | Err(_) => Absence::None,
        }
    }
}

/// Whether two different people play in a game. Such a game is never removed.
fn is_of_two(seats: &rules::BySeat<Option<session::Sitter>>) -> bool {
    let player = |seat: Seat| seats[seat].as_ref().map(|sitter| &sitter.player);
    match (player(Seat::White), player(Seat::Black)) {
        (Some(white), Some(black)) => white != black,
        (None, _) | (_, None) => false,
    }
}
