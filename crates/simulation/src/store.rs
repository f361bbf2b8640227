//! A store on a simulated disk: slow, full, failing, and cut off from power as the seed wants it.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use session::{Change, GameId, Millis, PlayerId, Record, Sealed};
use store::{
    Account, AccountError, AppendError, Beat, Begun, Behind, Entry, Members, MemoryStore, NodeId,
    Page, Player, Presence, Space, Store, StoreError, StoreFuture, Summary,
};
use tokio::sync::{mpsc, oneshot};

use crate::disk::{Disk, Write};
use crate::fault::Fault;
use crate::time;
use crate::world::World;

/// The disk of a world, which outlives the servers that use it.
pub(crate) type SharedDisk = Arc<Mutex<Disk>>;

pub(crate) fn lock(disk: &SharedDisk) -> MutexGuard<'_, Disk> {
    disk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The answer of a store that answers at once.
pub(crate) fn now<T>(answer: StoreFuture<T>) -> Option<T> {
    let mut answer = pin!(answer);
    match answer
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(answer) => Some(answer),
        Poll::Pending => None,
    }
}

/// A store that writes to a simulated disk. Work is written in the order in which it came, together with what came at
/// the same time, and is read by others and answered when it is synced.
pub(crate) struct SimulatedStore {
    world: World,
    memory: Arc<MemoryStore>,
    queue: mpsc::UnboundedSender<Job>,
}

/// Tells the caller of a write what became of it.
type Tell = Box<dyn FnOnce(&MemoryStore, Verdict) + Send>;

/// A write, and how its caller is told.
struct Job {
    write: Write,
    answer: Tell,
}

/// What becomes of a write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Done,
    /// It is done, but the caller is told that it failed.
    DoneInSecret,
    Failed,
}

fn failure() -> StoreError {
    StoreError::Failed {
        why: "the simulated disk failed".to_owned(),
    }
}

impl SimulatedStore {
    /// Reads what the disk has. The store works as long as the runtime does.
    pub(crate) fn mount(world: &World, disk: &SharedDisk) -> SimulatedStore {
        let memory = Arc::new(lock(disk).read());
        let (queue, jobs) = mpsc::unbounded_channel();
        let writer = Writer {
            world: world.clone(),
            disk: Arc::clone(disk),
            memory: Arc::clone(&memory),
        };
        tokio::spawn(writer.run(jobs));
        SimulatedStore {
            world: world.clone(),
            memory,
            queue,
        }
    }

    /// What is stored and confirmed, without waiting for it.
    pub(crate) fn memory(&self) -> &Arc<MemoryStore> {
        &self.memory
    }

    fn note_planned(&self, game: &GameId, records: &[Record]) {
        self.world.ledger().note_planned(game, records);
        for record in records {
            let (seq, at) = (record.seq, record.at.0);
            self.world.trace(format_args!(
                "decided {game} {seq} at {at}: {}",
                record.to_text()
            ));
        }
    }

    fn write<T, E>(
        &self,
        apply: impl Fn(&MemoryStore) -> StoreFuture<Result<T, E>> + Send + Sync + 'static,
    ) -> StoreFuture<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if self.world.strikes(Fault::Overload, 2) {
            self.world.ledger().note_trouble(time::passed());
            return Box::pin(std::future::ready(Err(StoreError::Overloaded.into())));
        }
        let apply = Arc::new(apply);
        let again = Arc::clone(&apply);
        let (reply, answer) = oneshot::channel();
        let job = Job {
            write: Arc::new(move |memory| drop(now(again(memory)))),
            answer: Box::new(move |memory, verdict| {
                let failed = || Err(failure().into());
                let done = match verdict {
                    Verdict::Failed => failed(),
                    Verdict::Done => now(apply(memory)).unwrap_or_else(failed),
                    Verdict::DoneInSecret => {
                        drop(now(apply(memory)));
                        failed()
                    }
                };
                // The caller may have gone.
                drop(reply.send(done));
            }),
        };
        drop(self.queue.send(job));
        Box::pin(async move { answer.await.unwrap_or(Err(StoreError::Closed.into())) })
    }

    fn read<T, E>(
        &self,
        apply: impl FnOnce(&MemoryStore) -> StoreFuture<Result<T, E>> + Send + 'static,
    ) -> StoreFuture<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (world, memory) = (self.world.clone(), Arc::clone(&self.memory));
        Box::pin(async move {
            world.pause(3).await;
            world.touch().await;
            if world.strikes(Fault::FailedRead, 1) {
                return Err(failure().into());
            }
            now(apply(&memory)).unwrap_or_else(|| Err(failure().into()))
        })
    }
}

