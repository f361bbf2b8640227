//! The computer players of this program, as a host asks for them.

use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use host::Computer;
use rules::{AnyGame, Seat};

/// Levels a guest can choose.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// The players of the bot crate.
pub(crate) struct Bots;

impl Computer for Bots {
    fn name(&self, variant: &str, level: u8) -> Option<String> {
        bot::find(variant).filter(|_| LEVELS.contains(&level))?;
        Some(format!("Computer {level}"))
    }

    fn choose(&self, game: &dyn AnyGame, _seat: Seat, level: u8) -> Option<String> {
        let bot = bot::find(game.meta().id)?;
        // Every level thinks a bounded time, so nobody has to stop it.
        let never = AtomicBool::new(false);
        let choice = bot.choose(&game.setup(), &[], level, seed(), &never);
        choice.ok().map(|choice| choice.action)
    }
}

/// Something that differs from move to move, so that the same position is not always answered alike.
fn seed() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs()
}
