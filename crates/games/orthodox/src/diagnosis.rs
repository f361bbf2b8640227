//! Finds out why a move is not legal. Nothing here decides legality: shakmaty does; this explains it.

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Color, Move, Piece, Position, Rank, Role, Square,
    attacks,
};

use crate::Illegal;
use crate::action::PROMOTIONS;
use crate::apply::resolve;
use crate::illegal::NoCastling;
use crate::setup::Promotions;
use crate::state::{State, reaches_last_rank};

/// Whether a pawn may become this.
pub(crate) fn promotion_choice(role: Role) -> Result<(), Illegal> {
    if PROMOTIONS.contains(&role) {
        return Ok(());
    }
    let why = "a pawn may become a queen, rook, bishop or knight, nothing else";
    Err(Illegal::PromotionNotAllowed { why })
}

/// Judges a move of the side to move.
pub(crate) fn judge_move(
    state: &State,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<(), Illegal> {
    let piece = own_piece(state, from)?;
    let promotes = reaches_last_rank(piece.role, piece.color, to);
    // The choice of piece never decides whether the pawn may go there, so ask with a queen.
    let probe = if promotes { Some(Role::Queen) } else { None };
    let wanted = resolve(&state.position, from, to, probe).ok_or(Illegal::NoPiece { at: from })?;
    if !state.position.is_legal(wanted) {
        return Err(why_not(state, piece, from, to, wanted));
    }
    judge_promotion(state, promotes, to, promotion)
}

fn own_piece(state: &State, from: Square) -> Result<Piece, Illegal> {
    match state.position.board().piece_at(from) {
        None => Err(Illegal::NoPiece { at: from }),
        Some(piece) if piece.color != state.turn() => Err(Illegal::NotYourPiece {
            role: piece.role,
            at: from,
        }),
        Some(piece) => Ok(piece),
    }
}

fn judge_promotion(
    state: &State,
    promotes: bool,
    to: Square,
    promotion: Option<Role>,
) -> Result<(), Illegal> {
    let refuse = |why| Err(Illegal::PromotionNotAllowed { why });
    match (promotes, state.options.promotions, promotion) {
        (false, _, None) | (true, Promotions::Separate, None) => Ok(()),
        (false, _, Some(_)) => refuse("only a pawn that reaches the last rank is promoted"),
        (true, Promotions::WithMove, None) => Err(Illegal::PromotionMissing { at: to }),
        (true, Promotions::WithMove, Some(role)) => promotion_choice(role),
        (true, Promotions::Separate, Some(_)) => {
            refuse("in this game the promotion is chosen after the move: =q, =r, =b or =n")
        }
    }
}

fn why_not(state: &State, piece: Piece, from: Square, to: Square, wanted: Move) -> Illegal {
    if let Some(side) = castling_attempt(state, piece, from, to) {
        return why_not_castling(state, from, side);
    }
    let why = if piece.role == Role::Pawn {
        why_not_pawn(state, piece.color, from, to)
    } else {
        why_not_piece(state.position.board(), piece, from, to)
    };
    why.unwrap_or_else(|| why_not_safe(state, piece, from, to, wanted))
}

/// What is nearer to the piece is told first: how it moves, then its way, then its target.
fn why_not_piece(board: &Board, piece: Piece, from: Square, to: Square) -> Option<Illegal> {
    let role = piece.role;
    if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
        return Some(Illegal::CannotMoveSo { role, from, to });
    }
    let blocked = blocker(board, from, to).map(|(blocker, at)| Illegal::Blocked {
        role,
        to,
        blocker,
        at,
    });
    blocked.or_else(|| own_piece_on(board, piece.color, to))
}

fn own_piece_on(board: &Board, color: Color, at: Square) -> Option<Illegal> {
    let own = board.piece_at(at).filter(|own| own.color == color)?;
    Some(Illegal::OwnPiece { role: own.role, at })
}

/// The piece nearest to `from` on the way to `to`.
fn blocker(board: &Board, from: Square, to: Square) -> Option<(Role, Square)> {
    let between = attacks::between(from, to) & board.occupied();
    let nearest = if from < to {
        between.first()
    } else {
        between.last()
    }?;
    Some((board.role_at(nearest)?, nearest))
}

