//! Says why an action is not legal.

use rules::Seat;

use crate::castling::{self, Wing};
use crate::moves::{castling_way_is_free, crossed_column, rider_promotes, uncovered_checker};
use crate::promotion::{CORNERS, Standing, plane, promotes_on};
use crate::{Action, BoardId, Heading, Illegal, Kind, Piece, Pin, Position, Square, State, Turn};

/// Judges an action of a seat.
pub(crate) fn judge(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
    let to_act = state.status().to_act().ok_or(Illegal::GameOver)?;
    let position = state.position();
    if let Some(corner) = position.pending() {
        return match action {
            Action::Settle { at, .. } if *at == corner.square && seat == to_act => Ok(()),
            Action::Settle { at, .. } if *at == corner.square => Err(Illegal::NotYourTurn(to_act)),
            _ => Err(Illegal::IllegalDelay {
                at: corner.square,
                owner: corner.seat,
            }),
        };
    }
    if seat != to_act {
        return Err(Illegal::NotYourTurn(to_act));
    }
    match action {
        Action::Turn(turn) => judge_turn(position, *turn),
        Action::Settle { at, .. } => Err(Illegal::NothingToPromote(*at)),
        Action::Claim(None) => state.claimable().map(drop).ok_or(Illegal::NoClaim),
        Action::Claim(Some(turn)) => {
            judge_turn(position, *turn)?;
            // The list offers no announcement where the draw can be claimed at once.
            let already = state.claimable().is_some();
            let reason = state.claimable_by(*turn).filter(|_| !already);
            reason.map(drop).ok_or(Illegal::NoClaim)
        }
    }
}

/// Judges a turn of the side to move in a settled position.
pub(crate) fn judge_turn(position: &Position, turn: Turn) -> Result<(), Illegal> {
    match turn {
        Turn::Move { .. } => judge_move(position, turn),
        Turn::Castle(wing) => judge_castling(position, wing),
        Turn::Board { .. } => judge_board(position, turn),
        Turn::Promote { at, .. } => {
            judge_promotion(position, at).and_then(|()| judge_king(position, &position.after(turn)))
        }
    }
}

fn judge_move(position: &Position, turn: Turn) -> Result<(), Illegal> {
    let Turn::Move {
        kind,
        from,
        to,
        capture,
        en_passant,
        promotion,
    } = turn
    else {
        return Ok(());
    };
    let piece = own_piece(position, from)?;
    if piece.kind != kind {
        return Err(Illegal::WrongPiece { at: from, piece });
    }
    judge_target(position, piece, from, to)?;
    if kind == Kind::Pawn {
        judge_pawn(position, from, to, en_passant)?;
    } else if en_passant {
        return Err(Illegal::NoEnPassant(to));
    } else {
        judge_way(position, kind, from, to)?;
    }
    judge_capture_mark(position, to, capture, en_passant)?;
    judge_promotion_choice(position, kind, to, promotion)?;
    judge_king(position, &position.after(turn))
}

fn own_piece(position: &Position, at: Square) -> Result<Piece, Illegal> {
    match position.piece_at(at) {
        None => Err(Illegal::EmptySquare(at)),
        Some(piece) if piece.seat != position.to_move() => Err(Illegal::NotYourPiece { at, piece }),
        Some(piece) => Ok(piece),
    }
}

fn judge_target(
    position: &Position,
    piece: Piece,
    from: Square,
    to: Square,
) -> Result<(), Illegal> {
    if from.column() == to.column() {
        return Err(Illegal::SameColumn(to));
    }
    if let Some(pin) = to.pin().filter(|_| !position.existing().contains(to)) {
        return Err(missing_target(position, piece, from, to, pin));
    }
    match position.piece_at(to) {
        Some(other) if other.seat == piece.seat => Err(Illegal::OwnPiece {
            at: to,
            piece: other,
        }),
        _ => Ok(()),
    }
}

/// A pawn that finds nothing at all ahead is frozen, unless it is the promotion plane that it misses.
fn missing_target(
    position: &Position,
    piece: Piece,
    from: Square,
    to: Square,
    pin: Pin,
) -> Illegal {
    let ahead = position
        .missing_ahead(from, piece.seat)
        .filter(|column| piece.kind == Kind::Pawn && to.column() == *column);
    match ahead {
        Some(ahead) if plane(piece.seat, to.file()) != Some(pin) => {
            Illegal::AdvancementFrozen { from, ahead }
        }
        _ => Illegal::NonexistentTarget { to, pin },
    }
}

