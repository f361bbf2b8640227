//! The readable cases, and that they and the rules document speak of the same clauses.

use std::path::Path;

use orthodox::Orthodox;
use rules::Erased;
use rules::testkit::{cases, clauses};

#[test]
fn every_case_holds_and_every_clause_has_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = cases::check(&Erased::<Orthodox>::new(), &root.join("cases"))
        .unwrap_or_else(|wrong| panic!("\n{wrong}"));
    assert!(shown.cases >= 60, "only {} cases", shown.cases);
    clauses::check(&root.join("../../docs/rules/orthodox.md"), &shown.clauses)
        .unwrap_or_else(|wrong| panic!("\n{wrong}"));
}
