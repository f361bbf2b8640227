//! Keeps a rules document and the cases together: every clause is shown by a case, and every case
//! shows a clause that exists.

use std::collections::BTreeSet;
use std::path::Path;

/// Compares the clauses of a document, written in bold like `**O-2.3**`, with those that cases name.
///
/// # Errors
/// Lists clauses without a case and cases of clauses that do not exist.
pub fn check(document: &Path, named: &BTreeSet<String>) -> Result<(), String> {
    let text = std::fs::read_to_string(document)
        .map_err(|why| format!("{}: {why}", document.display()))?;
    let written = clauses(&text);
    if written.is_empty() {
        return Err(format!("{} has no numbered clauses", document.display()));
    }
    let bare = written
        .difference(named)
        .map(|clause| format!("no case shows {clause}"));
    let unknown = named
        .difference(&written)
        .map(|clause| format!("no clause is called {clause}"));
    let wrong: Vec<String> = bare.chain(unknown).collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

fn clauses(text: &str) -> BTreeSet<String> {
    let bold = text.split("**").skip(1).step_by(2);
    bold.filter(|word| is_clause(word))
        .map(str::to_owned)
        .collect()
}

/// A few capitals, a hyphen, and numbers joined by dots: `TT-4.12`.
fn is_clause(word: &str) -> bool {
    let Some((letters, numbers)) = word.split_once('-') else {
        return false;
    };
    let numeric = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    !letters.is_empty()
        && letters.bytes().all(|byte| byte.is_ascii_uppercase())
        && numbers.split('.').all(numeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bold_numbered_words_are_clauses() {
        let found = clauses("**O-1.2** yes, **TT-3** too; **bold** no, O-4 no, **E-** no");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["O-1.2", "TT-3"]);
    }
}
