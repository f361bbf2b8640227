//! docs/conformance.md says which test shows what a description asks. Every line names a test, and the tests exist.

use std::fs;

/// The document.
const DOCUMENT: &str = "docs/conformance.md";

/// What is wrong with the document.
pub(crate) fn check() -> Vec<String> {
    match fs::read_to_string(DOCUMENT) {
        Ok(text) => check_text(&text, &|path| fs::read_to_string(path).ok()),
        Err(why) => vec![format!("{DOCUMENT}: {why}")],
    }
}

fn check_text(text: &str, read: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let rows = text.lines().enumerate();
    let rows = rows.filter(|(_, line)| is_row(line));
    let tell = |number: usize, what: String| format!("{DOCUMENT}:{}: {what}", number + 1);
    rows.flat_map(|(number, line)| {
        let tests = line.split('|').nth(2).unwrap_or_default();
        let tests: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        let mut wrong: Vec<String> = Vec::new();
        if tests.is_empty() {
            wrong.push(tell(number, "no test shows it".to_owned()));
        }
        let missing = tests.iter().filter(|test| !exists(test, read));
        wrong.extend(missing.map(|test| tell(number, format!("there is no test {test}"))));
        wrong
    })
    .collect()
}

/// A row of a table, which is neither its head nor the line below it.
fn is_row(line: &str) -> bool {
    line.starts_with('|') && !line.starts_with("| what it asks |") && !line.starts_with("|---")
}

/// A case is a file; any other test has a name in a file.
fn exists(test: &str, read: &dyn Fn(&str) -> Option<String>) -> bool {
    let (path, name) = test.split_once("::").unwrap_or((test, ""));
    let path = match path.starts_with("web/") {
        true => path.to_owned(),
        false => format!("crates/{path}"),
    };
    let Some(text) = read(&path) else {
        return false;
    };
    match path.ends_with(".rs") {
        true => !name.is_empty() && text.contains(&format!("fn {name}(")),
        false => text.contains(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(path: &str) -> Option<String> {
        match path {
            "crates/a/tests/it/play.rs" => Some("fn it_works() {}".to_owned()),
            "crates/a/cases/x.case" => Some("case x".to_owned()),
            "web/e2e/tests/a.spec.mjs" => Some("test(\"two people play\"".to_owned()),
            _ => None,
        }
    }

    fn wrong(row: &str) -> usize {
        let text = format!("| what it asks | shown by | where |\n|---|---|---|\n{row}\n");
        check_text(&text, &files).len()
    }

    #[test]
    fn every_line_names_tests_that_exist() {
        assert_eq!(wrong("| x | `a/tests/it/play.rs::it_works` | |"), 0);
        assert_eq!(
            wrong("| x | `a/cases/x.case`, `web/e2e/tests/a.spec.mjs::two people` | |"),
            0
        );
        assert_eq!(wrong("| x | | |"), 1);
        assert_eq!(wrong("| x | `a/tests/it/play.rs::it_does_not` | |"), 1);
        assert_eq!(wrong("| x | `a/tests/it/play.rs` | |"), 1);
        assert_eq!(wrong("| x | `a/cases/y.case` | |"), 1);
    }
}
