//! Numbers for whoever watches over the server, as Prometheus reads them.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::shared::Shared;

/// Upper ends of the buckets of the request time, in microseconds.
const BUCKETS: [u64; 8] = [50, 100, 250, 1_000, 5_000, 25_000, 100_000, 1_000_000];

/// Counters of the doors.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    ok: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
    pub(crate) turned_away: AtomicU64,
    pub(crate) too_slow: AtomicU64,
    buckets: [AtomicU64; BUCKETS.len()],
    micros: AtomicU64,
}

/// How a request ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verdict {
    Ok,
    Refused,
    Failed,
}

impl Metrics {
    /// Counts one more.
    pub(crate) fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn request(&self, verdict: Verdict, took: Duration) {
        Metrics::count(match verdict {
            Verdict::Ok => &self.ok,
            Verdict::Refused => &self.refused,
            Verdict::Failed => &self.failed,
        });
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        for (bucket, end) in self.buckets.iter().zip(BUCKETS) {
            if micros <= end {
                Metrics::count(bucket);
            }
        }
    }
}

/// All numbers as text.
pub(crate) fn render(shared: &Shared) -> String {
    let Metrics {
        ok,
        refused,
        failed,
        turned_away,
        too_slow,
        buckets,
        micros,
    } = &shared.metrics;
    let value = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let counts = shared.host.counts();
    let mut text = String::new();
    let mut add = |name: &str, kind: &str, lines: &[(String, String)]| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "# TYPE {name} {kind}");
        for (suffix, value) in lines {
            let _ = writeln!(text, "{name}{suffix} {value}");
        }
    };
    let one = |value: u64| [(String::new(), value.to_string())];
    let label = |key: &str, counter| (format!("{{verdict=\"{key}\"}}"), value(counter).to_string());
    add(
        "rookery_connections",
        "gauge",
        &one(shared.crowd.count() as u64),
    );
    add("rookery_games_awake", "gauge", &one(counts.awake as u64));
    add("rookery_games_running", "gauge", &one(counts.running));
    add("rookery_actions_total", "counter", &one(counts.actions));
    add(
        "rookery_connections_refused_total",
        "counter",
        &one(value(turned_away)),
    );
    add(
        "rookery_slow_readers_total",
        "counter",
        &one(value(too_slow)),
    );
    let verdicts = [
        label("ok", ok),
        label("refused", refused),
        label("failed", failed),
    ];
    add("rookery_requests_total", "counter", &verdicts);
    let all = value(ok) + value(refused) + value(failed);
    let seconds = |micros: u64| Duration::from_micros(micros).as_secs_f64().to_string();
    let mut lines: Vec<(String, String)> = buckets
        .iter()
        .zip(BUCKETS)
        .map(|(bucket, end)| {
            let suffix = format!("_bucket{{le=\"{}\"}}", seconds(end));
            (suffix, value(bucket).to_string())
        })
        .collect();
    lines.push(("_bucket{le=\"+Inf\"}".to_owned(), all.to_string()));
    lines.push(("_sum".to_owned(), seconds(value(micros))));
    lines.push(("_count".to_owned(), all.to_string()));
    add("rookery_request_seconds", "histogram", &lines);
    text
}
