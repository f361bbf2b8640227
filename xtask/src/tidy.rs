//! Checks on the source tree itself: what a compiler does not look at.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::architecture::{self, Tree};
use crate::conformance;
use crate::decisions;
use crate::game_names;
use crate::layers::{self, Layers};
use crate::phrases;
use crate::refusal_codes;

/// Above this a file surely holds more than one concept.
const MAX_LINES: usize = 800;

/// Runs all checks.
pub(crate) fn check() -> Result<(), String> {
    let mut wrong = Vec::new();
    let games = game_names::games()?;
    let (mut tree, mut layers) = (Tree::default(), Layers::default());
    let files = tracked_files()?;
    for file in &files {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            // A picture has a path and no lines.
            Err(why) if why.kind() == ErrorKind::InvalidData => String::new(),
            Err(_) => continue,
        };
        wrong.extend(check_length(file, &text));
        let Some(path) = file.to_str() else {
            continue;
        };
        wrong.extend(game_names::check(path, &text, &games));
        wrong.extend(decisions::check(path, &text));
        wrong.extend(refusal_codes::check(path, &text));
        wrong.extend(phrases::check(path, &text));
        tree.add(path, &text);
        if layers::is_concerned(file) {
            layers.add(path, &text);
        }
    }
    wrong.extend(conformance::check());
    wrong.extend(layers.check());
    let paths = files.iter().filter_map(|file| file.to_str());
    wrong.extend(decisions::check_numbers(paths));
    let document = architecture::DOCUMENT;
    let text = fs::read_to_string(document).map_err(|why| format!("{document}: {why}"))?;
    wrong.extend(tree.check(&text));
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
