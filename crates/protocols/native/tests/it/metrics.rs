//! `/metrics` is a text that Prometheus reads: version 0.0.4 of its exposition format.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{BLITZ, Pairing, start};
use native::testkit::client::Client;
use native::testkit::http::{Program, send};

/// What a page says, by families of numbers.
#[derive(Debug, Default)]
struct Page {
    kinds: BTreeMap<String, String>,
    samples: Vec<(String, f64)>,
}

impl Page {
    /// Reads a page as strictly as the format is written.
    fn read(text: &str) -> Page {
        assert!(text.ends_with('\n'), "the last line ends, too");
        let mut page = Page::default();
        let mut seen = BTreeSet::new();
        let mut family = String::new();
        for line in text.lines() {
            if let Some(comment) = line.strip_prefix("# ") {
                let [word, name, rest] = comment.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                    panic!("{line}")
                };
                assert!(is_name(name) && !rest.is_empty(), "{line}");
                if word == "TYPE" {
                    let known = ["counter", "gauge", "histogram"].contains(&rest);
                    assert!(known && family == name, "{line}");
                    let before = page.kinds.insert(name.to_owned(), rest.to_owned());
                    assert_eq!(before, None, "{line}");
                } else {
                    assert_eq!(word, "HELP", "{line}");
                    family = name.to_owned();
                }
                continue;
            }
            let (sample, value) = line.rsplit_once(' ').unwrap();
            assert!(seen.insert(sample), "{line} is there twice");
            page.add(&family, sample, value.parse().expect(line));
        }
        page
    }

    fn add(&mut self, family: &str, sample: &str, value: f64) {
        let (name, labels) = sample.split_once('{').unwrap_or((sample, "}"));
        let suffix = name.strip_prefix(family);
        let suffixes: &[&str] = match self.kinds[family].as_str() {
            "histogram" => &["_bucket", "_sum", "_count"],
            _ => &[""],
        };
        assert!(suffix.is_some_and(|suffix| suffixes.contains(&suffix)));
        let labels = labels.strip_suffix('}').expect(sample);
        for label in labels.split(',').filter(|label| !label.is_empty()) {
            let (name, value) = label.split_once('=').expect(sample);
            let value = value
                .strip_prefix('"')
                .and_then(|value| value.strip_suffix('"'));
            assert!(is_name(name) && value.is_some_and(|value| !value.contains(['"', '\\'])));
        }
        if self.kinds[family] == "counter" {
            assert!(family.ends_with("_total") && value >= 0.0, "{sample}");
        }
        self.samples.push((sample.to_owned(), value));
    }

    fn value(&self, sample: &str) -> f64 {
        let found = self.samples.iter().find(|(name, _)| name == sample);
        found.unwrap_or_else(|| panic!("there is no {sample}")).1
    }

    /// Buckets grow up to all there is.
    fn check_histogram(&self, family: &str) {
        let prefix = format!("{family}_bucket{{le=\"");
        let buckets = self.samples.iter().filter_map(|(name, value)| {
            let end = name.strip_prefix(&prefix)?.strip_suffix("\"}")?;
            Some((end.parse::<f64>().unwrap(), *value))
        });
        let buckets: Vec<(f64, f64)> = buckets.collect();
        assert!(buckets.is_sorted_by(|(end, count), (next, more)| end < next && count <= more));
        let count = self.value(&format!("{family}_count"));
        assert_eq!(buckets.last(), Some(&(f64::INFINITY, count)));
        assert!(self.value(&format!("{family}_sum")) >= 0.0);
    }
}

fn is_name(name: &str) -> bool {
    let fits = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || sign == ':';
    name.chars().all(fits) && name.starts_with(|sign: char| !sign.is_ascii_digit())
}

#[tokio::test]
async fn the_page_is_as_prometheus_wants_it_and_counts_what_happened() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), BLITZ).await;
    pairing.play(&["e4", "e5", "Nf3"]).await;
    let ada = Program::new(server.address()).await;
    assert_eq!(ada.get("/api/games/nothing").await.status, 404);
    let response = send(server.address(), "GET", "/metrics", "", "").await;
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    assert_eq!(response.header("content-type"), Some(kind));
    let page = Page::read(&response.body);
    page.check_histogram("rookery_request_seconds");
    page.check_histogram("rookery_store_commit_seconds");
    assert_eq!(page.value("rookery_actions_total"), 3.0);
    assert_eq!(page.value("rookery_games_running"), 1.0);
    assert!(page.value("rookery_connections") >= 3.0);
    let requests =
        |verdict| page.value(&format!("rookery_requests_total{{verdict=\"{verdict}\"}}"));
    assert_eq!((requests("refused"), requests("failed")), (1.0, 0.0));
    let all = requests("ok") + requests("refused") + requests("failed");
    assert_eq!(page.value("rookery_request_seconds_count"), all);
    server.stop().await;
}

#[tokio::test]
async fn the_page_holds_together_while_requests_arrive() {
    let server = start().await;
    let address = server.address();
    let busy = tokio::spawn(async move {
        let mut client = Client::hello(address, None).await;
        loop {
            client.ok(native::message::Request::Ping).await;
        }
    });
    for _ in 0..20 {
        let text = send(address, "GET", "/metrics", "", "").await.body;
        Page::read(&text).check_histogram("rookery_request_seconds");
    }
    busy.abort();
    server.stop().await;
}
