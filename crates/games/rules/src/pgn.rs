//! The reader of PGN, for every game: tags, moves, comments and results.
//!
//! Variations, move numbers and numbered judgements (`$1`) are passed over. Anything that is not PGN is
//! an error and never skipped, because a game that lacks a move is worse than no game.

/// One game of a PGN text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame<'t> {
    /// Names and values of its tags, in their order.
    pub tags: Vec<(String, String)>,
    /// What stands in the place of moves, without move numbers and judgements.
    pub moves: Vec<&'t str>,
    /// Its comments outside of variations.
    pub comments: Vec<&'t str>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, if it stands at the end.
    pub result: Option<&'t str>,
}

impl PgnGame<'_> {
    /// The value of a tag; empty if there is none.
    pub fn tag(&self, wanted: &str) -> &str {
        let found = self.tags.iter().find(|(name, _)| name == wanted);
        found.map_or("", |(_, value)| value.as_str())
    }
}

/// What parentheses mean in the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parentheses {
    /// They enclose variations, as in ordinary chess.
    Variations,
    /// A word in or with parentheses is a move, such as `(a8B=Q)`; only what goes on after a blank is a
    /// variation.
    Moves,
}

/// Reads all games of a text. A game ends with its result, or where the tags of the next one begin.
///
/// # Errors
/// The text is not PGN; the sentence says why.
pub fn games(text: &str, parentheses: Parentheses) -> Result<Vec<PgnGame<'_>>, String> {
    let mut reader = Reader {
        rest: text.trim_start_matches('\u{feff}'),
        parentheses,
        depth: 0,
        games: Vec::new(),
        game: PgnGame::default(),
    };
    // An escaped line at the very beginning has no line end before it.
    reader.skip_escaped_line();
    while let Some(first) = reader.rest.chars().next() {
        reader.read(first)?;
    }
    match reader.depth {
        0 => Ok(reader.finish()),
        _ => Err("a variation is not closed with )".to_owned()),
    }
}

struct Reader<'t> {
    rest: &'t str,
    parentheses: Parentheses,
    /// How many variations are open.
    depth: usize,
    games: Vec<PgnGame<'t>>,
    /// The game that is being read.
    game: PgnGame<'t>,
}

impl<'t> Reader<'t> {
    fn read(&mut self, first: char) -> Result<(), String> {
        match first {
            '{' => self.comment()?,
            ';' => self.line_comment(),
            '[' => self.tag()?,
            '(' if !self.is_word_in_parentheses() => {
                self.depth += 1;
                self.skip(first);
            }
            ')' => {
                let outer = self.depth.checked_sub(1);
                self.depth = outer.ok_or("a variation is closed that was not opened")?;
                self.skip(first);
            }
            '\n' => {
                self.skip(first);
                self.skip_escaped_line();
            }
            _ if first.is_whitespace() => self.skip(first),
            _ => self.word(),
        }
        Ok(())
    }

    fn skip(&mut self, first: char) {
        self.rest = &self.rest[first.len_utf8()..];
    }

    fn comment(&mut self) -> Result<(), String> {
        let closed = self.rest[1..].split_once('}');
        let (comment, rest) = closed.ok_or("a comment is not closed with }")?;
        self.rest = rest;
        self.add_comment(comment);
        Ok(())
    }

    fn line_comment(&mut self) {
        let comment = &self.rest[1..];
        self.skip_line();
        self.add_comment(&comment[..comment.len() - self.rest.len()]);
    }

    fn add_comment(&mut self, comment: &'t str) {
        if self.depth == 0 {
            self.game.comments.push(comment.trim());
        }
    }

    fn skip_line(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.rest = &self.rest[end..];
    }

    /// A line that begins with `%` is not PGN but a message to some program.
    fn skip_escaped_line(&mut self) {
        if self.rest.starts_with('%') {
            self.skip_line();
        }
    }

