//! Decisions in docs/adr have one format: number and title, status, four headings, at most one page.

/// Where they are.
const FOLDER: &str = "docs/adr/";

/// About one page.
const MAX_LINES: usize = 60;

/// The headings, in this order.
const HEADINGS: [&str; 4] = [
    "## Context",
    "## Decision",
    "## Consequences",
    "## What would change it",
];

/// What is wrong with a file, if it is a decision.
pub(crate) fn check(path: &str, text: &str) -> Option<String> {
    let name = path.strip_prefix(FOLDER)?;
    let wrong = |what: String| Some(format!("{path}: {what}"));
    let number: u32 = match name.split('-').next().map(str::parse) {
        Some(Ok(number)) => number,
        Some(Err(_)) | None => return wrong("its name does not begin with a number".to_owned()),
    };
    let mut lines = text.lines().filter(|line| !line.is_empty());
    let title = format!("# {number}. ");
    if !lines.next().is_some_and(|line| line.starts_with(&title)) {
        return wrong(format!("does not begin with `{title}` and a title"));
    }
    if !lines
        .next()
        .is_some_and(|line| line.starts_with("Status: "))
    {
        return wrong("the title is not followed by a status".to_owned());
    }
    let headings: Vec<&str> = lines.filter(|line| line.starts_with("## ")).collect();
    if headings != HEADINGS {
        return wrong(format!("its headings are not {}", HEADINGS.join(", ")));
    }
    let n_lines = text.lines().count();
    match n_lines > MAX_LINES {
        true => wrong(format!("{n_lines} lines, more than {MAX_LINES}")),
        false => None,
    }
}

/// Numbers that more than one decision has.
pub(crate) fn check_numbers<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names = paths.filter_map(|path| path.strip_prefix(FOLDER));
    let mut numbers: Vec<&str> = names.filter_map(|name| name.split('-').next()).collect();
    numbers.sort_unstable();
    let twice = numbers.windows(2).filter(|pair| pair[0] == pair[1]);
    let tell = |pair: &[&str]| format!("{FOLDER}: there are several decisions {}", pair[0]);
    twice.map(tell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# 7. Title\n\nStatus: accepted\n\n## Context\n\nWords.\n\n## Decision\n\n## Consequences\n\n## What would change it\n";

    fn is_good(path: &str, text: &str) -> bool {
        check(path, text).is_none()
    }

    #[test]
    fn a_decision_has_one_format() {
        let path = "docs/adr/0007-title.md";
        assert!(is_good(path, GOOD));
        assert!(!is_good("docs/adr/0008-title.md", GOOD));
        assert!(!is_good("docs/adr/title.md", GOOD));
        assert!(!is_good(path, &GOOD.replace("Status: accepted", "")));
        assert!(!is_good(path, &GOOD.replace("## Decision", "")));
        assert!(!is_good(path, &GOOD.replace("## Context", "## Reasons")));
        assert!(!is_good(
            path,
            &format!("{GOOD}{}", "line\n".repeat(MAX_LINES))
        ));
    }

    #[test]
    fn other_documents_have_other_formats() {
        assert!(is_good("docs/hosting.md", "# Running a server"));
    }

    #[test]
    fn a_number_belongs_to_one_decision() {
        let paths = ["docs/adr/0007-one.md", "docs/adr/0008-two.md", "docs/a.md"];
        assert_eq!(check_numbers(paths.into_iter()).len(), 0);
        let paths = ["docs/adr/0007-one.md", "docs/adr/0007-two.md"];
        assert_eq!(check_numbers(paths.into_iter()).len(), 1);
    }
}
