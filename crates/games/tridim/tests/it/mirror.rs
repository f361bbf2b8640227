//! The game is the same from both ends: turn the set round, swap the colours, and the legal actions
//! turn with it.

use std::collections::BTreeSet;

use rules::Variant;
use tridim::{
    Action, BoardMove, BoardSetup, Column, Level, Main, Piece, PieceMove, Pin, Rights, Setup,
    Square, State, Tridim, Turn,
};

use crate::support::{starts, walk};

fn pin(pin: Pin) -> Pin {
    let side = if pin.is_king_side() { 'K' } else { 'Q' };
    format!("{side}L{}", 7 - pin.number()).parse().unwrap()
}

fn square(square: Square) -> Square {
    let level = match square.level() {
        Level::Main(Main::White) => Level::Main(Main::Black),
        Level::Main(Main::Neutral) => Level::Main(Main::Neutral),
        Level::Main(Main::Black) => Level::Main(Main::White),
        Level::Attack(under) => Level::Attack(pin(under)),
    };
    let column = Column::new(square.file(), 9 - square.rank()).unwrap();
    Square::new(level, column).unwrap()
}

fn piece(piece: Option<Piece>) -> Option<Piece> {
    piece.map(|piece| Piece {
        seat: !piece.seat,
        ..piece
    })
}

fn board(board: BoardSetup) -> BoardSetup {
    let [low_left, low_right, high_left, high_right] = board.cells.map(piece);
    BoardSetup {
        pin: pin(board.pin),
        rotated: board.rotated,
        cells: [high_left, high_right, low_left, low_right],
    }
}

fn castling(rights: Rights) -> Rights {
    let swapped: String = rights
        .to_string()
        .chars()
        .map(|letter| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        })
        .collect();
    let (black, white): (String, String) = swapped.chars().partition(char::is_ascii_lowercase);
    Rights::parse(&(white + &black)).unwrap()
}

fn setup(setup: &Setup) -> Setup {
    let main = |cells: &[Option<Piece>; 16]| {
        std::array::from_fn(|cell| piece(cells[(3 - cell / 4) * 4 + cell % 4]))
    };
    let [white_queen, white_king, black_queen, black_king] = setup.boards.map(board);
    let mut promotions: Vec<_> = setup
        .promotions
        .iter()
        .map(|(at, due)| (square(*at), *due))
        .collect();
    // Deferred pawns are listed from White's corners to Black's.
    promotions.sort_by_key(|(at, due)| match due {
        tridim::Due::Now => 0,
        tridim::Due::Later => 10 - at.rank(),
    });
    Setup {
        main: [
            main(&setup.main[2]),
            main(&setup.main[1]),
            main(&setup.main[0]),
        ],
        boards: [black_queen, black_king, white_queen, white_king],
        to_move: !setup.to_move,
        castling: castling(setup.castling),
        en_passant: setup.en_passant.map(square),
        promotions,
        ..setup.clone()
    }
}

fn turn(turn: Turn) -> Turn {
    match turn {
        Turn::Move(made) => Turn::Move(PieceMove {
            from: square(made.from),
            to: square(made.to),
            ..made
        }),
        Turn::Castle(wing) => Turn::Castle(wing),
        Turn::Board(made) => Turn::Board(BoardMove {
            from: pin(made.from),
            to: pin(made.to),
            ..made
        }),
        Turn::Promote { at, to } => Turn::Promote { at: square(at), to },
    }
}

fn action(action: Action) -> Action {
    match action {
        Action::Turn(made) => Action::Turn(turn(made)),
        Action::Settle { at, to } => Action::Settle { at: square(at), to },
        Action::Claim(announced) => Action::Claim(announced.map(turn)),
    }
}

fn check(state: &State) {
    let setup_text = Tridim::setup(state);
    let mirrored = Tridim::start(&setup(&setup_text))
        .unwrap_or_else(|why| panic!("{}: {why}", setup(&setup_text)));
    let here: BTreeSet<String> = Tridim::legal(state)
        .filter(|made| !matches!(made, Action::Claim(_)))
        .map(|made| action(made).to_string())
        .collect();
    let there: BTreeSet<String> = Tridim::legal(&mirrored)
        .filter(|made| !matches!(made, Action::Claim(_)))
        .map(|made| made.to_string())
        .collect();
    assert_eq!(here, there, "{setup_text}");
    let outcome = |state: &State| Tridim::status(state).outcome().cloned();
    let winners = |state: &State| outcome(state).map(|outcome| outcome.winner);
    let turned = winners(&mirrored).map(|winner| winner.map(|seat| !seat));
    assert_eq!(winners(state), turned, "{setup_text}");
}

#[test]
fn mirrored_positions_have_mirrored_actions() {
    let mut seen = 0;
    walk(&starts(), 11, 25, |_, _, after| {
        check(after);
        seen += 1;
    });
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn the_start_is_its_own_mirror_but_for_the_side_to_move() {
    let start = Setup::default();
    let mirrored = setup(&start);
    assert_eq!(
        mirrored.to_string().replace(" b ", " w "),
        start.to_string()
    );
}
