//! The list of seeks, and who is told about it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use session::{GameId, Millis, PlayerId};
use store::{Entry, Space, Store, Summary};
use tokio::sync::{Notify, broadcast};

use crate::meeting::paired_key;
use crate::{Audience, HostError, HostRefusal, Seek, SeekView};

/// Changes that may wait for a slow watcher. One who misses some sees a gap in the numbers.
const BACKLOG: usize = 256;

/// Seeks there may be at the same time.
const MAX_SEEKS: usize = 10_000;

/// Seeks one player may have at the same time.
const MAX_OWN: usize = 20;

/// Seeks that players who come from one place may have together.
const MAX_OF_ORIGIN: usize = 1000;

/// A change of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "LobbyNotice"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "LobbyNotice")
)]
pub struct LobbyEvent {
    /// Counts the changes of the lobby.
    pub number: u64,
    /// How many games are being played now.
    pub n_running: u64,
    /// What changed.
    pub change: LobbyChange,
}

/// A change of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LobbyChange {
    /// Somebody looks for an opponent. It replaces a seek with the same id.
    SeekAdded {
        /// The seek.
        seek: SeekView,
    },
    /// A seek is no longer there.
    SeekGone {
        /// Which.
        game: GameId,
    },
    /// A game has begun.
    GameStarted {
        /// The game.
        summary: Summary,
    },
    /// A game has ended.
    GameEnded {
        /// Which.
        game: GameId,
    },
}

/// The lobby at one moment, with seeks as they are stored or as players see them.
#[derive(Debug)]
pub struct LobbyView<S = SeekView> {
    /// The number of the last change.
    pub number: u64,
    /// Seeks that anybody can join, oldest first.
    pub seeks: Vec<S>,
    /// Seeks of a player that are not listed, and challenges to that player.
    pub own: Vec<S>,
    /// Changes from here on.
    pub events: broadcast::Receiver<Arc<LobbyEvent>>,
}

/// A seek whose game is about to begin, and the seek of the player who joins it if that one was listed as well.
pub(crate) struct Meeting {
    pub(crate) seek: Seek,
    pub(crate) own: Option<Seek>,
}

impl Meeting {
    pub(crate) fn owners(&self) -> Vec<PlayerId> {
        let seeks = [Some(&self.seek), self.own.as_ref()];
        let owners = seeks.into_iter().flatten().map(|seek| &seek.owner.player);
        owners.cloned().collect()
    }
}

impl LobbyView<Seek> {
    pub(crate) fn shown(self, show: impl Fn(&Seek) -> SeekView) -> LobbyView {
        LobbyView {
            number: self.number,
            seeks: self.seeks.iter().map(&show).collect(),
            own: self.own.iter().map(&show).collect(),
            events: self.events,
        }
    }
}

/// The list of seeks.
pub(crate) struct Lobby {
    state: Mutex<State>,
    /// Told whenever a seek is no longer reserved.
    settled: Notify,
    events: broadcast::Sender<Arc<LobbyEvent>>,
}

#[derive(Default)]
struct State {
    number: u64,
    seeks: BTreeMap<GameId, Seek>,
    /// Seeks whose game is about to begin.
    reserved: BTreeSet<GameId>,
}

impl State {
    /// A seek and the oldest other one that fits, if one of their owners waits for the first who comes.
    fn partner(&self, own: &Seek, can_meet: impl Fn(&Seek) -> bool) -> Option<(GameId, GameId)> {
        let fits = |other: &&Seek| {
            let is_asked = own.tag.is_some() || other.tag.is_some();
            is_asked && own.fits(other) && other.fits(own) && can_meet(other)
        };
        let fitting = self.seeks.values().filter(fits);
        let other = fitting.min_by_key(|seek| seek.created_at)?;
        Some((own.game.clone(), other.game.clone()))
    }

    fn reserve(&mut self, game: &GameId) -> Option<Seek> {
        let seek = self.seeks.remove(game)?;
        self.reserved.insert(seek.game.clone());
        Some(seek)
    }
}

