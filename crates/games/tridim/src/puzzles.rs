//! What puzzles of this game are made of.

use rules::{Proof, Puzzling, Theme, Variant};

use crate::{Action, Setup, State, Tridim, Turn};

impl Puzzling for Tridim {
    const PROOF: Proof = Proof {
        depth: 3,
        quiescence: 4,
        states: 300_000,
    };

    const THEMES: &'static [Theme] = &[
        Theme::new("board-promotion", 15),
        Theme::new("board", 35),
        Theme::new("promotion", 15),
        Theme::new("castling", 5),
        Theme::new("check", 30),
        Theme::new("quiet", 30),
        Theme::new("capture", 25),
    ];

    fn puzzle_start(seed: u64) -> Setup {
        let preset = if seed.is_multiple_of(2) {
            "standard"
        } else {
            "strict"
        };
        Tridim::preset(preset, seed).unwrap_or_default()
    }

    fn theme(state: &State, action: &Action) -> &'static str {
        match action {
            Action::Turn(Turn::Board(made)) if made.promotion.is_some() => "board-promotion",
            Action::Turn(Turn::Board(_)) => "board",
            Action::Turn(Turn::Promote { .. }) | Action::Settle { .. } => "promotion",
            Action::Turn(Turn::Castle(_)) => "castling",
            Action::Turn(Turn::Move(made)) if made.promotion.is_some() => "promotion",
            Action::Turn(Turn::Move(made)) => {
                let after = state.after(action);
                let position = after.position();
                match position.in_check(!state.position().to_move()) {
                    true => "check",
                    false if made.capture => "capture",
                    false => "quiet",
                }
            }
            Action::Claim(_) => "quiet",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_tell_boards_from_pieces() {
        let state = Tridim::start(&Setup::default()).unwrap();
        let themes: Vec<&str> = Tridim::legal(&state)
            .map(|action| Tridim::theme(&state, &action))
            .collect();
        assert!(themes.iter().all(|theme| *theme == "quiet"), "{themes:?}");
        let mate = "1k2/4/4/2P1|4/P1P1/4/4|4/2NB/4/2BK QL1(DD/R1),KL1(DD/1R),QL6(Q1/2),KL5(P1/2) w - - - 1 32; preset=strict";
        let state = Tridim::start(&mate.parse().unwrap()).unwrap();
        let theme = |action: &str| Tridim::theme(&state, &action.parse().unwrap());
        assert_eq!(theme("KL5-KL6=Q"), "board-promotion");
        assert_eq!(theme("QL6-QL6^"), "board");
    }
}
