//! The short form of `cargo xtask simulate`: seeds that anybody can repeat.

use simulation::{Fault, FaultCounts, Options, run};

/// The same seed gives the same world, or a failure could not be looked into.
#[test]
fn a_seed_can_be_repeated() {
    for seed in 0..10 {
        let first = run(seed, Options::default());
        assert_eq!(run(seed, Options::default()), first, "seed {seed}");
        assert_ne!(run(seed + 1, Options::default()).trace, first.trace);
    }
}

/// Enough happens in every world, and in a few worlds everything that can go wrong.
#[test]
fn much_happens_and_much_goes_wrong() {
    let mut faults = FaultCounts::default();
    for seed in 0..60 {
        let outcome = run(seed, Options::default());
        assert!(
            outcome.actions >= 500 || outcome.broken.is_some(),
            "seed {seed}: {outcome:?}"
        );
        assert!(outcome.faults.total() >= 5, "seed {seed}: {outcome:?}");
        faults.merge(&outcome.faults);
    }
    // A failed write that comes back after a crash needs many seeds.
    let rare = [Fault::GhostWrite];
    let missing = Fault::ALL
        .iter()
        .filter(|fault| faults.of(**fault) == 0 && !rare.contains(fault));
    assert_eq!(missing.count(), 0, "{faults}");
}
