//! The reader of PGN, for every game: tags, moves, variations, comments, judgements and results.
//!
//! It takes text apart and knows no rules. What it does not understand is a fault of one game, named by its number and
//! line; the games after it are read. Nothing is passed over in silence, because a game that lacks a move is worse than
//! no game.

mod encoding;
mod lines;
mod reader;
mod words;

use std::borrow::Cow;
use std::fmt;

pub use encoding::decode;
pub use reader::PgnReader;
pub use words::{GameResult, is_null_move};

/// One game of a PGN text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame<'t> {
    /// Counted from 1, games with faults included.
    pub number: usize,
    /// The line on which it begins.
    pub line: usize,
    /// Its part of the text.
    pub text: &'t str,
    /// Names and values of its tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Its moves with everything around them, in their order.
    pub items: Vec<Item<'t>>,
    /// What stands at its end.
    pub result: Option<GameResult>,
}

/// A part of a movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'t> {
    /// What stands in the place of a move, without its number and judgements.
    Move {
        /// As written, but for habits that all readers know.
        word: Cow<'t, str>,
        /// The line on which it stands.
        line: usize,
    },
    /// A judgement by its number, `$1`.
    Nag(u8),
    /// A comment, on one line and without braces.
    Comment(String),
    /// A variation begins: it takes the place of the move before.
    Open,
    /// A variation ends.
    Close,
}

impl<'t> PgnGame<'t> {
    /// The value of a tag; empty if there is none.
    pub fn tag(&self, wanted: &str) -> &str {
        tag(&self.tags, wanted)
    }

    /// The moves outside of variations.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.main_line().filter_map(|item| match item {
            Item::Move { word, .. } => Some(&**word),
            Item::Nag(_) | Item::Comment(_) | Item::Open | Item::Close => None,
        })
    }

    /// The comments outside of variations.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        self.main_line().filter_map(|item| match item {
            Item::Comment(text) => Some(text.as_str()),
            Item::Move { .. } | Item::Nag(_) | Item::Open | Item::Close => None,
        })
    }

    fn main_line(&self) -> impl Iterator<Item = &Item<'t>> {
        let mut depth = 0_usize;
        self.items.iter().filter(move |item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                Item::Move { .. } | Item::Nag(_) | Item::Comment(_) => {}
            }
            depth == 0
        })
    }
}

/// The value of a tag in a list of tags; empty if there is none.
pub fn tag<'a>(tags: &'a [(String, String)], wanted: &str) -> &'a str {
    let found = tags.iter().find(|(name, _)| name == wanted);
    found.map_or("", |(_, value)| value.as_str())
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

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnFault {
    /// The number of the game, counted from 1.
    pub game: usize,
    /// The line of the text, counted from 1.
    pub line: usize,
    /// A sentence.
    pub why: String,
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.why)
    }
}

