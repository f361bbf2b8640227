//! Words shared by pictures, refusals and notation.

use rules::Seat;
use shakmaty::{Color, Piece, Role, Square};

pub(crate) fn seat_of(color: Color) -> Seat {
    color.fold_wb(Seat::White, Seat::Black)
}

pub(crate) fn color_of(seat: Seat) -> Color {
    match seat {
        Seat::White => Color::White,
        Seat::Black => Color::Black,
    }
}

pub(crate) const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `white knight`.
pub(crate) fn piece_name(piece: Piece) -> String {
    format!("{} {}", seat_of(piece.color), role_name(piece.role))
}

/// `rook on e8`.
pub(crate) fn placed_name(role: Role, square: Square) -> String {
    format!("{} on {square}", role_name(role))
}
