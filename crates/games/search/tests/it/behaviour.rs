//! What every player promises: the same seed plays the same, and a cancelled search answers at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Seat;
use search::{AnyBot, Bot, Deadline, Limits, Thinking};

use crate::bots;

fn play(bot: &dyn AnyBot, level: u8, seed: u64, plies: usize) -> Vec<String> {
    let never = AtomicBool::new(false);
    let mut actions = Vec::new();
    for _ in 0..plies {
        match bot.choose("", &actions, level, seed, &never) {
            Ok(choice) => actions.push(choice.action),
            Err(refusal) => {
                assert_eq!(refusal.code, "game-over");
                break;
            }
        }
    }
    actions
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_seed_another_one() {
    for bot in bots() {
        let games: Vec<Vec<String>> = [1, 1, 2, 3].map(|seed| play(bot, 3, seed, 16)).into();
        assert_eq!(games[0], games[1], "{}", bot.variant());
        assert!(
            games[0] != games[2] || games[0] != games[3],
            "{}",
            bot.variant()
        );
    }
}

#[test]
fn thinking_twice_gives_the_same_choice() {
    for bot in bots() {
        let never = AtomicBool::new(false);
        let limits = Limits::to_nodes(20_000 / bot.effort());
        let think = || bot.evaluate("", &[], &limits, &never).unwrap();
        assert_eq!(think(), think(), "{}", bot.variant());
    }
}

#[test]
fn a_cancelled_search_answers_with_a_legal_action_and_looks_no_deeper() {
    for bot in bots() {
        for deepest in 0..3 {
            let cancel = AtomicBool::new(deepest == 0);
            let mut depths = Vec::new();
            let thinking = Thinking {
                is_allowed: &|_| true,
                limits: Limits::default(),
                cancel: &cancel,
                report: &mut |choice| {
                    depths.push(choice.depth);
                    cancel.store(choice.depth >= deepest, Ordering::Relaxed);
                },
            };
            // Without an end of its own it ends only because it is cancelled.
            let choice = bot.think("", &[], thinking).unwrap();
            let games = catalog::standard();
            let variant = games.find(bot.variant()).unwrap().variant();
            let game = variant.start("").unwrap();
            assert!(game.legal().contains(&choice.action));
            let beyond = depths.iter().filter(|depth| **depth > deepest.max(1));
            assert_eq!(beyond.count(), 0, "{}: {depths:?}", bot.variant());
            assert!(choice.depth <= deepest.max(1), "{}", bot.variant());
        }
    }
}

#[test]
fn a_deadline_ends_a_search_that_has_no_other_end() {
    for bot in bots() {
        let never = AtomicBool::new(false);
        let evaluate = |time: Duration| {
            let limits = Limits {
                deadline: Some(Deadline::within(time)),
                ..Limits::default()
            };
            bot.evaluate("", &[], &limits, &never).unwrap().1
        };
        let soon = evaluate(Duration::from_millis(50));
        assert!(soon.depth >= 1, "{}", bot.variant());
        let past = evaluate(Duration::ZERO);
        assert!(past.depth <= 1, "{}: {past:?}", bot.variant());
    }
}

#[test]
fn nonsense_is_refused() {
    let never = AtomicBool::new(false);
    for bot in bots() {
        let choose = |setup: &str, actions: &[String], level| {
            let choice = bot.choose(setup, actions, level, 1, &never);
            choice.map_err(|refusal| refusal.code)
        };
        assert!(choose("nonsense", &[], 1).is_err());
        assert!(choose("", &["nonsense".to_owned()], 1).is_err());
        assert_eq!(choose("", &[], 9), Err("no-such-level".to_owned()));
    }
}

#[test]
fn only_games_with_a_player_that_does_not_look_ahead_have_level_0() {
    let never = AtomicBool::new(false);
    for bot in bots() {
        let level_0 = bot.choose("", &[], search::REFLEX, 1, &never);
        assert_eq!(level_0.is_ok(), bot.variant() == "wisconsin");
    }
}

/// White is mated in one whatever it does, and Black to act sees the same value from its side.
#[test]
fn the_bar_is_told_from_whites_side() {
    let bot = Bot::<orthodox::Orthodox>::new();
    let never = AtomicBool::new(false);
    let limits = Limits::to_depth(3);
    for (fen, seat) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Seat::White),
        ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", Seat::Black),
    ] {
        let (score, hint) = bot.evaluate(fen, &[], &limits, &never).unwrap();
        assert_eq!(hint.score, search::Score::WinIn(1));
        let expected = match seat {
            Seat::White => search::Score::WinIn(1),
            Seat::Black => search::Score::LossIn(1),
        };
        assert_eq!(score, expected);
    }
}

#[test]
fn a_level_thinks_no_longer_than_it_is_told() {
    let never = AtomicBool::new(false);
    for bot in bots() {
        let choose = |limits: &Limits| bot.choose_within("", &[], 7, 1, limits, &never).unwrap();
        let usual = choose(&Limits::default());
        assert_eq!(usual, bot.choose("", &[], 7, 1, &never).unwrap());
        assert!(choose(&Limits::to_depth(1)).depth <= 1, "{}", bot.variant());
        let few = choose(&Limits::to_nodes(40));
        assert!(few.nodes < usual.nodes / 2, "{}: {few:?}", bot.variant());
        let past = Limits {
            deadline: Some(Deadline::within(Duration::ZERO)),
            ..Limits::default()
        };
        assert!(choose(&past).nodes < usual.nodes, "{}", bot.variant());
    }
}