/// Reads all games of a text, or none.
///
/// # Errors
/// A game is not PGN; the first such fault.
pub fn games(text: &str, parentheses: Parentheses) -> Result<Vec<PgnGame<'_>>, PgnFault> {
    PgnReader::new(text, parentheses).collect()
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

    fn moves<'a>(game: &'a PgnGame<'_>) -> Vec<&'a str> {
        game.moves().collect()
    }

    #[test]
    fn moves_are_found_among_everything_else() {
        let text = "%escaped e4\n1. e4! {x (y} e5 $1 (1... c5 (2. a3 {no}) 2. Nf3) 2.Nf3?! Nc6$2\n\
                    %no\n3 0-0 ; d5\nd6 e.p. *";
        let [game] = &read(text)[..] else {
            panic!("this is one game")
        };
        assert_eq!(moves(game), ["e4", "e5", "Nf3", "Nc6", "0-0", "d6"]);
        assert_eq!(game.comments().collect::<Vec<_>>(), ["x (y", "d5"]);
        assert_eq!(game.result, Some(GameResult::Unknown));
        let words = |item: &Item<'_>| match item {
            Item::Move { word, line } => format!("{word}:{line}"),
            Item::Nag(nag) => format!("${nag}"),
            Item::Comment(text) => format!("{{{text}}}"),
            Item::Open => "(".to_owned(),
            Item::Close => ")".to_owned(),
        };
        let all: Vec<String> = game.items.iter().map(words).collect();
        assert_eq!(
            all.join(" "),
            "e4:2 $1 {x (y} e5:2 $1 ( c5:2 ( a3:2 {no} ) Nf3:2 ) Nf3:2 $6 Nc6:2 $2 0-0:4 {d5} d6:5"
        );
    }

    #[test]
    fn games_end_with_their_result_or_before_the_next_tags() {
        let text = "[A \"1\"]\n\n1. e4 1-0 1. d4 [B \"2\"]\n[C \"3\"]\n* [D \"4\"]";
        let games = read(text);
        let tags = games.iter().map(|game| game.tags.len());
        assert_eq!(tags.collect::<Vec<_>>(), [1, 0, 2, 1]);
        let counts = games.iter().map(|game| game.moves().count());
        assert_eq!(counts.collect::<Vec<_>>(), [1, 1, 0, 0]);
        assert_eq!(games[2].tag("C"), "3");
        assert_eq!(games[2].tag("D"), "");
        assert_eq!(games[2].text, "[B \"2\"]\n[C \"3\"]\n*");
        assert!(read(" \n").is_empty());
        assert!(read("{only a comment}").is_empty());
        let ended = read("1. e4 1-0 {the end}");
        assert_eq!(ended.len(), 1);
        assert_eq!(ended[0].comments().collect::<Vec<_>>(), ["the end"]);
    }

    #[test]
    fn headers_without_moves_are_games() {
        let games = read("[Event \"a\"]\n[White \"b\"]\n\n[Event \"c\"]\n[White \"d\"]\n");
        let names: Vec<&str> = games.iter().map(|game| game.tag("Event")).collect();
        assert_eq!(names, ["a", "c"]);
        let one = read("[Event \"a\"]\n\n[White \"b\"]\n\n1. e4 *");
        assert_eq!((one.len(), one[0].tags.len()), (1, 2));
    }

    #[test]
    fn a_word_in_parentheses_can_be_a_move() {
        let text = "1. QL1-QL3 (a8B=Q) (1. c5 (2. a3) Nf3 (a8B=Q)) Na1(=) *";
        let games = games(text, Parentheses::Moves).unwrap();
        assert_eq!(moves(&games[0]), ["QL1-QL3", "(a8B=Q)", "Na1(=)"]);
        let all = games[0].items.len();
        assert_eq!(all, 3 + 4 + 4);
    }

    #[test]
    fn tags_keep_quotes_and_backslashes() {
        for (text, name) in [
            (r#"[White "A \"B\" \\ C"]"#, r#"A "B" \ C"#),
            (r#"[White "A "B" C"]"#, r#"A "B" C"#),
            (r#"[White "C:\games\"]"#, r"C:\games\"),
        ] {
            assert_eq!(read(text)[0].tag("White"), name);
        }
        assert_eq!(read(r#"[A "1"] [B "2"]"#)[0].tags.len(), 2);
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

    #[test]
    fn what_follows_a_broken_game_is_read() {
        let text = "[Event \"1\"]\n[White oops]\n[Black \"x\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. e4 {never\n\
                    closed\n\n[Event \"3\"]\n\n1. e4 (1. d4\n\n[Event \"4\"]\n\n1. d4 )\n\n\
                    [Event \"5\"]\n\n1. c4 {fine} *";
        let read: Vec<_> = PgnReader::new(text, Parentheses::Variations).collect();
        let told: Vec<String> = read
            .iter()
            .map(|game| match game {
                Ok(game) => format!("{} at {}", game.tag("Event"), game.line),
                Err(fault) => fault.to_string(),
            })
            .collect();
        assert_eq!(
            told,
            [
                "game 1, line 2: `[White oops]` is not a tag like [White \"Name\"]",
                "game 2, line 9: a comment is not closed with }",
                "game 3, line 16: a variation is not closed with )",
                "game 4, line 18: a variation is closed that was not opened",
                "5 at 20",
            ]
        );
    }

    #[test]
    fn text_after_the_last_game_is_told_and_not_read() {
        let mut reader = PgnReader::new("1. e4 1-0\n\nMade by a program.\nBye\n1. d4 *", {
            Parentheses::Variations
        });
        let read: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
        assert_eq!((read.len(), read[1].line), (2, 5));
        let notes: Vec<String> = reader.notes().iter().map(ToString::to_string).collect();
        assert_eq!(
            notes,
            ["game 1, line 3: the text after this game is not read: Made by a program."]
        );
    }

    #[test]
    fn lines_may_end_with_carriage_returns() {
        let games = read("[Event \"x\"]\r\r1. e4 ; good\r1... e5 ; too\r2. Nf3 *\r");
        assert_eq!(moves(&games[0]), ["e4", "e5", "Nf3"]);
    }

    #[test]
    fn braces_in_comments_are_kept_together() {
        let games = read("1. e4 {a {b} c} e5 {d { e} Nf3 {f} *");
        let comments: Vec<&str> = games[0].comments().collect();
        assert_eq!(comments, ["a (b) c", "d ( e", "f"]);
    }
}
