//! Legal moves against two other ways to find them: trying every pair of squares, and, where it knows
//! the position, shakmaty's own generator.

use std::collections::BTreeSet;
use std::path::Path;

use rules::testkit::tables;
use rules::{Erased, SplitMix, Status, Variant};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position as _, Role, Square};
use timetravel::{Kinds, Position, TimeTravel};

use crate::random_players::Temper;

const STARTS: [&str; 4] = [
    "TT1;-;-;1;-/-;0/0;-;-;wb;9/60/-;*",
    "TT1;r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1;-;1;-/-;0/0;-;-;wb;9/60/-;*",
    "TT1;8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8_w_-_-_0_1;-;1;-/-;0/0;-;-;wb;9/60/-;*",
    "TT1;n1n5/PPPk4/8/8/8/8/4Kppp/5N1N_b_-_-_0_1;-;1;-/-;0/0;-;-;wb;9/60/-;*",
];

#[test]
fn legal_moves_agree_with_two_other_ways_to_find_them() {
    let mut strange = 0;
    let mut usual = 0;
    for seed in 0..240 {
        for position in positions_of_a_game(seed) {
            let moves = set(position.legal_moves(Kinds::ALL));
            assert_eq!(moves, by_trial(&position), "{}", position.fen());
            match by_shakmaty(&position) {
                Some(theirs) => {
                    assert_eq!(moves, theirs, "{}", position.fen());
                    usual += 1;
                }
                None => strange += 1,
            }
        }
    }
    assert!(
        usual > 500 && strange > 100,
        "{usual} usual, {strange} strange"
    );
}

#[test]
fn without_jumps_the_counts_are_those_of_ordinary_chess() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft/ordinary.perft");
    let rows = tables::check(&Erased::<TimeTravel>::new(), &table, 1_000_000);
    assert_eq!(rows.unwrap_or_else(|why| panic!("\n{why}")), 21);
}

/// The positions of the history that a random game ends with.
fn positions_of_a_game(seed: u64) -> Vec<Position> {
    let setup = STARTS[seed as usize % STARTS.len()].parse().unwrap();
    let mut random = SplitMix::new(seed);
    let mut state = TimeTravel::start(&setup).unwrap();
    while let Status::ToAct(_) = state.status() {
        let action = Temper::Forward.choose(&state, &mut random);
        state = TimeTravel::play(&state, &action);
    }
    let timeline = state.timeline();
    let positions = (0..=timeline.end()).filter_map(|ply| timeline.position(ply));
    positions.cloned().collect()
}

fn set(moves: Vec<Move>) -> BTreeSet<String> {
    let count = moves.len();
    let set: BTreeSet<String> = moves.iter().map(|m| format!("{m:?}")).collect();
    assert_eq!(set.len(), count, "every move is listed once");
    set
}

/// Makes every move that its piece can make and looks at the king.
fn by_trial(position: &Position) -> BTreeSet<String> {
    let promotions = [
        None,
        Some(Role::Knight),
        Some(Role::Bishop),
        Some(Role::Rook),
        Some(Role::Queen),
    ];
    let mut moves = Vec::new();
    for from in position.board().by_color(position.turn()) {
        for to in Square::ALL {
            let shaped = promotions
                .into_iter()
                .filter_map(|role| position.shaped(from, to, role));
            moves.extend(shaped.filter(|m| {
                m.capture() != Some(Role::King) && !position.after(*m).is_attacked(position.turn())
            }));
        }
    }
    set(moves)
}

fn by_shakmaty(position: &Position) -> Option<BTreeSet<String>> {
    let fen: Fen = position.fen().parse().unwrap();
    let chess: Chess = fen.into_position(CastlingMode::Standard).ok()?;
    Some(set(chess.legal_moves().into_iter().collect()))
}
