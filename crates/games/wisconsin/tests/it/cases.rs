//! The case files, and that they show every clause of the rules document.

use rules::testkit::{cases, clauses};

use crate::{VARIANT, path};

#[test]
fn cases_hold_and_show_every_clause() {
    let shown = cases::check(&VARIANT, &path("cases")).unwrap_or_else(|wrong| panic!("\n{wrong}"));
    assert!(shown.cases >= 120, "only {} cases", shown.cases);
    let document = path("../../../docs/rules/wisconsin.md");
    clauses::check(&document, &shown.clauses).unwrap_or_else(|wrong| panic!("\n{wrong}"));
}
