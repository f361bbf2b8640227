//! Phrases that readers stumble over. Each has a plain form: the player who, anybody with, is not a.

/// Words of which every use reads as a riddle.
const RIDDLES: [&str; 3] = ["whoever", "somebody who ", "what else has an end"];

/// What is said of something that does not exist, not of something that is something else.
const BEFORE: [&str; 3] = ["there", "here", "where"];

/// Comparisons.
const AFTER: [&str; 3] = ["longer", "more", "better"];

/// This file names them.
const OWN: &str = "xtask/src/phrases.rs";

/// What is wrong with the phrases of a file.
pub(crate) fn check(path: &str, text: &str) -> Vec<String> {
    let is_generated = path.ends_with(".lock") || path.ends_with("lock.json");
    if path == OWN || is_generated {
        return Vec::new();
    }
    let lines = (1..).zip(text.lines());
    let wrong = lines.filter_map(|(number, line)| {
        let phrase = phrase_in(&line.to_lowercase())?;
        Some(format!("{path}:{number}: say it without \"{phrase}\""))
    });
    wrong.collect()
}

fn phrase_in(line: &str) -> Option<String> {
    let riddle = RIDDLES.iter().find(|riddle| line.contains(*riddle));
    riddle.map(|riddle| (*riddle).to_owned()).or_else(|| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_odd = |window: &&[&str]| {
            let [before, is, no, what] = window else {
                return false;
            };
            let is_word = what.chars().next().is_some_and(char::is_alphabetic);
            let is_clear = BEFORE.iter().any(|word| before.ends_with(word))
                || AFTER.iter().any(|word| what.starts_with(word));
            ["is", "are"].contains(is) && *no == "no" && is_word && !is_clear
        };
        let odd = words.windows(4).find(is_odd);
        odd.map(|window| window[1..].join(" "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn riddles_are_found_and_plain_words_are_not() {
        for riddle in [
            "// Whoever comes first waits.",
            "for somebody who waits",
            "a guest is no account",
            "they are no tests",
        ] {
            assert_eq!(check("docs/x.md", riddle).len(), 1, "{riddle}");
        }
        for plain in [
            "there is no such game",
            "it is no longer listed",
            "this is no better afterwards",
            "`x` is not an action",
        ] {
            assert_eq!(check("docs/x.md", plain), [""; 0], "{plain}");
        }
    }
}
