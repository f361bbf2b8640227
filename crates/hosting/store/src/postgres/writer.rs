//! The connection that writes, and how it comes back.
//!
//! It takes whatever work has arrived. Records of different games share a statement, which is committed by itself; what
//! else there is follows. Work that arrives meanwhile shares the next statement. While the connection is lost, work
//! waits for a while; what may have been done is found out by looking, where that is possible.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use session::{GameId, PlayerId};
use tokio::sync::mpsc::Receiver;

use super::appends::{Appender, Unanswered};
use super::link::{Link, Role, Trouble};
use super::tail_cache::TailCache;
use super::work::{Append, Job, Work};
use super::{PostgresAddress, QUEUE, lock, nodes};
use crate::figures::Counters;
use crate::{NodeId, StoreError};

/// How many games one statement carries at most. More would make the first wait for the last.
const MAX_SHARED: usize = 512;

/// How long work waits for a lost connection.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// How soon it is tried again to connect, at first and at last.
const RETRY: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(800)];

/// Who is connected to this node, to say it again when the database has forgotten it in a crash.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) node: Option<NodeId>,
    pub(super) players: BTreeSet<PlayerId>,
}

impl Seen {
    /// Only what is said of this node itself is remembered.
    pub(super) fn note(&mut self, node: &NodeId, came: &[PlayerId], went: &[PlayerId]) {
        if self.node.as_ref() == Some(node) {
            for player in went {
                self.players.remove(player);
            }
            self.players.extend(came.iter().cloned());
        }
    }
}

/// What the writer has besides its connection.
pub(super) struct Writer {
    pub(super) address: PostgresAddress,
    pub(super) tails: Arc<Mutex<TailCache>>,
    pub(super) seen: Arc<Mutex<Seen>>,
    pub(super) counters: Arc<Counters>,
    pub(super) part: i32,
}

/// Work that is done together.
#[derive(Default)]
struct Round {
    appends: Vec<Append>,
    jobs: VecDeque<Box<dyn Job>>,
}

impl Writer {
    /// Works until the queue is closed and all work is answered.
    pub(super) async fn run(self, link: Link, mut queue: Receiver<Work>) {
        let mut link = Some(link);
        let mut waiting = VecDeque::new();
        loop {
            if waiting.is_empty() {
                match queue.recv().await {
                    Some(work) => waiting.push_back(work),
                    None => return,
                }
            }
            take_arrived(&mut queue, &mut waiting);
            let Some(open) = link.take().filter(|link| !link.is_closed()) else {
                link = self.reconnect(&mut queue, &mut waiting).await;
                continue;
            };
            let round = take_round(&mut waiting);
            match self.work(&open, round).await {
                Ok(()) => link = Some(open),
                Err((trouble, again)) => {
                    self.counters.lost();
                    put_back(again, &mut waiting, &trouble);
                }
            }
        }
    }

    /// Does what can be done together, and gives back what has no answer because the connection is lost.
    async fn work(&self, link: &Link, round: Round) -> Result<(), (Trouble, Vec<Work>)> {
        let Round { appends, mut jobs } = round;
        if !appends.is_empty() {
            let (n_appends, began) = (appends.len(), Instant::now());
            let appender = Appender {
                link,
                tails: &self.tails,
                part: self.part,
                counters: &self.counters,
            };
            let appended = appender.append(appends).await;
            self.counters.committed(n_appends, began.elapsed());
            if let Err(Unanswered { appends, trouble }) = appended {
                let appends = appends.into_iter().map(Work::Append);
                match trouble {
                    Trouble::Lost(_) => {
                        let again = appends.chain(jobs.into_iter().map(Work::Job)).collect();
                        return Err((trouble, again));
                    }
                    Trouble::Refused { .. } => {
                        appends.for_each(|append| append.fail(trouble.clone().into()));
                    }
                }
            }
        }
        while let Some(mut job) = jobs.pop_front() {
            let began = Instant::now();
            let done = job.run(link).await;
            self.counters.committed(1, began.elapsed());
            match done {
                Ok(()) => job.answer(None),
                Err(trouble @ Trouble::Refused { .. }) => job.answer(Some(trouble.into())),
                Err(trouble @ Trouble::Lost(_)) => {
                    if job.can_repeat() {
                        jobs.push_front(job);
                    } else {
                        job.answer(Some(trouble.clone().into()));
                    }
                    return Err((trouble, jobs.into_iter().map(Work::Job).collect()));
                }
            }
        }
        Ok(())
    }

