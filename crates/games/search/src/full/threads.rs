//! Several workers on one table: all look at the same position, and what one finds helps the others.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rules::{Evaluate, Shortcuts};

use super::worker::{Found, Root, Shared, Worker};
use crate::clock::Deadline;
use crate::limits::{Limits, MAX_DEPTH};
use crate::score::MATE;
use crate::table::TranspositionTable;

/// How long full strength thinks, and with how much.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// When to stop at the latest.
    pub limits: Limits,
    /// When not to begin another depth, unless the best action has just changed.
    pub enough: Option<Deadline>,
    /// How many threads think.
    pub threads: usize,
    /// How many lines are wanted, the best first.
    pub lines: usize,
    /// Which shortcuts may be taken, of those that the game allows.
    pub shortcuts: Shortcuts,
}

impl Effort {
    /// One thread and one line, until a limit is reached.
    pub const fn new(limits: Limits) -> Effort {
        Effort {
            limits,
            enough: None,
            threads: 1,
            lines: 1,
            shortcuts: Shortcuts::ALL,
        }
    }
}

/// What is heard of a search: the line by its number, the depth and the states so far.
pub(crate) type Report<'r, A> = &'r mut dyn FnMut(usize, &Found<A>, u32, u64);

/// Looks for one line at one depth; with the states that this took. `None` if the limits do not suffice.
pub(crate) fn look<V: Evaluate>(
    table: &TranspositionTable,
    root: &Root<'_, V>,
    depth: u32,
    guess: Option<&Found<V::Action>>,
    limits: &Limits,
) -> (Option<Found<V::Action>>, u64) {
    let (never, done, nodes) = (
        AtomicBool::new(false),
        AtomicBool::new(false),
        AtomicU64::new(0),
    );
    let shared = Shared {
        table,
        cancel: &never,
        done: &done,
        nodes: &nodes,
        limits,
        shortcuts: Shortcuts::ALL,
    };
    let mut worker = Worker::<V>::new(&shared, root.past);
    let found = worker.root(root, depth as i32, guess);
    (found.filter(|_| !worker.stopped), worker.nodes)
}

/// Deepens until a limit is reached; the lines of the last depth, best first.
pub(crate) fn deepen<V: Evaluate>(
    table: &TranspositionTable,
    root: &Root<'_, V>,
    effort: &Effort,
    cancel: &AtomicBool,
    report: Report<'_, V::Action>,
) -> (Vec<Found<V::Action>>, u32, u64) {
    let (done, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let shared = Shared {
        table,
        cancel,
        done: &done,
        nodes: &nodes,
        limits: &effort.limits,
        shortcuts: effort.shortcuts,
    };
    let (state, past) = (root.state, root.past);
    std::thread::scope(|scope| {
        for number in 1..effort.threads {
            let shared = &shared;
            // A thread that cannot be had makes the search slower, not wrong.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
                help::<V>(shared, state, past, number);
            });
        }
        let found = lead::<V>(&shared, root, effort, report);
        done.store(true, Ordering::Relaxed);
        found
    })
}

/// The thread whose lines count.
fn lead<V: Evaluate>(
    shared: &Shared<'_>,
    root: &Root<'_, V>,
    effort: &Effort,
    report: Report<'_, V::Action>,
) -> (Vec<Found<V::Action>>, u32, u64) {
    let mut worker = Worker::<V>::new(shared, root.past);
    let mut best: Vec<Found<V::Action>> = Vec::new();
    let mut reached = 0;
    for depth in 1..=effort.limits.depth.min(MAX_DEPTH) {
        let mut found: Vec<Found<V::Action>> = Vec::new();
        while found.len() < effort.lines.max(1) {
            let is_free = |action: &V::Action| {
                let is_taken = found.iter().any(|line| line.line.first() == Some(action));
                !is_taken && (root.is_allowed)(action)
            };
            let free = Root {
                is_allowed: &is_free,
                ..*root
            };
            let guess = best.get(found.len()).filter(|guess| {
                let first = guess.line.first();
                first.is_some_and(is_free)
            });
            let Some(line) = worker.root(&free, depth as i32, guess) else {
                break;
            };
            found.push(line);
            if worker.stopped {
                break;
            }
        }
        if found.is_empty() {
            break;
        }
        let is_new = best.first().map(first) != found.first().map(first);
        // A depth that was cut short has found a better first line, or none.
        if !worker.stopped || best.is_empty() {
            best = found;
        } else if let Some(line) = found.into_iter().next() {
            best.retain(|older| first(older) != first(&line));
            best.insert(0, line);
            best.truncate(effort.lines.max(1));
        }
        if worker.stopped {
            break;
        }
        reached = depth;
        // A line that was looked for later can turn out better.
        best.sort_by_key(|line| std::cmp::Reverse(line.value));
        let all = shared.nodes.load(Ordering::Relaxed).max(worker.nodes);
        for (index, line) in best.iter().enumerate() {
            report(index + 1, line, depth, all);
        }
        let decided = |line: &Found<V::Action>| MATE - line.value.abs() <= depth as i32;
        let has_enough = effort.enough.as_ref().is_some_and(Deadline::has_passed);
        if best.iter().all(decided) || has_enough && !is_new {
            break;
        }
    }
    let all = shared.nodes.load(Ordering::Relaxed).max(worker.nodes);
    (best, reached, all)
}

fn first<A>(found: &Found<A>) -> Option<&A> {
    found.line.first()
}

/// A thread that fills the table. Half of them are one depth ahead, so that not all do the same.
fn help<V: Evaluate>(shared: &Shared<'_>, state: &V::State, past: &[u64], number: usize) {
    let root = Root::<V> {
        state,
        past,
        is_allowed: &|_| true,
    };
    let mut worker = Worker::<V>::new(shared, past);
    let mut guess = None;
    for depth in 1..=MAX_DEPTH {
        let ahead = depth + (number % 2) as u32;
        guess = worker.root(&root, ahead.min(MAX_DEPTH) as i32, guess.as_ref());
        if worker.stopped || guess.is_none() {
            break;
        }
    }
}
