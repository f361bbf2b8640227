//! Coverage-guided fuzzing of every reader, on the compiler that builds the program.
//!
//! The laws are in `fuzz/laws`. LLVM instruments the code for libFuzzer by flags that the stable compiler takes. The
//! corpus grows in `target/fuzz-corpus`, with the totals of all runs; an input that breaks a law is put into
//! `fuzz/findings`, where the tests check it from then on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::fuzz_totals::{Run, Totals};
use crate::{cargo_path, say};

/// Counters for every edge and comparison, as libFuzzer reads them.
const FLAGS: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
];

/// Flags for instrumented code must not reach build scripts, and they do not if a target is named.
const FOLDER: &str = "target/fuzz";

/// What the arguments ask for.
struct Options {
    minutes: f64,
    /// Only targets whose names contain this.
    only: String,
    /// Stop a target after so many executions, in all runs together.
    until: Option<u64>,
    /// Where the corpora and the totals are.
    corpus: PathBuf,
    /// Only tell what all runs together have come to.
    is_table: bool,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options {
            minutes: 1.0,
            only: String::new(),
            until: None,
            corpus: PathBuf::from("target/fuzz-corpus"),
            is_table: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            let bad = |value: &String| format!("{word}: `{value}` is not a number");
            match word.as_str() {
                "--minutes" => {
                    let value = value()?;
                    options.minutes = value.parse().map_err(|_| bad(value))?;
                }
                "--until" => {
                    let value = value()?;
                    options.until = Some(value.parse().map_err(|_| bad(value))?);
                }
                "--corpus" => options.corpus = PathBuf::from(value()?),
                "--table" => options.is_table = true,
                name if !name.starts_with('-') => options.only = name.to_owned(),
                other => return Err(format!("{other} is unknown")),
            }
        }
        Ok(options)
    }
}

/// Fuzzes every target, or those whose names contain a word, one after the other.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments)?;
    let mut totals = Totals::load(options.corpus.join("totals"));
    if options.is_table {
        say(totals.table().trim_end());
        return Ok(());
    }
    let driver = build()?;
    let targets = targets()?;
    let chosen: Vec<&String> = targets
        .iter()
        .filter(|name| name.contains(&options.only))
        .collect();
    if chosen.is_empty() {
        return Err(format!("no target has `{}` in its name", options.only));
    }
    let mut total = 0;
    let mut broken = Vec::new();
    for name in chosen {
        let done = totals.of(name).executions;
        let left = options.until.map(|until| until.saturating_sub(done));
        if left == Some(0) {
            continue;
        }
        let found = fuzz(&driver, name, &options, left)?;
        totals.add(name, found.run)?;
        total += found.run.executions;
        broken.extend(found.finding);
    }
    say(&format!("{total} executions in all"));
    match broken.is_empty() {
        true => Ok(()),
        false => Err(format!("findings, to be committed: {}", broken.join(", "))),
    }
}

/// What came of fuzzing a target.
struct Found {
    run: Run,
    /// The input that breaks the law.
    finding: Option<String>,
}

fn build() -> Result<PathBuf, String> {
    let host = host_triple()?;
    let mut cargo = Command::new(cargo_path());
    cargo.args(["build", "--release", "--target", &host]);
    cargo.args([
        "--manifest-path",
        "fuzz/driver/Cargo.toml",
        "--target-dir",
        FOLDER,
    ]);
    cargo.env("RUSTFLAGS", FLAGS.join(" "));
    crate::finish(&mut cargo, "building the fuzzer (it needs a C++ compiler)")?;
    Ok(Path::new(FOLDER).join(host).join("release/fuzz-driver"))
}

fn host_triple() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|why| format!("rustc: {why}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc does not tell its host".to_owned())
}

