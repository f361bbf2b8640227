//! A store that forgets when the program ends.

use std::collections::{BTreeMap, HashMap};
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::{GameId, Hash, Millis, PlayerId, Record, Sealed};

use crate::batch::Batch;
use crate::cluster::LocalCluster;
use crate::player::folded;
use crate::{
    Account, AccountError, AppendError, Beat, Begun, Behind, Entry, Members, NodeId, Page, Player,
    Presence, Space, Store, StoreError, StoreFuture, Summary,
};

/// Keeps everything in memory: for tests, and for servers that need not remember.
#[derive(Default)]
pub struct MemoryStore(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// By number, which is the order of creation.
    games: BTreeMap<u64, KeptGame>,
    numbers: HashMap<GameId, u64>,
    last_number: u64,
    n_finished: u64,
    players: HashMap<PlayerId, Player>,
    entries: BTreeMap<(String, String), Entry>,
    cluster: LocalCluster,
}

struct KeptGame {
    summary: Summary,
    records: Vec<Sealed>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// A thread that panicked while it held the lock has changed all or nothing: every change below is
    /// prepared first and made last.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn answer<T: Send + 'static>(value: T) -> StoreFuture<T> {
    Box::pin(ready(value))
}

impl Kept {
    fn game(&self, game: &GameId) -> Option<&KeptGame> {
        self.games.get(self.numbers.get(game)?)
    }

    fn append(&mut self, batch: &Batch) -> Result<(), AppendError> {
        let actual = self.n_records(&batch.game);
        if actual != batch.expected {
            return Err(AppendError::Conflict { actual });
        }
        let Some(first) = batch.records.first() else {
            return Ok(());
        };
        if let Some(created) = batch.created() {
            self.last_number += 1;
            let number = self.last_number;
            self.numbers.insert(batch.game.clone(), number);
            let game = KeptGame {
                summary: Summary::begin(number, first.at, created),
                records: Vec::new(),
            };
            self.games.insert(number, game);
        }
        let number = self.numbers.get(&batch.game);
        let Some(game) = number.and_then(|number| self.games.get_mut(number)) else {
            return Err(AppendError::Conflict { actual: 0 });
        };
        let was_live = game.summary.is_live();
        for (record, text) in batch.records.iter().zip(&batch.texts) {
            let before = game
                .records
                .last()
                .map_or(Hash::START, |sealed| sealed.hash);
            let hash = before.next(text);
            let text = text.clone();
            game.records.push(Sealed { text, hash });
            game.summary.note(record);
        }
        if was_live && !game.summary.is_live() {
            self.n_finished += 1;
        }
        Ok(())
    }

    fn begin(&mut self, batch: &Batch, seeks: &[GameId]) -> Begun {
        if self.numbers.contains_key(&batch.game) {
            return Begun::Before;
        }
        let key = |seek: &GameId| (Space::Seeks.name(), seek.to_string());
        let is_there = |seek: &&GameId| self.entries.contains_key(&key(seek));
        if let Some(seek) = seeks.iter().find(|seek| !is_there(seek)) {
            return Begun::NoSeek { seek: seek.clone() };
        }
        for seek in seeks {
            self.entries.remove(&key(seek));
        }
        // There is no such game, so there is no conflict.
        drop(self.append(batch));
        Begun::Now
    }

    fn n_records(&self, game: &GameId) -> u64 {
        let game = self.game(game);
        game.map_or(0, |game| game.records.len() as u64)
    }

    fn list(&self, page: Page, wanted: impl Fn(&Summary) -> bool) -> Vec<Summary> {
        let games = self.games.range(..page.before.unwrap_or(u64::MAX)).rev();
        let summaries = games.map(|(_, game)| &game.summary);
        summaries
            .filter(|summary| wanted(summary))
            .take(page.limit() as usize)
            .cloned()
            .collect()
    }

    fn remove(&mut self, game: &GameId) -> bool {
        let number = self.numbers.remove(game);
        number.is_some_and(|number| self.games.remove(&number).is_some())
    }

    fn named(&self, name: &str) -> Option<&Player> {
        let name = folded(name);
        self.players.values().find(|player| {
            let account = player.account.as_ref();
            account.is_some_and(|account| folded(&account.name) == name)
        })
    }

