//! Metrics for Prometheus.

use std::fmt::{Display, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::Context;

/// Upper ends of the buckets of the request time, in microseconds.
const BUCKETS: [u64; 8] = [50, 100, 250, 1_000, 5_000, 25_000, 100_000, 1_000_000];

/// Counters.
#[derive(Debug, Default)]
pub struct Metrics {
    ok: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
    /// Connections refused by a limit.
    pub turned_away: AtomicU64,
    /// Clients that did not read.
    pub too_slow: AtomicU64,
    /// Requests by the first bucket they fit into, and those that took longer.
    buckets: [AtomicU64; BUCKETS.len()],
    beyond: AtomicU64,
    micros: AtomicU64,
}

/// How a request ended.
#[derive(Clone, Copy, Debug)]
pub enum Verdict {
    /// It was done.
    Ok,
    /// It was refused.
    Refused,
    /// The server failed.
    Failed,
}

impl Metrics {
    /// Adds one.
    pub fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a request.
    pub fn request(&self, verdict: Verdict, took: Duration) {
        Metrics::count(match verdict {
            Verdict::Ok => &self.ok,
            Verdict::Refused => &self.refused,
            Verdict::Failed => &self.failed,
        });
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        let bucket = BUCKETS.iter().position(|end| micros <= *end);
        Metrics::count(bucket.map_or(&self.beyond, |bucket| &self.buckets[bucket]));
    }
}

/// All numbers as text.
pub(crate) fn render(context: &Context) -> String {
    let Metrics {
        ok,
        refused,
        failed,
        turned_away,
        too_slow,
        ..
    } = &context.metrics;
    let counts = context.host.counts();
    let mut page = Page::default();
    let connections = context.connections.count() as u64;
    page.gauge("connections", "Open connections.", connections);
    let awake = counts.awake as u64;
    page.gauge("games_awake", "Games in memory.", awake);
    page.gauge("games_running", "Games being played.", counts.running);
    let name = "actions_total";
    page.counter(name, "Actions stored since the start.", counts.actions);
    let damaged = counts.damaged as u64;
    page.gauge(
        "games_damaged",
        "Games that were found to be damaged.",
        damaged,
    );
    let name = "absences_total";
    let help = "Times at which the process did not run for more than a second.";
    page.counter(name, help, counts.absences);
    let name = "absence_seconds_total";
    let help = "How long that was together, charged to nobody.";
    page.counter(name, help, seconds(counts.absent.0 * 1000));
    let waiting = counts.thinking.waiting as u64;
    let help = "Positions that no computer has begun to think about.";
    page.gauge("computers_waiting", help, waiting);
    let longest = counts.thinking.longest.as_secs_f64();
    let help = "The longest that one of them has waited since the start.";
    page.gauge("computers_longest_wait_seconds", help, longest);
    let name = "connections_refused_total";
    page.counter(name, "Connections above a limit.", value(turned_away));
    let name = "slow_readers_total";
    page.counter(name, "Clients that did not read.", value(too_slow));
    page.head("requests_total", "counter", "Requests by how they ended.");
    for (verdict, counter) in [("ok", ok), ("refused", refused), ("failed", failed)] {
        let label = format!("{{verdict=\"{verdict}\"}}");
        page.line("requests_total", &label, value(counter));
    }
    page.request_times(&context.metrics);
    page.text
}

fn value(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

fn seconds(micros: u64) -> f64 {
    Duration::from_micros(micros).as_secs_f64()
}

/// A text as Prometheus reads it.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "# HELP rookery_{name} {help}");
        let _ = writeln!(self.text, "# TYPE rookery_{name} {kind}");
    }

    fn line(&mut self, name: &str, suffix: &str, value: impl Display) {
        let _ = writeln!(self.text, "rookery_{name}{suffix} {value}");
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "gauge", help);
        self.line(name, "", value);
    }

    fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "counter", help);
        self.line(name, "", value);
    }

    fn request_times(&mut self, metrics: &Metrics) {
        let name = "request_seconds";
        self.head(name, "histogram", "How long requests took.");
        let mut below = 0;
        for (end, bucket) in BUCKETS.into_iter().zip(&metrics.buckets) {
            below += value(bucket);
            let suffix = format!("_bucket{{le=\"{}\"}}", seconds(end));
            self.line(name, &suffix, below);
        }
        let all = below + value(&metrics.beyond);
        self.line(name, "_bucket{le=\"+Inf\"}", all);
        self.line(name, "_sum", seconds(value(&metrics.micros)));
        self.line(name, "_count", all);
    }
}
