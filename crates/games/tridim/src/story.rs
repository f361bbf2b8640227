//! What happened, for eyes and animation.

use rules::{Seat, Token};
use serde::Serialize;

use crate::column::FILES;
use crate::promotion::plane;
use crate::scene::token;
use crate::{Action, BoardMove, Kind, PieceMove, Pin, Position, Square, State, Turn, castling};

/// Something that happened. The first four move tokens, the others tell a story.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A piece went from one square to another, by itself or on a board.
    Moved {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// A piece was captured, or is picked up to be put down elsewhere.
    Removed {
        /// Where it stood.
        at: Square,
    },
    /// A piece was put down.
    Placed {
        /// Where.
        at: Square,
        /// What.
        token: Token,
    },
    /// A pawn became something else.
    Changed {
        /// Where.
        at: Square,
        /// What it is now.
        token: Token,
    },
    /// An attack board went to another pin, or turned on its own.
    BoardMoved {
        /// Which board.
        board: &'static str,
        /// From where.
        from: Pin,
        /// To where.
        to: Pin,
        /// Whether it was turned by 180°.
        rotated: bool,
    },
    /// A pawn has been uncovered; its owner has to choose now.
    PromotionDue {
        /// Where it stands.
        at: Square,
        /// Who chooses.
        seat: Seat,
    },
    /// An outer pawn has a furthest rank again.
    PlaneRestored {
        /// The file of the pawn.
        file: char,
        /// Whose pawn it is.
        seat: Seat,
        /// A sentence for people.
        text: String,
    },
    /// A king is attacked.
    Check {
        /// Where it stands.
        at: Square,
    },
    /// A draw was claimed, rightly.
    Claimed {
        /// Who claimed it.
        seat: Seat,
    },
}

/// What happened between two states.
pub(crate) fn tell(before: &State, action: &Action, after: &State) -> Vec<Event> {
    let (old, new) = (before.position(), after.position());
    let mut events = match action {
        Action::Turn(turn) | Action::Claim(Some(turn)) => tell_turn(old, *turn, new),
        Action::Settle { at, .. } => changed(new, *at).into_iter().collect(),
        Action::Claim(None) => Vec::new(),
    };
    if let Action::Claim(_) = action {
        events.push(Event::Claimed {
            seat: old.to_move(),
        });
        return events;
    }
    events.extend(tell_consequences(new));
    events
}

fn tell_consequences(new: &Position) -> Option<Event> {
    if let Some(corner) = new.pending() {
        return Some(Event::PromotionDue {
            at: corner.square,
            seat: corner.seat,
        });
    }
    let seat = new.to_move();
    let king = new.king(seat).filter(|_| new.in_check(seat))?;
    Some(Event::Check { at: king })
}

fn tell_turn(old: &Position, turn: Turn, new: &Position) -> Vec<Event> {
    match turn {
        Turn::Move(made) => tell_move(old, made, new),
        Turn::Castle(wing) => tell_castling(old, wing, new),
        Turn::Board(made) => tell_board(old, made, new),
        Turn::Promote { at, .. } => changed(new, at).into_iter().collect(),
    }
}

fn tell_move(old: &Position, made: PieceMove, new: &Position) -> Vec<Event> {
    let PieceMove { from, to, .. } = made;
    let victim = match (made.capture, made.en_passant) {
        (false, _) => None,
        (true, false) => Some(to),
        (true, true) => old.en_passant(),
    };
    let removed = victim.map(|at| Event::Removed { at });
    let became = made.promotion.and_then(|_| changed(new, to));
    removed
        .into_iter()
        .chain([Event::Moved { from, to }])
        .chain(became)
        .collect()
}

fn changed(new: &Position, at: Square) -> Option<Event> {
    let token = token(new, at)?;
    Some(Event::Changed { at, token })
}

/// King and rook may change places, so the rook is lifted while the king moves.
fn tell_castling(old: &Position, wing: castling::Wing, new: &Position) -> Vec<Event> {
    let squares = castling::squares(old.to_move(), wing);
    let lifted = Event::Removed {
        at: squares.rook_from,
    };
    let moved = Event::Moved {
        from: squares.king_from,
        to: squares.king_to,
    };
    let placed = token(new, squares.rook_to).map(|token| Event::Placed {
        at: squares.rook_to,
        token,
    });
    [lifted, moved].into_iter().chain(placed).collect()
}

fn tell_board(old: &Position, made: BoardMove, new: &Position) -> Vec<Event> {
    let Some(board) = old.boards().at(made.from) else {
        return Vec::new();
    };
    let mut events = vec![Event::BoardMoved {
        board: board.name(),
        from: made.from,
        to: made.to,
        rotated: made.rotated,
    }];
    if let Some((from, _)) = old.lone_rider(board) {
        let to = made.arrival(from);
        events.push(Event::Moved { from, to });
        events.extend(made.promotion.and_then(|_| changed(new, to)));
    }
    let carried = old.lone_rider(board).map(|(from, _)| from);
    let seats = Seat::BOTH.into_iter();
    events.extend(seats.flat_map(|seat| restored(old, new, seat, carried)));
    events
}

/// The outer files on which a side has a pawn that can promote again. A pawn that rides on the board itself waited for
/// nothing.
fn restored(old: &Position, new: &Position, seat: Seat, carried: Option<Square>) -> Vec<Event> {
    let event = |file: u8| Event::PlaneRestored {
        file: FILES[file as usize],
        seat,
        text: format!("Promotion plane restored on file {}", FILES[file as usize]),
    };
    let is_restored = |file: &u8| {
        let covered = |position: &Position| {
            plane(seat, *file).is_some_and(|pin| position.boards().cover(pin))
        };
        let waits = |pawn: &Square| pawn.file() == *file && Some(*pawn) != carried;
        let mut pawns = old.of(seat, Kind::Pawn);
        !covered(old) && covered(new) && pawns.any(|pawn| waits(&pawn))
    };
    [0, 5].into_iter().filter(is_restored).map(event).collect()
}
