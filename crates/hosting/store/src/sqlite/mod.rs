//! A store in one file.

mod archive;
mod folder;
mod games;
mod inspect;
mod players;
mod reader;
mod records;
mod schema;
mod stamps;
mod tail_cache;
mod transaction;
mod values;
mod work;
mod writer;

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;
use session::{GameId, Millis, PlayerId, Record, Sealed};

pub use folder::database_in;
pub use inspect::Inspector;

use crate::batch::Batch;
use crate::cluster::LocalCluster;
use crate::figures::{Counters, Effort};
use crate::{
    Account, AccountError, AppendError, Beat, Begun, Behind, Entry, Members, NodeId, Page, Player,
    Presence, Space, Store, StoreError, StoreFigures, StoreFuture, Summary,
};
use folder::Folder;
use stamps::Stamps;
use tail_cache::TailCache;
use transaction::Transaction;
use work::{Work, pack};

/// How much work may wait. When it is full the store says [`StoreError::Overloaded`] instead of making
/// the caller wait or growing without bound.
const QUEUE: usize = 8192;

/// Two threads are enough to keep one slow read from holding up all others.
const READERS: usize = 2;

/// How long a statement waits for another program that uses the same file.
const PATIENCE: Duration = Duration::from_secs(5);

/// Prepared statements kept per connection; there are fewer different ones.
const STATEMENTS: usize = 64;

/// Keeps everything in one SQLite file, next to which the database keeps its write-ahead log.
///
/// One thread writes and others read. A write is answered when it is on the disk. Dropping the store
/// finishes the work that was handed over, and waits for it.
pub struct SqliteStore {
    write: Option<SyncSender<Box<dyn Work>>>,
    read: Option<SyncSender<Box<dyn Work>>>,
    readers: Vec<JoinHandle<()>>,
    writer: Option<JoinHandle<()>>,
    counters: Arc<Counters>,
    /// For the writer alone; it comes to it with the work.
    tails: Arc<Mutex<TailCache>>,
    /// Other machines cannot use the file, so the nodes are known here, and answered for without the disk.
    cluster: Mutex<LocalCluster>,
    /// Others may have the folder when all threads have closed the database.
    _folder: Option<Arc<Folder>>,
}

