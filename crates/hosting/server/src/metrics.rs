//! Metrics for Prometheus.

use std::fmt::{Display, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use host::{BusCounts, NodeCounts};
use store::{Histogram, StoreFigures, Times};

use crate::Context;

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
    /// How long requests took.
    request_times: Times,
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
        self.request_times.note(took);
    }
}

/// What a server says that shares its store with nobody.
const ALONE: NodeCounts = NodeCounts {
    nodes: 1,
    replicas: 0,
    conflicts: 0,
    catch_ups: 0,
    found_late: 0,
    rewinds: 0,
    takeovers: 0,
    beat: Duration::ZERO,
    bus: BusCounts {
        sent: 0,
        heard: 0,
        lost: 0,
        broken: 0,
        is_connected: false,
        round_trip: Duration::ZERO,
    },
};

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
    let times = context.metrics.request_times.read();
    page.histogram("request_seconds", "How long requests took.", &times);
    page.store(&context.host.store().figures());
    page.nodes(&context.host.node_counts().unwrap_or(ALONE));
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

    fn histogram(&mut self, name: &str, help: &str, times: &Histogram) {
        self.head(name, "histogram", help);
        for (end, count) in &times.at_most {
            let suffix = format!("_bucket{{le=\"{}\"}}", end.as_secs_f64());
            self.line(name, &suffix, count);
        }
        self.line(name, "_bucket{le=\"+Inf\"}", times.count);
        self.line(name, "_sum", times.sum.as_secs_f64());
        self.line(name, "_count", times.count);
    }

    fn nodes(&mut self, counts: &NodeCounts) {
        let NodeCounts { bus, beat, .. } = counts;
        let help = "Nodes that are alive, with this one.";
        self.gauge("nodes", help, counts.nodes);
        let help = "Games in memory that other nodes may have in memory, too.";
        self.gauge("replicas", help, counts.replicas);
        let help = "Games that were read again because another node had stored something.";
        self.counter("catch_ups_total", help, counts.catch_ups);
        let help = "Those of them that no message had announced.";
        self.counter("catch_ups_unannounced_total", help, counts.found_late);
        let help = "Games that had lost records which were known here.";
        self.counter("rewinds_total", help, counts.rewinds);
        let help = "Nodes whose games this one took over.";
        self.counter("takeovers_total", help, counts.takeovers);
        let help = "How long the last sign of life took to be stored.";
        self.gauge("beat_seconds", help, beat.as_secs_f64());
        let help = "Messages to other nodes.";
        self.counter("bus_messages_sent_total", help, bus.sent);
        let help = "Messages of other nodes.";
        self.counter("bus_messages_heard_total", help, bus.heard);
        let help = "Messages that there was no room for.";
        self.counter("bus_messages_lost_total", help, bus.lost);
        let help = "How often the connection to the bus was lost.";
        self.counter("bus_connections_lost_total", help, bus.broken);
        let help = "Whether there is a connection to the bus.";
        self.gauge("bus_connected", help, u8::from(bus.is_connected));
        let help = "How long a message took to go out and come back, the last time.";
        let round_trip = bus.round_trip.as_secs_f64();
        self.gauge("bus_round_trip_seconds", help, round_trip);
    }

    fn store(&mut self, figures: &StoreFigures) {
        let effort = figures.effort;
        let name = "store_commits_total";
        self.counter(name, "Commits of the store.", effort.commits);
        let help = "Writes that shared these commits.";
        self.counter("store_writes_total", help, effort.writes);
        let help = "Records that came too late, because another node had added to the same game.";
        self.counter("store_conflicts_total", help, figures.conflicts);
        let help = "How often the connection to the database was lost.";
        self.counter(
            "store_connections_lost_total",
            help,
            figures.connections_lost,
        );
        let help = "How long commits of the store took.";
        self.histogram("store_commit_seconds", help, &figures.commit_times);
    }
}