    fn tag(&mut self) -> Result<(), String> {
        let line = self.rest.lines().next().unwrap_or_default();
        let wrong = || format!("`{}` is not a tag like [White \"Name\"]", shortened(line));
        let inside = self.rest[1..].trim_start();
        let (name, value) = inside.split_once('"').ok_or_else(wrong)?;
        let name = name.trim_end();
        let plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(wrong());
        }
        let (value, rest) = quoted(value).ok_or_else(wrong)?;
        self.rest = rest.trim_start().strip_prefix(']').ok_or_else(wrong)?;
        if !self.game.moves.is_empty() {
            self.finish_game();
        }
        self.game.tags.push((name.to_owned(), value));
        Ok(())
    }

    /// Whether what begins here with a parenthesis is a single word.
    fn is_word_in_parentheses(&self) -> bool {
        self.parentheses == Parentheses::Moves && self.depth == 0 && self.next_word().contains(')')
    }

    fn next_word(&self) -> &'t str {
        let structure = match (self.parentheses, self.depth) {
            (Parentheses::Moves, 0) => "{}[];",
            (Parentheses::Moves | Parentheses::Variations, _) => "(){}[];",
        };
        let is_end = |sign: char| sign.is_whitespace() || structure.contains(sign);
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        // A bracket that closes nothing stands for itself, so that reading goes on.
        let end = end.max(self.rest.chars().next().map_or(0, char::len_utf8));
        &self.rest[..end]
    }

    fn word(&mut self) {
        let word = self.next_word();
        self.rest = &self.rest[word.len()..];
        if self.depth > 0 {
            return;
        }
        if is_result(word) {
            self.game.result = Some(word);
            self.finish_game();
        } else {
            self.game.moves.extend(as_move(word));
        }
    }

    fn finish_game(&mut self) {
        self.games.push(std::mem::take(&mut self.game));
    }

    /// Tags without any move are a game, too: one that was given up before it began. Comments after the
    /// last result are not.
    fn finish(mut self) -> Vec<PgnGame<'t>> {
        if !(self.game.tags.is_empty() && self.game.moves.is_empty()) {
            self.finish_game();
        }
        self.games
    }
}

/// What stands between quotes, and what follows; a backslash takes the next sign literally.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return Some((value, &text[at + 1..])),
            '\n' => return None,
            '\\' => value.push(signs.next()?.1),
            _ => value.push(sign),
        }
    }
    None
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*")
}

fn as_move(word: &str) -> Option<&str> {
    let bare = without_number(word).trim_end_matches(['!', '?']);
    // A judgement may be glued to the move as in `e4$1`.
    let bare = bare.split('$').next().unwrap_or_default();
    match bare {
        "" | "e.p." => None,
        _ => Some(bare),
    }
}

/// `12.` and `12...` may stand alone or before the move. A number without a dot is a number too, but
/// `0-0` is a move.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if after.is_empty() || after.starts_with('.') {
        after.trim_start_matches('.')
    } else {
        word
    }
}

/// The beginning of a text, for a sentence about it.
pub fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<PgnGame<'_>> {
        games(text, Parentheses::Variations).unwrap()
    }

    #[test]
    fn moves_are_found_among_everything_else() {
        let text = "%escaped e4\n1. e4! {x (y} e5 $1 (1... c5 (2. a3 {no}) 2. Nf3) 2.Nf3?! Nc6$2\n\
                    %no\n3 0-0 ; d5\nd6 e.p. *";
        let [game] = &read(text)[..] else {
            panic!("this is one game")
        };
        assert_eq!(game.moves, ["e4", "e5", "Nf3", "Nc6", "0-0", "d6"]);
        assert_eq!(game.comments, ["x (y", "d5"]);
        assert_eq!(game.result, Some("*"));
    }

    #[test]
    fn games_end_with_their_result_or_before_the_next_tags() {
        let text = "[A \"1\"]\n\n1. e4 1-0 1. d4 [B \"2\"]\n[C \"3\"]\n* [D \"4\"]";
        let games = read(text);
        let tags = games.iter().map(|game| game.tags.len());
        assert_eq!(tags.collect::<Vec<_>>(), [1, 0, 2, 1]);
        let moves = games.iter().map(|game| game.moves.len());
        assert_eq!(moves.collect::<Vec<_>>(), [1, 1, 0, 0]);
        assert_eq!(games[2].tag("C"), "3");
        assert_eq!(games[2].tag("D"), "");
        assert!(read(" \n").is_empty());
        assert!(read("{only a comment}").is_empty());
        assert_eq!(read("1. e4 1-0 {the end}").len(), 1);
    }

    #[test]
    fn a_word_in_parentheses_can_be_a_move() {
        let text = "1. QL1-QL3 (a8B=Q) (1. c5 (2. a3) Nf3) Na1(=) *";
        let games = games(text, Parentheses::Moves).unwrap();
        assert_eq!(games[0].moves, ["QL1-QL3", "(a8B=Q)", "Na1(=)"]);
    }

    #[test]
    fn tags_keep_escaped_quotes() {
        let games = read(r#"[White "A \"B\" \\ C"]"#);
        assert_eq!(games[0].tag("White"), r#"A "B" \ C"#);
    }

    #[test]
    fn broken_text_is_an_error() {
        for text in [
            "{",
            "(e4",
            "e4)",
            "[White]",
            "[White \"x",
            "[White \"x\" y]",
            "[ \"x\"]",
        ] {
            for parentheses in [Parentheses::Variations, Parentheses::Moves] {
                let is_word = parentheses == Parentheses::Moves && text == "e4)";
                assert_eq!(games(text, parentheses).is_err(), !is_word, "{text}");
            }
        }
    }
}
