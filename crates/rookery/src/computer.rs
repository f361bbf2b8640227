//! The computer players of this program, as a host asks for them.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bot::{Limits, Score};
use host::{Computer, Judgement, Opponent, Position, Rival, Win};
use rules::Seat;

/// Levels a guest can choose.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=bot::STRONGEST;

/// How many states of ordinary chess are looked at for advice.
const ADVICE_NODES: u64 = 60_000;

/// How long advice may take on a machine that is busy or slow.
const ADVICE_TIME: Duration = Duration::from_secs(2);

/// The players of the bot crate.
pub(crate) struct Bots;

impl Computer for Bots {
    fn rivals(&self, variant: &str) -> Vec<Rival> {
        let levels = bot::find(variant).into_iter().flat_map(|_| LEVELS);
        let rival = |level| Rival {
            opponent: Opponent::Level(level),
            name: format!("Computer {level}"),
        };
        levels.map(rival).collect()
    }

    fn choose(&self, position: &Position, opponent: &Opponent) -> Option<String> {
        let level = match opponent {
            Opponent::Level(level) => *level,
            Opponent::Engine(_) => bot::STRONGEST,
        };
        let bot = bot::find(position.variant)?;
        // Every level looks at a bounded number of states, so nobody has to stop it.
        let never = AtomicBool::new(false);
        let choice = bot.choose(&position.setup, &position.actions, level, seed(), &never);
        choice.ok().map(|choice| choice.action)
    }

    fn judge(&self, position: &Position) -> Option<Judgement> {
        let bot = bot::find(position.variant)?;
        let limits = Limits {
            deadline: Some(Instant::now() + ADVICE_TIME),
            ..Limits::to_nodes(ADVICE_NODES / bot.effort().max(1))
        };
        let never = AtomicBool::new(false);
        let judged = bot.evaluate(&position.setup, &position.actions, &limits, &never);
        let (score, hint) = judged.ok()?;
        let (balance, win) = to_white(score);
        Some(Judgement {
            action: hint.action,
            balance,
            win,
        })
    }
}

/// A balance and a forced win, of what a game is worth to White.
fn to_white(score: Score) -> (i32, Option<Win>) {
    let win = |seat, actions| Some(Win { seat, actions });
    match score {
        Score::Balance(balance) => (balance, None),
        Score::WinIn(actions) => (bot::MATE, win(Seat::White, actions)),
        Score::LossIn(actions) => (-bot::MATE, win(Seat::Black, actions)),
    }
}

/// Something that differs from move to move, so that the same position is not always answered alike.
fn seed() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs()
}
