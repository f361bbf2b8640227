//! Check: some enemy move, followed to its last consequence, would take the king off the board.

use rules::Seat;

use crate::action::Move;
use crate::after::after;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::characteristics::asserts::asserters;
use crate::characteristics::blast::neutralizers;
use crate::characteristics::immunity::capturable;
use crate::characteristics::marks::{Mark, Marks};
use crate::en_passant;
use crate::geometry::{Direction, knight_jumps, within_steps};
use crate::moves::destinations;
use crate::paths::{jump_reaches, ray_reaches};
use crate::square::Square;

/// An enemy move that would take the king of this seat off the board.
///
/// Only few moves can do that: capturing the king itself, or setting off a blast that reaches it. The
/// second kind is looked for among the neutralizers linked to the king, and each such move is played
/// out in full.
pub(crate) fn threat(
    board: &Board,
    marks: &Marks,
    seat: Seat,
    previous: Option<Move>,
) -> Option<Move> {
    let king = board.king(seat)?;
    captures_of(board, marks, king, !seat)
        .next()
        .or_else(|| blast_threat(board, marks, seat, king, previous))
}

/// The pieces of a seat whose capture paths lead to a square, occupied or not.
fn attackers(board: &Board, marks: &Marks, target: Square, by: Seat) -> Bitboard {
    let free = board.of(by) & !marks.bearing(Mark::Stopped);
    let occupied = board.occupied();
    let mut found = Bitboard::EMPTY;
    for direction in Direction::ALL {
        let nearest = direction.nearest(direction.ray(target) & occupied);
        let Some(from) = nearest.filter(|from| free.has(*from)) else {
            continue;
        };
        if let Some(piece) = board.get(from)
            && ray_reaches(piece.kind.capture_paths(), by, from, target, direction)
        {
            found.insert(from);
        }
    }
    for from in knight_jumps(target) & free {
        if let Some(piece) = board.get(from)
            && jump_reaches(piece.kind, by, from, target, occupied)
        {
            found.insert(from);
        }
    }
    found
}

/// The pseudo-legal captures of the piece on a square, en passant aside.
pub(crate) fn captures_of(
    board: &Board,
    marks: &Marks,
    target: Square,
    by: Seat,
) -> impl Iterator<Item = Move> {
    attackers(board, marks, target, by)
        .squares()
        .filter(move |from| {
            let piece = board.get(*from);
            piece.is_some_and(|piece| capturable(board, marks, piece.kind, by).has(target))
        })
        .map(move |from| Move { from, to: target })
}

fn blast_threat(
    board: &Board,
    marks: &Marks,
    seat: Seat,
    king: Square,
    previous: Option<Move>,
) -> Option<Move> {
    let neutralizers = neutralizers(board, marks);
    if neutralizers.is_empty() {
        return None;
    }
    let fuse = linked(king, neutralizers);
    let kills = |step: &Move| {
        let after = after(board, marks, *step, previous, &mut ());
        after.board.king(seat).is_none()
    };
    let on_fuse = fuse & board.of(seat);
    let mut captures = on_fuse
        .squares()
        .flat_map(|target| captures_of(board, marks, target, !seat));
    captures
        .find(kills)
        .or_else(|| passing_captures(board, marks, on_fuse, seat, previous).find(kills))
        .or_else(|| {
            let near = Bitboard::of(king) | fuse;
            walks_to_asserters(board, marks, near, seat, previous).find(kills)
        })
}

/// The neutralizers connected with the king by neighbourhood, directly or through each other.
fn linked(king: Square, neutralizers: Bitboard) -> Bitboard {
    let mut link = Bitboard::of(king).neighbours() & neutralizers;
    loop {
        let longer = link | (link.neighbours() & neutralizers);
        if longer == link {
            return link;
        }
        link = longer;
    }
}

