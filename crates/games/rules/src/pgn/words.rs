//! The words of a movetext: results, move numbers, moves, and what people think of them.

use std::borrow::Cow;

use super::Parentheses;

/// How a game ended, as a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game goes on, or nobody knows.
    Unknown,
}

impl GameResult {
    /// Reads a result, also as people shorten it.
    pub fn read(word: &str) -> Option<GameResult> {
        match word {
            "1-0" | "1:0" | "1–0" => Some(GameResult::WhiteWins),
            "0-1" | "0:1" | "0–1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2:1/2" | "1/2–1/2" | "1/2" | "½-½" | "½–½" | "½:½" | "½" => {
                Some(GameResult::Draw)
            }
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }

    /// The result as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }
}

/// Judgements that stand alone, with their numbers.
const SYMBOLS: [(&str, u8); 27] = [
    ("□", 7),
    ("☐", 7),
    ("=", 10),
    ("∞", 13),
    ("+/=", 14),
    ("+=", 14),
    ("⩲", 14),
    ("=/+", 15),
    ("=+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("+/−", 16),
    ("-/+", 17),
    ("∓", 17),
    ("−/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("→", 36),
    ("↑", 40),
    ("⇆", 132),
    ("N", 146),
    ("⊕", 138),
];

/// Those that are recognised although they are written behind a move without a blank. A bare `=` or `N` there is part of
/// the move.
fn is_glued(symbol: &str) -> bool {
    !matches!(symbol, "=" | "N" | "+=" | "=+")
}

/// Moves that nobody makes: the turn is passed.
pub fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "0000" | "@@@@")
}

/// A word, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Word<'t> {
    /// What stands in the place of a move.
    pub(super) played: Option<Cow<'t, str>>,
    /// Judgements of it, or of the move before.
    pub(super) nags: Vec<u8>,
}

/// Takes a word apart.
///
/// # Errors
/// The word has a number of a judgement that there is not.
pub(super) fn word(text: &str, parentheses: Parentheses) -> Result<Word<'_>, String> {
    let bare = without_number(text);
    if let Some(nag) = symbol(bare) {
        let nags = vec![nag];
        return Ok(Word { played: None, nags });
    }
    // A judgement may be glued to the move as in `e4$1`.
    let mut parts = bare.split('$');
    let (played, mut nags) = judged(parts.next().unwrap_or_default(), parentheses);
    for number in parts {
        let nag = number.parse();
        nags.push(nag.map_err(|_| format!("`${number}` is not the number of a judgement"))?);
    }
    let played = spelled(played, parentheses);
    Ok(Word { played, nags })
}

fn symbol(word: &str) -> Option<u8> {
    let found = SYMBOLS.iter().find(|(symbol, _)| *symbol == word);
    found.map(|(_, nag)| *nag).or_else(|| marks(word))
}

/// `!` and `?`, one or several.
fn marks(word: &str) -> Option<u8> {
    let is_all = |mark: char| word.chars().all(|sign| sign == mark);
    let has_others = word.chars().any(|sign| !matches!(sign, '!' | '?'));
    match word {
        "" => None,
        _ if has_others => None,
        "!" => Some(1),
        "?" => Some(2),
        _ if is_all('!') => Some(3),
        _ if is_all('?') => Some(4),
        _ if word.starts_with('!') => Some(5),
        _ => Some(6),
    }
}

/// A move without the judgements at its end.
fn judged(mut text: &str, parentheses: Parentheses) -> (&str, Vec<u8>) {
    let mut nags = Vec::new();
    loop {
        let bare = text.trim_end_matches(['!', '?']);
        nags.extend(marks(&text[bare.len()..]));
        text = bare;
        let cut = match parentheses {
            Parentheses::Moves => None,
            Parentheses::Variations => glued_symbol(text),
        };
        let Some((bare, nag)) = cut else {
            nags.reverse();
            return (text, nags);
        };
        nags.push(nag);
        text = bare;
    }
}

fn glued_symbol(text: &str) -> Option<(&str, u8)> {
    let symbols = SYMBOLS.iter().filter(|(symbol, _)| is_glued(symbol));
    let mut found = symbols.filter_map(|(symbol, nag)| Some((text.strip_suffix(symbol)?, *nag)));
    // Something has to be left that can be a move.
    found.find(|(bare, _)| bare.chars().next_back().is_some_and(is_of_move))
}

fn is_of_move(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '+' | '#' | ')' | '!' | '?')
}