fn judge_way(position: &Position, kind: Kind, from: Square, to: Square) -> Result<(), Illegal> {
    let target = to.column();
    let reach = |occupied| from.column().reach(kind, occupied);
    if reach(position.occupied()).contains(target) {
        return Ok(());
    }
    if !reach(crate::ColumnSet::EMPTY).contains(target) {
        return Err(Illegal::CannotReach { kind, to });
    }
    let way = from.column().between(target);
    let blocker = way
        .into_iter()
        .find_map(|column| Square::of_column(column).and(position.pieces()).first());
    Err(blocked_by(position, blocker).unwrap_or(Illegal::CannotReach { kind, to }))
}

fn blocked_by(position: &Position, blocker: Option<Square>) -> Option<Illegal> {
    let at = blocker?;
    let piece = position.piece_at(at)?;
    Some(Illegal::Blocked { at, piece })
}

fn judge_pawn(
    position: &Position,
    from: Square,
    to: Square,
    en_passant: bool,
) -> Result<(), Illegal> {
    let seat = position.to_move();
    let attacked = from.column().pawn_attacks(seat).contains(to.column());
    if en_passant {
        let crossed = crossed_column(position) == Some(to.column());
        return if attacked && crossed {
            Ok(())
        } else {
            Err(Illegal::NoEnPassant(to))
        };
    }
    if attacked {
        let taken = position.piece_at(to).is_some();
        return taken.then_some(()).ok_or(Illegal::NothingToCapture(to));
    }
    judge_pawn_step(position, from, to)
}

fn judge_pawn_step(position: &Position, from: Square, to: Square) -> Result<(), Illegal> {
    let seat = position.to_move();
    let first = from.column().ahead(seat);
    let second = first.and_then(|column| column.ahead(seat));
    let target = Some(to.column());
    if target != first && target != second {
        let kind = Kind::Pawn;
        return Err(Illegal::CannotReach { kind, to });
    }
    if target == second && !position.fresh().contains(from) {
        return Err(Illegal::NotFresh(from));
    }
    if let Some(piece) = position.piece_at(to) {
        return Err(Illegal::PawnBlocked { at: to, piece });
    }
    match first.filter(|_| target == second) {
        Some(crossed) => judge_crossed(position, from, crossed),
        None => Ok(()),
    }
}

fn judge_crossed(position: &Position, from: Square, crossed: crate::Column) -> Result<(), Illegal> {
    let blocker = Square::of_column(crossed).and(position.pieces()).first();
    let piece = blocker.and_then(|at| Some((at, position.piece_at(at)?)));
    match piece {
        Some((at, piece)) => Err(Illegal::PawnBlocked { at, piece }),
        None if position.squares_of(crossed).is_empty() => Err(Illegal::AdvancementFrozen {
            from,
            ahead: crossed,
        }),
        None => Ok(()),
    }
}

fn judge_capture_mark(
    position: &Position,
    to: Square,
    capture: bool,
    en_passant: bool,
) -> Result<(), Illegal> {
    match position.piece_at(to) {
        Some(piece) if !capture => Err(Illegal::CaptureNotMarked { to, piece }),
        None if en_passant && !capture => Err(Illegal::NoEnPassant(to)),
        None if capture && !en_passant => Err(Illegal::NothingToCapture(to)),
        _ => Ok(()),
    }
}

/// Whether a pawn that ends here has to become something, and did.
fn judge_promotion_choice(
    position: &Position,
    kind: Kind,
    to: Square,
    promotion: Option<Kind>,
) -> Result<(), Illegal> {
    if kind != Kind::Pawn {
        let named = promotion.map(|_| Illegal::OnlyPawnsPromote(kind));
        return named.map_or(Ok(()), Err);
    }
    let promotes = promotes_on(position.boards(), position.to_move(), to);
    match (promotes, promotion) {
        (true, None) => Err(Illegal::PromotionRequired(to)),
        (false, Some(_)) => Err(promotion_blocked(position, to)),
        _ => Ok(()),
    }
}

fn promotion_blocked(position: &Position, to: Square) -> Illegal {
    let corner = CORNERS
        .iter()
        .find(|corner| corner.square == to && position.boards().cover(corner.pin));
    Illegal::PromotionBlocked {
        to,
        overhung_by: corner.map(|corner| corner.pin),
    }
}

fn judge_promotion(position: &Position, at: Square) -> Result<(), Illegal> {
    let piece = own_piece(position, at)?;
    match position.standing(at) {
        None => Err(Illegal::OnlyPawnsPromote(piece.kind)),
        Some(Standing::CarriedHome) => Ok(()),
        Some(_) => Err(promotion_blocked(position, at)),
    }
}