/// A writer that panicked has left nothing half done: every transaction begins with a look.
fn lock<T>(tails: &Mutex<T>) -> MutexGuard<'_, T> {
    tails.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SqliteStore {
    /// Opens a database file, making or updating its tables where needed. The folder must exist.
    ///
    /// # Errors
    /// The file cannot be opened, or is not a database of this server or an older version of it.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        SqliteStore::start(path.as_ref(), None)
    }

    /// Opens the database of a folder for a server, which has the folder for itself until the store is dropped. The
    /// folder must exist.
    ///
    /// # Errors
    /// Another process has it; what it should contain is lost; or as for [`SqliteStore::open`].
    pub fn open_folder(folder: &Path) -> Result<SqliteStore, StoreError> {
        let folder = Folder::lock(folder)?;
        folder.check_files()?;
        SqliteStore::start(&folder.database(), Some(folder))
    }

    fn start(path: &Path, folder: Option<Folder>) -> Result<SqliteStore, StoreError> {
        let mut writer = connect(path).map_err(StoreError::failed)?;
        schema::migrate(&mut writer)?;
        let folder = folder.map(Arc::new);
        let stamps = match &folder {
            Some(folder) => Some(Stamps::begin(Arc::clone(folder), &writer)?),
            None => None,
        };
        let counters = Arc::new(Counters::default());
        let (write, write_queue) = sync_channel(QUEUE);
        let (read, read_queue) = sync_channel(QUEUE);
        let readers = start_readers(path, read_queue)?;
        let tails = Arc::new(Mutex::new(TailCache::default()));
        let (counted, known) = (Arc::clone(&counters), Arc::clone(&tails));
        let writer = start("store-writer", move || {
            writer::run(&writer, &write_queue, &counted, &known, stamps);
        })?;
        Ok(SqliteStore {
            write: Some(write),
            read: Some(read),
            readers,
            writer: Some(writer),
            counters,
            tails,
            cluster: Mutex::default(),
            _folder: folder,
        })
    }

    /// What has been written so far, and with how many waits for the disk.
    pub fn effort(&self) -> Effort {
        self.counters.effort()
    }

    /// Lets the file grow no further than to so many pages, as a full disk would, or without limit.
    #[cfg(feature = "testkit")]
    pub fn limit_size(&self, pages: Option<u32>) -> StoreFuture<Result<(), StoreError>> {
        // The greatest number SQLite takes is its own default.
        const NO_LIMIT: u32 = 4_294_967_294;
        let pages = pages.unwrap_or(NO_LIMIT);
        self.write(move |db| {
            let set = format!("PRAGMA max_page_count = {pages}");
            db.query_row(&set, (), |_| Ok(()))
        })
    }

    fn write<T, F>(&self, job: F) -> StoreFuture<Result<T, StoreError>>
    where
        T: Send + 'static,
        F: FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        hand_over(self.write.as_ref(), surely(job))
    }

    /// A write that may be refused.
    fn try_write<T, E, F>(&self, job: F) -> StoreFuture<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: FnMut(&mut Transaction<'_>) -> rusqlite::Result<Result<T, E>> + Send + 'static,
    {
        hand_over(self.write.as_ref(), job)
    }

    fn read<T, F>(&self, job: F) -> StoreFuture<Result<T, StoreError>>
    where
        T: Send + 'static,
        F: FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        hand_over(self.read.as_ref(), surely(job))
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // The last connection to close moves the log into the database file. Two that close at the same moment each take
        // the other for the last, so the writer waits for the readers.
        self.read = None;
        self.readers.drain(..).for_each(finish);
        self.write = None;
        self.writer.take().into_iter().for_each(finish);
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// A thread that panicked has nothing more to finish.
fn finish(thread: JoinHandle<()>) {
    drop(thread.join());
}

fn start_readers(
    path: &Path,
    queue: Receiver<Box<dyn Work>>,
) -> Result<Vec<JoinHandle<()>>, StoreError> {
    let queue = Arc::new(Mutex::new(queue));
    let start_reader = |_| {
        let connection = connect(path).map_err(StoreError::failed)?;
        let read_only = connection.pragma_update(None, "query_only", true);
        read_only.map_err(StoreError::failed)?;
        let queue = Arc::clone(&queue);
        start("store-reader", move || reader::run(&connection, &queue))
    };
    (0..READERS).map(start_reader).collect()
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StoreError> {
    let builder = thread::Builder::new().name(name.to_owned());
    builder.spawn(work).map_err(StoreError::failed)
}

/// An answer that is there at once.
fn answer<T: Send + 'static>(value: T) -> StoreFuture<T> {
    Box::pin(std::future::ready(value))
}

/// A job that needs only the connection and is never refused.
fn surely<T>(
    mut job: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
) -> impl FnMut(&mut Transaction<'_>) -> rusqlite::Result<Result<T, StoreError>> + Send + 'static {
    move |transaction| job(transaction.db).map(Ok)
}

fn hand_over<T, E, F>(
    queue: Option<&SyncSender<Box<dyn Work>>>,
    job: F,
) -> StoreFuture<Result<T, E>>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    F: FnMut(&mut Transaction<'_>) -> rusqlite::Result<Result<T, E>> + Send + 'static,
{
    let (work, later) = pack(job);
    let error = match queue.map(|queue| queue.try_send(work)) {
        Some(Ok(())) => return later,
        Some(Err(TrySendError::Full(_))) => StoreError::Overloaded,
        Some(Err(TrySendError::Disconnected(_))) | None => StoreError::Closed,
    };
    answer(Err(error.into()))
}

impl Store for SqliteStore {
    fn append(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
    ) -> StoreFuture<Result<(), AppendError>> {
        match Batch::new(game, expected, records) {
            Ok(batch) => {
                let tails = Arc::clone(&self.tails);
                self.try_write(move |transaction| {
                    games::append(transaction, &mut lock(&tails), &batch)
                })
            }
            Err(error) => answer(Err(error.into())),
        }
    }

    fn append_and_begin(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
        first: Record,
    ) -> StoreFuture<Result<(), AppendError>> {
        match Batch::with_beginning(game, expected, records, first) {
            Ok((batch, beginning)) => {
                let tails = Arc::clone(&self.tails);
                self.try_write(move |transaction| {
                    games::append_and_begin(transaction, &mut lock(&tails), &batch, &beginning)
                })
            }
            Err(error) => answer(Err(error.into())),
        }
    }

    fn begin(&self, first: Record, seeks: &[GameId]) -> StoreFuture<Result<Begun, StoreError>> {
        let seeks = seeks.to_vec();
        match Batch::beginning(first) {
            Ok(batch) => {
                let tails = Arc::clone(&self.tails);
                self.try_write(move |transaction| {
                    let begun = games::begin_game(transaction, &mut lock(&tails), &batch, &seeks);
                    begun.map(Ok)
                })
            }
            Err(error) => answer(Err(error)),
        }
    }

    fn figures(&self) -> StoreFigures {
        self.counters.read()
    }

    fn behind(&self, known: &[(GameId, u64)]) -> StoreFuture<Result<Vec<Behind>, StoreError>> {
        let known = known.to_vec();
        self.read(move |db| games::behind(db, &known))
    }

    fn read(&self, game: &GameId, from: u64) -> StoreFuture<Result<Vec<Sealed>, StoreError>> {
        let game = game.clone();
        self.read(move |db| records::read(db, &game, from))
    }

    fn remove(&self, game: &GameId) -> StoreFuture<Result<bool, StoreError>> {
        let (game, tails) = (game.clone(), Arc::clone(&self.tails));
        self.write(move |db| games::remove(db, &mut lock(&tails), &game))
    }

    fn summary(&self, game: &GameId) -> StoreFuture<Result<Option<Summary>, StoreError>> {
        let game = game.clone();
        self.read(move |db| games::summary(db, &game))
    }

    fn live_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.read(move |db| games::live(db, page))
    }

    fn listed_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.read(move |db| games::listed(db, page))
    }

    fn games_of(
        &self,
        player: &PlayerId,
        page: Page,
    ) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        let player = player.clone();
        self.read(move |db| games::of_player(db, &player, page))
    }

    fn count_live(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.read(games::count_live)
    }

    fn finished_games(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.read(games::count_finished)
    }

    fn add_player(&self, player: Player) -> StoreFuture<Result<(), AccountError>> {
        self.try_write(move |transaction| players::add(transaction.db, &player))
    }

    fn player(&self, id: &PlayerId) -> StoreFuture<Result<Option<Player>, StoreError>> {
        let id = id.clone();
        self.read(move |db| players::with_id(db, &id))
    }

    fn player_named(&self, name: &str) -> StoreFuture<Result<Option<Player>, StoreError>> {
        let name = name.to_owned();
        self.read(move |db| players::named(db, &name))
    }

    fn open_account(
        &self,
        id: &PlayerId,
        account: Account,
    ) -> StoreFuture<Result<(), AccountError>> {
        let id = id.clone();
        self.try_write(move |transaction| players::open_account(transaction.db, &id, &account))
    }

    fn set_password(&self, id: &PlayerId, hash: &str) -> StoreFuture<Result<(), AccountError>> {
        let (id, hash) = (id.clone(), hash.to_owned());
        self.try_write(move |transaction| players::set_password(transaction.db, &id, &hash))
    }

    fn set_name(&self, id: &PlayerId, name: &str) -> StoreFuture<Result<(), AccountError>> {
        let (id, name) = (id.clone(), name.to_owned());
        self.try_write(move |transaction| players::set_name(transaction.db, &id, &name))
    }

    fn accounts(&self, after: Option<&PlayerId>) -> StoreFuture<Result<Vec<Player>, StoreError>> {
        let after = after.cloned();
        self.read(move |db| players::accounts(db, after.as_ref()))
    }

    fn replace(
        &self,
        space: &Space,
        read: Option<&str>,
        entry: Entry,
    ) -> StoreFuture<Result<bool, StoreError>> {
        let (space, read) = (space.name(), read.map(str::to_owned));
        self.write(move |db| values::replace(db, &space, read.as_deref(), &entry))
    }

    fn put(&self, space: &Space, entry: Entry) -> StoreFuture<Result<(), StoreError>> {
        let space = space.name();
        self.write(move |db| values::put(db, &space, &entry))
    }

    fn get(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        let (space, key) = (space.name(), key.to_owned());
        self.read(move |db| values::get(db, &space, &key))
    }

    fn take(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        let (space, key) = (space.name(), key.to_owned());
        self.write(move |db| values::take(db, &space, &key))
    }

    fn entries(&self, space: &Space) -> StoreFuture<Result<Vec<Entry>, StoreError>> {
        let space = space.name();
        self.read(move |db| values::all(db, &space))
    }

    fn prune(&self, now: Millis) -> StoreFuture<Result<u64, StoreError>> {
        self.write(move |db| values::prune(db, now))
    }

    fn beat(&self, beat: Beat) -> StoreFuture<Result<Members, StoreError>> {
        answer(Ok(lock(&self.cluster).beat(beat)))
    }

    fn leave(&self, node: &NodeId) -> StoreFuture<Result<(), StoreError>> {
        lock(&self.cluster).leave(node);
        answer(Ok(()))
    }

    fn see(
        &self,
        node: &NodeId,
        came: &[PlayerId],
        went: &[PlayerId],
    ) -> StoreFuture<Result<(), StoreError>> {
        lock(&self.cluster).see(node, came.to_vec(), went);
        answer(Ok(()))
    }

    fn present(
        &self,
        players: &[PlayerId],
        within: Millis,
    ) -> StoreFuture<Result<Vec<Presence>, StoreError>> {
        answer(Ok(lock(&self.cluster).present(players, within)))
    }

    fn present_at(
        &self,
        node: &NodeId,
        after: Option<&PlayerId>,
    ) -> StoreFuture<Result<Vec<PlayerId>, StoreError>> {
        answer(Ok(lock(&self.cluster).present_at(node, after)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing else in the tests would notice if a commit no longer waited for the disk.
    #[test]
    fn commits_wait_for_the_disk() {
        const FULL: i32 = 2;
        let folder = tempfile::tempdir().unwrap();
        let connection = connect(&folder.path().join("games.sqlite")).unwrap();
        let synchronous = connection.pragma_query_value(None, "synchronous", |row| row.get(0));
        assert_eq!(synchronous, Ok(FULL));
        let journal = connection.pragma_query_value(None, "journal_mode", |row| row.get(0));
        assert_eq!(journal, Ok("wal".to_owned()));
    }
}