/// The task that writes.
struct Writer {
    world: World,
    disk: SharedDisk,
    memory: Arc<MemoryStore>,
}

impl Writer {
    async fn run(self, mut jobs: mpsc::UnboundedReceiver<Job>) {
        while let Some(first) = jobs.recv().await {
            self.world.pause(2).await;
            let mut group = vec![first];
            while let Ok(job) = jobs.try_recv() {
                group.push(job);
            }
            self.commit(group).await;
        }
    }

    /// Commits a group together; if that fails, each piece by itself.
    async fn commit(&self, group: Vec<Job>) {
        let is_alone = group.len() == 1;
        match self.transact(writes(&group)).await {
            Verdict::Failed if !is_alone => {
                for job in group {
                    let verdict = self.transact(vec![Arc::clone(&job.write)]).await;
                    (job.answer)(&self.memory, verdict);
                }
            }
            verdict @ (Verdict::Failed | Verdict::Done | Verdict::DoneInSecret) => {
                for job in group {
                    (job.answer)(&self.memory, verdict);
                }
            }
        }
    }

    /// Writes and syncs. The power may go before, in between and after.
    async fn transact(&self, writes: Vec<Write>) -> Verdict {
        let verdict = self.try_transact(writes).await;
        if verdict != Verdict::Done {
            self.world.ledger().note_trouble(time::passed());
        }
        verdict
    }

    async fn try_transact(&self, writes: Vec<Write>) -> Verdict {
        let weather = self.world.ledger().weather_at(time::passed());
        if weather.is_full || self.world.strikes(Fault::FailedWrite, 4) {
            self.world.pause(2).await;
            return Verdict::Failed;
        }
        self.world.touch().await;
        lock(&self.disk).write(writes);
        self.world.touch().await;
        self.world.pause(weather.longest_sync).await;
        self.world.touch().await;
        if self.world.strikes(Fault::FailedSync, 3) {
            lock(&self.disk).leave_ghost();
            return Verdict::Failed;
        }
        lock(&self.disk).sync();
        self.world.touch().await;
        match self.world.strikes(Fault::LostAnswer, 3) {
            true => Verdict::DoneInSecret,
            false => Verdict::Done,
        }
    }
}

fn writes(group: &[Job]) -> Vec<Write> {
    group.iter().map(|job| Arc::clone(&job.write)).collect()
}

impl Store for SimulatedStore {
    fn append(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
    ) -> StoreFuture<Result<(), AppendError>> {
        self.note_planned(game, &records);
        let game = game.clone();
        self.write(move |store| store.append(&game, expected, Arc::clone(&records)))
    }

    fn append_and_begin(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
        first: Record,
    ) -> StoreFuture<Result<(), AppendError>> {
        self.note_planned(game, &records);
        if let Change::Created(created) = &first.change {
            let first = std::slice::from_ref(&first);
            self.note_planned(&created.game, first);
        }
        let game = game.clone();
        self.write(move |store| {
            store.append_and_begin(&game, expected, Arc::clone(&records), first.clone())
        })
    }

    fn begin(&self, first: Record, seeks: &[GameId]) -> StoreFuture<Result<Begun, StoreError>> {
        if let Change::Created(created) = &first.change {
            self.note_planned(&created.game, std::slice::from_ref(&first));
        }
        let seeks = seeks.to_vec();
        self.write(move |store| store.begin(first.clone(), &seeks))
    }

    fn behind(&self, known: &[(GameId, u64)]) -> StoreFuture<Result<Vec<Behind>, StoreError>> {
        let known = known.to_vec();
        self.read(move |store| store.behind(&known))
    }

    fn read(&self, game: &GameId, from: u64) -> StoreFuture<Result<Vec<Sealed>, StoreError>> {
        let game = game.clone();
        self.read(move |store| store.read(&game, from))
    }

    fn remove(&self, game: &GameId) -> StoreFuture<Result<bool, StoreError>> {
        let game = game.clone();
        self.write(move |store| store.remove(&game))
    }

    fn summary(&self, game: &GameId) -> StoreFuture<Result<Option<Summary>, StoreError>> {
        let game = game.clone();
        self.read(move |store| store.summary(&game))
    }

