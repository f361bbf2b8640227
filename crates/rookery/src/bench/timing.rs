//! Timing that survives a noisy machine: processor time of this thread, many short runs, the two sides
//! in turn, medians compared.

use std::time::{Duration, Instant};

use rules::Work;
use rustix::time::{ClockId, clock_gettime};

/// Runs of each side.
const RUNS: usize = 31;
/// Work shorter than this is repeated within one run.
const SHORTEST: Duration = Duration::from_millis(5);
/// No side is run longer than this in all.
const LONGEST: Duration = Duration::from_secs(8);

/// The median time of one piece of work.
pub(crate) fn median(work: &mut Work) -> Duration {
    let repeats = repeats(work);
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < RUNS && (times.len() < 3 || start.elapsed() < LONGEST) {
        times.push(time(work, repeats));
    }
    middle(times) / repeats
}

/// The median times of two pieces of work that are run in turn, and the median of their ratio.
pub(crate) fn medians(ours: &mut Work, theirs: &mut Work) -> (Duration, Duration, f64) {
    let repeats = repeats(ours);
    let (mut our_times, mut their_times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let start = Instant::now();
    while ratios.len() < RUNS && (ratios.len() < 3 || start.elapsed() < LONGEST) {
        let (our_time, their_time) = (time(ours, repeats), time(theirs, repeats));
        ratios.push(our_time.as_secs_f64() / their_time.as_secs_f64().max(1e-12));
        our_times.push(our_time);
        their_times.push(their_time);
    }
    ratios.sort_by(f64::total_cmp);
    (
        middle(our_times) / repeats,
        middle(their_times) / repeats,
        ratios[ratios.len() / 2],
    )
}

fn repeats(work: &mut Work) -> u32 {
    // The first run also warms caches up.
    let once = time(work, 1).max(Duration::from_nanos(20));
    u32::try_from(SHORTEST.as_nanos() / once.as_nanos())
        .unwrap_or(u32::MAX)
        .max(1)
}

fn time(work: &mut Work, repeats: u32) -> Duration {
    let start = processor_time();
    for _ in 0..repeats {
        std::hint::black_box(work());
    }
    processor_time().saturating_sub(start)
}

/// What this thread has used; other programs on the machine do not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let part = |value| u64::try_from(value).unwrap_or_default();
    Duration::from_secs(part(time.tv_sec)) + Duration::from_nanos(part(time.tv_nsec))
}

/// The median.
pub(super) fn middle(times: impl IntoIterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.into_iter().collect();
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
