//! What puzzles of this game are made of.

use rules::{Proof, Puzzling, Theme};
use shakmaty::{Chess, Move, Position, Role, Square};

use crate::evaluation::worth;
use crate::state::State;
use crate::{Action, Orthodox, Setup};

impl Puzzling for Orthodox {
    const PROOF: Proof = Proof {
        depth: 3,
        quiescence: 6,
        states: 500_000,
    };

    const THEMES: &'static [Theme] = &[
        Theme::new("underpromotion", 5),
        Theme::new("en-passant", 5),
        Theme::new("castling", 5),
        Theme::new("double-check", 10),
        Theme::new("discovered-check", 12),
        Theme::new("promotion", 12),
        Theme::new("sacrifice", 25),
        Theme::new("fork", 20),
        Theme::new("quiet", 20),
        Theme::new("check", 15),
        Theme::new("capture", 12),
    ];

    fn puzzle_start(_seed: u64) -> Setup {
        Setup::default()
    }

    fn theme(state: &State, action: &Action) -> &'static str {
        match action {
            Action::Move {
                from,
                to,
                promotion,
                ..
            } => {
                let is_it = |m: &&Move| {
                    let same = m.from() == Some(*from) && m.promotion() == *promotion;
                    same && (m.is_castle() || m.to() == *to)
                };
                let moves = state.position.legal_moves();
                moves
                    .iter()
                    .find(is_it)
                    .map_or("quiet", |m| of_move(&state.position, *m))
            }
            Action::Promote(role) => of_promotion(*role),
            Action::Claim => "quiet",
        }
    }
}

const fn of_promotion(role: Role) -> &'static str {
    match role {
        Role::Queen => "promotion",
        Role::Rook | Role::Bishop | Role::Knight | Role::Pawn | Role::King => "underpromotion",
    }
}

fn of_move(before: &Chess, m: Move) -> &'static str {
    if m.is_castle() {
        return "castling";
    }
    if m.is_en_passant() {
        return "en-passant";
    }
    if let Some(role) = m.promotion() {
        return of_promotion(role);
    }
    let mut after = before.clone();
    after.play_unchecked(m);
    let checkers = after.checkers();
    if checkers.count() > 1 {
        return "double-check";
    }
    if checkers.any() && !checkers.contains(m.to()) {
        return "discovered-check";
    }
    if is_sacrifice(&after, m) {
        "sacrifice"
    } else if forked(&after, m.to()) >= 2 {
        "fork"
    } else if checkers.any() {
        "check"
    } else if m.is_capture() {
        "capture"
    } else {
        "quiet"
    }
}

/// Whether the opponent may take the piece that has moved for much less than it is worth.
fn is_sacrifice(after: &Chess, m: Move) -> bool {
    let taken = m.capture().map_or(0, worth);
    let legal = after.legal_moves();
    let capturers = legal
        .iter()
        .filter(|reply| reply.to() == m.to() && reply.is_capture());
    let guards = after
        .board()
        .attacks_to(m.to(), !after.turn(), after.board().occupied());
    let paid_back = |capturer: &Move| {
        if guards.any() {
            worth(capturer.role())
        } else {
            0
        }
    };
    let cheapest = capturers.map(paid_back).min();
    cheapest.is_some_and(|back| worth(m.role()) - taken - back >= 150)
}

/// How many pieces that matter the piece on this square attacks: the king, what is worth more, and what nobody guards.
fn forked(after: &Chess, square: Square) -> usize {
    let board = after.board();
    let own = board.role_at(square).map_or(0, worth);
    let matters = |target: &Square| match board.role_at(*target) {
        Some(Role::King) => true,
        Some(Role::Pawn) | None => false,
        Some(role) => {
            let guards = board.attacks_to(*target, after.turn(), board.occupied());
            worth(role) > own || guards.is_empty()
        }
    };
    let attacked = board.attacks_from(square) & board.by_color(after.turn());
    attacked.into_iter().filter(matters).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Variant;

    fn theme(fen: &str, action: &str) -> &'static str {
        let state = Orthodox::start(&fen.parse().unwrap()).unwrap();
        Orthodox::theme(&state, &action.parse().unwrap())
    }

    #[test]
    fn themes_are_what_people_call_them() {
        assert_eq!(theme("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "check");
        assert_eq!(theme("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7"), "fork");
        assert_eq!(
            theme("6k1/5ppp/8/8/8/8/8/Q3K3 w - - 0 1", "a1g7"),
            "sacrifice"
        );
        assert_eq!(
            theme("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"),
            "underpromotion"
        );
        assert_eq!(
            theme("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
            "promotion"
        );
        assert_eq!(
            theme("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
            "en-passant"
        );
        assert_eq!(theme("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "castling");
        let battery = "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1";
        assert_eq!(theme(battery, "e4c5"), "discovered-check");
        assert_eq!(theme(battery, "e4d6"), "double-check");
        assert_eq!(theme(battery, "f1f2"), "quiet");
    }

    #[test]
    fn every_theme_is_listed() {
        let words: Vec<&str> = Orthodox::THEMES.iter().map(|theme| theme.word).collect();
        assert!(words.contains(&of_promotion(Role::Rook)));
        let shares: u32 = Orthodox::THEMES
            .iter()
            .map(|theme| u32::from(theme.share))
            .sum();
        assert!(shares >= 100, "{shares}");
    }
}
