//! Whose turn it is when computers think, and how long one may think while others wait.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The owner of jobs.
pub(crate) type Owner = Arc<str>;

/// Within this time a job is to begin. The last of the five seconds that are promised is left to a machine that is
/// busy: a search stops within milliseconds, but its thread may have to wait for a processor.
const LONGEST_WAIT: Duration = Duration::from_secs(4);

/// Within this time after it was asked for, a job is to end, if it began in time.
const LONGEST_TURN: Duration = Duration::from_secs(5);

/// Every job may take so long, however many wait.
const SHORTEST_TURN: Duration = Duration::from_millis(100);

/// So many waiting jobs are a class, and done in the order in which they came. Of more, owners take turns, and so many of
/// one owner make others hurry: the rest make only each other wait.
const CLASS: usize = 30;

/// Jobs that wait, and whose turn it is. It knows no threads and no clock: all times are told to it.
pub(crate) struct ThinkingQueue<J> {
    n_threads: usize,
    waiting: HashMap<Owner, VecDeque<Waiting<J>>>,
    /// Owners of waiting jobs, in the order of their turns.
    turns: VecDeque<Owner>,
}

struct Waiting<J> {
    job: J,
    asked: Instant,
    /// Since when it makes others hurry.
    counted: Option<Instant>,
}

/// A job that is being done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun {
    asked: Instant,
    began: Instant,
}

impl Begun {
    pub(crate) fn waited(&self) -> Duration {
        self.began.saturating_duration_since(self.asked)
    }
}

impl<J> ThinkingQueue<J> {
    /// A queue for so many threads.
    pub(crate) fn new(n_threads: usize) -> ThinkingQueue<J> {
        ThinkingQueue {
            n_threads: n_threads.max(1),
            waiting: HashMap::new(),
            turns: VecDeque::new(),
        }
    }

    /// How many jobs wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    /// Lets a job wait for the turn of its owner.
    pub(crate) fn add(&mut self, owner: &Owner, job: J, now: Instant) {
        let own = self.waiting.entry(Arc::clone(owner)).or_default();
        if own.is_empty() {
            self.turns.push_back(Arc::clone(owner));
        }
        let counted = (own.len() < CLASS).then_some(now);
        own.push_back(Waiting {
            job,
            asked: now,
            counted,
        });
    }

    /// The next job: the oldest, or if too many wait, one of the owner whose turn it is. If that one has more of them,
    /// the others have their turns first.
    pub(crate) fn next(&mut self, now: Instant) -> Option<(J, Begun)> {
        let turn = match self.len() <= CLASS {
            true => self.oldest()?,
            false => 0,
        };
        let owner = self.turns.remove(turn)?;
        let own = self.waiting.get_mut(&owner)?;
        let Waiting { job, asked, .. } = own.pop_front()?;
        if let Some(later) = own.get_mut(CLASS - 1) {
            later.counted = Some(now);
        }
        match own.is_empty() {
            true => drop(self.waiting.remove(&owner)),
            false => self.turns.push_back(owner),
        }
        Some((job, Begun { asked, began: now }))
    }

    /// The turn of the owner of the oldest job.
    fn oldest(&self) -> Option<usize> {
        let turns = self.turns.iter().enumerate();
        let firsts =
            turns.filter_map(|(turn, owner)| Some((self.waiting.get(owner)?.front()?.asked, turn)));
        firsts.min().map(|(_, turn)| turn)
    }

    /// When a job is to end, so that all who wait can begin in time if each takes as long. The more wait, the earlier.
    pub(crate) fn end(&self, begun: Begun) -> Instant {
        let Begun { asked, began } = begun;
        let own = (asked + LONGEST_TURN).saturating_duration_since(began);
        let counted = self.counted().into_iter().enumerate();
        let shares = counted.map(|(before, counted)| {
            let turns = (before + 1).div_ceil(self.n_threads);
            let turns = u32::try_from(turns).unwrap_or(u32::MAX);
            (counted + LONGEST_WAIT).saturating_duration_since(began) / turns
        });
        let turn = shares.fold(own, Duration::min);
        began + turn.max(SHORTEST_TURN)
    }

    /// Since when the waiting jobs make others hurry, in the order in which they will be done.
    fn counted(&self) -> Vec<Instant> {
        let by_turns = (0..CLASS).flat_map(|round| {
            self.turns.iter().filter_map(move |owner| {
                let own = self.waiting.get(owner)?;
                own.get(round)?.counted
            })
        });
        let mut counted: Vec<Instant> = by_turns.take(self.most_counted()).collect();
        if self.len() <= CLASS {
            counted.sort();
        }
        counted
    }

