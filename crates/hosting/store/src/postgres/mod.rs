//! A store in a PostgreSQL database, which many nodes share.

mod address;
mod appends;
mod archive;
mod channel;
mod games;
mod link;
mod nodes;
mod players;
mod reader;
mod records;
mod schema;
mod summaries;
mod tail_cache;
mod tls;
mod values;
mod work;
mod writer;

use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use session::{GameId, Millis, PlayerId, Record, Sealed};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};

pub use address::PostgresAddress;
pub use channel::{Notifier, PostgresChannel};

use crate::batch::Batch;
use crate::figures::Counters;
use crate::{
    Account, AccountError, AppendError, Beat, Begun, Behind, Effort, Entry, Members, NodeId, Page,
    Player, Presence, Space, Store, StoreError, StoreFigures, StoreFuture, Summary,
};
use link::{Link, Role, Trouble};
use tail_cache::TailCache;
use work::{Repeat, Work, pack, pack_append};
use writer::{Seen, Writer};

/// How much work may wait. When it is full the store says [`StoreError::Overloaded`] instead of making
/// the caller wait or growing without bound.
const QUEUE: usize = 8192;

/// Two connections are enough to keep one slow read from holding up all others.
const READERS: usize = 2;

/// How long a store that is opened waits for a database that is not there yet: machines start together.
const START: Duration = Duration::from_secs(10);

/// How many parts a counter has.
const PARTS: u32 = 64;

/// Keeps everything in a PostgreSQL database, which other nodes use at the same time.
///
/// One connection writes and others read, all by one thread of the store's own. A write is answered when the database has
/// committed it. A lost connection comes back by itself; work waits for it a few seconds. Dropping the store finishes the
/// work that was handed over, and waits for it.
pub struct PostgresStore {
    write: Option<Sender<Work>>,
    read: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
    counters: Arc<Counters>,
    tails: Arc<Mutex<TailCache>>,
    seen: Arc<Mutex<Seen>>,
    /// The part of counters to which this node adds.
    part: i32,
}

/// What is behind these locks is changed in one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PostgresStore {
    /// Connects to a database, making or updating its tables where needed.
    ///
    /// # Errors
    /// The database cannot be reached, or belongs to another program or a newer version of this one.
    pub fn open(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        PostgresStore::start(address, Tables::Make)
    }

    /// Connects to a database that has the tables of this version.
    ///
    /// # Errors
    /// The database cannot be reached, or does not have them.
    pub fn open_existing(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        PostgresStore::start(address, Tables::Expect)
    }

    fn start(address: &PostgresAddress, tables: Tables) -> Result<PostgresStore, StoreError> {
        let (write, write_queue) = mpsc::channel(QUEUE);
        let (read, read_queue) = mpsc::channel(QUEUE);
        let mut store = PostgresStore {
            write: Some(write),
            read: Some(read),
            thread: None,
            counters: Arc::default(),
            tails: Arc::default(),
            seen: Arc::default(),
            part: own_part(),
        };
        let writer = Writer {
            address: address.clone(),
            tails: Arc::clone(&store.tails),
            seen: Arc::clone(&store.seen),
            counters: Arc::clone(&store.counters),
            part: store.part,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(StoreError::failed)?;
        let (opened, when_opened) = sync_channel(1);
        let thread = thread::Builder::new()
            .name("store-postgres".to_owned())
            .spawn(move || {
                runtime.block_on(run(writer, tables, write_queue, read_queue, &opened));
            })
            .map_err(StoreError::failed)?;
        match when_opened.recv() {
            Ok(Ok(())) => {
                store.thread = Some(thread);
                Ok(store)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(StoreError::Closed),
        }
    }

    /// What has been written so far, and with how many commits.
    pub fn effort(&self) -> Effort {
        self.counters.effort()
    }

    /// How often the connection that writes was lost.
    pub fn connections_lost(&self) -> u64 {
        self.counters.read().connections_lost
    }

    /// Stands still for a while in the middle of a transaction that adds a record to a game, as a node does whose
    /// process is stopped.
    #[cfg(feature = "testkit")]
    pub fn freeze(
        &self,
        game: &GameId,
        record: Record,
        pause: Duration,
    ) -> StoreFuture<Result<(), StoreError>> {
        let name = game.clone();
        self.write(Repeat::No, None, async move |link: &Link| {
            let frozen = async {
                let sql = "INSERT INTO records (number, seq, at, n_actions, text, hash)
                           SELECT number, $2, 0, 0, 'frozen', '' FROM games WHERE game = $1";
                link.execute(sql, &[&name.as_str(), &appends::signed(record.seq)])
                    .await?;
                tokio::time::sleep(pause).await;
                Ok(())
            };
            link.transact(frozen, |()| true).await.map(Ok)
        })
    }

    /// A write that may be refused.
    fn write<T, E>(
        &self,
        repeat: Repeat,
        game: Option<&GameId>,
        job: impl AsyncFnMut(&Link) -> Result<Result<T, E>, Trouble> + Send + 'static,
    ) -> StoreFuture<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        hand_over(self.write.as_ref(), pack(repeat, game.cloned(), job))
    }

    fn read<T>(
        &self,
        mut job: impl AsyncFnMut(&Link) -> Result<T, Trouble> + Send + 'static,
    ) -> StoreFuture<Result<T, StoreError>>
    where
        T: Send + 'static,
    {
        let job = async move |link: &Link| job(link).await.map(Ok);
        hand_over(self.read.as_ref(), pack(Repeat::Yes, None, job))
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.write = None;
        self.read = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to finish.
            drop(thread.join());
        }
    }
}

