//! `cargo xtask run` builds and starts; `cargo xtask test` installs what the tests need and runs them.
//! No dependencies, so that it compiles in a second.

mod architecture;
mod chaos;
mod cluster;
mod conformance;
mod decisions;
mod fuzz;
mod fuzz_totals;
mod game_names;
mod layers;
mod phrases;
mod power;
mod refusal_codes;
mod strength;
mod tidy;
mod wasm;
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask run [ARGUMENTS]   build everything and start the program
cargo xtask test              install what the tests need and run all of them
cargo xtask page [ARGUMENTS]  only the tests of the page; arguments choose browser tests, as Playwright reads them
cargo xtask simulate --seeds N [--from SEED]
                              simulated servers, clients, networks and disks; --seed SEED shows everything of one
cargo xtask tidy              only the checks on the source tree itself
cargo xtask fuzz [--minutes N] [--until N] [--corpus DIR] [--table] [NAME]
                              fuzz every reader, or those with NAME in their names, N minutes each, or until
                              all runs together have N executions; --table tells what these have come to
cargo xtask bots              fifty bots play for ten minutes while the server is killed five times
cargo xtask puzzles           prove all puzzles that the program has
cargo xtask power --rounds N  the power fails N times while games are stored
cargo xtask chaos [TEST]      nodes, database and network fail while two hundred tables play; at least 200 nodes are killed
cargo xtask cluster [--nodes N]
                              start PostgreSQL, N nodes and a balancer, for a trial
cargo xtask tune --variant V [--games N] [--seed S] [--nodes N]
                              tunes the weights of full strength from games against itself, and prints them
cargo xtask strength [WORD]   days of matches: whether the computer players are as strong as we say; only those with WORD
                              in their players or game, or `shortcuts`";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let result = match arguments.next().as_deref() {
        Some("run") => run(&arguments.collect::<Vec<_>>()),
        Some("test") => test(),
        Some("page") => web::test(&arguments.collect::<Vec<_>>()),
        Some("simulate") => simulate(&arguments.collect::<Vec<_>>()),
        Some("tidy") => tidy::check(),
        Some("fuzz") => fuzz::run(&arguments.collect::<Vec<_>>()),
        Some("bots") => bots(),
        Some("puzzles") => puzzles(),
        Some("power") => power::run(&arguments.collect::<Vec<_>>()),
        Some("chaos") => chaos::run(&arguments.collect::<Vec<_>>()),
        Some("cluster") => cluster::run(&arguments.collect::<Vec<_>>()),
        Some("tune") => tune(&arguments.collect::<Vec<_>>()),
        Some("strength") => strength::check(&arguments.collect::<Vec<_>>()),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&why);
            ExitCode::FAILURE
        }
    }
}

fn tune(arguments: &[String]) -> Result<(), String> {
    run_quietly(&["search", "--example", "tune"], arguments)
}

fn run(arguments: &[String]) -> Result<(), String> {
    wasm::build()?;
    web::build()?;
    let mut words = vec!["run", "--locked", "--release", "--package", "rookery", "--"];
    words.extend(arguments.iter().map(String::as_str));
    cargo(&words)
}

fn simulate(arguments: &[String]) -> Result<(), String> {
    run_quietly(&["simulation"], arguments)
}

/// Proves every puzzle, which takes minutes; the tests prove a sample.
fn puzzles() -> Result<(), String> {
    run_quietly(&["rookery"], &["puzzles", "check"])
}

/// Runs a program of this workspace, named by its package, without a word of Cargo.
pub(crate) fn run_quietly(program: &[&str], arguments: &[impl AsRef<str>]) -> Result<(), String> {
    let mut words = vec!["run", "--locked", "--release", "--quiet", "--package"];
    words.extend(program);
    words.push("--");
    words.extend(arguments.iter().map(AsRef::as_ref));
    cargo(&words)
}

/// The test of fifty bots in its long form.
fn bots() -> Result<(), String> {
    let words = ["test", "--locked", "--package", "rookery", "--test", "it"];
    let mut command = Command::new(cargo_path());
    command.args(words).args(["bots::", "--", "--nocapture"]);
    command.env("BOTS_SECONDS", "600");
    command.env("BOTS_KILLS", "5");
    finish(&mut command, "cargo test bots")
}

fn test() -> Result<(), String> {
    tidy::check()?;
    cargo(&["fmt", "--all", "--check"])?;
    // Before the page, which carries them inside, and that before the program, for the same reason.
    wasm::build_for_tests()?;
    web::build()?;
    beside(prepare, || {
        cargo(&["test", "--locked", "--workspace", "--no-run"])
    })?;
    let skipped = Skipped::new()?;
    // The tests wait for each other's connections and clocks most of the time, so the linter works
    // meanwhile.
    let program = beside(lint, || {
        skipped.count_in(&["test", "--locked", "--workspace", "--no-fail-fast"])
    });
    // Everything that is wrong is told at the end of the long run.
    let page = web::browser_tests(&[]);
    skipped.tell()?;
    both(program, page)
}

