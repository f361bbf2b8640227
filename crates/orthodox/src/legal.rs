//! All legal actions of a state, in shakmaty's order, made one by one as they are asked for.

use shakmaty::{CastlingMode, CastlingSide, Color, Move, MoveList, Position, Role, Square};

use crate::action::{Action, PROMOTIONS};
use crate::ending::{claimable, drawn};
use crate::setup::Promotions;
use crate::state::State;

/// The legal actions of one state.
pub(crate) struct Legal {
    moves: <MoveList as IntoIterator>::IntoIter,
    style: Style,
    /// Promotions still owed.
    choices: &'static [Role],
    claim: bool,
}

/// How a move is written as an action.
#[derive(Clone, Copy)]
struct Style {
    castling: CastlingMode,
    color: Color,
    promotions: Promotions,
}

pub(crate) fn legal(state: &State) -> Legal {
    let style = Style {
        castling: state.options.castling,
        color: state.turn(),
        promotions: state.options.promotions,
    };
    let mut moves = MoveList::new();
    let mut choices: &[Role] = &[];
    if state.pending.is_some() {
        choices = &PROMOTIONS;
    } else if drawn(state).is_none() {
        moves = state.position.legal_moves();
    }
    if style.promotions == Promotions::Separate {
        moves.retain(|m| matches!(m.promotion(), None | Some(Role::Queen)));
    }
    let claim = !moves.is_empty() && claimable(state).is_some();
    Legal {
        moves: moves.into_iter(),
        style,
        choices,
        claim,
    }
}

impl Iterator for Legal {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        if let Some(m) = self.moves.next() {
            return Some(self.style.write(m));
        }
        if let Some((role, rest)) = self.choices.split_first() {
            self.choices = rest;
            return Some(Action::Promote(*role));
        }
        std::mem::take(&mut self.claim).then_some(Action::Claim)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.moves.len() + self.choices.len() + usize::from(self.claim);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Legal {}

impl Style {
    fn write(self, m: Move) -> Action {
        match m {
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => {
                let promotion = promotion.filter(|_| self.promotions == Promotions::WithMove);
                Action::Move {
                    from,
                    to,
                    promotion,
                }
            }
            Move::EnPassant { from, to } => Action::Move {
                from,
                to,
                promotion: None,
            },
            Move::Castle { king, rook } => Action::Move {
                from: king,
                to: self.castling_target(king, rook),
                promotion: None,
            },
            // Drops belong to another game; shakmaty never gives one here.
            Move::Put { to, .. } => Action::Move {
                from: to,
                to,
                promotion: None,
            },
        }
    }

    fn castling_target(self, king: Square, rook: Square) -> Square {
        match self.castling {
            CastlingMode::Chess960 => rook,
            CastlingMode::Standard => CastlingSide::from_king_side(king < rook).king_to(self.color),
        }
    }
}