/// What to do about the tables.
#[derive(Clone, Copy)]
enum Tables {
    Make,
    Expect,
}

/// Different for most nodes.
fn own_part() -> i32 {
    let nanoseconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanoseconds = nanoseconds.map_or(0, |since| since.subsec_nanos());
    let mixed = nanoseconds.wrapping_mul(0x9E37_79B9) ^ std::process::id();
    (mixed % PARTS).cast_signed()
}

/// What the thread of the store does.
async fn run(
    writer: Writer,
    tables: Tables,
    write_queue: Receiver<Work>,
    read_queue: Receiver<Work>,
    opened: &SyncSender<Result<(), StoreError>>,
) {
    let link = match open_first(&writer.address, tables).await {
        Ok(link) => link,
        Err(trouble) => return drop(opened.send(Err(trouble.into()))),
    };
    let queue = Arc::new(tokio::sync::Mutex::new(read_queue));
    drop(opened.send(Ok(())));
    let local = tokio::task::LocalSet::new();
    for _ in 0..READERS {
        local.spawn_local(reader::run(writer.address.clone(), Arc::clone(&queue)));
    }
    local.spawn_local(writer.run(link, write_queue));
    local.await;
}

async fn open_first(address: &PostgresAddress, tables: Tables) -> Result<Link, Trouble> {
    let since = Instant::now();
    loop {
        match Link::open(address, Role::Writer).await {
            Ok(link) => {
                match tables {
                    Tables::Make => schema::migrate(&link).await?,
                    Tables::Expect => schema::check(&link).await?,
                }
                return Ok(link);
            }
            Err(Trouble::Lost(_)) if since.elapsed() < START => {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            Err(trouble) => return Err(trouble),
        }
    }
}

fn answer<T: Send + 'static>(value: T) -> StoreFuture<T> {
    Box::pin(std::future::ready(value))
}

fn hand_over<T, E>(
    queue: Option<&Sender<Work>>,
    (work, later): (Work, StoreFuture<Result<T, E>>),
) -> StoreFuture<Result<T, E>>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let Some(queue) = queue else {
        return answer(Err(StoreError::Closed.into()));
    };
    let error = match queue.try_send(work) {
        Ok(()) => return later,
        Err(TrySendError::Full(_)) => StoreError::Overloaded,
        Err(TrySendError::Closed(_)) => StoreError::Closed,
    };
    answer(Err(error.into()))
}

