//! The players of a match: as they are named on the command line, and at the table.

use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Refusal, Shortcuts};
use search::uci::{Engine, EngineError, EngineSpec, Pace, Question};
use search::{
    Deadline, Dice, Effort, FULL_STRENGTH, FullThinking, Limits, STRONGEST, SearchMemory, Thinking,
};

use super::MatchGame;

/// States that a player limited by time remembers: sixteen megabytes.
const TABLE: usize = 1 << 20;
/// How long full strength thinks if nobody says it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// A player as named on the command line.
#[derive(Clone, Debug)]
pub(super) enum Player {
    Random,
    Level(LevelSpec),
    Engine(EngineSpec),
}

/// A level with what was said about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelSpec {
    level: u8,
    pace: Option<Pace>,
    threads: usize,
    shortcuts: Shortcuts,
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        if let Some(spec) = text.strip_prefix("uci:") {
            return spec
                .parse()
                .map(Player::Engine)
                .map_err(|why| format!("{why}"));
        }
        if text == "random" {
            return Ok(Player::Random);
        }
        let wrong = || {
            "a player is 0 to 9, `8;movetime=1000`, `9;nodes=5000;threads=2`, `random` or `uci:PROGRAM`"
                .to_owned()
        };
        LevelSpec::read(text).map(Player::Level).ok_or_else(wrong)
    }
}

impl LevelSpec {
    /// A level, then perhaps `movetime=MS`, `nodes=N`, `depth=N`, and for full strength `threads=N` and `without=NAME`
    /// of a shortcut: the words of engines.
    fn read(text: &str) -> Option<LevelSpec> {
        let spec: EngineSpec = text.parse().ok()?;
        let level = spec.program.parse().ok();
        let mut level = LevelSpec {
            level: level.filter(|level| *level <= FULL_STRENGTH)?,
            pace: ["movetime=", "nodes=", "depth="]
                .iter()
                .any(|word| text.contains(word))
                .then_some(spec.pace),
            threads: 1,
            shortcuts: Shortcuts::ALL,
        };
        for (name, value) in &spec.options {
            match name.as_str() {
                "threads" => level.threads = value.parse().ok().filter(|n| (1..=64).contains(n))?,
                "without" => level.shortcuts = Shortcuts::without(value)?.and(level.shortcuts),
                _ => return None,
            }
        }
        Some(level)
    }
}

/// A player at the table.
pub(super) enum Seated {
    Random(Dice),
    Level {
        spec: LevelSpec,
        seed: u64,
    },
    Full {
        spec: LevelSpec,
        table: Box<SearchMemory>,
    },
    Engine(Box<Engine>),
}

impl Seated {
    pub(super) fn new(player: &Player, seed: u64) -> Result<Seated, Refusal> {
        Ok(match player {
            Player::Random => Seated::Random(Dice::new(seed)),
            Player::Level(spec) if spec.level == FULL_STRENGTH => Seated::Full {
                spec: *spec,
                table: Box::new(SearchMemory::new(TABLE)),
            },
            Player::Level(spec) => Seated::Level { spec: *spec, seed },
            Player::Engine(spec) => Seated::Engine(Box::new(Engine::start(spec).map_err(failed)?)),
        })
    }

    pub(super) fn choose(&mut self, table: &MatchGame) -> Result<String, Refusal> {
        match self {
            Seated::Random(dice) => {
                let legal = table.game.legal();
                let picked = dice.pick(&legal).cloned();
                picked.ok_or_else(|| Refusal::new("game-over", "there is nothing to choose"))
            }
            Seated::Level { spec, seed } => spec.choose(table, *seed),
            Seated::Full { spec, table: kept } => spec.think_fully(table, kept),
            Seated::Engine(engine) => {
                let fen = match table.entry.is_known_to_uci() {
                    true => table.start.split(';').next().unwrap_or_default().trim(),
                    // Engines that know this game read the texts of its rules.
                    false => &table.start,
                };
                let question = Question {
                    fen,
                    moves: &table.actions,
                    pace: engine.pace(),
                    chess960: table.is_chess960,
                };
                engine.answer(&question).map_err(failed)
            }
        }
    }
}

impl LevelSpec {
    fn choose(&self, table: &MatchGame, seed: u64) -> Result<String, Refusal> {
        let (bot, never) = (table.entry.bot(), AtomicBool::new(false));
        let (start, actions) = (&table.start, &table.actions);
        if self.level == STRONGEST
            && let Some(pace) = self.pace
        {
            // The strongest level thinks as long as it is told, whatever its own limit is.
            let thinking = Thinking {
                limits: limits(pace),
                is_allowed: &|_| true,
                cancel: &never,
                report: &mut |_| {},
            };
            return Ok(bot.think(start, actions, thinking)?.action);
        }
        let within = self.pace.map_or(Limits::default(), limits);
        let choice = bot.choose_within(start, actions, self.level, seed, &within, &never)?;
        Ok(choice.action)
    }

    fn think_fully(&self, table: &MatchGame, kept: &mut SearchMemory) -> Result<String, Refusal> {
        let effort = Effort {
            threads: self.threads,
            shortcuts: self.shortcuts,
            ..Effort::new(limits(self.pace.unwrap_or(Pace::Time(USUAL_TIME))))
        };
        let thinking = FullThinking {
            effort,
            is_allowed: &|_| true,
            cancel: &AtomicBool::new(false),
            report: &mut |_, _, _| {},
        };
        let bot = table.entry.bot();
        let view = bot.think_fully(&table.start, &table.actions, kept, thinking)?;
        Ok(view.lines[0].actions[0].clone())
    }
}

fn limits(pace: Pace) -> Limits {
    let limits = match pace {
        Pace::Time(time) => Limits {
            deadline: Some(Deadline::within(time)),
            ..Limits::default()
        },
        Pace::Nodes(nodes) => Limits::to_nodes(nodes),
        Pace::Depth(depth) => Limits::to_depth(depth),
    };
    Limits {
        table: TABLE,
        ..limits
    }
}

fn failed(error: EngineError) -> Refusal {
    Refusal::new("engine-failed", error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_take_a_pace_and_threads() {
        for text in [
            "0",
            "8",
            "9",
            "8;movetime=5",
            "9;nodes=10;threads=2",
            "3;depth=1",
        ] {
            assert!(text.parse::<Player>().is_ok(), "{text}");
        }
        for text in [
            "10",
            "",
            "9;threads=0",
            "9;threads=65",
            "9;hash=5",
            "8;movetime=x",
        ] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }
}
