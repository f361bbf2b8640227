//! Positions and games to look at, without their players.

use rules::{Scene, Status, Written};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::{Line, Ply, Score, Session};

/// What some actions have led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// How many actions it took.
    pub n_actions: u32,
    /// The last of them; nothing at the start.
    pub last: Option<Ply>,
    /// What the last of them did on the board.
    pub events: Vec<Value>,
    /// Who acts next by the rules of the game, or how it ended by them.
    pub status: Status,
    /// The position text.
    pub setup: String,
    /// The picture.
    pub scene: Scene,
}

impl From<&Line> for Position {
    fn from(line: &Line) -> Position {
        let game = line.game();
        Position {
            n_actions: u32::try_from(line.played().len()).unwrap_or(u32::MAX),
            last: line.played().last().cloned(),
            events: line.events().to_json(),
            status: game.status(),
            setup: game.setup(),
            scene: game.scene(),
        }
    }
}

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
    /// Who acts next by the rules of the game, or how it ended by them.
    pub status: Status,
    /// The result, if one is written.
    pub result: Option<Score>,
}

impl ImportedGame {
    /// A game that a variant has read, replayed.
    pub fn of_written(written: Written, line: &Line) -> ImportedGame {
        let mut results = written.tags.iter().filter(|(name, _)| name == "Result");
        let result = results.find_map(|(_, value)| match Score::read(value) {
            None | Some(Score::None) => None,
            score => score,
        });
        ImportedGame {
            tags: written.tags,
            setup: line.start().setup(),
            moves: line.played().to_vec(),
            status: line.game().status(),
            result,
        }
    }

    /// A game that was exported as records. Its start, which the session no longer knows as a text, is
    /// that of the line.
    pub fn of_session(session: &Session, line: &Line) -> ImportedGame {
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
            status: line.game().status(),
            result: session.ending().map(|ending| ending.score),
        }
    }
}
