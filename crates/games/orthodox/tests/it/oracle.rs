//! Random play against cozy-chess, a generator that shares no code with this crate.

use std::collections::BTreeSet;

use cozy_chess::{Board, Color, GameStatus, Move, Piece, Square};
use orthodox::{Action, Orthodox, State};
use rules::{Seat, Status, Variant};
use shakmaty::{Position, Rank};

use crate::walk::{Walk, start};

/// The same position for cozy-chess, which writes rights as letters of files and counts half-moves to
/// a hundred only.
pub(crate) fn board(state: &State) -> Board {
    let text = Orthodox::setup(state).fen.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let rights = rights(state);
    fields[2] = &rights;
    fields[4] = "0";
    let text = fields.join(" ");
    Board::from_fen(&text, true).unwrap_or_else(|why| panic!("{text}: {why:?}"))
}

fn rights(state: &State) -> String {
    let rooks = state.position().castles().castling_rights();
    let letters: String = rooks
        .into_iter()
        .map(|rook| match rook.rank() {
            Rank::First => rook.file().upper_char(),
            _ => rook.file().char(),
        })
        .collect();
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}

/// cozy-chess writes castling as the king's move onto its rook, which here is so in Chess960 only.
fn as_cozy(board: &Board, action: Action) -> Move {
    let mut m: Move = action.to_string().parse().unwrap();
    let king = board.piece_on(m.from) == Some(Piece::King);
    let files = m.to.file() as i8 - m.from.file() as i8;
    let standard = king && files.abs() == 2 && board.color_on(m.to) != Some(board.side_to_move());
    if standard {
        let corner = if files > 0 {
            cozy_chess::File::H
        } else {
            cozy_chess::File::A
        };
        m.to = Square::new(corner, m.from.rank());
    }
    m
}

fn cozy_moves(board: &Board) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    board.generate_moves(|some| {
        moves.extend(some.into_iter().map(|m| m.to_string()));
        false
    });
    moves
}

fn our_moves(state: &State, board: &Board) -> BTreeSet<String> {
    let actions = Orthodox::legal(state).filter(|action| *action != Action::Claim);
    actions
        .map(|action| as_cozy(board, action).to_string())
        .collect()
}

fn compare(state: &State, board: &Board) {
    let at = Orthodox::setup(state);
    match Orthodox::status(state) {
        Status::ToAct(seat) => {
            let to_move = match board.side_to_move() {
                Color::White => Seat::White,
                Color::Black => Seat::Black,
            };
            assert_eq!(seat, to_move, "{at}");
            assert_eq!(our_moves(state, board), cozy_moves(board), "{at}");
        }
        Status::Over(outcome) => {
            assert_eq!(Orthodox::legal(state).len(), 0, "{at}");
            let (stuck, mated) = match outcome.reason.as_str() {
                "checkmate" => (true, true),
                "stalemate" => (true, false),
                _ => (false, false),
            };
            assert_eq!(cozy_moves(board).is_empty(), stuck, "{at}");
            assert_eq!(board.status() == GameStatus::Won, mated, "{at}");
            assert_eq!(outcome.winner.is_some(), mated, "{at}");
        }
    }
}

/// Placement, side to move, number of the move: what the two always write alike.
fn common_fields(fen: &str) -> Vec<&str> {
    let fields: Vec<&str> = fen.split(' ').collect();
    vec![fields[0], fields[1], fields[5]]
}

#[test]
fn random_games_have_the_same_moves_and_endings() {
    let (mut positions, mut endings) = (0, BTreeSet::new());
    for seed in 0..240 {
        let mut walk = Walk::new(&start(seed), seed);
        let mut board = board(&walk.state);
        compare(&walk.state, &board);
        for _ in 0..220 {
            let Some(action) = walk.step() else { break };
            board.play(as_cozy(&board, action));
            compare(&walk.state, &board);
            let (ours, theirs) = (
                Orthodox::setup(&walk.state).fen.to_string(),
                board.to_string(),
            );
            assert_eq!(common_fields(&ours), common_fields(&theirs));
            positions += 1;
        }
        if let Some(outcome) = Orthodox::status(&walk.state).outcome() {
            endings.insert(outcome.reason.to_string());
        }
    }
    assert!(positions > 20_000, "only {positions} positions");
    for reason in ["checkmate", "stalemate", "insufficient_material"] {
        assert!(
            endings.contains(reason),
            "no game ended by {reason}: {endings:?}"
        );
    }
}