    fn add_player(&mut self, player: Player) -> Result<(), AccountError> {
        if self.players.contains_key(&player.id) {
            return Err(AccountError::IdTaken);
        }
        let name = player.account.as_ref().map(|account| account.name.as_str());
        if name.is_some_and(|name| self.named(name).is_some()) {
            return Err(AccountError::NameTaken);
        }
        self.players.insert(player.id.clone(), player);
        Ok(())
    }

    fn open_account(&mut self, id: &PlayerId, account: Account) -> Result<(), AccountError> {
        let name_taken = self.named(&account.name).is_some();
        let player = self
            .players
            .get_mut(id)
            .ok_or(AccountError::UnknownPlayer)?;
        if player.account.is_some() {
            return Err(AccountError::HasAccount);
        }
        if name_taken {
            return Err(AccountError::NameTaken);
        }
        player.account = Some(account);
        Ok(())
    }

    fn set_password(&mut self, id: &PlayerId, hash: &str) -> Result<(), AccountError> {
        let player = self
            .players
            .get_mut(id)
            .ok_or(AccountError::UnknownPlayer)?;
        let account = player.account.as_mut().ok_or(AccountError::NoAccount)?;
        account.password_hash = hash.to_owned();
        Ok(())
    }

    fn set_name(&mut self, id: &PlayerId, name: &str) -> Result<(), AccountError> {
        let name_taken = self.named(name).is_some_and(|other| other.id != *id);
        let player = self
            .players
            .get_mut(id)
            .ok_or(AccountError::UnknownPlayer)?;
        let account = player.account.as_mut().ok_or(AccountError::NoAccount)?;
        if name_taken {
            return Err(AccountError::NameTaken);
        }
        account.name = name.to_owned();
        Ok(())
    }
}

impl Store for MemoryStore {
    fn append(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
    ) -> StoreFuture<Result<(), AppendError>> {
        let batch = Batch::new(game, expected, records).map_err(AppendError::Failed);
        answer(batch.and_then(|batch| self.kept().append(&batch)))
    }

    fn append_and_begin(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
        first: Record,
    ) -> StoreFuture<Result<(), AppendError>> {
        let batches = Batch::with_beginning(game, expected, records, first);
        answer(
            batches
                .map_err(AppendError::Failed)
                .and_then(|(batch, beginning)| {
                    let mut kept = self.kept();
                    kept.append(&batch)?;
                    // The only other answer is that it has begun.
                    drop(kept.append(&beginning));
                    Ok(())
                }),
        )
    }

    fn begin(&self, first: Record, seeks: &[GameId]) -> StoreFuture<Result<Begun, StoreError>> {
        let batch = Batch::beginning(first);
        answer(batch.map(|batch| self.kept().begin(&batch, seeks)))
    }

    fn behind(&self, known: &[(GameId, u64)]) -> StoreFuture<Result<Vec<Behind>, StoreError>> {
        let kept = self.kept();
        let games = known.iter().map(|(game, n_known)| {
            let n_records = kept.n_records(game);
            let game = game.clone();
            (n_records != *n_known).then_some(Behind { game, n_records })
        });
        answer(Ok(games.flatten().collect()))
    }

    fn read(&self, game: &GameId, from: u64) -> StoreFuture<Result<Vec<Sealed>, StoreError>> {
        let kept = self.kept();
        let records = kept.game(game).map_or(&[][..], |game| &game.records);
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        answer(Ok(records.get(from..).unwrap_or_default().to_vec()))
    }

    fn remove(&self, game: &GameId) -> StoreFuture<Result<bool, StoreError>> {
        answer(Ok(self.kept().remove(game)))
    }

    fn summary(&self, game: &GameId) -> StoreFuture<Result<Option<Summary>, StoreError>> {
        answer(Ok(self.kept().game(game).map(|game| game.summary.clone())))
    }