    fn live_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.read(move |store| store.live_games(page))
    }

    fn listed_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        self.read(move |store| store.listed_games(page))
    }

    fn games_of(
        &self,
        player: &PlayerId,
        page: Page,
    ) -> StoreFuture<Result<Vec<Summary>, StoreError>> {
        let player = player.clone();
        self.read(move |store| store.games_of(&player, page))
    }

    fn count_live(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.read(MemoryStore::count_live)
    }

    fn finished_games(&self) -> StoreFuture<Result<u64, StoreError>> {
        self.read(MemoryStore::finished_games)
    }

    fn add_player(&self, player: Player) -> StoreFuture<Result<(), AccountError>> {
        self.write(move |store| store.add_player(player.clone()))
    }

    fn player(&self, id: &PlayerId) -> StoreFuture<Result<Option<Player>, StoreError>> {
        let id = id.clone();
        self.read(move |store| store.player(&id))
    }

    fn player_named(&self, name: &str) -> StoreFuture<Result<Option<Player>, StoreError>> {
        let name = name.to_owned();
        self.read(move |store| store.player_named(&name))
    }

    fn open_account(
        &self,
        id: &PlayerId,
        account: Account,
    ) -> StoreFuture<Result<(), AccountError>> {
        let id = id.clone();
        self.write(move |store| store.open_account(&id, account.clone()))
    }

    fn set_password(&self, id: &PlayerId, hash: &str) -> StoreFuture<Result<(), AccountError>> {
        let (id, hash) = (id.clone(), hash.to_owned());
        self.write(move |store| store.set_password(&id, &hash))
    }

    fn set_name(&self, id: &PlayerId, name: &str) -> StoreFuture<Result<(), AccountError>> {
        let (id, name) = (id.clone(), name.to_owned());
        self.write(move |store| store.set_name(&id, &name))
    }

    fn accounts(&self, after: Option<&PlayerId>) -> StoreFuture<Result<Vec<Player>, StoreError>> {
        let after = after.cloned();
        self.read(move |store| store.accounts(after.as_ref()))
    }

    fn put(&self, space: &Space, entry: Entry) -> StoreFuture<Result<(), StoreError>> {
        let space = space.clone();
        self.write(move |store| store.put(&space, entry.clone()))
    }

    fn replace(
        &self,
        space: &Space,
        read: Option<&str>,
        entry: Entry,
    ) -> StoreFuture<Result<bool, StoreError>> {
        let (space, read) = (space.clone(), read.map(str::to_owned));
        self.write(move |store| store.replace(&space, read.as_deref(), entry.clone()))
    }

    fn get(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        let (space, key) = (space.clone(), key.to_owned());
        self.read(move |store| store.get(&space, &key))
    }

    fn take(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>> {
        let (space, key) = (space.clone(), key.to_owned());
        self.write(move |store| store.take(&space, &key))
    }

    fn entries(&self, space: &Space) -> StoreFuture<Result<Vec<Entry>, StoreError>> {
        let space = space.clone();
        self.read(move |store| store.entries(&space))
    }

    fn prune(&self, now: Millis) -> StoreFuture<Result<u64, StoreError>> {
        self.write(move |store| store.prune(now))
    }

    fn beat(&self, beat: Beat) -> StoreFuture<Result<Members, StoreError>> {
        self.read(move |store| store.beat(beat))
    }

    fn leave(&self, node: &NodeId) -> StoreFuture<Result<(), StoreError>> {
        let node = node.clone();
        self.read(move |store| store.leave(&node))
    }

    fn see(
        &self,
        node: &NodeId,
        came: &[PlayerId],
        went: &[PlayerId],
    ) -> StoreFuture<Result<(), StoreError>> {
        let (node, came, went) = (node.clone(), came.to_vec(), went.to_vec());
        self.read(move |store| store.see(&node, &came, &went))
    }

    fn present(
        &self,
        players: &[PlayerId],
        within: Millis,
    ) -> StoreFuture<Result<Vec<Presence>, StoreError>> {
        let players = players.to_vec();
        self.read(move |store| store.present(&players, within))
    }

    fn present_at(
        &self,
        node: &NodeId,
        after: Option<&PlayerId>,
    ) -> StoreFuture<Result<Vec<PlayerId>, StoreError>> {
        let (node, after) = (node.clone(), after.cloned());
        self.read(move |store| store.present_at(&node, after.as_ref()))
    }
}
