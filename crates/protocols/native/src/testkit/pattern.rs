//! Texts as documents show them: three dots stand for anything, and `{name}` for something that has a name
//! from its first appearance on.

use std::collections::HashMap;

/// What names stand for.
#[derive(Debug, Default)]
pub struct Names(HashMap<String, String>);

impl Names {
    /// A text with what the names in it stand for.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (name, value) in &self.0 {
            filled = filled.replace(&format!("{{{name}}}"), value);
        }
        filled
    }

    /// Gives a name its meaning.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// What a name stands for.
    pub fn value(&self, name: &str) -> &str {
        &self.0[name]
    }

    /// Whether a text is as it is shown. Names that are new get their meaning.
    pub fn fits(&mut self, shown: &str, found: &str) -> bool {
        let shown = self.fill(shown);
        let mut new = HashMap::new();
        let fits = fits(&pieces(&shown), found, &mut new);
        if fits {
            self.0.extend(new);
        }
        fits
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Anything,
    Name(&'a str),
}

fn pieces(shown: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for (index, part) in shown.split('…').enumerate() {
        if index > 0 {
            pieces.push(Piece::Anything);
        }
        let mut rest = part;
        while let Some((before, name, after)) = first_name(rest) {
            pieces.extend([Piece::Text(before), Piece::Name(name)]);
            rest = after;
        }
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// What stands before the first name, the name, and what follows.
fn first_name(text: &str) -> Option<(&str, &str, &str)> {
    for (open, _) in text.match_indices('{') {
        let inner = &text[open + 1..];
        let length = inner.find(|sign: char| !sign.is_ascii_lowercase())?;
        if length > 0 && inner[length..].starts_with('}') {
            return Some((&text[..open], &inner[..length], &inner[length + 1..]));
        }
    }
    None
}

fn fits(pieces: &[Piece<'_>], found: &str, names: &mut HashMap<String, String>) -> bool {
    match pieces {
        [] => found.is_empty(),
        [Piece::Text(text), rest @ ..] => found
            .strip_prefix(text)
            .is_some_and(|found| fits(rest, found, names)),
        [Piece::Anything] => true,
        [Piece::Anything, rest @ ..] => {
            let mut places = found.char_indices().map(|(at, _)| at).chain([found.len()]);
            places.any(|at| fits(rest, &found[at..], names))
        }
        [Piece::Name(name), rest @ ..] => {
            let end = found.find('"').unwrap_or(found.len());
            let (value, found) = found.split_at(end);
            let known = names.get(*name).cloned();
            if known.is_some_and(|known| known != value) {
                return false;
            }
            names.insert((*name).to_owned(), value.to_owned());
            fits(rest, found, names)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_stand_for_anything_and_names_for_what_they_meant_first() {
        let mut names = Names::default();
        assert!(names.fits(r#"{"a":…,"id":"{game}"}"#, r#"{"a":[1,2],"id":"g7"}"#));
        assert_eq!(names.value("game"), "g7");
        assert!(names.fits("game {game}, … and …", "game g7, one and more"));
        assert!(!names.fits("game {game}", "game g8"));
        assert!(!names.fits("exactly", "exactly this"));
        assert!(!names.fits("…end", "the end of it"));
        assert_eq!(names.fill("{game} {other}"), "g7 {other}");
    }
}
