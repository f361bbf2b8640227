//! Full strength: it sees forced wins, stops when it is told, and threads and a kept table change nothing but speed.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::Shortcuts;
use search::{AnyBot, Deadline, Effort, FullThinking, Limits, Score, SearchMemory, View};

use crate::bots;

fn think(bot: &dyn AnyBot, setup: &str, table: &mut SearchMemory, effort: Effort) -> View {
    let thinking = FullThinking {
        effort,
        is_allowed: &|_| true,
        cancel: &AtomicBool::new(false),
        report: &mut |_, _, _| {},
    };
    bot.think_fully(setup, &[], table, thinking).unwrap()
}

fn chess() -> &'static dyn AnyBot {
    catalog::standard().find("orthodox").unwrap().bot()
}

#[test]
fn forced_mates_of_three_moves_are_found_with_their_lines() {
    let mates = include_str!("../../mates/orthodox-3.mates");
    let mut n_found = 0;
    for line in mates.lines().filter(|line| !line.starts_with('#')).take(6) {
        let fen = line.split('|').next().unwrap().trim();
        let effort = Effort::new(Limits::to_nodes(400_000));
        let view = think(chess(), fen, &mut SearchMemory::new(1 << 16), effort);
        assert_eq!(view.lines[0].score, Score::WinIn(5), "{fen}");
        assert!(!view.lines[0].actions.is_empty());
        n_found += 1;
    }
    assert_eq!(n_found, 6);
}

#[test]
fn a_number_of_states_and_a_deadline_are_kept() {
    for bot in bots() {
        let few = Effort::new(Limits::to_nodes(500));
        let view = think(bot, "", &mut SearchMemory::new(1 << 10), few);
        assert!(view.nodes <= 600, "{}: {}", bot.variant(), view.nodes);
        let late = Effort::new(Limits {
            deadline: Some(Deadline::within(Duration::ZERO)),
            ..Limits::default()
        });
        let view = think(bot, "", &mut SearchMemory::new(1 << 10), late);
        assert!(view.depth <= 2, "{}: {}", bot.variant(), view.depth);
        assert!(!view.lines[0].actions.is_empty());
    }
}

#[test]
fn a_cancelled_search_answers_with_a_legal_action() {
    for bot in bots() {
        let thinking = FullThinking {
            effort: Effort::new(Limits::default()),
            is_allowed: &|_| true,
            cancel: &AtomicBool::new(true),
            report: &mut |_, _, _| {},
        };
        let view = bot.think_fully("", &[], &mut SearchMemory::new(1 << 10), thinking);
        let action = view.unwrap().lines[0].actions[0].clone();
        let games = catalog::standard();
        let game = games
            .find(bot.variant())
            .unwrap()
            .variant()
            .start("")
            .unwrap();
        assert!(game.legal().contains(&action));
    }
}

#[test]
fn threads_share_a_table_and_find_the_same_win() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let effort = Effort {
        threads: 3,
        ..Effort::new(Limits::to_nodes(200_000))
    };
    let view = think(chess(), mate, &mut SearchMemory::new(1 << 12), effort);
    assert_eq!(view.lines[0].score, Score::WinIn(1));
    for bot in bots() {
        let effort = Effort {
            threads: 2,
            ..Effort::new(Limits::to_nodes(2_000))
        };
        let view = think(bot, "", &mut SearchMemory::new(1 << 12), effort);
        assert!(!view.lines[0].actions.is_empty(), "{}", bot.variant());
    }
}

#[test]
fn a_kept_table_saves_states() {
    for bot in bots() {
        let mut table = SearchMemory::new(1 << 14);
        let effort = Effort::new(Limits::to_depth(3));
        let [first, second] = [0, 1].map(|_| think(bot, "", &mut table, effort));
        assert!(second.nodes < first.nodes, "{}", bot.variant());
        assert_eq!(first.depth, second.depth);
    }
}

#[test]
fn lines_are_different_and_only_allowed_actions_are_chosen() {
    for bot in bots() {
        let effort = Effort {
            lines: 3,
            ..Effort::new(Limits::to_depth(2))
        };
        let view = think(bot, "", &mut SearchMemory::new(1 << 12), effort);
        let firsts: Vec<&String> = view.lines.iter().map(|line| &line.actions[0]).collect();
        assert_eq!(firsts.len(), 3);
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
        let thinking = FullThinking {
            effort,
            is_allowed: &|action| action == firsts[2],
            cancel: &AtomicBool::new(false),
            report: &mut |_, _, _| {},
        };
        let alone = bot.think_fully("", &[], &mut SearchMemory::new(1 << 12), thinking);
        let alone = alone.unwrap();
        assert_eq!(
            (alone.lines.len(), &alone.lines[0].actions[0]),
            (1, firsts[2])
        );
    }
}

/// With fewer shortcuts more states are looked at, and every shortcut has a name.
#[test]
fn shortcuts_can_be_left_out_by_name() {
    for name in [
        "reductions",
        "null-move",
        "futility",
        "exchange",
        "extensions",
        "repetition",
    ] {
        let shortcuts = Shortcuts::without(name).unwrap();
        assert_ne!(shortcuts, Shortcuts::ALL);
        let effort = Effort {
            shortcuts,
            ..Effort::new(Limits::to_depth(4))
        };
        let view = think(chess(), "", &mut SearchMemory::new(1 << 14), effort);
        assert_eq!(view.depth, 4, "{name}");
    }
    assert_eq!(Shortcuts::without("nonsense"), None);
}
