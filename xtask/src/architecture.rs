//! ARCHITECTURE.md stays short and true: every path and every name in it exists in the tree.
//!
//! A span in backticks is a path, a name, or a command. A path (with a slash or an ending) must be a tracked file or
//! folder. Every word of a name or a command must occur in a tracked source; after `crate::`, in a source of that crate.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

/// The document.
pub(crate) const DOCUMENT: &str = "ARCHITECTURE.md";

/// A map has to be read in one go.
const MAX_LINES: usize = 150;

/// Where words are looked up.
const SOURCES: [&str; 6] = ["rs", "ts", "tsx", "mjs", "toml", "json"];

/// This file, whose tests have names that exist nowhere else.
const THIS_FILE: &str = "xtask/src/architecture.rs";

/// The tree, as far as the document is compared with it.
#[derive(Default)]
pub(crate) struct Tree {
    /// Tracked files and their folders.
    paths: HashSet<String>,
    /// The words of all sources.
    words: HashSet<String>,
    /// The words of each crate, by the crate's name in Rust.
    crates: BTreeMap<String, HashSet<String>>,
}

impl Tree {
    /// Adds a tracked file.
    pub(crate) fn add(&mut self, path: &str, text: &str) {
        for folder in Path::new(path).ancestors() {
            self.paths.extend(folder.to_str().map(str::to_owned));
        }
        let ending = path.rsplit('.').next().unwrap_or_default();
        if path == THIS_FILE || !SOURCES.contains(&ending) {
            return;
        }
        let file = path.rsplit('/').next().unwrap_or_default();
        let module = file.split('.').next();
        let found = || words(text).chain(module).map(str::to_owned);
        self.words.extend(found());
        if let Some(name) = crate_of(path) {
            let name = name.replace('-', "_");
            self.words.insert(name.clone());
            self.crates.entry(name).or_default().extend(found());
        }
    }

    /// What is wrong with the document.
    pub(crate) fn check(&self, document: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        let n_lines = document.lines().count();
        if n_lines > MAX_LINES {
            wrong.push(format!(
                "{DOCUMENT}: {n_lines} lines, more than {MAX_LINES}"
            ));
        }
        let spans = spans(document);
        let unknown = spans.iter().filter(|span| !self.has(span));
        wrong.extend(unknown.map(|span| format!("{DOCUMENT}: `{span}` is not in the tree")));
        let named: HashSet<String> = spans.iter().map(|span| span.replace('-', "_")).collect();
        let missing = self.crates.keys().filter(|name| !named.contains(*name));
        wrong.extend(missing.map(|name| format!("{DOCUMENT}: the crate `{name}` is not named")));
        wrong
    }

    fn has(&self, span: &str) -> bool {
        if is_path(span) {
            return self.paths.contains(span.trim_end_matches('/'));
        }
        let (known, names) = match span.split_once("::") {
            Some((name, names)) => (self.crates.get(name), names),
            None => (Some(&self.words), span),
        };
        // A hyphen in the name of a crate is an underscore in Rust.
        let names = names.replace('-', "_");
        known.is_some_and(|known| words(&names).all(|word| known.contains(word)))
    }
}

/// What stands between backticks, outside of blocks of code.
fn spans(document: &str) -> BTreeSet<String> {
    let blocks = document.split("```").step_by(2);
    let spans = blocks.flat_map(|block| block.split('`').skip(1).step_by(2));
    spans.map(str::to_owned).collect()
}

fn is_path(span: &str) -> bool {
    let mut endings = SOURCES.iter().chain(&["md"]);
    let has_ending = endings.any(|ending| span.ends_with(&format!(".{ending}")));
    !span.contains(' ') && (span.contains('/') || has_ending)
}

/// The folder's name is the crate's.
fn crate_of(path: &str) -> Option<&str> {
    let mut parts = path.split('/');
    match (parts.next()?, parts.next()?, parts.next()?) {
        ("xtask", ..) => Some("xtask"),
        ("crates", name @ ("rookery" | "simulation" | "wasm"), _) => Some(name),
        ("crates", _, name) => Some(name),
        _ => None,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !is_of_word(c));
    words.filter(|word| !word.is_empty())
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.add("crates/games/rules/src/lib.rs", "pub trait Variant {}");
        tree.add(
            "crates/hosting/host/src/rate_limit.rs",
            "pub struct Bucket;",
        );
        tree.add("docs/limits.md", "Leaky");
        tree
    }

    fn check(document: &str) -> Vec<String> {
        tree().check(&format!("`rules` `host` {document}"))
    }

    #[test]
    fn paths_and_names_that_exist_are_fine() {
        for document in [
            "`crates/hosting`",
            "`crates/hosting/`",
            "`docs/limits.md`",
            "`Variant`",
            "`rules::Variant`",
            "`host::rate_limit`",
            "```\n`Nothing` in a picture\n```",
        ] {
            assert_eq!(check(document), [""; 0], "{document}");
        }
    }

    #[test]
    fn paths_and_names_that_do_not_exist_are_told() {
        for document in [
            "`crates/hosting/store`",
            "`limits.md`",
            "`Varian`",
            "`host::Variant`",
            "`store::Bucket`",
            "`Variant Leaky`",
        ] {
            assert_eq!(check(document).len(), 1, "{document}");
        }
    }

    #[test]
    fn a_crate_must_be_named() {
        assert_eq!(tree().check("`rules`").len(), 1);
        assert_eq!(tree().check("`rules` `host`").len(), 0);
    }

    #[test]
    fn a_document_that_is_too_long_is_told() {
        let line = "a line\n";
        assert_eq!(check(&line.repeat(MAX_LINES)).len(), 0);
        assert_eq!(check(&line.repeat(MAX_LINES + 1)).len(), 1);
    }
}