    fn live_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        answer(Ok(self.kept().list(page, Summary::is_live)))
    }

    fn listed_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        let is_listed = |summary: &Summary| summary.is_live() && !summary.unlisted;
        answer(Ok(self.kept().list(page, is_listed)))
    }

    fn games_of(
        &self,
        player: &PlayerId,
        page: Page,
    ) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        let plays = |summary: &Summary| {
            let seats = [&summary.seats.white, &summary.seats.black];
            let mut sitters = seats.into_iter().flatten();
            sitters.any(|sitter| sitter.player == *player)
        };
        answer(Ok(self.kept().list(page, plays)))
    }

    fn count_live(&self) -> StoreFuture<Result<u64, StoreError>> {
        let kept = self.kept();
        let live = kept.games.values().filter(|game| game.summary.is_live());
        answer(Ok(live.count() as u64))
    }

    fn finished_games(&self) -> StoreFuture<Result<u64, StoreError>> {
        answer(Ok(self.kept().n_finished))
    }

    fn add_player(&self, player: Player) -> StoreFuture<Result<(), AccountError>> {
        answer(self.kept().add_player(player))
    }

    fn player(&self, id: &PlayerId) -> StoreFuture<Result<Option<Player>, StoreError>> {
        answer(Ok(self.kept().players.get(id).cloned()))
    }

    fn player_named(&self, name: &str) -> StoreFuture<Result<Option<Player>, StoreError>> {
        answer(Ok(self.kept().named(name).cloned()))
    }

    fn open_account(
        &self,
        id: &PlayerId,
        account: Account,
    ) -> StoreFuture<Result<(), AccountError>> {
        answer(self.kept().open_account(id, account))
    }

    fn set_password(&self, id: &PlayerId, hash: &str) -> StoreFuture<Result<(), AccountError>> {
        answer(self.kept().set_password(id, hash))
    }

    fn set_name(&self, id: &PlayerId, name: &str) -> StoreFuture<Result<(), AccountError>> {
        answer(self.kept().set_name(id, name))
    }

    fn accounts(&self, after: Option<&PlayerId>) -> StoreFuture<Result<Vec<Player>, StoreError>> {
        let kept = self.kept();
        let players = kept.players.values();
        let mut players: Vec<Player> = players
            .filter(|player| player.account.is_some() && after < Some(&player.id))
            .cloned()
            .collect();
        players.sort_by(|one, other| one.id.cmp(&other.id));
        players.truncate(Page::MAX as usize);
        answer(Ok(players))
    }

    fn replace(
        &self,
        space: &Space,
        read: Option<&str>,
        entry: Entry,
    ) -> StoreFuture<Result<bool, StoreError>> {
        let key = (space.name(), entry.key.clone());
        let mut kept = self.kept();
        let found = kept.entries.get(&key).map(|entry| entry.value.as_str());
        let is_same = found == read;
        if is_same {
            kept.entries.insert(key, entry);
        }
        answer(Ok(is_same))
    }

    fn put(&self, space: &Space, entry: Entry) -> StoreFuture<Result<(), StoreError>> {
        let key = (space.name(), entry.key.clone());
        self.kept().entries.insert(key, entry);
        answer(Ok(()))
    }

    fn get(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        let key = (space.name(), key.to_owned());
        answer(Ok(self.kept().entries.get(&key).cloned()))
    }

    fn take(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        let key = (space.name(), key.to_owned());
        answer(Ok(self.kept().entries.remove(&key)))
    }

    fn entries(&self, space: &Space) -> StoreFuture<Result<Vec<Entry>, StoreError>> {
        let name = space.name();
        let kept = self.kept();
        let entries = kept.entries.range((name.clone(), String::new())..);
        let of_space = entries.take_while(|((space, _), _)| *space == name);
        answer(Ok(of_space.map(|(_, entry)| entry.clone()).collect()))
    }

    fn prune(&self, now: Millis) -> StoreFuture<Result<u64, StoreError>> {
        let mut kept = self.kept();
        let before = kept.entries.len();
        kept.entries
            .retain(|_, entry| entry.expires.is_none_or(|expires| expires > now));
        answer(Ok((before - kept.entries.len()) as u64))
    }

    fn beat(&self, beat: Beat) -> StoreFuture<Result<Members, StoreError>> {
        answer(Ok(self.kept().cluster.beat(beat)))
    }

    fn leave(&self, node: &NodeId) -> StoreFuture<Result<(), StoreError>> {
        self.kept().cluster.leave(node);
        answer(Ok(()))
    }

    fn see(
        &self,
        node: &NodeId,
        came: &[PlayerId],
        went: &[PlayerId],
    ) -> StoreFuture<Result<(), StoreError>> {
        self.kept().cluster.see(node, came.to_vec(), went);
        answer(Ok(()))
    }

    fn present(
        &self,
        players: &[PlayerId],
        within: Millis,
    ) -> StoreFuture<Result<Vec<Presence>, StoreError>> {
        answer(Ok(self.kept().cluster.present(players, within)))
    }

    fn present_at(
        &self,
        node: &NodeId,
        after: Option<&PlayerId>,
    ) -> StoreFuture<Result<Vec<PlayerId>, StoreError>> {
        answer(Ok(self.kept().cluster.present_at(node, after)))
    }
}
