//! The case files, and that they show every clause of the rules document.

use std::path::Path;

use rules::Erased;
use rules::testkit::{cases, clauses};
use timetravel::TimeTravel;

#[test]
fn every_case_holds_and_every_clause_has_one() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let variant = Erased::<TimeTravel>::new();
    let shown = cases::check(&variant, &home.join("cases")).unwrap_or_else(|why| panic!("\n{why}"));
    assert!(shown.cases >= 80, "only {} cases", shown.cases);
    let document = home.join("../../../docs/rules/timetravelling.md");
    clauses::check(&document, &shown.clauses).unwrap_or_else(|why| panic!("\n{why}"));
}
