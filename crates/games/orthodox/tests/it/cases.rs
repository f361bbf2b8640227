//! The readable cases, and that they and the rules document speak of the same clauses.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use orthodox::Orthodox;
use rules::Erased;
use rules::testkit::{cases, clauses};

#[test]
fn every_case_holds_and_every_clause_has_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = cases::check(&Erased::<Orthodox>::new(), &root.join("cases"))
        .unwrap_or_else(|wrong| panic!("\n{wrong}"));
    assert!(shown.cases >= 100, "only {} cases", shown.cases);
    clauses::check(
        &root.join("../../../docs/rules/orthodox.md"),
        &shown.clauses,
    )
    .unwrap_or_else(|wrong| panic!("\n{wrong}"));
}

/// What stands between `before` and `after`, wherever it does, if it looks like a code.
fn codes(text: &str, before: &str, after: &str) -> BTreeSet<String> {
    let is_code = |word: &&str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    text.split(before)
        .skip(1)
        .filter_map(|rest| rest.split(after).next())
        .filter(is_code)
        .map(str::to_owned)
        .collect()
}

/// The text of all files below a folder.
fn all_text(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let texts = paths.map(|path| {
        if path.is_dir() {
            all_text(&path)
        } else {
            fs::read_to_string(path).unwrap()
        }
    });
    texts.collect()
}

#[test]
fn every_refusal_is_documented_and_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(root.join("src/illegal.rs")).unwrap();
    let document = fs::read_to_string(root.join("../../../docs/rules/orthodox.md")).unwrap();
    let in_source = codes(&source, "= \"", "\"");
    let table = document.split("| code | meaning |").nth(1).unwrap();
    assert_eq!(in_source, codes(table, "\n| `", "` |"));
    // A code in a case is followed by words or by the end of the line.
    let cases = all_text(&root.join("cases")).replace(" ~", "\n");
    let shown = codes(&cases, " = ", "\n");
    let bare: Vec<&String> = in_source.difference(&shown).collect();
    assert!(bare.is_empty(), "no case shows {bare:?}");
    assert!(in_source.len() >= 24);
}
