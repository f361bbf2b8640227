//! What puzzles of this game are made of.

use rules::{Proof, Puzzling, Theme, Variant};

use crate::action::Action;
use crate::event::{Cause, Event};
use crate::setup::Setup;
use crate::state::State;
use crate::variant::Wisconsin;

impl Puzzling for Wisconsin {
    const PROOF: Proof = Proof {
        depth: 3,
        quiescence: 4,
        states: 150_000,
    };

    const THEMES: &'static [Theme] = &[
        Theme::new("chain", 25),
        Theme::new("assert", 15),
        Theme::new("blast", 30),
        Theme::new("return", 10),
        Theme::new("promotion", 12),
        Theme::new("castling", 5),
        Theme::new("check", 25),
        Theme::new("quiet", 30),
        Theme::new("capture", 20),
    ];

    fn puzzle_start(seed: u64) -> Setup {
        let preset = if seed.is_multiple_of(2) {
            "special"
        } else {
            "twins"
        };
        Wisconsin::preset(preset, seed).unwrap_or_default()
    }

    fn theme(state: &State, action: &Action) -> &'static str {
        match Wisconsin::apply(state, state.active, action) {
            Ok(step) => of_events(&step.events),
            Err(_) => "quiet",
        }
    }
}

/// The most unusual thing that happened.
fn of_events(events: &[Event]) -> &'static str {
    let moved = |wanted| {
        let is_it =
            |event: &&Event| matches!(event, Event::Moved { cause, .. } if *cause == wanted);
        events.iter().filter(is_it).count()
    };
    let removed = |wanted: Cause| {
        let is_it =
            |event: &Event| matches!(event, Event::Removed { cause, .. } if *cause == wanted);
        events.iter().any(is_it)
    };
    let any = |is_it: fn(&Event) -> bool| events.iter().any(is_it);
    match moved(Cause::Asserted) {
        0 => {}
        1 => return "assert",
        _ => return "chain",
    }
    if removed(Cause::Neutralised) {
        "blast"
    } else if moved(Cause::Returned) > 0 {
        "return"
    } else if any(|event| matches!(event, Event::PromotionOwed { .. } | Event::Changed { .. })) {
        "promotion"
    } else if moved(Cause::Castled) > 0 {
        "castling"
    } else if any(|event| matches!(event, Event::Check { .. })) {
        "check"
    } else if removed(Cause::Captured) {
        "capture"
    } else {
        "quiet"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(wfen: &str, action: &str) -> &'static str {
        let state = Wisconsin::start(&wfen.parse().unwrap()).unwrap();
        Wisconsin::theme(&state, &action.parse().unwrap())
    }

    #[test]
    fn themes_tell_what_happens() {
        let blast = "4k3/8/8/8/3w'd74/8/8/3RK3 w -";
        assert_eq!(theme(blast, "d1d4"), "blast");
        assert_eq!(theme(blast, "d1d2"), "quiet");
        assert_eq!(theme("4k3/8/8/8/8/8/8/R3K3 w -", "a1a8"), "check");
        // The rook arrives beside an asserting piece of the other side.
        assert_eq!(theme("4k3/8/8/3c'b84/8/8/8/R3K3 w -", "a1a4"), "quiet");
        assert_eq!(theme("4k3/8/8/3c'b84/8/8/8/2R1K3 w -", "c1c4"), "assert");
    }
}