/// The move as games read it: without a note that it was made in passing, and `b8=R` for `b8(R)` and `b8/R`.
fn spelled(text: &str, parentheses: Parentheses) -> Option<Cow<'_, str>> {
    if parentheses == Parentheses::Moves {
        let is_move = !matches!(text, "" | "e.p.");
        return is_move.then_some(Cow::Borrowed(text));
    }
    let bare = text.trim_end_matches(['+', '#']);
    let without_note = ["e.p.", "e.p", "ep"].iter().find_map(|note| {
        let cut = bare.strip_suffix(note)?;
        let is_note = cut.is_empty() || cut.ends_with(|sign: char| sign.is_ascii_digit());
        is_note.then_some(cut)
    });
    let text = without_note.unwrap_or(text);
    match promotion(text) {
        Some((pawn_move, role)) => Some(Cow::Owned(format!("{pawn_move}={role}"))),
        None => (!text.is_empty()).then_some(Cow::Borrowed(text)),
    }
}

fn promotion(text: &str) -> Option<(&str, char)> {
    let bare = text.trim_end_matches(['+', '#']);
    let bare = bare.strip_suffix(')').unwrap_or(bare);
    let (pawn_move, role) = bare.split_once(['(', '/'])?;
    let mut roles = role.strip_prefix('=').unwrap_or(role).chars();
    let role = roles.next().filter(|role| "QRBNqrbn".contains(*role))?;
    let is_last_rank = pawn_move.ends_with(['1', '8']);
    (is_last_rank && roles.next().is_none()).then_some((pawn_move, role.to_ascii_uppercase()))
}

/// Whether a parenthesis behind this begins the role of a promotion, as in `b8(R)`.
pub(super) fn is_promotion(before: &str, rest: &str) -> bool {
    let mut signs = rest.chars().skip(1).skip_while(|sign| *sign == '=');
    let is_role = signs.next().is_some_and(|role| "QRBNqrbn".contains(role));
    before.ends_with(['1', '8']) && is_role && signs.next() == Some(')')
}

/// `12.` and `12...` may stand alone or before the move. A number without a dot is a number too, but
/// `0-0` is a move.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let is_number = after.is_empty() || after.starts_with(['.', '…']);
    // Four zeros are a null move.
    match is_number && word != "0000" {
        true => after.trim_start_matches(['.', '…']),
        false => word,
    }
}

/// Whether the moves of a game may begin with this word, where nothing else says that a game begins here.
pub(super) fn begins_moves(word: &str) -> bool {
    let bare = without_number(word);
    let is_numbered = bare.len() < word.len();
    let bare = bare.trim_end_matches(['!', '?', '+', '#']);
    let is_san = bare.len() <= 7
        && bare
            .chars()
            .all(|sign| "KQRBNabcdefgh12345678x=-".contains(sign))
        && bare.ends_with(|sign: char| sign.is_ascii_digit() || "QRBN".contains(sign))
        && bare.len() >= 2;
    let is_castling = matches!(bare, "O-O" | "O-O-O" | "0-0" | "0-0-0");
    is_numbered || is_san || is_castling || is_null_move(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(text: &str) -> (String, Vec<u8>) {
        let word = word(text, Parentheses::Variations).unwrap();
        (word.played.unwrap_or_default().into_owned(), word.nags)
    }

    #[test]
    fn words_are_taken_apart() {
        for (text, played, nags) in [
            ("12...Nf3!?", "Nf3", &[5][..]),
            ("12.", "", &[]),
            ("1…e5", "e5", &[]),
            ("0-0", "0-0", &[]),
            ("0000", "0000", &[]),
            ("e4$1$14", "e4", &[1, 14]),
            ("$146", "", &[146]),
            ("exd6e.p.", "exd6", &[]),
            ("exd6ep+", "exd6", &[]),
            ("e.p.", "", &[]),
            ("b8(R)+", "b8=R", &[]),
            ("bxa1/q", "bxa1=Q", &[]),
            ("b8=Q", "b8=Q", &[]),
            ("+/=", "", &[14]),
            ("Nf3+/=", "Nf3", &[14]),
            ("Nf3!±", "Nf3", &[1, 16]),
            ("Qxh7+-", "Qxh7", &[18]),
            ("Qh7+", "Qh7+", &[]),
            ("--", "--", &[]),
            ("!!!", "", &[3]),
        ] {
            assert_eq!(apart(text), (played.to_owned(), nags.to_vec()), "{text}");
        }
        assert!(word("e4$300", Parentheses::Variations).is_err());
        assert!(word("$", Parentheses::Variations).is_err());
    }

    #[test]
    fn other_games_keep_their_signs() {
        for text in ["(a8B=Q)", "Na1(=)", "b8(R)", "QL1-QL3"] {
            let word = word(text, Parentheses::Moves).unwrap();
            assert_eq!(word.played.as_deref(), Some(text));
        }
    }

    #[test]
    fn prose_does_not_begin_a_game() {
        for text in ["1.", "1.e4", "e4", "Nf3+", "O-O", "b8=Q"] {
            assert!(begins_moves(text), "{text}");
        }
        for text in ["This", "See", "Game2", "http://x", "be", "a"] {
            assert!(!begins_moves(text), "{text}");
        }
    }
}
