//! The list of seeks, and who is told about it.

mod sync;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::{GameId, Millis, PlayerId};
use store::{Entry, Space, Store, Summary};
use tokio::sync::{Notify, broadcast};

use crate::meeting::paired_key;
use crate::{Audience, HostError, HostRefusal, LobbyChange, LobbyEvent, LobbyView, Seek, SeekPage};

/// Changes that may wait for a slow watcher. One who misses some sees a gap in the numbers.
const BACKLOG: usize = 256;

/// Seeks there may be at the same time.
const MAX_SEEKS: usize = 10_000;

/// Seeks one player may have at the same time.
const MAX_OWN: usize = 20;

/// Seeks that players who come from one place may have together.
const MAX_OF_ORIGIN: usize = 1000;

/// Bytes of setups that the seeks of one place may have together.
const MAX_BYTES_OF_ORIGIN: usize = 65_536;

/// Bytes of setups that all seeks may have together.
const MAX_BYTES: usize = 4_194_304;

/// Seeks on one page of the list. Those of the same moment are not torn apart.
const PAGE: usize = 100;

/// Bytes of setups on one page.
const PAGE_BYTES: usize = 65_536;

/// Results of games that are remembered for the lobby.
const MAX_RESULTS: usize = 10;

/// Seeks that were over lately, and are remembered.
const MAX_OVER: usize = 1000;

/// How long the owner of a listed seek may be away.
const ABSENCE: Millis = Millis::from_secs(30);

/// A seek whose game is about to begin, and the seek of the player who joins it if that one was listed as well.
pub(crate) struct Meeting {
    pub(crate) seek: Seek,
    pub(crate) own: Option<Seek>,
}

impl Meeting {
    /// The seek, and the own one if there is one.
    pub(crate) fn both(&self) -> impl Iterator<Item = &Seek> {
        [Some(&self.seek), self.own.as_ref()].into_iter().flatten()
    }

    /// The ids of the seeks, which are gone when the game has begun.
    pub(crate) fn seeks(&self) -> Vec<GameId> {
        self.both().map(|seek| seek.game.clone()).collect()
    }

    pub(crate) fn owners(&self) -> Vec<PlayerId> {
        self.both().map(|seek| seek.owner.player.clone()).collect()
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
    /// Since when the owners of seeks have been away.
    absent_since: BTreeMap<GameId, Millis>,
    /// How the last listed games have ended, newest first.
    results: VecDeque<Summary>,
    /// Whether a result has come that is not stored yet as one of the last.
    has_new_result: bool,
    /// Seeks that were over lately, with the time at which they were made, and how many there have been. What other nodes
    /// say of them may be older.
    over: VecDeque<(GameId, Millis)>,
    n_over: u64,
}

impl State {
    /// A seek and the oldest other one that fits, if one of their owners waits for the first who comes.
    fn partner(&self, own: &Seek, can_meet: impl Fn(&Seek) -> bool) -> Option<(GameId, GameId)> {
        let fits = |other: &&Seek| {
            let is_asked = own.tag.is_some() || other.tag.is_some();
            let (joining, joined) = match own.tag.is_some() {
                true => (own, *other),
                false => (*other, own),
            };
            is_asked
                && own.fits(other)
                && other.fits(own)
                && joining.gets_seat_in(joined)
                && can_meet(other)
        };
        let fitting = self.seeks.values().filter(fits);
        let other = fitting.min_by_key(|seek| seek.created_at)?;
        Some((own.game.clone(), other.game.clone()))
    }

    /// A seek is over.
    fn note_over(&mut self, game: &GameId, created_at: Millis) {
        self.n_over += 1;
        self.over.push_back((game.clone(), created_at));
        if self.over.len() > MAX_OVER {
            self.over.pop_front();
        }
    }

    /// Whether this very seek is known to be over. One with the same id that was made later is another one.
    fn is_over(&self, seek: &Seek) -> bool {
        let mut over = self.over.iter();
        over.any(|(game, made)| *game == seek.game && *made >= seek.created_at)
    }

    fn reserve(&mut self, game: &GameId) -> Option<Seek> {
        let seek = self.seeks.remove(game)?;
        self.reserved.insert(seek.game.clone());
        Some(seek)
    }