/// The king of the side that moves must not be attacked afterwards.
fn judge_king(position: &Position, after: &Position) -> Result<(), Illegal> {
    let seat = position.to_move();
    let Some(king) = after.king(seat) else {
        return Ok(());
    };
    match after.attacker(king.column(), !seat) {
        Some(by) => Err(Illegal::KingExposed { king, by }),
        None => Ok(()),
    }
}

fn judge_castling(position: &Position, wing: Wing) -> Result<(), Illegal> {
    let seat = position.to_move();
    let squares = castling::squares(seat, wing);
    if !position.castling().has(seat, wing) {
        return Err(Illegal::CastlingMoved(wing));
    }
    if position.full_moves() < 2 {
        return Err(Illegal::CastlingFirstMove);
    }
    if let Some(by) = position.attacker(squares.king_from.column(), !seat) {
        return Err(Illegal::CastlingInCheck { by });
    }
    if !castling_way_is_free(position, wing) {
        return Err(Illegal::CastlingBlocked(squares.king_to));
    }
    let after = position.after(Turn::Castle(wing));
    match after.attacker(squares.king_to.column(), !seat) {
        Some(by) => Err(Illegal::CastlingIntoAttack {
            to: squares.king_to,
            by,
        }),
        None => Ok(()),
    }
}

fn judge_board(position: &Position, turn: Turn) -> Result<(), Illegal> {
    let Turn::Board {
        from, to, rotated, ..
    } = turn
    else {
        return Ok(());
    };
    let board = judge_control(position, from)?;
    let rider = position.lone_rider(board);
    if rotated {
        judge_turning(position, from, to, rider.is_some())?;
    }
    if from != to || !rotated {
        judge_pins(position, from, to, rider.is_some())?;
    }
    judge_rider_promotion(position, board, turn)?;
    let after = position.after(turn);
    judge_king(position, &after)?;
    judge_uncovering(&after, position.to_move())
}

/// Whether a board move names a promotion where, and only where, its rider is promoted.
fn judge_rider_promotion(position: &Position, board: BoardId, turn: Turn) -> Result<(), Illegal> {
    let Turn::Board {
        from,
        to,
        rotated,
        promotion,
    } = turn
    else {
        return Ok(());
    };
    let rider = position.lone_rider(board);
    let arrival = rider.map(|(square, _)| square.carried(to, rotated));
    let promotes = rider_promotes(position, board, to, rotated);
    match (promotion, arrival.filter(|_| promotes), rider) {
        (None, Some(arrival), _) => Err(Illegal::PromotionRequired(arrival)),
        (Some(_), None, None) => Err(Illegal::NobodyAboard(from)),
        (Some(_), None, Some((_, rider))) if rider.kind != Kind::Pawn => {
            Err(Illegal::OnlyPawnsPromote(rider.kind))
        }
        (Some(_), None, _) => Err(Illegal::RidingDoesNotPromote),
        _ => Ok(()),
    }
}

/// Whether the side to move controls the board on a pin.
pub(crate) fn judge_control(position: &Position, pin: Pin) -> Result<BoardId, Illegal> {
    let board = position.boards().at(pin).ok_or(Illegal::NoBoard(pin))?;
    match position.controller(board) {
        Some(seat) if seat == position.to_move() => Ok(board),
        Some(controller) => Err(Illegal::NotControlled { pin, controller }),
        None => Err(Illegal::TooManyRiders {
            pin,
            riders: position.riders(board).len(),
        }),
    }
}

fn judge_turning(position: &Position, from: Pin, to: Pin, ridden: bool) -> Result<(), Illegal> {
    let preset = position.preset();
    let available = if from == to {
        preset.rotate_in_place()
    } else {
        preset.arrival_choice()
    };
    match (available, ridden) {
        (false, _) => Err(Illegal::NoTurning),
        (true, false) => Err(Illegal::NoRiderToTurn(from)),
        (true, true) => Ok(()),
    }
}

fn judge_pins(position: &Position, from: Pin, to: Pin, ridden: bool) -> Result<(), Illegal> {
    if !from.is_adjacent(to) {
        return Err(Illegal::NotAdjacent { from, to });
    }
    if position.boards().cover(to) {
        return Err(Illegal::PinOccupied(to));
    }
    if ridden && from.heading(to, position.to_move()) == Heading::Backward {
        return Err(Illegal::BackwardWithRider { from, to });
    }
    Ok(())
}

fn judge_uncovering(after: &Position, seat: Seat) -> Result<(), Illegal> {
    match (uncovered_checker(after, seat), after.king(seat)) {
        (Some(corner), Some(king)) => Err(Illegal::UncoversCheck {
            pawn: corner.square,
            king,
        }),
        _ => Ok(()),
    }
}
