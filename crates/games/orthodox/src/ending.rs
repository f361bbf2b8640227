//! How a game ends, and what a lost clock is worth.

use rules::{Outcome, Reason, Seat, Status};
use shakmaty::Position;

use crate::names::{color_of, seat_of};
use crate::setup::Draws;
use crate::state::{Claim, State, to_act};

/// Half-moves without capture or pawn move.
const FIFTY_MOVES: u32 = 100;
const SEVENTYFIVE_MOVES: u32 = 150;

/// Who acts next, or how the game ended. Where several reasons hold, the first one here counts.
pub(crate) fn status(state: &State) -> Status {
    let outcome = match (
        state.position.legal_moves().is_empty(),
        state.position.is_check(),
    ) {
        (true, true) => Some(Outcome::win(seat_of(!state.turn()), Reason::CHECKMATE)),
        (true, false) => Some(Outcome::draw(Reason::STALEMATE)),
        (false, _) => drawn(state).map(Outcome::draw),
    };
    outcome.map_or(Status::ToAct(to_act(state)), Status::Over)
}

/// Whether no draw is near: most positions, told by a few comparisons.
#[inline]
pub(crate) fn far_from_draw(state: &State) -> bool {
    let board = state.position.board();
    (board.pawns() | board.rooks_and_queens()).any()
        && state.position.halfmoves() < FIFTY_MOVES
        && !state.history.is_long()
}

/// Why the game is drawn although there are moves.
pub(crate) fn drawn(state: &State) -> Option<Reason> {
    if is_dead(state) {
        return Some(Reason::INSUFFICIENT_MATERIAL);
    }
    if state.options.draws == Draws::Plain {
        return None;
    }
    let (moves, times) = (state.position.halfmoves(), state.occurrences());
    match (state.options.draws, state.claimed) {
        _ if times >= 5 => Some(Reason::FIVEFOLD_REPETITION),
        _ if moves >= SEVENTYFIVE_MOVES => Some(Reason::SEVENTYFIVE_MOVE_RULE),
        (Draws::Automatic, _) if times >= 3 => Some(Reason::THREEFOLD_REPETITION),
        (Draws::Automatic, _) if moves >= FIFTY_MOVES => Some(Reason::FIFTY_MOVE_RULE),
        (_, Some(Claim::Threefold)) => Some(Reason::THREEFOLD_REPETITION),
        (_, Some(Claim::FiftyMoves)) => Some(Reason::FIFTY_MOVE_RULE),
        _ => None,
    }
}

/// The draw that the side to move may claim.
pub(crate) fn claimable(state: &State) -> Option<Claim> {
    let open = state.options.draws == Draws::Claimed;
    if open && state.occurrences() >= 3 {
        Some(Claim::Threefold)
    } else if open && state.position.halfmoves() >= FIFTY_MOVES {
        Some(Claim::FiftyMoves)
    } else {
        None
    }
}

fn is_dead(state: &State) -> bool {
    let even = || {
        let board = state.position.board();
        board.white().count() == board.black().count() && board.knights().is_empty()
    };
    // Dead with as much on both sides, none of it a knight: bare kings, or bishops on squares of one
    // colour, of which only single ones count.
    let told = || state.position.board().occupied().count() <= 4 && even();
    state.position.is_insufficient_material() && (state.options.draws != Draws::Plain || told())
}

/// Whether this seat could still mate by some sequence of legal moves, as far as material tells.
pub(crate) fn can_win(state: &State, seat: Seat) -> bool {
    !state.position.has_insufficient_material(color_of(seat))
}
