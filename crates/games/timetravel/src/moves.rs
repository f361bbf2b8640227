//! Legal moves in any position that can arise, judged by looking at the mover's own king afterwards.
//!
//! A check may be many plies old here, which the shortcuts of ordinary generators do not expect: a pawn
//! can shut its line en passant. So every move is tried on the king.

use std::ops::ControlFlow;

use shakmaty::attacks;
use shakmaty::{Bitboard, CastlingSide, File, Move, Rank, Role, Square};

use crate::kinds::Kinds;
use crate::position::{Position, behind};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Goes on with the next move, or stops the search.
type Flow = ControlFlow<()>;

impl Position {
    /// All legal moves of these kinds, in a fixed order.
    pub fn legal_moves(&self, kinds: Kinds) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        let _ = self.each_legal(kinds, |m| {
            moves.push(m);
            Flow::Continue(())
        });
        moves
    }

    /// Whether there is a legal move of these kinds.
    pub fn has_legal_move(&self, kinds: Kinds) -> bool {
        self.each_legal(kinds, |_| Flow::Break(())).is_break()
    }

    /// Those of these kinds that have a legal move.
    pub fn kinds_to_move(&self, kinds: Kinds) -> Kinds {
        Kinds::of(|role| kinds.contains(role) && self.has_legal_move(Kinds::NONE.with(role)))
    }

    /// The square of a legal en-passant capture.
    pub fn en_passant(&self) -> Option<Square> {
        let square = self.jumped()?;
        let pawns = self.board().by_piece(self.turn().pawn());
        let beside = attacks::pawn_attacks(!self.turn(), square) & pawns;
        beside
            .into_iter()
            .any(|from| self.keeps_king_safe(Move::EnPassant { from, to: square }))
            .then_some(square)
    }

    /// The move between two squares as its piece moves, even if it takes the king or leaves the own
    /// king attacked.
    pub fn shaped(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let board = self.board();
        let own = board.by_color(self.turn());
        if !own.contains(from) || own.contains(to) {
            return None;
        }
        let role = board.role_at(from)?;
        if role == Role::Pawn {
            return self.shaped_pawn(from, to, promotion);
        }
        if promotion.is_some() {
            return None;
        }
        let reach = attacks::attacks(from, role.of(self.turn()), board.occupied());
        if reach.contains(to) {
            return Some(normal(role, from, to, board.role_at(to)));
        }
        let castles =
            (role == Role::King).then(|| self.castles().find(|m| castle_target(*m) == to));
        castles.flatten()
    }

    fn shaped_pawn(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let last = to.rank() == self.turn().relative_rank(Rank::Eighth);
        let promotes = promotion.is_some_and(|role| PROMOTIONS.contains(&role));
        if promotion.is_some() != promotes || last != promotes {
            return None;
        }
        if attacks::pawn_attacks(self.turn(), from).contains(to) {
            if self.jumped() == Some(to) {
                return Some(Move::EnPassant { from, to });
            }
            // The victim is an enemy: own pieces were ruled out before.
            let capture = self.board().role_at(to)?;
            return Some(pawn(from, to, Some(capture), promotion));
        }
        self.pawn_steps(from)
            .contains(to)
            .then(|| pawn(from, to, None, promotion))
    }

    /// Whether the mover's king is safe after a move that its piece can make.
    pub fn keeps_king_safe(&self, m: Move) -> bool {
        let board = self.board();
        let Some(mut king) = board.king_of(self.turn()) else {
            return false;
        };
        let mut occupied = board.occupied();
        let mut gone = Bitboard::EMPTY;
        match m {
            Move::Normal { role, from, to, .. } => {
                occupied = occupied.without(from).with(to);
                gone.add(to);
                if role == Role::King {
                    king = to;
                }
            }
            Move::EnPassant { from, to } => {
                gone.add(behind(from, to));
                occupied = occupied.without(from).without(gone).with(to);
            }
            Move::Castle { king: from, rook } => {
                let side = CastlingSide::from_king_side(rook > from);
                king = side.king_to(self.turn());
                let arrived = Bitboard::from(king).with(side.rook_to(self.turn()));
                occupied = occupied.without(from).without(rook).with(arrived);
            }
            Move::Put { .. } => return false,
        }
        board
            .attacks_to(king, !self.turn(), occupied)
            .without(gone)
            .is_empty()
    }

    fn each_legal(&self, kinds: Kinds, mut visit: impl FnMut(Move) -> Flow) -> Flow {
        let mut filter = |m| match self.keeps_king_safe(m) {
            true => visit(m),
            false => Flow::Continue(()),
        };
        for role in kinds.iter() {
            match role {
                Role::Pawn => self.each_pawn_move(&mut filter)?,
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                    self.each_piece_move(role, &mut filter)?;
                }
            }
        }
        match kinds.contains(Role::King) {
            true => self.castles().try_for_each(filter),
            false => Flow::Continue(()),
        }
    }

    /// Moves of all pieces of one kind; the square of the enemy king is never a target.
    fn each_piece_move(&self, role: Role, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let board = self.board();
        let piece = role.of(self.turn());
        let targets = !board.by_color(self.turn()) & !board.kings();
        for from in board.by_piece(piece) {
            for to in attacks::attacks(from, piece, board.occupied()) & targets {
                visit(normal(role, from, to, board.role_at(to)))?;
            }
        }
        Flow::Continue(())
    }

    fn each_pawn_move(&self, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        let board = self.board();
        let victims = board.by_color(!self.turn()) & !board.kings();
        for from in board.by_piece(self.turn().pawn()) {
            for to in self.pawn_steps(from) {
                each_promotion(from, to, None, visit)?;
            }
            let reach = attacks::pawn_attacks(self.turn(), from);
            for to in reach & victims {
                each_promotion(from, to, board.role_at(to), visit)?;
            }
            if let Some(to) = self.jumped().filter(|to| reach.contains(*to)) {
                visit(Move::EnPassant { from, to })?;
            }
        }
        Flow::Continue(())
    }

    /// Where a pawn can go without capturing.
    fn pawn_steps(&self, from: Square) -> Bitboard {
        let forward = if self.turn().is_white() { 8 } else { -8 };
        let free = |square: &Square| !self.board().occupied().contains(*square);
        let mut steps = Bitboard::EMPTY;
        let Some(one) = from.offset(forward).filter(free) else {
            return steps;
        };
        steps.add(one);
        if from.rank() == self.turn().relative_rank(Rank::Second)
            && let Some(two) = one.offset(forward).filter(free)
        {
            steps.add(two);
        }
        steps
    }

    /// Castling moves whose rights, empty squares and unattacked squares are all there.
    fn castles(&self) -> impl Iterator<Item = Move> {
        let rank = Bitboard::from_rank(self.turn().backrank());
        let rooks = self.castling() & rank;
        let king = Square::from_coords(File::E, self.turn().backrank());
        let ready = move |rook: &Square| {
            let side = CastlingSide::from_king_side(*rook > king);
            let walk = attacks::between(king, side.king_to(self.turn()))
                .with(king)
                .with(side.king_to(self.turn()));
            let board = self.board();
            let attacked = |square| {
                !board
                    .attacks_to(square, !self.turn(), board.occupied())
                    .is_empty()
            };
            (attacks::between(king, *rook) & board.occupied()).is_empty()
                && !walk.into_iter().any(attacked)
        };
        rooks
            .into_iter()
            .filter(ready)
            .map(move |rook| Move::Castle { king, rook })
    }
}

/// Where the king arrives.
pub(crate) fn castle_target(m: Move) -> Square {
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(rook > king);
            Square::from_coords(side.king_to_file(), king.rank())
        }
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Put { .. } => m.to(),
    }
}

fn normal(role: Role, from: Square, to: Square, capture: Option<Role>) -> Move {
    Move::Normal {
        role,
        from,
        capture,
        to,
        promotion: None,
    }
}

fn pawn(from: Square, to: Square, capture: Option<Role>, promotion: Option<Role>) -> Move {
    Move::Normal {
        role: Role::Pawn,
        from,
        capture,
        to,
        promotion,
    }
}

/// One move, or four where the pawn arrives on the last rank.
fn each_promotion(
    from: Square,
    to: Square,
    capture: Option<Role>,
    visit: &mut impl FnMut(Move) -> Flow,
) -> Flow {
    if !Bitboard::BACKRANKS.contains(to) {
        return visit(pawn(from, to, capture, None));
    }
    PROMOTIONS
        .into_iter()
        .try_for_each(|role| visit(pawn(from, to, capture, Some(role))))
}
