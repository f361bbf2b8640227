//! What people read of a long run.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::oracle::Found;
use crate::setting;
use crate::world::World;

/// What is allowed. Only the long form, in which an optimised program has the machine for itself, fails by it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bars {
    /// How long a table may take to play on.
    pub(crate) wait: Option<Duration>,
    /// How long a move may take to the other player.
    pub(crate) delay: Option<Duration>,
    /// What a move may cost its player on the clock, besides what the player thinks.
    pub(crate) charge: Option<Duration>,
}

/// Seconds that are allowed.
pub(crate) fn at_most(seconds: f64) -> Option<Duration> {
    Some(Duration::from_secs_f64(seconds))
}

fn judge(what: &str, bar: Option<Duration>, worst: Duration) {
    if let Some(bar) = bar {
        let is_kept = worst <= bar;
        let word = if is_kept { "kept" } else { "not kept" };
        say(&format!("{what}: {worst:.1?}, at most {bar:.1?}: {word}"));
        assert!(is_kept || setting("BARS", 0) == 0, "{what}: {worst:?}");
    }
}

/// Written around the test runner, which shows nothing of tests that pass.
pub(crate) fn say(text: &str) {
    drop(writeln!(std::io::stderr(), "{text}"));
}

/// What was played, in one line.
pub(crate) fn tell(world: &World, what: &str, found: &Found, moments: &[Instant], bars: Bars) {
    let Found {
        n_games,
        n_records,
        dearest,
    } = *found;
    let n_again = world.n_again.load(Ordering::Relaxed);
    let n_acknowledged = world.n_acknowledged();
    let seconds = world.began.elapsed().as_secs();
    say(&format!(
        "{what}: {n_games} games, {n_acknowledged} acknowledged, {n_records} records, {n_again} sent again, none lost, {seconds} s"
    ));
    let mut delays = world.delays.lock().unwrap().clone();
    say(&format!(
        "{what}: a move reached the other player {}",
        quantiles(&mut delays)
    ));
    let mut waits = waits(world, moments);
    if !waits.is_empty() {
        say(&format!(
            "{what}: tables played on {}",
            quantiles(&mut waits)
        ));
    }
    let worst = |times: &[Duration]| times.last().copied().unwrap_or_default();
    judge(
        &format!("{what}: tables played on"),
        bars.wait,
        worst(&waits),
    );
    judge(
        &format!("{what}: moves were seen"),
        bars.delay,
        worst(&delays),
    );
    judge(&format!("{what}: a move was charged"), bars.charge, dearest);
}

/// For each moment and each table, how long it took until something was acknowledged again.
fn waits(world: &World, moments: &[Instant]) -> Vec<Duration> {
    let of_table = |acknowledged: &Vec<Instant>| {
        let wait = |moment: &Instant| {
            let next = acknowledged.partition_point(|at| at <= moment);
            let next = acknowledged.get(next)?;
            Some(next.duration_since(*moment))
        };
        moments.iter().filter_map(wait).collect::<Vec<_>>()
    };
    let tables = world.moments.iter();
    tables
        .flat_map(|table| of_table(&table.lock().unwrap()))
        .collect()
}

fn quantiles(times: &mut [Duration]) -> String {
    times.sort();
    let at = |part: f64| -> u128 {
        let last = times.len().saturating_sub(1);
        let index = (last as f64 * part).round() as usize;
        times.get(index).map_or(0, Duration::as_millis)
    };
    format!(
        "within {} ms (median), {} ms (99 %), {} ms (worst of {})",
        at(0.5),
        at(0.99),
        at(1.0),
        times.len()
    )
}