fn why_not_pawn(state: &State, color: Color, from: Square, to: Square) -> Option<Illegal> {
    let board = state.position.board();
    let cannot = Illegal::CannotMoveSo {
        role: Role::Pawn,
        from,
        to,
    };
    if attacks::pawn_attacks(color, from).contains(to) {
        let useful = board.occupied().contains(to) || state.position.maybe_ep_square() == Some(to);
        return if useful {
            own_piece_on(board, color, to)
        } else {
            Some(Illegal::NothingToCapture { at: to })
        };
    }
    let forward = color.fold_wb(1, -1);
    let steps = (i32::from(to.rank()) - i32::from(from.rank())) * forward;
    let home = from.rank() == color.fold_wb(Rank::Second, Rank::Seventh);
    if from.file() != to.file() || !(steps == 1 || steps == 2 && home) {
        return Some(cannot);
    }
    let way = attacks::between(from, to).with(to) & board.occupied();
    let at = if from < to { way.first() } else { way.last() }?;
    Some(Illegal::Blocked {
        role: Role::Pawn,
        to,
        blocker: board.role_at(at)?,
        at,
    })
}

/// The piece could go there if it were not for its king.
fn why_not_safe(state: &State, piece: Piece, from: Square, to: Square, wanted: Move) -> Illegal {
    let board = state.position.board();
    let after = board_after(board, piece, from, to, wanted);
    let exposed = after.king_of(piece.color).and_then(|king| {
        attacker(&after, king, !piece.color, after.occupied()).map(|by| (king, by))
    });
    match exposed {
        Some((_, by)) if piece.role == Role::King => Illegal::KingIntoCheck { to, by },
        Some((king, by)) if is_pinned(state, from, king, by.1) => Illegal::Pinned {
            role: piece.role,
            at: from,
            king,
            by,
        },
        Some((king, by)) => Illegal::LeavesKingInCheck { king, by },
        None => Illegal::CannotMoveSo {
            role: piece.role,
            from,
            to,
        },
    }
}

/// Whether this piece alone stands between its king and an attack. En passant takes two pieces off a
/// rank at once; neither of them is pinned.
fn is_pinned(state: &State, at: Square, king: Square, by: Square) -> bool {
    let between = attacks::between(king, by) & state.position.board().occupied();
    !state.position.is_check() && between == Bitboard::from(at)
}

fn board_after(board: &Board, piece: Piece, from: Square, to: Square, wanted: Move) -> Board {
    let mut after = board.clone();
    after.discard_piece_at(from);
    after.set_piece_at(to, piece);
    if wanted.is_en_passant() {
        after.discard_piece_at(Square::from_coords(to.file(), from.rank()));
    }
    after
}

fn attacker(
    board: &Board,
    square: Square,
    by: Color,
    occupied: Bitboard,
) -> Option<(Role, Square)> {
    let at = board.attacks_to(square, by, occupied).first()?;
    Some((board.role_at(at)?, at))
}

/// The side on which the king wants to castle, if that is what it wants.
fn castling_attempt(state: &State, piece: Piece, from: Square, to: Square) -> Option<CastlingSide> {
    let home = piece.color.fold_wb(Rank::First, Rank::Eighth);
    if piece.role != Role::King || from.rank() != home || to.rank() != home {
        return None;
    }
    let attempt = match state.options.castling {
        CastlingMode::Standard => {
            from == piece.color.fold_wb(Square::E1, Square::E8) && from.distance(to) == 2
        }
        CastlingMode::Chess960 => {
            state.position.board().piece_at(to)
                == Some(Piece {
                    role: Role::Rook,
                    ..piece
                })
        }
    };
    attempt.then(|| CastlingSide::from_king_side(from < to))
}

fn why_not_castling(state: &State, king: Square, side: CastlingSide) -> Illegal {
    Illegal::Castling(castling_obstacle(state, king, side).unwrap_or(NoCastling::RightLost))
}

fn castling_obstacle(state: &State, king: Square, side: CastlingSide) -> Option<NoCastling> {
    let (board, color) = (state.position.board(), state.turn());
    let castles = state.position.castles();
    let Some(rook) = castles.rook(color, side) else {
        return Some(NoCastling::RightLost);
    };
    if let Some(at) = (castles.path(color, side) & board.occupied()).first() {
        return Some(NoCastling::Blocked {
            role: board.role_at(at)?,
            at,
        });
    }
    if let Some(by) = attacker(board, king, !color, board.occupied()) {
        return Some(NoCastling::OutOfCheck { by });
    }
    // The king has left its square while it passes the others, and so has the rook in the end.
    let target = side.king_to(color);
    let without_king = board.occupied().without(king);
    for at in attacks::between(king, target) {
        if let Some(by) = attacker(board, at, !color, without_king) {
            return Some(NoCastling::ThroughCheck { at, by });
        }
    }
    let settled = without_king.without(rook).with(side.rook_to(color));
    attacker(board, target, !color, settled).map(|by| NoCastling::IntoCheck { at: target, by })
}
