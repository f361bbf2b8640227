//! `cargo xtask run` builds and starts; `cargo xtask test` installs what the tests need and runs them.
//! No dependencies, so that it compiles in a second.

mod architecture;
mod conformance;
mod decisions;
mod fuzz;
mod game_names;
mod layers;
mod power;
mod refusal_codes;
mod strength;
mod tidy;
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
cargo xtask fuzz [--minutes N] [NAME]
                              fuzz every reader, or those with NAME in their names, N minutes each
cargo xtask power --rounds N  the power fails N times while games are stored
cargo xtask strength          hours of matches: whether the computer players are as strong as we say";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let result = match arguments.next().as_deref() {
        Some("run") => run(&arguments.collect::<Vec<_>>()),
        Some("test") => test(),
        Some("page") => web::test(&arguments.collect::<Vec<_>>()),
        Some("simulate") => simulate(&arguments.collect::<Vec<_>>()),
        Some("tidy") => tidy::check(),
        Some("fuzz") => fuzz::run(&arguments.collect::<Vec<_>>()),
        Some("power") => power::run(&arguments.collect::<Vec<_>>()),
        Some("strength") => strength::check(),
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

fn run(arguments: &[String]) -> Result<(), String> {
    web::build()?;
    let mut words = vec!["run", "--locked", "--release", "--package", "rookery", "--"];
    words.extend(arguments.iter().map(String::as_str));
    cargo(&words)
}

fn simulate(arguments: &[String]) -> Result<(), String> {
    let mut words = vec!["run", "--locked", "--release", "--quiet"];
    words.extend(["--package", "simulation", "--"]);
    words.extend(arguments.iter().map(String::as_str));
    cargo(&words)
}

fn test() -> Result<(), String> {
    tidy::check()?;
    cargo(&["fmt", "--all", "--check"])?;
    // Before the program is built, so that it is built once.
    web::check()?;
    install_opponent()?;
    cargo(&["test", "--locked", "--workspace", "--no-run"])?;
    let skipped = Skipped::new()?;
    // The tests wait for each other's connections and clocks most of the time, so the linter works
    // meanwhile.
    std::thread::scope(|scope| {
        let linter = scope.spawn(lint);
        skipped.count_in(&["test", "--locked", "--workspace"])?;
        let linted = linter.join();
        linted.unwrap_or_else(|_| Err("the linter was not run".to_owned()))
    })?;
    web::browser_tests(&[])?;
    skipped.tell()
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

/// Some tests play against Stockfish. Where it cannot be had they are skipped and counted; with `CI=true`, where
/// everything must be tested, that is a failure.
fn install_opponent() -> Result<(), String> {
    let places = ["/usr/games/stockfish", "/usr/bin/stockfish"];
    if places.iter().any(|place| Path::new(place).exists()) {
        return Ok(());
    }
    match install_packages(&["stockfish"]) {
        Err(why) if std::env::var("CI").is_ok_and(|value| value == "true") => {
            Err(format!("without Stockfish: {why}"))
        }
        Err(why) => {
            say(&format!("without Stockfish: {why}"));
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
