//! What puzzles of this game are made of.

use rules::{Proof, Puzzling, Seat, Theme, Variant};

use crate::action::Action;
use crate::options::Options;
use crate::setup::Setup;
use crate::state::State;
use crate::timeline::Slot;
use crate::variant::TimeTravel;

/// One jump: a change of the past is a decision, and a proof can look at all of them.
const JUMPS: u32 = 1;

/// Games begin after these: mostly one player has jumped already, so that what the other one changes is final.
const OPENINGS: [&str; 7] = [
    "+e2e4 +e7e5 1^g1f3",
    "+d2d4 +d7d5 1^b1c3",
    "+c2c4 +c7c5 +g2g3 +g7g6 3^b1c3",
    "+e2e4 +e7e5 +g1f3 2^b8c6",
    "+d2d4 +d7d5 +c2c4 2^g8f6",
    "+g2g3 +c7c5 +f1g2 2^b8c6",
    "",
];

fn after_opening(start: Setup, actions: &str) -> Option<Setup> {
    let mut state = TimeTravel::start(&start).ok()?;
    for text in actions.split_whitespace() {
        state = TimeTravel::play(&state, &text.parse().ok()?);
    }
    Some(TimeTravel::setup(&state))
}

impl Puzzling for TimeTravel {
    const PROOF: Proof = Proof {
        depth: 2,
        quiescence: 3,
        states: 60_000,
    };

    const THEMES: &'static [Theme] = &[
        Theme::new("erase", 45),
        Theme::new("change", 50),
        Theme::new("fill", 25),
        Theme::new("accept", 5),
        Theme::new("check", 10),
        Theme::new("capture", 10),
        Theme::new("quiet", 10),
    ];

    fn puzzle_start(seed: u64) -> Setup {
        let options = Options {
            max_jumps: Some(JUMPS),
            ..Options::QUICK
        };
        let opening = OPENINGS[(seed % OPENINGS.len() as u64) as usize];
        after_opening(Setup::new(None, options), opening).unwrap_or_default()
    }

    fn theme(state: &State, action: &Action) -> &'static str {
        let after = TimeTravel::play(state, action);
        match action {
            Action::Fill { .. } => "fill",
            Action::Replace { .. } => {
                let opponent = !state.actor();
                match n_moves(&after, opponent) < n_moves(state, opponent) {
                    true => "erase",
                    false => "change",
                }
            }
            Action::Append(path) => {
                let last = after.timeline.last();
                if last.is_attacked(last.turn()) {
                    "check"
                } else if state.timeline.last().board().role_at(path.to).is_some() {
                    "capture"
                } else {
                    "quiet"
                }
            }
            Action::Accept => "accept",
            Action::Wait => "quiet",
        }
    }
}

/// How many moves of a player stand in the history.
fn n_moves(state: &State, seat: Seat) -> usize {
    let timeline = &state.timeline;
    let is_own = |(ply, slot): &(usize, Slot)| {
        matches!(slot, Slot::Move { .. }) && timeline.owner(*ply) == seat
    };
    timeline.slots().filter(is_own).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(played: &[&str], action: &str) -> &'static str {
        let mut state = TimeTravel::start(&TimeTravel::puzzle_start(6)).unwrap();
        for action in played {
            state = TimeTravel::play(&state, &action.parse().unwrap());
        }
        TimeTravel::theme(&state, &action.parse().unwrap())
    }

    #[test]
    fn games_begin_with_at_most_one_jump_left() {
        for seed in 0..OPENINGS.len() as u64 {
            let state = TimeTravel::start(&TimeTravel::puzzle_start(seed)).unwrap();
            let left = Seat::BOTH.map(|seat| state.has_jumps(seat));
            assert_eq!(left == [true, true], seed == 6, "{seed}");
            assert!(left.contains(&true), "{seed}");
        }
    }

    #[test]
    fn themes_tell_what_becomes_of_the_past() {
        let played = ["+f2f3", "+e7e5", "+b2b4", "+f8b4"];
        assert_eq!(theme(&played, "3^g1h3"), "erase");
        assert_eq!(theme(&played, "1^g1f3"), "change");
        assert_eq!(theme(&played, "+a2a3"), "quiet");
        assert_eq!(theme(&["+e2e4", "+d7d5"], "+e4d5"), "capture");
        let filled = ["+f2f3", "+e7e5", "+b2b4", "+f8b4", "3^g1h3"];
        assert_eq!(theme(&filled, "4_f8a3"), "fill");
    }
}
