//! How good a position is for a computer player, in hundredths of a pawn.
//!
//! The numbers are reasoned. On sixty columns with several levels a knight is nearly a bishop: lines are
//! short, and a piece blocks a whole column. A rider that may move its attack board has a second way to
//! travel, and an empty board of one's own is a free tempo, so boards count beside the pieces.

use rules::{Evaluate, Seat, Shortcuts, mix};

use crate::{Action, BoardId, Column, Kind, Position, State, Tridim, Turn};

/// From here on the clock of quiet turns is part of what a position is worth.
const CLOCK_MATTERS: u32 = 80;
const TEMPO: i32 = 8;
/// An attack board that a side may move.
const BOARD: i32 = 12;
/// The same with a rider that may travel on it.
const RIDDEN_BOARD: i32 = 6;
/// A pawn that will promote as soon as the board over it leaves.
const DEFERRED: i32 = 250;

/// The worth of a piece.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight => 310,
        Kind::Bishop => 300,
        Kind::Rook => 480,
        Kind::Queen => 900,
        Kind::King => 0,
    }
}

impl Evaluate for Tridim {
    const EFFORT: u64 = 2;

    fn actor(state: &State) -> Seat {
        let position = state.position();
        position
            .pending()
            .map_or(position.to_move(), |corner| corner.seat)
    }

    fn evaluate(state: &State, seat: Seat) -> i32 {
        let position = state.position();
        let tempo = match position.to_move() == seat {
            true => TEMPO,
            false => -TEMPO,
        };
        side(position, seat) - side(position, !seat) + tempo
    }

    fn key(state: &State) -> u64 {
        let position = state.position();
        let clock = position.half_moves();
        let late = u64::from(if clock < CLOCK_MATTERS { 0 } else { clock });
        let claimable = u64::from(state.claimable().is_some());
        position.key() ^ mix(late << 1 | claimable)
    }

    fn promise(state: &State, action: &Action) -> i32 {
        match action {
            Action::Turn(Turn::Move(made)) => {
                let victim = match made.en_passant {
                    true => Some(Kind::Pawn),
                    false => (state.position().piece_at(made.to)).map(|piece| piece.kind),
                };
                let taken = victim
                    .filter(|_| made.capture)
                    .map_or(0, |victim| 10 * worth(victim) + 100 - worth(made.kind) / 10);
                taken + promotion(made.promotion)
            }
            Action::Turn(Turn::Board(made)) => promotion(made.promotion),
            Action::Turn(Turn::Promote { to, .. }) | Action::Settle { to, .. } => {
                promotion(Some(*to))
            }
            Action::Turn(Turn::Castle(_)) | Action::Claim(_) => 0,
        }
    }

    const SHORTCUTS: Shortcuts = Shortcuts {
        reductions: true,
        null_move: true,
        futility: true,
        extensions: true,
        repetition: true,
        ..Shortcuts::NONE
    };

    fn pass(state: &State) -> Option<State> {
        let (position, seat) = (state.position(), Self::actor(state));
        let officers = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
        let has_officer = (officers.into_iter()).any(|kind| !position.of(seat, kind).is_empty());
        has_officer.then(|| state.passed())?
    }

    fn is_pressed(state: &State) -> bool {
        let position = state.position();
        position.in_check(position.to_move())
    }
}

fn promotion(to: Option<Kind>) -> i32 {
    match to {
        Some(Kind::Queen) => 10 * worth(Kind::Queen),
        Some(Kind::Knight) | None => 0,
        Some(_) => -1,
    }
}

fn side(position: &Position, seat: Seat) -> i32 {
    let pieces = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
    let pieces = pieces.into_iter().map(|kind| {
        let squares = position.of(seat, kind);
        let at = |square: crate::Square| worth(kind) + activity(position, kind, square.column());
        squares.map(at).sum::<i32>()
    });
    pieces.sum::<i32>() + pawns(position, seat) + king(position, seat) + boards(position, seat)
}

/// What a piece can reach, and how near the middle it stands.
fn activity(position: &Position, kind: Kind, column: Column) -> i32 {
    let reach = column.reach(kind, position.occupied()).len() as i32;
    match kind {
        Kind::Knight => 4 * reach - 3 * from_centre(column),
        Kind::Bishop | Kind::Rook => 3 * reach - from_centre(column),
        Kind::King | Kind::Queen | Kind::Pawn => reach,
    }
}

/// Steps from the middle of the columns, along files and ranks.
fn from_centre(column: Column) -> i32 {
    let off = |line: u8, length: i32| (2 * i32::from(line) - (length - 1)).abs() / 2;
    off(column.file(), 6) + off(column.rank(), 10)
}

fn pawns(position: &Position, seat: Seat) -> i32 {
    let walked = |square: crate::Square| match seat {
        Seat::White => i32::from(square.rank()),
        Seat::Black => 9 - i32::from(square.rank()),
    };
    let pawns = position.of(seat, Kind::Pawn);
    let walking = |square| {
        let stuck = position.missing_ahead(square, seat).is_some();
        let way = walked(square);
        worth(Kind::Pawn) + way * way / if stuck { 4 } else { 2 }
    };
    let deferred = position.deferred().filter(|at| pawns.contains(*at)).count() as i32;
    pawns.map(walking).sum::<i32>() + DEFERRED * deferred
}

/// Enemy pieces that reach the columns around a king are a danger; against a bare king they are a hunt.
fn king(position: &Position, seat: Seat) -> i32 {
    let Some(king) = position.king(seat).map(crate::Square::column) else {
        return 0;
    };
    let around = king.reach(Kind::King, position.occupied());
    let aimed = |kind| {
        let reach = |square: crate::Square| {
            let reach = square.column().reach(kind, position.occupied());
            reach.and(around).len() as i32
        };
        position.of(!seat, kind).map(reach).sum::<i32>()
    };
    let danger: i32 = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight]
        .into_iter()
        .map(aimed)
        .sum();
    let bare = position.of_seat(seat).len() <= 2;
    let cornered = match position.king(!seat) {
        Some(hunter) if bare => 20 * from_centre(king) + 8 * (9 - apart(king, hunter.column())),
        _ => 0,
    };
    -5 * danger - cornered
}

fn apart(one: Column, other: Column) -> i32 {
    let files = one.file().abs_diff(other.file());
    let ranks = one.rank().abs_diff(other.rank());
    i32::from(files.max(ranks))
}

/// The attack boards that a side may move now.
fn boards(position: &Position, seat: Seat) -> i32 {
    let value = |board: BoardId| match position.controller(board) == Some(seat) {
        true if position.riders(board).is_empty() => BOARD,
        true => BOARD + RIDDEN_BOARD,
        false => 0,
    };
    BoardId::ALL.into_iter().map(value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Variant;

    #[test]
    fn the_start_is_worth_the_move() {
        let state = Tridim::start(&Default::default()).unwrap();
        assert_eq!(Tridim::evaluate(&state, Seat::White), TEMPO);
        assert_eq!(Tridim::evaluate(&state, Seat::Black), -TEMPO);
    }
}
