//! A store that fails on demand.

use std::collections::HashSet;
use std::future::{pending, ready};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::{Change, GameId, Millis, PlayerId, Record, Sealed};

use crate::{
    Account, AccountError, AppendError, Beat, Begun, Behind, Entry, Members, NodeId, Page, Player,
    Presence, Space, Store, StoreError, StoreFuture, Summary,
};

/// How a [`FaultyStore`] fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// It does not.
    #[default]
    None,
    /// Nothing is done, and the answer is a failure.
    Refuse,
    /// Everything is done, but the answer is a failure.
    LoseAnswer,
}

/// A store in front of another that fails as it is told to.
#[derive(Default)]
pub struct FaultyStore<S> {
    inner: Arc<S>,
    fault: Mutex<Fault>,
    append_fault: Mutex<Fault>,
    held: Mutex<HashSet<GameId>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Store> FaultyStore<S> {
    /// A store that works, for now.
    pub fn new(inner: S) -> FaultyStore<S> {
        FaultyStore {
            inner: Arc::new(inner),
            fault: Mutex::default(),
            append_fault: Mutex::default(),
            held: Mutex::default(),
        }
    }

    /// The store behind it, which does not fail.
    pub fn inner(&self) -> Arc<S> {
        Arc::clone(&self.inner)
    }

    /// From now on, what is appended to this game is neither done nor answered, as if the server died
    /// before.
    pub fn hold(&self, game: &GameId) {
        self.held().insert(game.clone());
    }

    /// From now on, appending to this game works again. What was held stays lost.
    pub fn release(&self, game: &GameId) {
        self.held().remove(game);
    }

    fn held(&self) -> MutexGuard<'_, HashSet<GameId>> {
        lock(&self.held)
    }

    /// From now on, fail like this.
    pub fn set_fault(&self, fault: Fault) {
        *lock(&self.fault) = fault;
    }

    /// From now on, fail like this where records are appended, and nowhere else.
    pub fn set_append_fault(&self, fault: Fault) {
        *lock(&self.append_fault) = fault;
    }

    fn fault(&self) -> Fault {
        *lock(&self.fault)
    }

    fn fault_of_append(&self) -> Fault {
        match *lock(&self.append_fault) {
            Fault::None => self.fault(),
            fault @ (Fault::Refuse | Fault::LoseAnswer) => fault,
        }
    }

    fn ask<T, E>(
        &self,
        ask: impl FnOnce(&S) -> StoreFuture<Result<T, E>>,
    ) -> StoreFuture<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.ask_with(self.fault(), ask)
    }

    fn ask_with<T, E>(
        &self,
        fault: Fault,
        ask: impl FnOnce(&S) -> StoreFuture<Result<T, E>>,
    ) -> StoreFuture<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let failure = || E::from(StoreError::failed("it was told to"));
        match fault {
            Fault::None => ask(&self.inner),
            Fault::Refuse => Box::pin(ready(Err(failure()))),
            Fault::LoseAnswer => {
                let answer = ask(&self.inner);
                let failure = failure();
                Box::pin(async move { answer.await.and(Err(failure)) })
            }
        }
    }
}

impl<S: Store> Store for FaultyStore<S> {
    fn append(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
    ) -> StoreFuture<Result<(), AppendError>> {
        if self.held().contains(game) {
            return Box::pin(pending());
        }
        self.ask_with(self.fault_of_append(), |store| {
            store.append(game, expected, records)
        })
    }

    fn append_and_begin(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
        first: Record,
    ) -> StoreFuture<Result<(), AppendError>> {
        if self.held().contains(game) {
            return Box::pin(pending());
        }
        self.ask_with(self.fault_of_append(), |store| {
            store.append_and_begin(game, expected, records, first)
        })
    }

    fn begin(&self, first: Record, seeks: &[GameId]) -> StoreFuture<Result<Begun, StoreError>> {
        if matches!(&first.change, Change::Created(created) if self.held().contains(&created.game))
        {
            return Box::pin(pending());
        }
        self.ask_with(self.fault_of_append(), |store| store.begin(first, seeks))
    }

