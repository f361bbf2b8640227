//! All legal actions of a state, in shakmaty's order, made one by one as they are asked for.

use shakmaty::{CastlingMode, CastlingSide, Color, Move, MoveList, Position, Role, Square};

use crate::action::{Action, Known, PROMOTIONS};
use crate::ending::{claimable, drawn, far_from_draw};
use crate::names::square_name;
use crate::setup::Promotions;
use crate::state::State;

/// The legal actions of one state.
pub(crate) struct Legal {
    moves: MoveList,
    /// How many of `moves` have been given.
    given: usize,
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

#[inline(always)]
pub(crate) fn legal(state: &State) -> Legal {
    // The list of moves is large. Made unconditionally and in the caller's frame it is never copied;
    // positions in which it is not needed are rare.
    let mut legal = Legal {
        moves: state.position.legal_moves(),
        given: 0,
        style: Style {
            castling: state.options.castling,
            color: state.turn(),
            promotions: state.options.promotions,
        },
        choices: &[],
        claim: false,
    };
    if !is_plain(state) {
        legal.consider(state);
    }
    legal
}

/// Whether the legal actions are just the legal moves.
#[inline]
fn is_plain(state: &State) -> bool {
    state.options.promotions == Promotions::WithMove && far_from_draw(state)
}

impl Legal {
    /// Promotions that are chosen separately, draws and claims.
    fn consider(&mut self, state: &State) {
        if self.style.promotions == Promotions::Separate {
            self.moves
                .retain(|m| matches!(m.promotion(), None | Some(Role::Queen)));
        }
        if state.pending.is_some() {
            self.moves.clear();
            self.choices = &PROMOTIONS;
        } else if drawn(state).is_some() {
            self.moves.clear();
        }
        self.claim = claimable(state).is_some() && !self.moves.is_empty();
    }
}

/// The captures and promotions, where the legal actions are just the legal moves.
pub(crate) fn loud(state: &State) -> Option<Vec<Action>> {
    if !is_plain(state) {
        return None;
    }
    let style = Style {
        castling: state.options.castling,
        color: state.turn(),
        promotions: state.options.promotions,
    };
    let mut loud: Vec<Action> = Vec::new();
    let captures = state.position.capture_moves();
    loud.extend(captures.iter().map(|made| style.write(*made)));
    let seventh = state
        .turn()
        .fold_wb(shakmaty::Rank::Seventh, shakmaty::Rank::Second);
    let board = state.position.board();
    let near = board.pawns() & state.position.us() & shakmaty::Bitboard::from_rank(seventh);
    if near.any() {
        let promotions = state.position.promotion_moves();
        let quiet = promotions.iter().filter(|made| !made.is_capture());
        loud.extend(quiet.map(|made| style.write(*made)));
    }
    Some(loud)
}

/// The squares of all legal actions, if they are nothing but moves from one square to another. No list of taps is
/// made for them.
pub(crate) fn plain_offers(state: &State) -> Option<String> {
    let actions = legal(state);
    let mut lines = String::with_capacity(6 * actions.len());
    for action in actions {
        let Action::Move {
            from,
            to,
            promotion: None,
            ..
        } = action
        else {
            return None;
        };
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines.push_str(square_name(from));
        lines.push(' ');
        lines.push_str(square_name(to));
    }
    Some(lines)
}

/// How many legal actions there are.
#[inline]
pub(crate) fn count(state: &State) -> usize {
    if is_plain(state) {
        state.position.legal_moves().len()
    } else {
        legal(state).len()
    }
}

impl Iterator for Legal {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        if let Some(m) = self.moves.get(self.given) {
            self.given += 1;
            return Some(self.style.write(*m));
        }
        if let Some((role, rest)) = self.choices.split_first() {
            self.choices = rest;
            return Some(Action::Promote(*role));
        }
        std::mem::take(&mut self.claim).then_some(Action::Claim)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.moves.len() - self.given + self.choices.len() + usize::from(self.claim);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Legal {}

impl Style {
    #[inline]
    fn write(self, m: Move) -> Action {
        let (from, to) = match m {
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
            Move::Castle { king, rook } => (king, self.castling_target(king, rook)),
            // Drops belong to another game; shakmaty never gives one here.
            Move::Put { to, .. } => (to, to),
        };
        let promotion = m
            .promotion()
            .filter(|_| self.promotions == Promotions::WithMove);
        Action::Move {
            from,
            to,
            promotion,
            known: Known(Some(m)),
        }
    }

    fn castling_target(self, king: Square, rook: Square) -> Square {
        match self.castling {
            CastlingMode::Chess960 => rook,
            CastlingMode::Standard => CastlingSide::from_king_side(king < rook).king_to(self.color),
        }
    }
}
