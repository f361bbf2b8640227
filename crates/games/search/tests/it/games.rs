//! Whole games: every action is legal, every game can end, and thinking helps.

use std::sync::atomic::AtomicBool;

use rules::{AnyGame, AnyVariant, Seat};
use search::{AnyBot, Dice};

use crate::bots;

/// Who chooses for a seat.
#[derive(Clone, Copy)]
enum Player {
    Random,
    Level(u8),
}

struct Contest {
    bot: &'static dyn AnyBot,
    variant: &'static dyn AnyVariant,
    preset: &'static str,
}

impl Contest {
    fn of(id: &str) -> Contest {
        let games = catalog::standard();
        let entry = games.find(id).unwrap();
        let preset = match id {
            "wisconsin" => "special",
            "timetravel" => "quick",
            _ => "standard",
        };
        Contest {
            bot: entry.bot(),
            variant: entry.variant(),
            preset,
        }
    }

    /// Plays a game; every action is judged by the rules.
    fn play(&self, players: [Player; 2], seed: u64, longest: usize) -> Box<dyn AnyGame> {
        let setup = self.variant.preset(self.preset, seed).unwrap();
        let mut game = self.variant.start(&setup).unwrap();
        let (mut dice, mut actions) = (Dice::new(seed), Vec::new());
        let never = AtomicBool::new(false);
        while let Some(seat) = game.status().to_act() {
            if actions.len() == longest {
                break;
            }
            let action = match players[seat as usize] {
                Player::Random => dice.pick(&game.legal()).unwrap().clone(),
                Player::Level(level) => {
                    let choice = self.bot.choose(&setup, &actions, level, seed, &never);
                    choice.unwrap().action
                }
            };
            let step = game.apply(seat, &action);
            game = step
                .unwrap_or_else(|why| panic!("{setup} {actions:?} {action}: {why}"))
                .game;
            actions.push(action);
        }
        game
    }
}

/// Low levels against each other and against chance, with many blunders: strange positions, and not one
/// illegal action.
#[test]
fn low_levels_play_whole_games() {
    for bot in bots() {
        let table = Contest::of(bot.variant());
        for seed in 0..6 {
            let game = table.play([Player::Level(1), Player::Level(2)], seed, 700);
            let over = game.status().outcome().is_some();
            assert!(over, "{}: seed {seed} does not end", bot.variant());
        }
    }
}

/// With few states to look at, the strongest way to think wins every game against chance.
#[test]
fn a_thinking_player_beats_a_random_one() {
    for bot in bots() {
        let table = Contest::of(bot.variant());
        for seed in 0..4 {
            let (seat, players) = match seed % 2 {
                0 => (Seat::White, [Player::Level(5), Player::Random]),
                _ => (Seat::Black, [Player::Random, Player::Level(5)]),
            };
            let game = table.play(players, seed, 700);
            let winner = game.status().outcome().and_then(|outcome| outcome.winner);
            assert_eq!(winner, Some(seat), "{}: seed {seed}", bot.variant());
        }
    }
}
