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
pub(crate) const fn piece_name(piece: Piece) -> &'static str {
    match (piece.color, piece.role) {
        (Color::White, Role::Pawn) => "white pawn",
        (Color::White, Role::Knight) => "white knight",
        (Color::White, Role::Bishop) => "white bishop",
        (Color::White, Role::Rook) => "white rook",
        (Color::White, Role::Queen) => "white queen",
        (Color::White, Role::King) => "white king",
        (Color::Black, Role::Pawn) => "black pawn",
        (Color::Black, Role::Knight) => "black knight",
        (Color::Black, Role::Bishop) => "black bishop",
        (Color::Black, Role::Rook) => "black rook",
        (Color::Black, Role::Queen) => "black queen",
        (Color::Black, Role::King) => "black king",
    }
}

/// The names of all squares, a1 first.
#[rustfmt::skip]
const SQUARES: [&str; 64] = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
];

/// `e4`.
pub(crate) fn square_name(square: Square) -> &'static str {
    SQUARES[usize::from(square)]
}

/// `rook on e8`.
pub(crate) fn placed_name(role: Role, square: Square) -> String {
    format!("{} on {square}", role_name(role))
}