/// What needs no compiled program: packages for the tests, and the tests of the page without a browser.
fn prepare() -> Result<(), String> {
    install_opponent()?;
    install_postgresql()?;
    install_nats()?;
    install_faketime()?;
    web::install_browser()?;
    web::check()
}

/// Does two things at the same time.
fn beside(
    one: fn() -> Result<(), String>,
    other: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let done = other();
        let joined = one.join();
        let joined = joined.unwrap_or_else(|_| Err("a thread of xtask panicked".to_owned()));
        both(done, joined)
    })
}

/// What is wrong with one, the other or both.
fn both(one: Result<(), String>, other: Result<(), String>) -> Result<(), String> {
    match (one, other) {
        (Err(one), Err(other)) => Err(format!("{one}\n{other}")),
        (one, other) => one.and(other),
    }
}

/// Tests that find something missing say so in a file and are counted in the end.
struct Skipped(PathBuf);

impl Skipped {
    fn new() -> Result<Skipped, String> {
        let path = std::env::temp_dir().join(format!("skipped-tests-{}", std::process::id()));
        match std::fs::write(&path, "") {
            Ok(()) => Ok(Skipped(path)),
            Err(why) => Err(format!("{}: {why}", path.display())),
        }
    }

    /// Runs Cargo with tests that know the file.
    fn count_in(&self, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(cargo_path());
        command.args(arguments).env("SKIPPED_TESTS", &self.0);
        finish(&mut command, &format!("cargo {}", arguments.join(" ")))
    }

    /// How many tests were skipped, and which.
    fn tell(&self) -> Result<(), String> {
        let path = self.0.display();
        let lines = std::fs::read_to_string(&self.0).map_err(|why| format!("{path}: {why}"))?;
        std::fs::remove_file(&self.0).map_err(|why| format!("{path}: {why}"))?;
        say(&format!("{} tests were skipped", lines.lines().count()));
        lines.lines().for_each(say);
        Ok(())
    }
}

/// Its output would mix with that of the tests, so it is told only when something is wrong.
fn lint() -> Result<(), String> {
    let mut clippy = Command::new(cargo_path());
    clippy.args(["clippy", "--locked", "--workspace", "--all-targets"]);
    clippy.args(["--", "--deny", "warnings"]);
    let output = clippy.output().map_err(|why| format!("clippy: {why}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Some tests play against Stockfish.
fn install_opponent() -> Result<(), String> {
    let places = ["/usr/games/stockfish", "/usr/bin/stockfish"];
    match places.iter().any(|place| Path::new(place).exists()) {
        true => Ok(()),
        false => install("Stockfish", &["stockfish"]),
    }
}

/// Some tests start a PostgreSQL server of their own.
fn install_postgresql() -> Result<(), String> {
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let mut versions = versions.into_iter().flatten().flatten();
    match versions.any(|version| version.path().join("bin/postgres").is_file()) {
        true => Ok(()),
        false => install("PostgreSQL", &["postgresql"]),
    }
}

/// Some tests start a NATS server of their own.
fn install_nats() -> Result<(), String> {
    let places = ["/usr/sbin/nats-server", "/usr/bin/nats-server"];
    match places.iter().any(|place| Path::new(place).exists()) {
        true => Ok(()),
        false => install("NATS", &["nats-server"]),
    }
}

/// Some tests let nodes see another time of day.
fn install_faketime() -> Result<(), String> {
    match Path::new("/usr/bin/faketime").exists() {
        true => Ok(()),
        false => install("faketime", &["faketime"]),
    }
}

/// Where a program cannot be had, tests that need it are skipped and counted; with `CI=true`, where everything must be
/// tested, that is a failure.
fn install(name: &str, packages: &[&str]) -> Result<(), String> {
    match install_packages(packages) {
        Err(why) if std::env::var("CI").is_ok_and(|value| value == "true") => {
            Err(format!("without {name}: {why}"))
        }
        Err(why) => {
            say(&format!("without {name}: {why}"));
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Installs packages of Debian.
fn install_packages(packages: &[&str]) -> Result<(), String> {
    command("apt-get", &["update"])?;
    let words = ["install", "--yes", "--no-install-recommends"];
    command("apt-get", &[&words, packages].concat())
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    command(&cargo_path(), arguments)
}

/// Where Cargo puts what it builds.
fn target_folder() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR");
    named.map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

fn command(program: &str, arguments: &[&str]) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    finish(Command::new(program).args(arguments), &line)
}

/// Runs a command that people know by a line.
fn finish(command: &mut Command, line: &str) -> Result<(), String> {
    let status = command.status();
    match status.map_err(|why| format!("{line}: {why}"))? {
        status if status.success() => Ok(()),
        status => Err(format!("{line}: {status}")),
    }
}

#[expect(
    clippy::print_stderr,
    reason = "this program talks to a person at a terminal"
)]
fn say(text: &str) {
    eprintln!("{text}");
}
