//! The 960 start positions, numbered as usual (518 is the standard one).

use shakmaty::fen::Fen;
use shakmaty::{ByColor, CastlingMode, Color, File, Piece, Rank, Role, Square};

use crate::Setup;

/// Start position `number`, 0 to 959.
pub(crate) fn start(number: u32) -> Option<Setup> {
    let ranks = (number < 960).then(|| back_rank(number))?;
    let mut setup = shakmaty::Setup::empty();
    for (index, role) in ranks.into_iter().enumerate() {
        let file = File::new(u32::try_from(index).ok()?);
        for color in Color::ALL {
            let home = ByColor {
                white: Rank::First,
                black: Rank::Eighth,
            };
            let pawns = ByColor {
                white: Rank::Second,
                black: Rank::Seventh,
            };
            let square = Square::from_coords(file, *home.get(color));
            setup.board.set_piece_at(square, Piece { color, role });
            let pawn = Piece {
                color,
                role: Role::Pawn,
            };
            setup
                .board
                .set_piece_at(Square::from_coords(file, *pawns.get(color)), pawn);
            if role == Role::Rook {
                setup.castling_rights.add(square);
            }
        }
    }
    let fen = Fen::try_from_setup(setup).ok()?;
    Some(Setup {
        castling: Some(CastlingMode::Chess960),
        ..Setup::from_fen(fen)
    })
}

/// A start position chosen by `seed`.
pub(crate) fn random_start(seed: u64) -> Setup {
    // Multiplying spreads seeds that differ only in their last digits.
    let number = (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) % 960;
    u32::try_from(number)
        .ok()
        .and_then(start)
        .unwrap_or_default()
}

/// The usual derivation: bishops, queen and knights take their places by division with remainder, then
/// rook, king, rook fill the three places left.
fn back_rank(number: u32) -> [Role; 8] {
    let mut rank = [None; 8];
    let (rest, light) = (number / 4, number % 4);
    rank[light as usize * 2 + 1] = Some(Role::Bishop);
    let (rest, dark) = (rest / 4, rest % 4);
    rank[dark as usize * 2] = Some(Role::Bishop);
    let (knights, queen) = (rest / 6, rest % 6);
    place(&mut rank, queen as usize, Role::Queen);
    let (first, second) = KNIGHTS[knights as usize];
    // The second knight's place is counted before the first one is taken, so it goes first.
    place(&mut rank, second, Role::Knight);
    place(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    rank.map(|role| role.unwrap_or(Role::Rook))
}

/// The two of five free places that the knights take.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

/// Puts a piece on the nth place that is still free.
fn place(rank: &mut [Option<Role>; 8], nth: usize, role: Role) {
    if let Some(free) = rank.iter_mut().filter(|place| place.is_none()).nth(nth) {
        *free = Some(role);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn number_518_is_the_usual_start() {
        let fen = start(518).unwrap().fen.to_string();
        assert_eq!(
            fen,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
    }

    #[test]
    fn first_and_last_number() {
        assert!(start(0).unwrap().fen.to_string().starts_with("bbqnnrkr/"));
        assert!(start(959).unwrap().fen.to_string().starts_with("rkrnnqbb/"));
        assert_eq!(start(960), None);
    }

    #[test]
    fn all_numbers_differ_and_can_be_played() {
        let all: HashSet<String> = (0..960)
            .map(|number| start(number).unwrap().to_string())
            .collect();
        assert_eq!(all.len(), 960);
        assert!(
            all.iter()
                .all(|text| crate::State::new(&text.parse().unwrap()).is_ok())
        );
    }
}