/// Every target has a folder of seeds; a test compares the two.
fn targets() -> Result<Vec<String>, String> {
    let entries = fs::read_dir("fuzz/seeds").map_err(|why| format!("fuzz/seeds: {why}"))?;
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

fn fuzz(driver: &Path, name: &str, options: &Options, left: Option<u64>) -> Result<Found, String> {
    let corpus = options.corpus.join(name);
    let findings = Path::new("fuzz/findings").join(name);
    for folder in [&corpus, &findings] {
        fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    }
    let began = Instant::now();
    let mut command = Command::new(driver);
    command.env("FUZZ_TARGET", name).args(limits(options, left));
    command.arg(format!("-artifact_prefix={}/", findings.display()));
    command.args([&corpus, &findings, &Path::new("fuzz/seeds").join(name)]);
    let output = output(&mut command)?;
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let run = Run {
        has_finding: !output.status.success(),
        ..read_run(&log)
    };
    say(&format!(
        "{name}: {} executions in {:.0} s, edges and features {}",
        run.executions,
        began.elapsed().as_secs_f64(),
        coverage(&log)
    ));
    // A folder without findings is not kept.
    let _ = fs::remove_dir(&findings);
    Ok(Found {
        run,
        finding: run.has_finding.then(|| told(&log, name)),
    })
}

/// What the fuzzer tells of a run.
fn read_run(log: &str) -> Run {
    let mut run = Run {
        executions: number_after(log, "stat::number_of_executed_units:").unwrap_or_default(),
        ..Run::default()
    };
    for (runs, edges, features) in log.lines().filter_map(point) {
        // One that has stopped at a finding tells no sum.
        run.executions = run.executions.max(runs);
        if edges > run.edges {
            run.last_new_edge = Some(runs);
        }
        run.edges = run.edges.max(edges);
        run.features = run.features.max(features);
    }
    run
}

fn limits(options: &Options, left: Option<u64>) -> Vec<String> {
    let seconds = (options.minutes * 60.0).ceil();
    let mut words = vec![format!("-max_total_time={seconds}")];
    words.extend(left.map(|left| format!("-runs={left}")));
    // Ten seconds for one input are a finding: cost is bounded by length.
    let fixed = [
        "-timeout=10",
        "-max_len=1000",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
        "-use_value_profile=0",
    ];
    words.extend(fixed.map(str::to_owned));
    words
}

/// Edges at a half, at nine tenths and at the end of the executions.
fn coverage(log: &str) -> String {
    let points: Vec<(u64, u64, u64)> = log.lines().filter_map(point).collect();
    let Some((last, ..)) = points.last() else {
        return "unknown".to_owned();
    };
    let at = |share: f64| {
        let until = (*last as f64 * share) as u64;
        let point = points.iter().rev().find(|(runs, ..)| *runs <= until);
        point.map_or("-".to_owned(), |(_, edges, features)| {
            format!("{edges}/{features}")
        })
    };
    format!(
        "{} at a half, {} at nine tenths, {} at the end",
        at(0.5),
        at(0.9),
        at(1.0)
    )
}

/// A line such as `#4194304 pulse cov: 11 ft: 12 corp: 4/13b …`.
fn point(line: &str) -> Option<(u64, u64, u64)> {
    let runs = line.strip_prefix('#')?.split_whitespace().next()?.parse();
    let edges = number_after(line, "cov:")?;
    let features = number_after(line, "ft:")?;
    Some((runs.ok()?, edges, features))
}

fn number_after(text: &str, word: &str) -> Option<u64> {
    let rest = text.split(word).nth(1)?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Says what broke, and where the input lies.
fn told(log: &str, name: &str) -> String {
    let is_told = |line: &&str| line.contains("panicked at") || line.contains("ERROR: libFuzzer");
    log.lines().filter(is_told).for_each(say);
    let path = log
        .lines()
        .find_map(|line| line.split("Test unit written to ").nth(1));
    path.unwrap_or(name).to_owned()
}

fn output(command: &mut Command) -> Result<Output, String> {
    let output = command.stdin(Stdio::null()).output();
    output.map_err(|why| format!("the fuzzer: {why}"))
}
