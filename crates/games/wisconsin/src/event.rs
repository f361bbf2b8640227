//! What happens in a move, in the order in which it happens.

use rules::{Seat, Token};
use serde::{Serialize, Serializer};

use crate::action::Move;
use crate::after::Witness;
use crate::kind::Kind;
use crate::piece::Piece;
use crate::square::Square;

/// Why something happened to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The player moved it.
    Played,
    /// King and corner piece moved together.
    Castled,
    /// It was captured by the piece that moved.
    Captured,
    /// A neutralizer took it along.
    Neutralised,
    /// It came next to an asserting piece; or it is that piece and moved in.
    Asserted,
    /// Captured, it went back to where it began.
    Returned,
    /// Its owner chose what it becomes.
    Promoted,
}

/// One thing that happened. The first three change the picture; the others tell what follows from it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A piece went from one square to another.
    Moved {
        /// Where it was.
        from: Square,
        /// Where it is.
        to: Square,
        /// Why.
        cause: Cause,
        /// The piece that made it go, if it was another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Square>,
    },
    /// A piece was captured.
    Removed {
        /// Where it was.
        at: Square,
        /// What it was.
        kind: Kind,
        /// Whose it was.
        seat: Seat,
        /// Why.
        cause: Cause,
        /// The piece that caused it.
        by: Square,
    },
    /// A piece became another.
    Changed {
        /// Where it stands.
        at: Square,
        /// What it is now.
        token: Token,
        /// Why.
        cause: Cause,
    },
    /// A pawn has reached its last rank: its owner decides next.
    PromotionOwed {
        /// Who decides.
        seat: Seat,
        /// Where the pawn stands.
        at: Square,
        /// Whether the other side made the move that brought it there.
        reverse: bool,
    },
    /// The side to move is in check.
    Check {
        /// Whose king.
        seat: Seat,
        /// Where it stands.
        at: Square,
        /// The piece that threatens it.
        by: Square,
    },
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The pieces captured in these events, in order.
pub fn captured(events: &[Event]) -> impl Iterator<Item = (Kind, Seat)> + '_ {
    events.iter().filter_map(|event| match event {
        Event::Removed { kind, seat, .. } => Some((*kind, *seat)),
        Event::Moved { .. }
        | Event::Changed { .. }
        | Event::PromotionOwed { .. }
        | Event::Check { .. } => None,
    })
}

impl Witness for Vec<Event> {
    fn moved(&mut self, step: Move, cause: Cause, by: Option<Square>) {
        let Move { from, to } = step;
        self.push(Event::Moved {
            from,
            to,
            cause,
            by,
        });
    }

    fn removed(&mut self, at: Square, piece: Piece, cause: Cause, by: Square) {
        self.push(Event::Removed {
            at,
            kind: piece.kind,
            seat: piece.seat,
            cause,
            by,
        });
    }
}
