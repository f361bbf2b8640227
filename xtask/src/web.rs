//! The browser client: built for the program, and all of its tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{cargo, command};

/// Where the client, its tests and their packages lie.
const FOLDER: &str = "web";

/// Packages whose lock has been installed keep a copy of it, so that nothing is installed twice.
const INSTALLED: &str = "node_modules/.installed-lock";

/// Builds web/dist, which the program then carries inside.
pub(crate) fn build() -> Result<(), String> {
    if !has("npm") {
        return Err("the web client needs Node.js 20 or newer with npm; \
            without it, `cargo run --release --package rookery -- serve` serves programs only"
            .to_owned());
    }
    install()?;
    npm(&["run", "build"])
}

/// Checks formatting, lints and types, and runs the unit tests.
pub(crate) fn check() -> Result<(), String> {
    install()?;
    npm(&["test"])
}

/// Runs the tests in real browsers, against the debug build of the program. Arguments are those of Playwright: files,
/// `--project boards`.
pub(crate) fn browser_tests(arguments: &[String]) -> Result<(), String> {
    install_browser()?;
    install()?;
    let mut words = vec!["run", "browser", "--"];
    words.extend(arguments.iter().map(String::as_str));
    npm(&words)
}

/// Every test of the page, without those of the program.
pub(crate) fn test(arguments: &[String]) -> Result<(), String> {
    build()?;
    check()?;
    cargo(&["build", "--locked", "--package", "rookery"])?;
    build_fifth_game()?;
    browser_tests(arguments)
}

/// The program with one more game, whose board the browser tests look at.
pub(crate) fn build_fifth_game() -> Result<(), String> {
    let example = ["--example", "fifth_game"];
    let words = [&["build", "--locked", "--package", "rookery"][..], &example];
    cargo(&words.concat())
}

fn install() -> Result<(), String> {
    let lock = Path::new(FOLDER).join("package-lock.json");
    let copy = Path::new(FOLDER).join(INSTALLED);
    let wanted = fs::read(&lock).map_err(|why| format!("{}: {why}", lock.display()))?;
    if fs::read(&copy).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    npm(&["ci"])?;
    fs::write(&copy, wanted).map_err(|why| format!("{}: {why}", copy.display()))
}

/// The tests need a browser and a font; Debian has both.
pub(crate) fn install_browser() -> Result<(), String> {
    if has("chromium") {
        return Ok(());
    }
    crate::install_packages(&["chromium", "fonts-dejavu-core"])
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    let mut words = vec!["--prefix", FOLDER];
    words.extend(arguments);
    command("npm", &words)
}

fn has(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}
