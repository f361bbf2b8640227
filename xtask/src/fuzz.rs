//! Coverage-guided fuzzing of every reader, on the compiler that builds the program.
//!
//! The laws are in `fuzz/laws`. LLVM instruments the code for libFuzzer by flags that the stable compiler takes. The
//! corpus grows in `target/fuzz-corpus`; an input that breaks a law is made smaller and put into `fuzz/findings`, where
//! the tests check it from then on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

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
    /// Stop a target after so many executions.
    runs: Option<u64>,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options {
            minutes: 1.0,
            only: String::new(),
            runs: None,
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
                "--runs" => {
                    let value = value()?;
                    options.runs = Some(value.parse().map_err(|_| bad(value))?);
                }
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
        let found = fuzz(&driver, name, &options)?;
        total += found.executions;
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
    executions: u64,
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

fn fuzz(driver: &Path, name: &str, options: &Options) -> Result<Found, String> {
    let corpus = Path::new("target/fuzz-corpus").join(name);
    let findings = Path::new("fuzz/findings").join(name);
    for folder in [&corpus, &findings] {
        fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    }
    let began = Instant::now();
    let mut command = Command::new(driver);
    command.env("FUZZ_TARGET", name).args(limits(options));
    command.arg(format!("-artifact_prefix={}/", findings.display()));
    command.args([&corpus, &findings, &Path::new("fuzz/seeds").join(name)]);
    let output = output(&mut command)?;
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let executions = number_after(&log, "stat::number_of_executed_units:").unwrap_or_default();
    let seconds = began.elapsed().as_secs_f64();
    let coverage = coverage(&log);
    say(&format!(
        "{name}: {executions} executions in {seconds:.0} s, edges and features {coverage}"
    ));
    // A folder without findings is not kept.
    let _ = fs::remove_dir(&findings);
    match output.status.success() {
        true => Ok(Found {
            executions,
            finding: None,
        }),
        false => Ok(Found {
            executions,
            finding: Some(told(&log, name)),
        }),
    }
}

fn limits(options: &Options) -> Vec<String> {
    let seconds = (options.minutes * 60.0).ceil();
    let mut words = vec![format!("-max_total_time={seconds}")];
    words.extend(options.runs.map(|runs| format!("-runs={runs}")));
    // Ten seconds for one input are a finding: cost is bounded by length.
    let fixed = [
        "-timeout=10",
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