    fn behind(&self, known: &[(GameId, u64)]) -> StoreFuture<Result<Vec<Behind>, StoreError>> {
        self.ask(|store| store.behind(known))
    }

    fn learn(&self, game: &GameId, records: &[Record]) {
        self.inner.learn(game, records);
    }

    fn read(&self, game: &GameId, from: u64) -> StoreFuture<Result<Vec<Sealed>, StoreError>> {
        self.ask(|store| store.read(game, from))
    }

    fn remove(&self, game: &GameId) -> StoreFuture<Result<bool, StoreError>> {
        self.ask(|store| store.remove(game))
    }

    fn summary(&self, game: &GameId) -> StoreFuture<Result<Option<Summary>, StoreError>> {
        self.ask(|store| store.summary(game))
    }

    fn live_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.ask(|store| store.live_games(page))
    }

    fn listed_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.ask(|store| store.listed_games(page))
    }

    fn games_of(
        &self,
        player: &PlayerId,
        page: Page,
    ) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.ask(|store| store.games_of(player, page))
    }

    fn count_live(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.ask(Store::count_live)
    }

    fn finished_games(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.ask(Store::finished_games)
    }

    fn add_player(&self, player: Player) -> StoreFuture<Result<(), AccountError>> {
        self.ask(|store| store.add_player(player))
    }

    fn player(&self, id: &PlayerId) -> StoreFuture<Result<Option<Player>, StoreError>> {
        self.ask(|store| store.player(id))
    }

    fn player_named(&self, name: &str) -> StoreFuture<Result<Option<Player>, StoreError>> {
        self.ask(|store| store.player_named(name))
    }

    fn open_account(
        &self,
        id: &PlayerId,
        account: Account,
    ) -> StoreFuture<Result<(), AccountError>> {
        self.ask(|store| store.open_account(id, account))
    }

    fn set_password(&self, id: &PlayerId, hash: &str) -> StoreFuture<Result<(), AccountError>> {
        self.ask(|store| store.set_password(id, hash))
    }

    fn set_name(&self, id: &PlayerId, name: &str) -> StoreFuture<Result<(), AccountError>> {
        self.ask(|store| store.set_name(id, name))
    }

    fn accounts(&self, after: Option<&PlayerId>) -> StoreFuture<Result<Vec<Player>, StoreError>> {
        self.ask(|store| store.accounts(after))
    }

    fn replace(
        &self,
        space: &Space,
        read: Option<&str>,
        entry: Entry,
    ) -> StoreFuture<Result<bool, StoreError>> {
        self.ask(|store| store.replace(space, read, entry))
    }

    fn put(&self, space: &Space, entry: Entry) -> StoreFuture<Result<(), StoreError>> {
        self.ask(|store| store.put(space, entry))
    }

    fn get(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        self.ask(|store| store.get(space, key))
    }

    fn take(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        self.ask(|store| store.take(space, key))
    }

    fn entries(&self, space: &Space) -> StoreFuture<Result<Vec<Entry>, StoreError>> {
        self.ask(|store| store.entries(space))
    }

    fn prune(&self, now: Millis) -> StoreFuture<Result<u64, StoreError>> {
        self.ask(|store| store.prune(now))
    }

    fn beat(&self, beat: Beat) -> StoreFuture<Result<Members, StoreError>> {
        self.ask(|store| store.beat(beat))
    }

    fn leave(&self, node: &NodeId) -> StoreFuture<Result<(), StoreError>> {
        self.ask(|store| store.leave(node))
    }

    fn see(
        &self,
        node: &NodeId,
        came: &[PlayerId],
        went: &[PlayerId],
    ) -> StoreFuture<Result<(), StoreError>> {
        self.ask(|store| store.see(node, came, went))
    }

    fn present(
        &self,
        players: &[PlayerId],
        within: Millis,
    ) -> StoreFuture<Result<Vec<Presence>, StoreError>> {
        self.ask(|store| store.present(players, within))
    }

    fn present_at(
        &self,
        node: &NodeId,
        after: Option<&PlayerId>,
    ) -> StoreFuture<Result<Vec<PlayerId>, StoreError>> {
        self.ask(|store| store.present_at(node, after))
    }
}