    /// The seeks that anybody can join and that are younger than this.
    fn page(&self, after: Option<Millis>) -> SeekPage<Seek> {
        let is_listed = |seek: &&Seek| {
            let is_next = after.is_none_or(|after| seek.created_at > after);
            is_next && seek.audience == Audience::Anybody
        };
        let mut listed: Vec<&Seek> = self.seeks.values().filter(is_listed).collect();
        listed.sort_by_key(|seek| seek.created_at);
        let (mut n_seeks, mut n_bytes) = (0, 0);
        let mut last = None;
        for seek in &listed {
            n_bytes += seek.setup.len();
            let is_full = n_seeks >= PAGE || n_bytes > PAGE_BYTES;
            if is_full && last.is_some_and(|last| last < seek.created_at) {
                break;
            }
            n_seeks += 1;
            last = Some(seek.created_at);
        }
        let has_more = n_seeks < listed.len();
        SeekPage {
            seeks: listed.into_iter().take(n_seeks).cloned().collect(),
            next: last.filter(|_| has_more),
        }
    }
}

impl Lobby {
    /// The seeks that were there before. One whose game has begun was only not yet removed.
    pub(crate) async fn load(
        store: &Arc<dyn Store>,
        results: Vec<Summary>,
    ) -> Result<Lobby, HostError> {
        let mut state = State {
            results: results.into(),
            ..State::default()
        };
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
        let concerns = |seek: &&Seek| {
            let is_hidden = seek.audience != Audience::Anybody;
            let player = player.filter(|_| is_hidden);
            player.is_some_and(|player| {
                let to = matches!(&seek.audience, Audience::Player { player: to } if to == player);
                to || seek.owner.player == *player
            })
        };
        let mut own: Vec<Seek> = state.seeks.values().filter(concerns).cloned().collect();
        own.sort_by_key(|seek| seek.created_at);
        LobbyView {
            number: state.number,
            listed: state.page(None),
            own,
            results: state.results.iter().cloned().collect(),
            events: self.events.subscribe(),
        }
    }

    /// Remembers how a game has ended; whether that is new.
    pub(crate) fn add_result(&self, summary: Summary) -> bool {
        let mut state = self.state();
        let is_known = |known: &Summary| known.game == summary.game;
        if state.results.iter().any(is_known) {
            return false;
        }
        state.results.push_front(summary);
        state.results.truncate(MAX_RESULTS);
        state.has_new_result = true;
        true
    }

    /// The games of the newest results, if there are new ones since this was last asked.
    pub(crate) fn changed_results(&self) -> Option<Vec<GameId>> {
        let mut state = self.state();
        let games = || state.results.iter().map(|result| result.game.clone());
        let changed = state.has_new_result.then(|| games().collect());
        state.has_new_result = false;
        changed
    }

    /// The next page of the seeks that anybody can join.
    pub(crate) fn page(&self, after: Option<Millis>) -> SeekPage<Seek> {
        self.state().page(after)
    }

    /// Listed seeks whose owners have been away for too long. Nobody could play them.
    pub(crate) fn abandoned(
        &self,
        now: Millis,
        is_present: impl Fn(&PlayerId) -> bool,
    ) -> Vec<GameId> {
        let mut state = self.state();
        let State {
            seeks,
            absent_since,
            ..
        } = &mut *state;
        let is_away = |seek: &Seek| seek.needs_owner() && !is_present(&seek.owner.player);
        absent_since.retain(|game, _| seeks.get(game).is_some_and(is_away));
        let mut abandoned = Vec::new();
        for seek in seeks.values().filter(|seek| is_away(seek)) {
            let since = *absent_since.entry(seek.game.clone()).or_insert(now);
            if since + ABSENCE <= now {
                abandoned.push(seek.game.clone());
            }
        }
        abandoned
    }

    pub(crate) fn seek(&self, game: &GameId) -> Option<Seek> {
        self.state().seeks.get(game).cloned()
    }

    /// The ids of a player's seeks.
    pub(crate) fn seeks_of(&self, player: &PlayerId) -> Vec<GameId> {
        let state = self.state();
        let seeks = state.seeks.values();
        let own = seeks.filter(|seek| seek.owner.player == *player);
        own.map(|seek| seek.game.clone()).collect()
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
    pub(crate) fn release(&self, seek: &Seek) {
        let mut state = self.state();
        state.reserved.remove(&seek.game);
        state.note_over(&seek.game, seek.created_at);
        drop(state);
        self.settled.notify_waiters();
    }

    /// Whether a seek of this player and one of a player who is here may lead to a game.
    pub(crate) fn may_suit(&self, player: &PlayerId, is_here: impl Fn(&PlayerId) -> bool) -> bool {
        let state = self.state();
        let own = state
            .seeks
            .values()
            .filter(|seek| seek.owner.player == *player);
        let mut pairs =
            own.filter_map(|own| state.partner(own, |other| is_here(&other.owner.player)));
        pairs.next().is_some()
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
    /// belongs to a player who waits for the first opponent.
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
        let is_near = |other: &Seek| other.origin.is_some() && other.origin == seek.origin;
        let n_bytes = |fits: &dyn Fn(&Seek) -> bool| -> usize {
            let others = state.seeks.values().filter(|other| fits(other));
            others.map(|other| other.setup.len()).sum::<usize>() + seek.setup.len()
        };
        let is_full = state.seeks.len() >= MAX_SEEKS
            || n_bytes(&|_| true) > MAX_BYTES
            || n_bytes(&is_near) > MAX_BYTES_OF_ORIGIN;
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
