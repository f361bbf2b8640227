//! Checks on the source tree itself: what a compiler does not look at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Above this a file surely holds more than one concept.
const MAX_LINES: usize = 800;

/// Words of variants, which general crates must not know.
const VARIANTS: [&str; 5] = ["orthodox", "chess960", "wisconsin", "tridim", "timetravel"];

/// Crates in which no variant is named.
const GENERAL: [&str; 6] = [
    "crates/games/rules/src/",
    "crates/hosting/session/src/",
    "crates/hosting/store/src/",
    "crates/hosting/host/src/",
    "crates/hosting/server/src/",
    "crates/protocols/native/src/",
];

/// Runs all checks.
pub(crate) fn check() -> Result<(), String> {
    let mut wrong = Vec::new();
    for file in tracked_files()? {
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        wrong.extend(check_length(&file, &text));
        wrong.extend(check_general(&file, &text));
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

fn tracked_files() -> Result<Vec<PathBuf>, String> {
    let output = Command::new("git").args(["ls-files"]).output();
    let output = output.map_err(|why| format!("git ls-files: {why}"))?;
    let list = String::from_utf8_lossy(&output.stdout);
    Ok(list.lines().map(PathBuf::from).collect())
}

fn check_length(file: &Path, text: &str) -> Option<String> {
    let source = file
        .extension()
        .is_some_and(|ending| ending == "rs" || ending == "ts" || ending == "tsx");
    let lines = text.lines().count();
    (source && lines > MAX_LINES)
        .then(|| format!("{}: {lines} lines; split it by concept", file.display()))
}

/// No general crate but the catalog names a variant: a new one must be one crate and one line.
fn check_general(file: &Path, text: &str) -> Option<String> {
    let path = file.to_str()?;
    let general = GENERAL.iter().any(|folder| path.starts_with(folder));
    if !general {
        return None;
    }
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let named = VARIANTS
        .iter()
        .find(|variant| code.clone().any(|line| line.contains(**variant)));
    named.map(|variant| format!("{path}: a general crate names the variant `{variant}`"))
}
