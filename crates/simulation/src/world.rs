//! What everything in a simulated world shares: its random numbers, its faults, its trace, and what was promised.

use std::fmt;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::fault::{Fault, FaultCounts};
use crate::ledger::Ledger;
use crate::random::Random;
use crate::time;
use crate::trace::Trace;

/// How a world is run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Requests that clients send before everything comes to rest.
    pub actions: u64,
    /// Whether what happens is printed.
    pub is_traced: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            actions: 520,
            is_traced: false,
        }
    }
}

/// What everything in a world shares. Cloning it is cheap.
#[derive(Clone)]
pub(crate) struct World(Arc<Inner>);

struct Inner {
    options: Options,
    state: Mutex<State>,
    ledger: Mutex<Ledger>,
    crash: Notify,
}

struct State {
    random: Random,
    trace: Trace,
    faults: FaultCounts,
    /// Whether things still go wrong.
    is_faulty: bool,
    /// How often the server touches disk or network until the power goes.
    until_crash: Option<u64>,
    is_dead: bool,
    n_actions: u64,
    /// The first promise that was broken.
    broken: Option<String>,
}

impl World {
    pub(crate) fn new(seed: u64, options: Options) -> World {
        World(Arc::new(Inner {
            options,
            state: Mutex::new(State {
                random: Random::new(seed),
                trace: Trace::new(options.is_traced),
                faults: FaultCounts::default(),
                is_faulty: true,
                until_crash: None,
                is_dead: false,
                n_actions: 0,
                broken: None,
            }),
            ledger: Mutex::default(),
            crash: Notify::new(),
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.0.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws lots.
    pub(crate) fn draw<T>(&self, draw: impl FnOnce(&mut Random) -> T) -> T {
        draw(&mut self.state().random)
    }

    pub(crate) fn trace(&self, what: fmt::Arguments<'_>) {
        let now = time::passed();
        self.state().trace.add(now, what);
    }

    /// Something goes wrong, unless everything is coming to rest.
    pub(crate) fn strikes(&self, fault: Fault, share: u64) -> bool {
        let mut state = self.state();
        let strikes = state.is_faulty && state.random.per_mille(share);
        if strikes {
            state.faults.add(fault);
            let now = time::passed();
            state
                .trace
                .add(now, format_args!("fault: {}", fault.name()));
        }
        strikes
    }

    /// Something has gone wrong as planned.
    pub(crate) fn count(&self, fault: Fault) {
        let mut state = self.state();
        state.faults.add(fault);
        let now = time::passed();
        state
            .trace
            .add(now, format_args!("fault: {}", fault.name()));
    }

    pub(crate) fn is_faulty(&self) -> bool {
        self.state().is_faulty
    }

    /// From now on nothing goes wrong any more.
    pub(crate) fn come_to_rest(&self) {
        let mut state = self.state();
        state.is_faulty = false;
        state.until_crash = None;
    }

    pub(crate) fn plan_crash(&self, until: Option<u64>) {
        let mut state = self.state();
        state.is_dead = false;
        state.until_crash = until;
    }

    /// The server touches the world outside: its disk or its network. Here the power may go, and then nothing
    /// that it does reaches anybody.
    pub(crate) async fn touch(&self) {
        if self.dies_here() {
            pending::<()>().await;
        }
    }

    fn dies_here(&self) -> bool {
        let mut state = self.state();
        if state.is_dead {
            return true;
        }
        let Some(left) = &mut state.until_crash else {
            return false;
        };
        *left = left.saturating_sub(1);
        if *left == 0 {
            drop(state);
            self.kill();
            return true;
        }
        false
    }

    /// The power goes.
    pub(crate) fn kill(&self) {
        let mut state = self.state();
        if !state.is_dead {
            state.is_dead = true;
            state.until_crash = None;
            self.0.crash.notify_one();
        }
    }

    pub(crate) fn is_dead(&self) -> bool {
        self.state().is_dead
    }

    /// Comes back when the power has gone.
    pub(crate) async fn crashed(&self) {
        while !self.is_dead() {
            self.0.crash.notified().await;
        }
    }

    /// Counts a request of a client, and says whether there may be more.
    pub(crate) fn act(&self) -> bool {
        let mut state = self.state();
        state.n_actions += 1;
        state.n_actions < self.0.options.actions
    }

    pub(crate) fn has_more_to_do(&self) -> bool {
        self.state().n_actions < self.0.options.actions
    }

    pub(crate) fn n_actions(&self) -> u64 {
        self.state().n_actions
    }

    pub(crate) fn faults(&self) -> FaultCounts {
        self.state().faults.clone()
    }

    pub(crate) fn trace_hash(&self) -> u64 {
        self.state().trace.hash()
    }

    /// A promise was broken. Only the first counts: others may follow from it.
    pub(crate) fn broken(&self, promise: &str, how: fmt::Arguments<'_>) {
        let mut state = self.state();
        let now = time::passed();
        state
            .trace
            .add(now, format_args!("BROKEN {promise}: {how}"));
        state
            .broken
            .get_or_insert_with(|| format!("{promise}: {how}"));
    }

    pub(crate) fn first_broken(&self) -> Option<String> {
        self.state().broken.clone()
    }

    /// Waits as long as lots decide, mostly not at all. Tasks that wait for nothing change their order.
    pub(crate) async fn pause(&self, longest: u64) {
        let (kind, wait) = self.draw(|random| (random.below(4), random.between(1, longest.max(1))));
        match kind {
            0 => {}
            1 => tokio::task::yield_now().await,
            _ => tokio::time::sleep(Duration::from_millis(wait)).await,
        }
    }
}