impl Lobby {
    /// The seeks that were there before. One whose game has begun was only not yet removed.
    pub(crate) async fn load(store: &Arc<dyn Store>) -> Result<Lobby, HostError> {
        let mut state = State::default();
        for entry in store.entries(&Space::Seeks).await? {
            let seek: Option<Seek> = serde_json::from_str(&entry.value).ok();
            let Some(seek) = seek else {
                tracing::warn!(seek = entry.key, "a stored seek cannot be read");
                continue;
            };
            if store.summary(&seek.game).await?.is_some() || has_met(store, &seek).await? {
                store.take(&Space::Seeks, &entry.key).await?;
            } else {
                state.seeks.insert(seek.game.clone(), seek);
            }
        }
        let (events, _) = broadcast::channel(BACKLOG);
        let state = Mutex::new(state);
        let settled = Notify::new();
        Ok(Lobby {
            state,
            settled,
            events,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.events.receiver_count() > 0
    }

    /// Numbers a change and tells everybody.
    pub(crate) fn publish(&self, n_running: u64, change: LobbyChange) {
        let mut state = self.state();
        state.number += 1;
        let number = state.number;
        let event = LobbyEvent {
            number,
            n_running,
            change,
        };
        // It fails without watchers, which is fine. The lock is held so that numbers arrive in order.
        drop(self.events.send(Arc::new(event)));
    }

    pub(crate) fn view(&self, player: Option<&PlayerId>) -> LobbyView<Seek> {
        let state = self.state();
        let mut seeks: Vec<Seek> = state.seeks.values().cloned().collect();
        seeks.sort_by_key(|seek| seek.created_at);
        let (listed, hidden): (Vec<Seek>, Vec<Seek>) = seeks
            .into_iter()
            .partition(|seek| seek.audience == Audience::Anybody);
        let concerns = |seek: &Seek| {
            player.is_some_and(|player| {
                let to = matches!(&seek.audience, Audience::Player { player: to } if to == player);
                to || seek.owner.player == *player
            })
        };
        LobbyView {
            number: state.number,
            seeks: listed,
            own: hidden.into_iter().filter(concerns).collect(),
            events: self.events.subscribe(),
        }
    }

    pub(crate) fn seek(&self, game: &GameId) -> Option<Seek> {
        self.state().seeks.get(game).cloned()
    }

    /// Takes a seek off the list for a player who joins it, so that no other player can.
    pub(crate) fn reserve(&self, game: &GameId) -> Option<Seek> {
        self.state().reserve(game)
    }

    /// Whether somebody is just joining a seek.
    pub(crate) fn is_reserved(&self, game: &GameId) -> bool {
        self.state().reserved.contains(game)
    }

    /// Comes back when nobody is just joining or withdrawing a seek.
    pub(crate) async fn settled(&self, game: &GameId) {
        loop {
            let settled = self.settled.notified();
            if !self.is_reserved(game) {
                return;
            }
            settled.await;
        }
    }

    /// A reserved seek is over.
    pub(crate) fn release(&self, game: &GameId) {
        self.state().reserved.remove(game);
        self.settled.notify_waiters();
    }

    /// Whether a player waits.
    pub(crate) fn has_seek_of(&self, player: &PlayerId) -> bool {
        let state = self.state();
        let mut seeks = state.seeks.values();
        seeks.any(|seek| seek.owner.player == *player)
    }

    /// The players who wait.
    pub(crate) fn owners(&self) -> BTreeSet<PlayerId> {
        let state = self.state();
        let owners = state.seeks.values().map(|seek| seek.owner.player.clone());
        owners.collect()
    }

    /// Takes the oldest seek that fits.
    pub(crate) fn reserve_fitting(&self, fits: impl Fn(&Seek) -> bool) -> Option<Seek> {
        let mut state = self.state();
        let fitting = state.seeks.values().filter(|seek| fits(seek));
        let game = fitting.min_by_key(|seek| seek.created_at)?.game.clone();
        state.reserve(&game)
    }

    /// Takes a seek of a player and the oldest other one that fits, both or neither. The first of the two that it gives
    /// belongs to somebody who waits for the first who comes.
    pub(crate) fn reserve_both(
        &self,
        player: &PlayerId,
        can_meet: impl Fn(&Seek) -> bool,
    ) -> Option<(Seek, Seek)> {
        let mut state = self.state();
        let own = state.seeks.values();
        let own = own.filter(|seek| seek.owner.player == *player && can_meet(seek));
        let (own, other) = own.filter_map(|own| state.partner(own, &can_meet)).next()?;
        let (first, second) = (state.reserve(&own)?, state.reserve(&other)?);
        Some(match first.tag.is_some() {
            true => (first, second),
            false => (second, first),
        })
    }

    /// Puts a seek on the list, or back on it.
    pub(crate) fn list(&self, seek: Seek) {
        let mut state = self.state();
        state.reserved.remove(&seek.game);
        state.seeks.insert(seek.game.clone(), seek);
        drop(state);
        self.settled.notify_waiters();
    }

    /// Whether there is room for one more.
    pub(crate) fn check_room(&self, seek: &Seek) -> Result<(), HostRefusal> {
        let state = self.state();
        let count = |fits: &dyn Fn(&Seek) -> bool| {
            let seeks = state.seeks.values();
            seeks.filter(|other| fits(other)).count()
        };
        let n_own = count(&|other| other.owner.player == seek.owner.player);
        let n_near = count(&|other| other.origin.is_some() && other.origin == seek.origin);
        let is_full = state.seeks.len() >= MAX_SEEKS;
        if is_full || n_own >= MAX_OWN || n_near >= MAX_OF_ORIGIN {
            return Err(HostRefusal::TooManySeeks);
        }
        Ok(())
    }

    /// Forgets what has expired; the store forgets by itself.
    pub(crate) fn prune(&self, now: Millis) {
        self.state().seeks.retain(|_, seek| seek.expires() > now);
    }
}

/// Whether the owner of a seek has found an opponent elsewhere by the same request, and the seek was only not yet
/// removed.
async fn has_met(store: &Arc<dyn Store>, seek: &Seek) -> Result<bool, HostError> {
    let Some(tag) = &seek.tag else {
        return Ok(false);
    };
    let space = Space::Player(seek.owner.player.clone());
    let memory = store.get(&space, &paired_key(tag)).await?;
    let game = memory.and_then(|entry| GameId::new(entry.value).ok());
    let summary = match game {
        Some(game) => store.summary(&game).await?,
        None => None,
    };
    let is_seated = |summary: &Summary| {
        let seats = [&summary.seats.white, &summary.seats.black];
        let mut sitters = seats.into_iter().flatten();
        sitters.any(|sitter| sitter.player == seek.owner.player)
    };
    Ok(summary.as_ref().is_some_and(is_seated))
}

/// A seek as it is stored.
pub(crate) fn entry(seek: &Seek) -> Entry {
    Entry {
        key: seek.game.to_string(),
        // A seek always has a text: it has no maps with odd keys.
        value: serde_json::to_string(seek).unwrap_or_default(),
        expires: Some(seek.expires()),
    }
}
