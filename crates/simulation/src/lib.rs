//! A whole server with its clients, its network and its disk in one thread, driven by one seed.
//!
//! The host is the real one. Its store writes to a simulated disk that loses what was not synced, its clients act by
//! lots, and time passes only when nothing is left to do. So a run can be repeated: the same seed gives the same
//! trace. An oracle that knows what the documents promise judges what happened. [docs/simulation.md] explains it.
//!
//! [docs/simulation.md]: ../../../docs/simulation.md

mod agent;
mod call;
mod choice;
mod client;
mod computer;
mod connection;
mod decisions;
mod director;
mod disk;
mod fault;
mod ledger;
mod life;
mod oracle;
mod owner;
mod random;
mod store;
mod storm;
mod time;
mod trace;
mod world;

use std::sync::Arc;

pub use fault::{Fault, FaultCounts};
pub use world::Options;

use crate::choice::Chooser;
use crate::client::{Person, SharedClient};
use crate::life::{Plan, Stage};
use crate::store::{SharedDisk, lock};
use crate::world::World;

/// What came of a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The hash of everything that happened.
    pub trace: u64,
    /// Requests that clients sent.
    pub actions: u64,
    /// What went wrong, and how often.
    pub faults: FaultCounts,
    /// The first promise that was broken, and how.
    pub broken: Option<String>,
}

/// Runs the world of a seed.
pub fn run(seed: u64, options: Options) -> Outcome {
    host::make_repeatable(seed);
    time::reset();
    let world = World::new(seed, options);
    let variants = catalog::standard().variants();
    let (n_clients, n_lives, chooser) = world.draw(|random| {
        let n_clients = random.between(3, 9) as usize;
        let n_lives = random.between(2, 6);
        (n_clients, n_lives, Chooser::new(&variants, random))
    });
    let stage = Stage {
        world: world.clone(),
        disk: SharedDisk::default(),
        clients: clients(&world, n_clients),
        variants,
        chooser,
    };
    for life in 1.. {
        let plan = match life < n_lives && world.has_more_to_do() {
            true => plan(&world, n_lives),
            false => Plan::Rest,
        };
        let is_last = stage.live(plan);
        if is_last || world.first_broken().is_some() {
            break;
        }
        if life > 20 {
            world.broken(
                "the server starts",
                format_args!("it did not, again and again"),
            );
            break;
        }
    }
    let memory = Arc::new(lock(&stage.disk).read());
    if world.first_broken().is_none() {
        oracle::check_records(&world, &memory, &stage.variants);
    }
    Outcome {
        trace: world.trace_hash(),
        actions: world.n_actions(),
        faults: world.faults(),
        broken: world.first_broken(),
    }
}

/// Clients, some of which are second devices of the player before them.
fn clients(world: &World, n_clients: usize) -> Vec<SharedClient> {
    let mut clients: Vec<SharedClient> = Vec::new();
    for index in 0..n_clients {
        let is_second = world.draw(|random| random.per_mille(150));
        let person = match clients.last().filter(|_| is_second) {
            Some(before) => before.lock().person.clone(),
            None => Person::default(),
        };
        clients.push(SharedClient::new(index, person));
    }
    clients
}

fn plan(world: &World, n_lives: u64) -> Plan {
    world.draw(|random| match random.per_mille(800) {
        true => Plan::Crash(random.between(1, 9000 / n_lives)),
        false => Plan::CleanStop(random.between(100, 120_000 / n_lives)),
    })
}
