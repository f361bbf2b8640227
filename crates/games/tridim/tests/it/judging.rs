//! The list of legal actions and the judge are two programs. They must agree about everything that can
//! be written down.

use std::collections::HashSet;

use rules::{Explain, Variant};
use tridim::{Action, BoardMove, Kind, PieceMove, Pin, Square, State, Tridim, Turn, Wing};

use crate::support::{RandomPlayer, starts, text};

/// Every action that can be written about the pieces and boards of a position.
fn writable(state: &State) -> Vec<Action> {
    let mut turns = vec![Turn::Castle(Wing::King), Turn::Castle(Wing::Queen)];
    let choices: Vec<Option<Kind>> = std::iter::once(None)
        .chain(Kind::PROMOTIONS.map(Some))
        .collect();
    for from in state.position().pieces() {
        let kind = state.position().piece_at(from).unwrap().kind;
        for to in Square::all() {
            for (capture, en_passant) in
                [(false, false), (true, false), (true, true), (false, true)]
            {
                turns.extend(choices.iter().map(|promotion| {
                    Turn::Move(PieceMove {
                        kind,
                        from,
                        to,
                        capture,
                        en_passant,
                        promotion: *promotion,
                    })
                }));
            }
        }
    }
    for from in Pin::all() {
        for to in Pin::all() {
            for rotated in [false, true] {
                turns.extend(choices.iter().map(|promotion| {
                    Turn::Board(BoardMove {
                        from,
                        to,
                        rotated,
                        promotion: *promotion,
                    })
                }));
            }
        }
    }
    let mut actions = vec![Action::Claim(None)];
    for at in Square::all() {
        for to in Kind::PROMOTIONS {
            turns.push(Turn::Promote { at, to });
            actions.push(Action::Settle { at, to });
        }
    }
    actions.extend(turns.iter().map(|turn| Action::Turn(*turn)));
    actions
}

fn check(state: &State) {
    let Some(seat) = Tridim::status(state).to_act() else {
        return;
    };
    let legal: HashSet<Action> = Tridim::legal(state).collect();
    for action in writable(state) {
        match Tridim::apply(state, seat, &action) {
            Ok(_) => assert!(legal.contains(&action), "{action} in {}", text(state)),
            Err(why) => {
                assert!(
                    !legal.contains(&action),
                    "{action} in {}: {why}",
                    text(state)
                );
                assert!(!why.to_string().is_empty(), "{}", why.code());
            }
        }
    }
    for action in &legal {
        let wrong = Tridim::apply(state, !seat, action);
        assert!(
            wrong.is_err(),
            "{action} by the wrong seat in {}",
            text(state)
        );
        if let Action::Turn(turn) = action {
            let claim = Action::Claim(Some(*turn));
            let allowed = Tridim::apply(state, seat, &claim).is_ok();
            assert_eq!(
                allowed,
                legal.contains(&claim),
                "{claim} in {}",
                text(state)
            );
        }
    }
}

#[test]
fn the_judge_allows_exactly_what_the_list_offers() {
    let mut player = RandomPlayer::new(12);
    for start in starts().iter().step_by(24) {
        check(start);
        let mut state = start.clone();
        for _ in 0..6 {
            let Some(action) = player.choose(&state) else {
                break;
            };
            state = Tridim::play(&state, &action);
        }
        check(&state);
    }
}

/// Playing without judging is for legal actions only, but nothing may stop the program.
#[test]
fn an_illegal_action_played_anyway_still_gives_a_state() {
    for start in starts().iter().step_by(40) {
        for action in writable(start).iter().step_by(31) {
            let next = Tridim::play(start, action);
            let fields = text(&next).split(' ').count();
            assert!(fields >= 8, "{action} in {}", text(start));
            let scene = Tridim::scene(&next);
            assert!(scene.cells.len() <= 64);
            let offered = Tridim::legal(&next).len();
            let running = Tridim::status(&next).to_act().is_some();
            assert_eq!(offered > 0, running, "{action} in {}", text(start));
            assert!(!Tridim::notation(start, action).is_empty());
        }
    }
}
