//! Refusal codes are for clients. Our own code decides by type: by `RefusalKind`, never by comparing a code with a
//! text.

/// Comparisons that betray a decision by code.
const COMPARISONS: [&str; 6] = [
    ".code == \"",
    ".code != \"",
    ".code() == \"",
    ".code() != \"",
    "describe().0 == \"",
    "match code",
];

/// What is wrong with a source file. Tests compare codes, because clients do.
pub(crate) fn check(path: &str, text: &str) -> Vec<String> {
    let is_ours = path.ends_with(".rs") && path.starts_with("crates/");
    let is_test = ["/tests/", "/testkit/"]
        .iter()
        .any(|part| path.contains(part));
    if !is_ours || is_test {
        return Vec::new();
    }
    let source = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = source.lines().enumerate();
    let compares = |line: &str| COMPARISONS.iter().any(|sign| line.contains(sign));
    let wrong = lines.filter(|(_, line)| compares(line));
    let tell = |(index, _)| format!("{path}:{}: decides by a code; use its type", index + 1);
    wrong.map(tell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_with_a_text_is_found_outside_tests() {
        let source = "if refusal.code == \"time-up\" {}\n";
        let path = "crates/hosting/host/src/live.rs";
        let wrong = check(path, source);
        assert_eq!(
            wrong,
            [format!("{path}:1: decides by a code; use its type")]
        );
        assert!(check("crates/hosting/host/tests/it/main.rs", source).is_empty());
        assert!(check(path, &format!("#[cfg(test)]\n{source}")).is_empty());
        assert!(check(path, "if refusal.kind == RefusalKind::TimeUp {}").is_empty());
    }
}