/// Captures en passant of one of these pieces.
fn passing_captures(
    board: &Board,
    marks: &Marks,
    victims: Bitboard,
    seat: Seat,
    previous: Option<Move>,
) -> impl Iterator<Item = Move> {
    let capturers = en_passant::capturers(board, !seat, previous) & !marks.bearing(Mark::Stopped);
    capturers.squares().filter_map(move |from| {
        let chance = en_passant::capture(board, marks, from, previous)?;
        let to = chance.to;
        victims.has(chance.victim).then_some(Move { from, to })
    })
}

/// Moves of enemy neutralizers that end beside an asserter of this seat, with the blast near enough.
fn walks_to_asserters(
    board: &Board,
    marks: &Marks,
    near: Bitboard,
    seat: Seat,
    previous: Option<Move>,
) -> impl Iterator<Item = Move> {
    let asserters = asserters(board, marks) & board.of(seat);
    let fatal = asserters.neighbours() & near.neighbours();
    let walkers = neutralizers(board, marks) & board.of(!seat);
    let near_enough = move |from: &Square| {
        let piece = board.get(*from);
        piece.is_some_and(|piece| within_steps(piece.kind.longest_stride(), *from).meets(fatal))
    };
    let walkers = walkers.squares().filter(near_enough);
    walkers.flat_map(move |from| {
        let ends = destinations(board, marks, from, previous) & fatal;
        ends.squares().map(move |to| Move { from, to })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Kind;
    use crate::piece::Piece;
    use rules::SplitMix;

    /// A crowded corner of the board: kings and a dozen pieces of any kind close together.
    fn crowd(random: &mut SplitMix) -> Board {
        let mut board = Board::default();
        let mut place = |kind, seat: Seat, random: &mut SplitMix| {
            let file = random.below(5) as i8;
            let rank = 1 + random.below(6) as i8;
            let square = Square::at(file, rank).unwrap();
            if board.get(square).is_none() {
                let start = Some(Square::known(random.below(64) as u8));
                let moved = random.below(2) == 0;
                let piece = Piece {
                    kind,
                    seat,
                    moved,
                    start,
                };
                board.put(square, piece);
            }
        };
        place(Kind::King, Seat::White, random);
        for _ in 0..14 {
            let kind = random.choose(&Kind::ALL[1..]).copied().unwrap();
            let seat = random.choose(&Seat::BOTH).copied().unwrap();
            place(kind, seat, random);
        }
        board
    }

    /// A double step that might just have been made.
    fn double_step(board: &Board) -> Option<Move> {
        let pawns = board
            .pieces()
            .filter(|(_, piece)| piece.kind.is_pawn_based());
        let mut steps = pawns.filter_map(|(to, piece)| {
            let from = match piece.seat {
                Seat::White => to.offset(0, -2)?,
                Seat::Black => to.offset(0, 2)?,
            };
            (from.rank_for(piece.seat) == 1).then_some(Move { from, to })
        });
        steps.next()
    }

    #[test]
    fn looking_at_few_moves_finds_the_same_checks_as_playing_out_all() {
        let mut random = SplitMix::new(99);
        let (mut checks, mut blasts) = (0, 0);
        for _ in 0..30_000 {
            let board = crowd(&mut random);
            let marks = Marks::of(&board);
            let previous = double_step(&board);
            let found = threat(&board, &marks, Seat::White, previous);
            let mut moves = board.of(Seat::Black).squares().flat_map(|from| {
                let targets = destinations(&board, &marks, from, previous);
                targets.squares().map(move |to| Move { from, to })
            });
            let kills = |step: Move| {
                let after = after(&board, &marks, step, previous, &mut ());
                after.board.king(Seat::White).is_none()
            };
            assert_eq!(found.is_some(), moves.any(kills), "{board:?}");
            if let Some(step) = found {
                assert!(kills(step));
                checks += 1;
                blasts += u32::from(Some(step.to) != board.king(Seat::White));
            }
        }
        assert!(
            checks > 3_000 && blasts > 300,
            "{checks} checks, {blasts} by blast"
        );
    }
}