impl Store for PostgresStore {
    fn append(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
    ) -> StoreFuture<Result<(), AppendError>> {
        match Batch::new(game, expected, records) {
            Ok(batch) => hand_over(self.write.as_ref(), pack_append(batch)),
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
                let (tails, part) = (Arc::clone(&self.tails), self.part);
                self.write(Repeat::Yes, Some(game), async move |link: &Link| {
                    games::add_and_begin(link, &tails, &batch, &beginning, part).await
                })
            }
            Err(error) => answer(Err(error.into())),
        }
    }

    fn begin(&self, first: Record, seeks: &[GameId]) -> StoreFuture<Result<Begun, StoreError>> {
        let (seeks, tails, part) = (seeks.to_vec(), Arc::clone(&self.tails), self.part);
        match Batch::beginning(first) {
            Ok(batch) => {
                let game = batch.game.clone();
                self.write(Repeat::No, Some(&game), async move |link: &Link| {
                    let begun = games::begin_with_seeks(link, &tails, &batch, &seeks, part);
                    begun.await.map(Ok)
                })
            }
            Err(error) => answer(Err(error)),
        }
    }

    fn behind(&self, known: &[(GameId, u64)]) -> StoreFuture<Result<Vec<Behind>, StoreError>> {
        let (known, tails) = (known.to_vec(), Arc::clone(&self.tails));
        self.read(async move |link: &Link| records::behind(link, &tails, &known).await)
    }

    fn figures(&self) -> StoreFigures {
        self.counters.read()
    }

    fn learn(&self, game: &GameId, records: &[Record]) {
        lock(&self.tails).learn(game, records);
    }

    fn read(&self, game: &GameId, from: u64) -> StoreFuture<Result<Vec<Sealed>, StoreError>> {
        let (game, tails) = (game.clone(), Arc::clone(&self.tails));
        self.read(async move |link: &Link| records::read(link, &tails, &game, from).await)
    }

    fn remove(&self, game: &GameId) -> StoreFuture<Result<bool, StoreError>> {
        let (name, tails) = (game.clone(), Arc::clone(&self.tails));
        self.write(Repeat::No, Some(game), async move |link: &Link| {
            games::remove(link, &tails, &name).await.map(Ok)
        })
    }

    fn summary(&self, game: &GameId) -> StoreFuture<Result<Option<Summary>, StoreError>> {
        let game = game.clone();
        self.read(async move |link: &Link| summaries::summary(link, &game).await)
    }

    fn live_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.read(async move |link: &Link| summaries::live(link, page).await)
    }

    fn listed_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.read(async move |link: &Link| summaries::listed(link, page).await)
    }

    fn games_of(
        &self,
        player: &PlayerId,
        page: Page,
    ) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        let player = player.clone();
        self.read(async move |link: &Link| summaries::of_player(link, &player, page).await)
    }

    fn count_live(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.read(async move |link: &Link| summaries::count_live(link).await)
    }

    fn finished_games(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.read(async move |link: &Link| summaries::count_finished(link).await)
    }

    fn add_player(&self, player: Player) -> StoreFuture<Result<(), AccountError>> {
        self.write(Repeat::No, None, async move |link: &Link| {
            players::add(link, &player).await
        })
    }

    fn player(&self, id: &PlayerId) -> StoreFuture<Result<Option<Player>, StoreError>> {
        let id = id.clone();
        self.read(async move |link: &Link| players::with_id(link, &id).await)
    }

    fn player_named(&self, name: &str) -> StoreFuture<Result<Option<Player>, StoreError>> {
        let name = name.to_owned();
        self.read(async move |link: &Link| players::named(link, &name).await)
    }

    fn open_account(
        &self,
        id: &PlayerId,
        account: Account,
    ) -> StoreFuture<Result<(), AccountError>> {
        let id = id.clone();
        self.write(Repeat::No, None, async move |link: &Link| {
            players::open_account(link, &id, &account).await
        })
    }

    fn set_password(&self, id: &PlayerId, hash: &str) -> StoreFuture<Result<(), AccountError>> {
        let (id, hash) = (id.clone(), hash.to_owned());
        self.write(Repeat::Yes, None, async move |link: &Link| {
            players::set_password(link, &id, &hash).await
        })
    }

    fn set_name(&self, id: &PlayerId, name: &str) -> StoreFuture<Result<(), AccountError>> {
        let (id, name) = (id.clone(), name.to_owned());
        self.write(Repeat::Yes, None, async move |link: &Link| {
            players::set_name(link, &id, &name).await
        })
    }

    fn accounts(&self, after: Option<&PlayerId>) -> StoreFuture<Result<Vec<Player>, StoreError>> {
        let after = after.cloned();
        self.read(async move |link: &Link| players::accounts(link, after.as_ref()).await)
    }

    fn put(&self, space: &Space, entry: Entry) -> StoreFuture<Result<(), StoreError>> {
        let space = space.name();
        self.write(Repeat::Yes, None, async move |link: &Link| {
            values::put(link, &space, &entry).await.map(Ok)
        })
    }

    fn replace(
        &self,
        space: &Space,
        read: Option<&str>,
        entry: Entry,
    ) -> StoreFuture<Result<bool, StoreError>> {
        let (space, read) = (space.name(), read.map(str::to_owned));
        self.write(Repeat::No, None, async move |link: &Link| {
            let replaced = values::replace(link, &space, read.as_deref(), &entry);
            replaced.await.map(Ok)
        })
    }

    fn get(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        let (space, key) = (space.name(), key.to_owned());
        self.read(async move |link: &Link| values::get(link, &space, &key).await)
    }

    fn take(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        let (space, key) = (space.name(), key.to_owned());
        self.write(Repeat::No, None, async move |link: &Link| {
            values::take(link, &space, &key).await.map(Ok)
        })
    }

    fn entries(&self, space: &Space) -> StoreFuture<Result<Vec<Entry>, StoreError>> {
        let space = space.name();
        self.read(async move |link: &Link| values::all(link, &space).await)
    }

    fn prune(&self, now: Millis) -> StoreFuture<Result<u64, StoreError>> {
        self.write(Repeat::Yes, None, async move |link: &Link| {
            values::prune(link, now).await.map(Ok)
        })
    }

    fn beat(&self, beat: Beat) -> StoreFuture<Result<Members, StoreError>> {
        lock(&self.seen)
            .node
            .get_or_insert_with(|| beat.node.clone());
        self.write(Repeat::Yes, None, async move |link: &Link| {
            nodes::beat(link, &beat).await.map(Ok)
        })
    }

    fn leave(&self, node: &NodeId) -> StoreFuture<Result<(), StoreError>> {
        let node = node.clone();
        self.write(Repeat::Yes, None, async move |link: &Link| {
            nodes::leave(link, &node).await.map(Ok)
        })
    }

    fn see(
        &self,
        node: &NodeId,
        came: &[PlayerId],
        went: &[PlayerId],
    ) -> StoreFuture<Result<(), StoreError>> {
        let (node, came, went) = (node.clone(), came.to_vec(), went.to_vec());
        lock(&self.seen).note(&node, &came, &went);
        self.write(Repeat::Yes, None, async move |link: &Link| {
            nodes::see(link, &node, &came, &went).await.map(Ok)
        })
    }

    fn present(
        &self,
        players: &[PlayerId],
        within: Millis,
    ) -> StoreFuture<Result<Vec<Presence>, StoreError>> {
        let players = players.to_vec();
        self.read(async move |link: &Link| nodes::present(link, &players, within).await)
    }

    fn present_at(
        &self,
        node: &NodeId,
        after: Option<&PlayerId>,
    ) -> StoreFuture<Result<Vec<PlayerId>, StoreError>> {
        let (node, after) = (node.clone(), after.cloned());
        self.read(async move |link: &Link| nodes::present_at(link, &node, after.as_ref()).await)
    }
}
