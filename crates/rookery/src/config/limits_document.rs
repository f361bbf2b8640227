//! docs/limits.md names every queue with its size, as the code has it.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Config, Limits};

const DOCUMENT: &str = include_str!("../../../../docs/limits.md");

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Rows of the tables: where a size stands, and the size.
fn rows() -> Vec<(&'static str, u64)> {
    let rows = DOCUMENT.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| {
        row.trim_matches(['|', ' '])
            .split(" | ")
            .collect::<Vec<_>>()
    });
    let rows = cells.filter_map(|cells| {
        let number = cells[2].trim_end_matches([' ', '*']).parse().ok()?;
        Some((cells[1], number))
    });
    rows.collect()
}

#[test]
fn sizes_are_those_of_the_code() {
    let rows = rows();
    assert!(rows.len() > 20, "{}", rows.len());
    let limits = Config::default().limits;
    for (place, size) in rows {
        let found = match place.split('`').collect::<Vec<_>>()[..] {
            [_, key, _] => limit(&limits, key),
            [_, file, _, name, _] => constant(file, name),
            _ => panic!("what is {place}?"),
        };
        assert_eq!(found, size, "{place}");
    }
}

fn limit(limits: &Limits, key: &str) -> u64 {
    match key {
        "limits.games" => limits.games as u64,
        "limits.connections" => limits.connections as u64,
        "limits.connections_per_address" => limits.connections_per_address as u64,
        "limits.ccp_games" => limits.ccp_games as u64,
        "limits.requests_per_second" => limits.requests_per_second.into(),
        "limits.address_requests_per_second" => limits.address_requests_per_second.into(),
        "limits.creations_per_minute" => limits.creations_per_minute.into(),
        "limits.address_creations_per_minute" => limits.address_creations_per_minute.into(),
        "limits.address_newcomers_per_minute" => limits.address_newcomers_per_minute.into(),
        "limits.address_ccp_connections_per_minute" => {
            limits.address_ccp_connections_per_minute.into()
        }
        other => panic!("what is {other}?"),
    }
}

fn constant(file: &str, name: &str) -> u64 {
    let text = fs::read_to_string(crates().join(file)).expect(file);
    let start = format!("const {name}: ");
    let line = text.lines().find_map(|line| line.split_once(&start));
    let (_, line) = line.unwrap_or_else(|| panic!("{file} has no {name}"));
    let (_, number) = line.split_once(" = ").unwrap();
    let number = number.trim_end_matches(';').replace('_', "");
    let factors = number.split(" * ");
    factors
        .map(|factor| factor.parse::<u64>().expect(line))
        .product()
}

/// A queue that is not in the document would be one without a stated policy.
#[test]
fn every_queue_of_the_code_is_there() {
    let mut n_queues = 0;
    for name in [
        "hosting/bus",
        "hosting/host",
        "hosting/server",
        "hosting/store",
        "protocols/ccp",
        "protocols/json-interface",
        "protocols/lichess",
        "protocols/native",
        "protocols/wisconsin-host",
    ] {
        for file in sources(&crates().join(name).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            let path = format!("{name}/src/{}", relative(&file));
            assert!(!text.contains("unbounded_channel"), "{path}");
            if path.contains("/testkit/") {
                continue;
            }
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for size in code.lines().filter_map(queue_size) {
                let row = format!("`{path}` `{size}`");
                let is_elsewhere = ["capacity", "places", "n_threads", "1", "MAX_EARLY"];
                let is_there = DOCUMENT.contains(&row) || is_elsewhere.contains(&size);
                assert!(is_there, "{row} is not in the document");
                n_queues += 1;
            }
        }
    }
    assert!(n_queues > 10, "{n_queues}");
}

/// The size of the queue that a line of code makes. Channels for one answer and for one value need none.
fn queue_size(line: &str) -> Option<&str> {
    let makers = [
        "mpsc::channel(",
        "sync_channel(",
        "broadcast::channel(",
        "Subscriber::new(",
    ];
    let start = makers.iter().find_map(|maker| line.split_once(maker))?.1;
    Some(start.split(')').next().unwrap_or(start))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files = Vec::new();
    for path in entries {
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false => files.push(path),
        }
    }
    files
}

fn relative(file: &Path) -> String {
    let text = file.to_str().unwrap().replace('\\', "/");
    text.rsplit_once("/src/").unwrap().1.to_owned()
}
