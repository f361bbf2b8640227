//! The search against a plain look at everything: no window, no table, no order.

use std::sync::atomic::AtomicBool;

use orthodox::Orthodox;
use rules::{Evaluate, Seat, Status};
use search::{Limits, MATE, Score, Style, think};
use timetravel::TimeTravel;
use tridim::Tridim;
use wisconsin::Wisconsin;

use crate::positions;

/// What a state is worth to `seat` by looking at everything.
fn minimax<V: Evaluate>(
    state: &V::State,
    seat: Seat,
    depth: u32,
    quiescence: u32,
    ply: i32,
) -> i32 {
    let actor = match V::status(state) {
        Status::ToAct(actor) => actor,
        Status::Over(outcome) => {
            return match outcome.winner {
                Some(winner) if winner == seat => MATE - ply,
                Some(_) => ply - MATE,
                None => 0,
            };
        }
    };
    if actor != seat {
        return -minimax::<V>(state, actor, depth, quiescence, ply);
    }
    if depth == 0 {
        return quiet::<V>(state, actor, quiescence, ply);
    }
    let below = |action| {
        minimax::<V>(
            &V::play(state, &action),
            seat,
            depth - 1,
            quiescence,
            ply + 1,
        )
    };
    V::legal(state).map(below).max().unwrap_or_default()
}

/// The same for loud actions, or for all in answer to a threat.
fn quiet<V: Evaluate>(state: &V::State, seat: Seat, quiescence: u32, ply: i32) -> i32 {
    let standing = V::evaluate(state, seat);
    if quiescence == 0 {
        return standing;
    }
    let pressed = V::is_pressed(state);
    let is_loud = |action: &V::Action| V::promise(state, action) > 0 && !V::is_distant(action);
    let wanted = |action: &V::Action| pressed || is_loud(action);
    let below = |action: V::Action| {
        let after = V::play(state, &action);
        match V::status(&after) {
            Status::ToAct(actor) if actor == seat => {
                quiet::<V>(&after, seat, quiescence - 1, ply + 1)
            }
            Status::ToAct(actor) => -quiet::<V>(&after, actor, quiescence - 1, ply + 1),
            Status::Over(_) => minimax::<V>(&after, seat, 0, 0, ply + 1),
        }
    };
    let best = V::legal(state).filter(wanted).map(below).max();
    match pressed {
        true => best.unwrap_or(standing),
        false => best.map_or(standing, |best| best.max(standing)),
    }
}

fn compare<V: Evaluate>(preset: &str, plies: usize, count: u64, depths: &[(u32, u32)]) {
    let never = AtomicBool::new(false);
    for state in positions::random::<V>(preset, plies, count) {
        for (depth, quiescence) in depths.iter().copied() {
            let limits = Limits {
                style: Style::Exact { quiescence },
                ..Limits::to_depth(depth)
            };
            let found = think::<V>(&state, &[], &limits, &never, &mut |_| {}).unwrap();
            let expected = minimax::<V>(&state, V::actor(&state), depth, quiescence, 0);
            let raw = match found.score {
                Score::Balance(balance) => balance,
                Score::WinIn(actions) => MATE - actions as i32,
                Score::LossIn(actions) => actions as i32 - MATE,
            };
            let setup = V::setup(&state);
            // A win within the depth ends the search early; it is the same win.
            assert_eq!(
                raw, expected,
                "depth {depth} and {quiescence} below in {setup}"
            );
        }
    }
}

#[test]
fn orthodox_search_is_minimax() {
    compare::<Orthodox>(
        "standard",
        30,
        12,
        &[(1, 0), (2, 0), (3, 0), (1, 3), (2, 2)],
    );
    compare::<Orthodox>("chess960", 80, 12, &[(3, 0), (2, 2)]);
}

#[test]
fn wisconsin_search_is_minimax() {
    compare::<Wisconsin>("special", 30, 10, &[(1, 0), (2, 0), (1, 2)]);
    compare::<Wisconsin>("powder", 40, 3, &[(3, 0)]);
}

#[test]
fn tridim_search_is_minimax() {
    compare::<Tridim>("standard", 40, 10, &[(1, 0), (2, 0), (1, 2)]);
    compare::<Tridim>("strict", 60, 3, &[(3, 0)]);
}

#[test]
fn timetravel_search_is_minimax() {
    compare::<TimeTravel>("quick", 12, 6, &[(1, 0), (2, 0), (1, 1)]);
}
