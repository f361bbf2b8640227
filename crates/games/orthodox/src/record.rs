//! What stands in records of games, but is never played: turns without a move, and moves after the end.

use shakmaty::{Chess, Color, EnPassantMode, FromSetup, Position, PositionError};

use crate::action::Action;
use crate::history::History;
use crate::state::State;
use crate::{apply, ending, notation};

/// The same position with the other side to move. A side in check cannot pass.
pub(crate) fn null_move(state: &State) -> Option<State> {
    if state.pending.is_some() || state.position.is_check() {
        return None;
    }
    let mut setup = state.position.to_setup(EnPassantMode::Legal);
    setup.ep_square = None;
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    if setup.turn == Color::Black {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.turn = !setup.turn;
    let position = Chess::from_setup(setup, state.options.castling)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()?;
    Some(State {
        history: History::new(&position),
        position,
        options: state.options,
        pending: None,
        claimed: None,
        last: None,
    })
}

/// A move that would be legal if a repetition, a count of moves or a lack of material had not ended the game.
pub(crate) fn read_after_end(state: &State, text: &str) -> Option<(Action, State)> {
    ending::drawn(state)?;
    let action = notation::read_unjudged(state, text)?;
    Some((action, apply::play(state, action)))
}
