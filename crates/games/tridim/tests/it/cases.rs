//! The readable cases, and their agreement with the rules document.

use std::path::Path;

use rules::Erased;
use rules::testkit::{cases, clauses};
use tridim::Tridim;

#[test]
fn every_case_holds_and_every_clause_has_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = cases::check(&Erased::<Tridim>::new(), &root.join("cases"))
        .unwrap_or_else(|wrong| panic!("\n{wrong}"));
    assert!(shown.cases >= 120, "only {} cases", shown.cases);
    let document = root.join("../../../docs/rules/tridimensional.md");
    clauses::check(&document, &shown.clauses).unwrap_or_else(|wrong| panic!("\n{wrong}"));
}

/// The titles of all cases.
fn titles(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                return titles(&path);
            }
            let text = std::fs::read_to_string(path).unwrap();
            let title = text.lines().find_map(|line| line.strip_prefix("case "));
            vec![title.unwrap_or_default().trim().to_owned()]
        })
        .collect()
}

#[test]
fn the_course_of_examples_is_complete() {
    let titles = titles(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"));
    let examples = (1..=62).map(|number| format!("example {number}:"));
    let edges = (1..=16).map(|number| format!("edge case {number}:"));
    for name in examples.chain(edges) {
        let found = titles.iter().any(|title| title.starts_with(&name));
        assert!(found, "no case is called {name}");
    }
}
