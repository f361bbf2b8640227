//! Games that were written down, without their players.

use game_tree::{Flat, GameResult, GameTree, PgnFault};
use rules::{Replay, Status, Written};
use serde::{Deserialize, Serialize};
use session::{Ply, Score, Session};

/// A game that was written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedGame {
    /// What the text says about it: names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The position text of its start.
    pub setup: String,
    /// Its actions.
    pub moves: Vec<Ply>,
    /// The number of the first move; left out where that is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub first_move: Option<u32>,
    /// Who acts next by the rules of the game, or how it ended by them.
    pub status: Status,
    /// The result, if one is written.
    pub result: Option<Score>,
    /// The game again as PGN, with its variations, comments, judgements and clocks; left out where it has only moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pgn: Option<String>,
    /// Where its moves end although the text has more: the first move that no game can hold, because it is a null move or
    /// comes after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ends_before: Option<String>,
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportFault {
    /// Its number in the text, counted from 1.
    pub game: u32,
    /// The line with the fault, counted from 1.
    pub line: u32,
    /// A sentence for people.
    pub message: String,
}

impl From<PgnFault> for ImportFault {
    fn from(fault: PgnFault) -> ImportFault {
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        ImportFault {
            game: small(fault.game),
            line: small(fault.line),
            message: fault.why,
        }
    }
}

impl ImportedGame {
    /// A game that a variant has read, replayed.
    pub fn of_written(written: Written, line: &Replay) -> ImportedGame {
        let mut results = written.tags.iter().filter(|(name, _)| name == "Result");
        let result = results.find_map(|(_, value)| match Score::read(value) {
            None | Some(Score::None) => None,
            score => score,
        });
        ImportedGame {
            tags: written.tags,
            setup: line.start().setup(),
            moves: line.played().to_vec(),
            first_move: first_move(line),
            status: line.game().status(),
            result,
            pgn: None,
            ends_before: None,
        }
    }

    /// A game with everything that was written about it, and its replayed main line.
    pub fn of_tree(tree: &GameTree, flat: Flat, line: &Replay) -> ImportedGame {
        let mut game = ImportedGame::of_written(flat.written, line);
        if game.result.is_none() {
            let result = tree.result.filter(|result| *result != GameResult::Unknown);
            game.result = result.and_then(|result| Score::read(result.as_str()));
        }
        game.pgn = tree.is_annotated().then(|| tree.to_pgn());
        game.ends_before = flat.cut.map(|id| tree.node(id).notation.clone());
        game
    }

    /// A game that was exported as records. Its start, which the session no longer knows as a text, is
    /// that of the line.
    pub fn of_session(session: &Session, line: &Replay) -> ImportedGame {
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut tags = vec![
            tag("GameId", session.id().as_str()),
            tag("Date", &session.created_at().date()),
        ];
        for (name, sitter) in [
            ("White", &session.seats().white),
            ("Black", &session.seats().black),
        ] {
            tags.extend(sitter.as_ref().map(|sitter| tag(name, &sitter.name)));
        }
        ImportedGame {
            tags,
            setup: line.start().setup(),
            moves: line.played().to_vec(),
            first_move: first_move(line),
            status: line.game().status(),
            result: session.ending().map(|ending| ending.score),
            pgn: None,
            ends_before: None,
        }
    }
}

/// The number of the first move of a line, unless it is 1.
fn first_move(line: &Replay) -> Option<u32> {
    Some(line.start().move_number()).filter(|number| *number != 1)
}
