//! What holds in every position of every game.

use std::collections::BTreeMap;

use rules::{Seat, Shade, Variant};
use tridim::{Action, Kind, Position, Tridim, Turn};

use crate::support::{starts, state, text, walk};

#[test]
fn sixty_four_squares_exist_and_four_pins_are_taken() {
    walk(&starts(), 1, 30, |_, _, after| {
        let position = after.position();
        assert_eq!(position.existing().len(), 64);
        let taken = tridim::Pin::all().filter(|pin| position.boards().cover(*pin));
        assert_eq!(taken.count(), 4);
        assert!(position.pieces().without(position.existing()).is_empty());
    });
}

#[test]
fn a_position_text_is_read_and_written_unchanged() {
    walk(&starts(), 2, 30, |_, _, after| {
        let written = text(after);
        assert_eq!(text(&state(&written)), written);
    });
}

/// How many bishops of each side stand on each colour.
fn bishops(position: &Position) -> BTreeMap<(Seat, bool), usize> {
    let mut counts = BTreeMap::new();
    for seat in Seat::BOTH {
        for square in position.of(seat, Kind::Bishop) {
            *counts
                .entry((seat, square.shade() == Shade::Dark))
                .or_default() += 1;
        }
    }
    counts
}

#[test]
fn bishops_never_change_colour() {
    walk(&starts(), 3, 30, |before, action, after| {
        let named = action.to_string();
        if named.ends_with("=B") || named.ends_with("=B)") || named.contains('x') {
            return;
        }
        let (before, after) = (bishops(before.position()), bishops(after.position()));
        assert_eq!(before, after, "{action}");
    });
}

#[test]
fn at_most_one_promotion_is_pending_and_choosing_settles_it() {
    let setups = [
        "nbbn/dddd/4/4|4/4/4/4|4/4/DDDD/NBBN QL1(DD/RQ),KL1(DD/KR),QL6(rq/dd),KL6(kr/dd) w KQkq - - 0 1",
        "P2P/4/4/4|3k/4/4/4|4/4/4/p2K QL1(2/2),KL1(2/2),QL6(2/2),KL6(2/2) b - - a8B~,d8B~,a1W~ 0 10",
    ];
    let starts: Vec<_> = (0..120).map(|n| state(setups[n % 2])).collect();
    let mut pending = 0;
    walk(&starts, 4, 120, |_, action, after| {
        let forced = after.position().forced().count();
        assert!(forced <= 1, "{}", text(after));
        pending += forced;
        if let Action::Settle { .. } = action {
            assert_eq!(forced, 0);
            assert_eq!(after.position().half_moves(), 0);
        }
    });
    assert!(pending > 20, "{pending}");
}

#[test]
fn no_action_leaves_the_own_king_attacked() {
    walk(&starts(), 5, 25, |before, _, _| {
        let mover = before.position().to_move();
        for action in Tridim::legal(before) {
            let Action::Turn(turn) = action else { continue };
            let after = before.position().after(turn);
            assert!(!after.in_check(mover), "{action} in {}", text(before));
            for corner in after.forced().filter(|corner| corner.seat != mover) {
                for kind in Kind::PROMOTIONS {
                    let settled = after.settled(corner.square, kind);
                    assert!(!settled.in_check(mover), "{action} in {}", text(before));
                }
            }
        }
    });
}

#[test]
fn a_promotion_is_legal_with_every_piece_or_with_none() {
    walk(&starts(), 6, 25, |before, _, _| {
        let mut choices: BTreeMap<String, usize> = BTreeMap::new();
        for action in Tridim::legal(before) {
            let text = action.to_string();
            if let Some((what, _)) = text.split_once('=') {
                *choices.entry(what.to_owned()).or_default() += 1;
            }
        }
        assert!(choices.values().all(|count| *count == 4), "{choices:?}");
    });
}

#[test]
fn the_clock_is_reset_by_captures_pawns_and_promotions_only() {
    walk(&starts(), 9, 25, |before, action, after| {
        let Action::Turn(turn) = *action else { return };
        let carries_pawn = |from| {
            let board = before.position().boards().at(from).unwrap();
            let mut riders = before.position().riders(board);
            riders.any(|square| before.position().piece_at(square).unwrap().kind == Kind::Pawn)
        };
        let resets = match turn {
            Turn::Move(made) => made.kind == Kind::Pawn || made.capture,
            Turn::Castle(_) => false,
            Turn::Board(made) => carries_pawn(made.from),
            Turn::Promote { .. } => true,
        };
        let expected = match resets {
            true => 0,
            false => before.position().half_moves() + 1,
        };
        assert_eq!(after.position().half_moves(), expected, "{action}");
    });
}

#[test]
fn a_key_depends_on_the_position_only() {
    walk(&starts(), 10, 15, |_, _, after| {
        let loaded = state(&text(after));
        assert_eq!(loaded.position().key(), after.position().key());
    });
}
