//! Runs many seeds and tells what they found.

use std::process::ExitCode;
use std::time::Instant;

use simulation::{Fault, FaultCounts, Options, run};

const USAGE: &str = "\
simulate --seeds N [--from SEED]   the worlds of N seeds, from SEED on (0)
simulate --seed SEED               the world of one seed, with everything that happens in it";

/// What to run.
struct Order {
    from: u64,
    n_seeds: u64,
    is_traced: bool,
}

fn main() -> ExitCode {
    match order(std::env::args().skip(1)) {
        Some(order) => simulate(&order),
        None => {
            say(USAGE);
            ExitCode::FAILURE
        }
    }
}

fn order(arguments: impl Iterator<Item = String>) -> Option<Order> {
    let mut order = Order {
        from: 0,
        n_seeds: 200,
        is_traced: false,
    };
    let words: Vec<String> = arguments.collect();
    for pair in words.chunks(2) {
        let [name, value] = pair else {
            return None;
        };
        let value: u64 = value.parse().ok()?;
        match name.as_str() {
            "--seeds" => order.n_seeds = value,
            "--from" => order.from = value,
            "--seed" => {
                order = Order {
                    from: value,
                    n_seeds: 1,
                    is_traced: true,
                }
            }
            _ => return None,
        }
    }
    Some(order)
}

fn simulate(order: &Order) -> ExitCode {
    let started = Instant::now();
    let options = Options {
        is_traced: order.is_traced,
        ..Options::default()
    };
    let mut faults = FaultCounts::default();
    let (mut actions, mut n_broken) = (0, 0);
    for seed in order.from..order.from + order.n_seeds {
        let outcome = run(seed, options);
        faults.merge(&outcome.faults);
        actions += outcome.actions;
        if let Some(broken) = outcome.broken {
            n_broken += 1;
            say(&format!(
                "seed {seed}: {broken}\n  repeat it with: cargo xtask simulate --seed {seed}"
            ));
        }
    }
    say(&format!(
        "{} seeds, {actions} actions, {} faults in {:.1} s; {n_broken} seeds broke a promise",
        order.n_seeds,
        faults.total(),
        started.elapsed().as_secs_f64()
    ));
    say(faults.to_string().trim_end());
    let missing = Fault::ALL.iter().filter(|fault| faults.of(**fault) == 0);
    let n_missing = missing.count();
    match n_broken == 0 && (n_missing == 0 || order.n_seeds < 100) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

#[expect(
    clippy::print_stdout,
    reason = "this program talks to a person at a terminal"
)]
fn say(text: &str) {
    println!("{text}");
}
