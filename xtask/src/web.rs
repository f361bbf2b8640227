//! The browser client: built for the program, checked and played by the tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command;

/// Packages whose lock has been installed keep a copy of it, so that nothing is installed twice.
const INSTALLED: &str = "node_modules/.installed-lock";

/// Builds web/dist, which the program then carries inside.
pub(crate) fn build() -> Result<(), String> {
    if !has("npm") {
        return Err("the web client needs Node.js 20 or newer with npm; \
            without it, `cargo run --release --package rookery -- serve` serves programs only"
            .to_owned());
    }
    install("web")?;
    npm("web", &["run", "build"])
}

/// Checks the types, runs the unit tests, and builds what the program carries inside.
pub(crate) fn check() -> Result<(), String> {
    install("web")?;
    for script in ["check", "test", "build"] {
        npm("web", &["run", script])?;
    }
    Ok(())
}

/// Plays in real browsers, against the program that the other tests have built.
pub(crate) fn play() -> Result<(), String> {
    install_browser()?;
    install("web")?;
    npm("web", &["run", "boards"])?;
    npm("web", &["run", "e2e"])
}

fn install(folder: &str) -> Result<(), String> {
    let lock = Path::new(folder).join("package-lock.json");
    let copy = Path::new(folder).join(INSTALLED);
    let wanted = fs::read(&lock).map_err(|why| format!("{}: {why}", lock.display()))?;
    if fs::read(&copy).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    npm(folder, &["ci"])?;
    fs::write(&copy, wanted).map_err(|why| format!("{}: {why}", copy.display()))
}

/// The tests need a browser and a font; Debian has both.
fn install_browser() -> Result<(), String> {
    if has("chromium") {
        return Ok(());
    }
    crate::install_packages(&["chromium", "fonts-dejavu-core"])
}

fn npm(folder: &str, arguments: &[&str]) -> Result<(), String> {
    let mut words = vec!["--prefix", folder];
    words.extend(arguments);
    command("npm", &words)
}

fn has(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}
