//! From a setup to a position that may be played: the only door.

use rules::Seat;

use crate::moves::uncovered_checker;
use crate::setup::{derived_promotions, promotions_text};
use crate::setup_problem::SetupProblem;
use crate::{BoardId, Boards, Kind, Main, Past, Piece, Position, Setup, Square};

/// Checks a setup and makes a position of it.
pub(crate) fn load(setup: &Setup) -> Result<Position, SetupProblem> {
    let placed = setup.boards.map(|board| (board.pin, board.rotated));
    let boards = Boards::new(placed).map_err(SetupProblem::SharedPin)?;
    let mut position = Position::empty(boards, setup.preset);
    for (square, piece) in pieces(setup) {
        position.put(square, piece);
    }
    position.to_move = setup.to_move;
    position.castling = setup.castling;
    position.en_passant = setup.en_passant;
    position.half_moves = setup.half_moves;
    position.full_moves = setup.full_moves;
    check_pieces(&position)?;
    check_en_passant(&position)?;
    check_promotions(&position, setup)?;
    check_kings_safety(&position)?;
    Ok(position)
}

fn pieces(setup: &Setup) -> impl Iterator<Item = (Square, Piece)> {
    let main = Main::ALL
        .into_iter()
        .zip(&setup.main)
        .flat_map(|(main, cells)| {
            let square = move |cell: usize| Square::from_index((main as usize * 16 + cell) as u8);
            cells
                .iter()
                .enumerate()
                .map(move |(cell, piece)| (square(cell), *piece))
        });
    let attack = setup
        .boards
        .iter()
        .flat_map(|board| board.pin.squares().into_iter().zip(board.cells));
    main.chain(attack)
        .filter_map(|(square, piece)| Some((square, piece?)))
}

fn check_pieces(position: &Position) -> Result<(), SetupProblem> {
    for seat in Seat::BOTH {
        let kings = position.of(seat, Kind::King).len();
        if kings != 1 {
            return Err(SetupProblem::Kings { seat, kings });
        }
    }
    if let Some((seat, _)) = position.castling().impossible(position) {
        return Err(SetupProblem::Castling(seat));
    }
    let stray = position.fresh().into_iter().find(|square| {
        let piece = position.piece_at(*square);
        piece.is_some_and(|pawn| !is_pawn_home(pawn.seat, *square))
    });
    stray.map_or(Ok(()), |square| Err(SetupProblem::FreshPawn(square)))
}

/// Whether a pawn of this side stands there at the start of a game: on the whole second rank of the
/// own main board, and on the inner ranks of the own attack boards at home.
pub(crate) fn is_pawn_home(seat: Seat, square: Square) -> bool {
    let (main, main_rank, attack_rank) = match seat {
        Seat::White => (Main::White, 2, 1),
        Seat::Black => (Main::Black, 7, 8),
    };
    match square.pin() {
        None => Square::on_main(main, square.file(), main_rank) == Some(square),
        Some(pin) => {
            let home = BoardId::ALL
                .into_iter()
                .any(|board| board.owner() == seat && board.home() == pin);
            home && square.rank() == attack_rank
        }
    }
}

fn check_en_passant(position: &Position) -> Result<(), SetupProblem> {
    let Some(pawn) = position.en_passant() else {
        return Ok(());
    };
    let seat = !position.to_move();
    let walked = position.piece_at(pawn)
        == Some(Piece {
            seat,
            kind: Kind::Pawn,
            past: Past::Moved,
        });
    let crossed = pawn.column().behind(seat);
    let crossed_is_free = crossed.is_some_and(|column| {
        !position.occupied().contains(column) && !position.squares_of(column).is_empty()
    });
    let start = crossed.and_then(|column| column.behind(seat));
    let starts = start.map(|column| position.empty_of(column));
    let came_from_home = starts
        .into_iter()
        .flatten()
        .any(|square| is_pawn_home(seat, square));
    if walked && crossed_is_free && came_from_home {
        Ok(())
    } else {
        Err(SetupProblem::EnPassant(pawn))
    }
}

fn check_promotions(position: &Position, setup: &Setup) -> Result<(), SetupProblem> {
    let derived = derived_promotions(position);
    if derived == setup.promotions {
        return Ok(());
    }
    Err(SetupProblem::Promotions {
        written: promotions_text(&setup.promotions),
        derived: promotions_text(&derived),
    })
}

/// The side that has just moved must be safe, whatever the side to move makes of its uncovered pawns.
fn check_kings_safety(position: &Position) -> Result<(), SetupProblem> {
    let mover = !position.to_move();
    if position.in_check(mover) {
        return Err(SetupProblem::OpponentInCheck(mover));
    }
    match uncovered_checker(position, mover) {
        Some(corner) => Err(SetupProblem::PromotionChecks(corner.square)),
        None => Ok(()),
    }
}
