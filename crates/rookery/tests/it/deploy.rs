//! The files in `deploy` fit the program: what they set, ask and watch exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use yaml_rust2::{Yaml, YamlLoader};

use crate::child::Served;
use crate::data::get;
use crate::{lines, rookery};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

fn read(name: &str) -> String {
    let path = folder().join(name);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files_below(&path, files),
            false => files.push(path),
        }
    }
}

/// All files with their texts.
fn files() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    files_below(&folder(), &mut files);
    assert!(files.len() >= 10, "{files:?}");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    files.into_iter().map(read).collect()
}

/// The documents of a YAML file.
fn yaml(name: &str) -> Vec<Yaml> {
    YamlLoader::load_from_str(&read(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// All words of a text that begin like this.
fn words(text: &str, start: &str) -> BTreeSet<String> {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || "_-".contains(sign);
    let found = text.match_indices(start).map(|(place, _)| {
        let end = text[place..].find(|sign| !is_part(sign));
        text[place..][..end.unwrap_or(text.len() - place)].to_owned()
    });
    found.collect()
}

#[test]
fn every_setting_and_flag_exists() {
    let help = lines(&rookery(&["serve", "--help"], b"")).join("\n");
    let mut n_settings = 0;
    for (path, text) in files() {
        let path = path.display();
        for name in words(&text, "ROOKERY_") {
            // Any value will do: a setting that is not there is named, one that is has another fault.
            let read = rookery::Config::read(None, [(name.clone(), "\u{1}".to_owned())]);
            let why = read.err().map(|why| why.to_string()).unwrap_or_default();
            assert!(!why.contains("unknown field"), "{path}: {name}: {why}");
            n_settings += 1;
        }
        for line in text.lines().filter(|line| line.contains("rookery serve")) {
            for flag in words(line, "--") {
                assert!(help.contains(&format!("{flag} ")), "{path}: {flag}");
            }
        }
    }
    assert!(n_settings > 10, "{n_settings}");
}

/// What the environment of systemd's nodes says is a configuration.
#[test]
fn the_settings_of_nodes_are_right() {
    let settings = read("systemd/node.env");
    let settings = settings.lines().filter(|line| !line.starts_with('#'));
    let settings: Vec<(String, String)> = settings
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let config = rookery::Config::read(None, settings).unwrap();
    let service = read("systemd/rookery@.service");
    let stop = service
        .lines()
        .find_map(|line| line.strip_prefix("TimeoutStopSec="));
    let stop: u64 = stop.unwrap().parse().unwrap();
    assert!(config.drain > 0 && stop > config.drain + 10);
}

#[test]
fn probes_ask_the_right_questions() {
    let documents = yaml("kubernetes/rookery.yaml");
    let pod = &documents[0]["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    let asks = |probe: &str| container[probe]["httpGet"]["path"].as_str().unwrap();
    // A node that is started again because the database pauses is no better afterwards.
    assert_eq!(asks("livenessProbe"), "/healthz");
    assert_eq!(asks("startupProbe"), "/healthz");
    assert_eq!(asks("readinessProbe"), "/readyz");
    // Otherwise the service named rookery would put settings into the environment that do not exist.
    assert_eq!(pod["enableServiceLinks"].as_bool(), Some(false));
    let variables = container["env"].as_vec().unwrap();
    let drain = variables
        .iter()
        .find(|variable| variable["name"].as_str() == Some("ROOKERY_DRAIN"));
    let drain: i64 = drain.unwrap()["value"].as_str().unwrap().parse().unwrap();
    assert!(pod["terminationGracePeriodSeconds"].as_i64().unwrap() > drain + 10);
    for balancer in ["caddy/Caddyfile", "haproxy/haproxy.cfg"] {
        assert!(read(balancer).contains("/readyz"), "{balancer}");
        assert!(!read(balancer).contains("/healthz"), "{balancer}");
    }
}

#[test]
fn yaml_files_are_read() {
    let compose = &yaml("container/compose.yaml")[0];
    for service in ["node1", "node2", "node3", "postgres", "nats", "balancer"] {
        assert!(!compose["services"][service].is_badvalue(), "{service}");
    }
    let scraped = &yaml("prometheus/prometheus.yml")[0]["scrape_configs"][0];
    assert_eq!(scraped["job_name"].as_str(), Some("rookery"));
    let kinds: Vec<Yaml> = yaml("kubernetes/rookery.yaml")
        .into_iter()
        .map(|document| document["kind"].clone())
        .collect();
    let kinds: Vec<&str> = kinds.iter().filter_map(Yaml::as_str).collect();
    assert_eq!(kinds, ["Deployment", "Service", "PodDisruptionBudget"]);
}

/// The families of metrics that a server prints.
fn printed() -> BTreeSet<String> {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let (_, page) = get(&served, "/metrics", "");
    let types = page.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let families = types.map(|line| line.split(' ').next().unwrap().to_owned());
    families.collect()
}

#[test]
fn the_dashboard_shows_every_metric_and_no_other() {
    let dashboard: Value = serde_json::from_str(&read("grafana/rookery.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let mut shown = BTreeSet::new();
    for panel in panels {
        for target in panel["targets"].as_array().unwrap() {
            shown.extend(words(target["expr"].as_str().unwrap(), "rookery_"));
        }
    }
    let family = |name: &String| name.strip_suffix("_bucket").unwrap_or(name).to_owned();
    let shown: BTreeSet<String> = shown.iter().map(family).collect();
    assert_eq!(shown, printed());
}

/// HAProxy, Caddy and systemd read their files themselves, where they are installed.
#[test]
fn programs_read_their_own_files() {
    let check = |program: &str, arguments: &[&str], file: &str| {
        let file = folder().join(file);
        let run = Command::new(program).args(arguments).arg(&file).output();
        let Ok(run) = run else { return };
        let said = [run.stdout, run.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(run.status.success(), "{program} {}: {said}", file.display());
    };
    check("/usr/sbin/haproxy", &["-c", "-f"], "haproxy/haproxy.cfg");
    let caddy = ["validate", "--adapter", "caddyfile", "--config"];
    check("/usr/bin/caddy", &caddy, "caddy/Caddyfile");
    // What every machine can check: a setting in each line, in a section.
    for unit in ["systemd/rookery.service", "systemd/rookery@.service"] {
        let text = read(unit);
        let is_known =
            |line: &&str| line.is_empty() || line.starts_with(['#', '[']) || line.contains('=');
        assert_eq!(text.lines().find(|line| !is_known(line)), None, "{unit}");
        assert!(text.contains("\nExecStart=/usr/local/bin/rookery serve "));
    }
}