    /// Behind so many jobs nothing changes any more: all have the shortest turn.
    fn most_counted(&self) -> usize {
        let turns = LONGEST_WAIT.as_millis() / SHORTEST_TURN.as_millis();
        usize::try_from(turns).unwrap_or(usize::MAX) * self.n_threads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMISE: Duration = Duration::from_secs(5);
    const THREADS: usize = 2;

    fn owner(name: &str) -> Owner {
        name.into()
    }

    /// A server whose computers always think as long as they may, in simulated time.
    struct Server {
        queue: ThinkingQueue<Owner>,
        now: Instant,
        running: Vec<(Owner, Begun)>,
        waits: Vec<(Owner, Duration)>,
        turns: Vec<(Owner, Duration)>,
    }

    impl Server {
        fn new() -> Server {
            Server {
                queue: ThinkingQueue::new(THREADS),
                now: Instant::now(),
                running: Vec::new(),
                waits: Vec::new(),
                turns: Vec::new(),
            }
        }

        fn ask(&mut self, name: &str) {
            self.queue.add(&owner(name), owner(name), self.now);
            self.begin();
        }

        fn begin(&mut self) {
            while self.running.len() < THREADS
                && let Some((owner, begun)) = self.queue.next(self.now)
            {
                self.waits.push((Arc::clone(&owner), begun.waited()));
                self.running.push((owner, begun));
            }
        }

        /// When the first of the running jobs ends, and which.
        fn first_end(&self) -> Option<(Instant, usize)> {
            let ends = self.running.iter().enumerate();
            ends.map(|(index, (_, begun))| (self.queue.end(*begun).max(self.now), index))
                .min()
        }

        /// Lets time pass; an owner with an answer asks again after a while, if it comes back.
        fn pass(&mut self, time: Duration, pause: Option<Duration>) {
            let until = self.now + time;
            let mut back: VecDeque<(Instant, Owner)> = VecDeque::new();
            loop {
                let end = self.first_end();
                let asked = back.front().map(|(at, _)| *at);
                let next = end.map(|(at, _)| at).into_iter().chain(asked).min();
                let Some(next) = next.filter(|next| *next <= until) else {
                    break;
                };
                self.now = next;
                match end.filter(|(at, _)| *at == next) {
                    Some((_, index)) => {
                        let (owner, begun) = self.running.remove(index);
                        let turn = self.now - begun.began;
                        self.turns.push((Arc::clone(&owner), turn));
                        if let Some(pause) = pause {
                            back.push_back((self.now + pause, owner));
                        }
                    }
                    None => {
                        let asking = back.pop_front().map(|(_, owner)| owner);
                        let asking = asking.expect("somebody comes back");
                        self.ask(&asking);
                    }
                }
                self.begin();
            }
            self.now = until;
        }

        fn longest_wait(&self) -> Duration {
            self.waits
                .iter()
                .map(|(_, wait)| *wait)
                .max()
                .unwrap_or_default()
        }
    }

    /// Thirty pupils, each at an address of their own, all at one, or half of them at one.
    fn classes() -> [Vec<String>; 3] {
        let own = |n: usize| format!("pupil {n}");
        let half = |n: usize| match n % 2 {
            0 => own(n),
            _ => "school".to_owned(),
        };
        [
            (0..30).map(own).collect(),
            vec!["school".to_owned(); 30],
            (0..30).map(half).collect(),
        ]
    }

    #[test]
    fn nobody_of_thirty_waits_longer_than_five_seconds() {
        for class in classes() {
            for pause in [0, 1, 700, 3_000, 20_000] {
                let mut server = Server::new();
                // Two of them have the computers for themselves for a while.
                for name in &class[..2] {
                    server.ask(name);
                }
                server.pass(Duration::from_secs(3), None);
                for name in &class {
                    server.ask(name);
                }
                let pause = Duration::from_millis(pause);
                server.pass(Duration::from_secs(120), Some(pause));
                assert!(server.waits.len() >= 60, "{pause:?}");
                let longest = server.longest_wait();
                assert!(longest <= PROMISE, "{longest:?} with {pause:?}");
            }
        }
    }

    #[test]
    fn a_single_owner_has_all_the_time() {
        let mut server = Server::new();
        server.ask("ada");
        server.pass(Duration::from_secs(60), Some(Duration::from_secs(1)));
        assert!(server.turns.iter().all(|(_, turn)| *turn == LONGEST_TURN));
        assert_eq!(server.turns.len(), 10);
    }

    /// More than a class at one address makes itself wait, and leaves others what a class leaves them.
    #[test]
    fn hundreds_of_jobs_of_one_owner_do_not_take_the_time_of_others() {
        let mut server = Server::new();
        for _ in 0..500 {
            server.ask("eve");
        }
        server.ask("ada");
        server.pass(Duration::from_secs(60), Some(Duration::from_millis(100)));
        let of_ada = |(owner, _): &&(Owner, Duration)| owner.as_ref() == "ada";
        let waits = server.waits.iter().filter(of_ada);
        assert!(waits.clone().count() > 20);
        assert!(waits.map(|(_, wait)| *wait).max() <= Some(Duration::from_secs(1)));
        let turns = server.turns.iter().filter(of_ada);
        let shortest = turns.map(|(_, turn)| *turn).min();
        assert!(shortest >= Some(SHORTEST_TURN), "{shortest:?}");
    }

    #[test]
    fn few_are_done_in_their_order_and_of_many_owners_take_turns() {
        let now = Instant::now();
        let mut queue = ThinkingQueue::new(1);
        let names = ["eve"; CLASS].into_iter().chain(["ada", "ben", "ada"]);
        for (number, name) in names.enumerate() {
            let asked = now + Duration::from_millis(number as u64);
            queue.add(&owner(name), name, asked);
        }
        let mut order = Vec::new();
        while let Some((name, _)) = queue.next(now) {
            order.push(name);
        }
        assert_eq!(order[..4], ["eve", "ada", "ben", "eve"]);
        assert_eq!((order[CLASS + 2], order.len()), ("ada", CLASS + 3));
    }
}