    /// Tries to connect until that works, or nobody waits for it any more. Work that has waited for too long fails; when
    /// the connection has been lost for that long, all work fails at once.
    async fn reconnect(
        &self,
        queue: &mut Receiver<Work>,
        waiting: &mut VecDeque<Work>,
    ) -> Option<Link> {
        let lost_at = Instant::now();
        let mut pause = RETRY[0];
        loop {
            let trouble = match self.open().await {
                Ok(link) => return Some(link),
                Err(trouble) => StoreError::from(trouble),
            };
            take_arrived(queue, waiting);
            let is_late =
                |work: &Work| lost_at.elapsed() > PATIENCE || work.since().elapsed() > PATIENCE;
            let (late, rest): (Vec<_>, Vec<_>) = waiting.drain(..).partition(is_late);
            waiting.extend(rest);
            late.into_iter().for_each(|work| work.fail(trouble.clone()));
            if queue.is_closed() && waiting.is_empty() {
                return None;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(RETRY[1]);
        }
    }

    async fn open(&self) -> Result<Link, Trouble> {
        let link = Link::open(&self.address, Role::Writer).await?;
        let (node, players): (_, Vec<PlayerId>) = {
            let seen = lock(&self.seen);
            (seen.node.clone(), seen.players.iter().cloned().collect())
        };
        if let Some(node) = node {
            nodes::see(&link, &node, &players, &[]).await?;
        }
        Ok(link)
    }
}

/// Takes what has arrived, as much as may wait.
fn take_arrived(queue: &mut Receiver<Work>, waiting: &mut VecDeque<Work>) {
    while waiting.len() < QUEUE {
        match queue.try_recv() {
            Ok(work) => waiting.push_back(work),
            Err(_) => return,
        }
    }
}

/// Takes what can be done together: at most one append for each game, before everything else. What is about a game and
/// comes after something that has to wait for the next round, waits too.
fn take_round(waiting: &mut VecDeque<Work>) -> Round {
    let mut round = Round::default();
    let mut games: HashSet<GameId> = HashSet::new();
    let mut late: HashSet<GameId> = HashSet::new();
    let mut rest = VecDeque::new();
    for work in waiting.drain(..) {
        let game = work.game().cloned();
        match (work, game) {
            (Work::Job(job), None) => round.jobs.push_back(job),
            (work, Some(game)) if late.contains(&game) => rest.push_back(work),
            (Work::Job(job), Some(game)) => {
                games.insert(game);
                round.jobs.push_back(job);
            }
            (Work::Append(append), Some(game)) => {
                if round.appends.len() < MAX_SHARED && games.insert(game.clone()) {
                    round.appends.push(append);
                } else {
                    late.insert(game);
                    rest.push_back(Work::Append(append));
                }
            }
            (Work::Append(append), None) => round.appends.push(append),
        }
    }
    *waiting = rest;
    round
}

/// What has no answer is done first when the connection is back, unless it has waited for too long.
fn put_back(again: Vec<Work>, waiting: &mut VecDeque<Work>, trouble: &Trouble) {
    for work in again.into_iter().rev() {
        match work.since().elapsed() > PATIENCE {
            true => work.fail(trouble.clone().into()),
            false => waiting.push_front(work),
        }
    }
}
