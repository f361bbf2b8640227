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
    let document = root.join("../../docs/rules/tridimensional.md");
    clauses::check(&document, &shown.clauses).unwrap_or_else(|wrong| panic!("\n{wrong}"));
}
