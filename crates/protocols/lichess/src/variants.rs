//! What games are called here. Nothing of ours has a foreign name: of the keys that clients know we have three.

use host::{Host, SeekView};
use rules::{AnyGame, Variant};
use session::Clock;

use crate::objects::{Perf, VariantTag};

/// The id of the game that clients know.
pub(crate) const CHESS: &str = orthodox::Orthodox::META.id;

/// The preset of that game with a shuffled back rank, and its key.
pub(crate) const CHESS960: &str = "chess960";

fn tag(key: &str, name: &str, short: &str) -> VariantTag {
    VariantTag {
        key: key.to_owned(),
        name: name.to_owned(),
        short: short.to_owned(),
    }
}

/// What a game that begins like this is called. For Chess960 the castling mode counts, which the text of a position
/// names only where it is not clear.
pub(crate) fn tag_of(start: &dyn AnyGame) -> VariantTag {
    match start.as_any().downcast_ref::<orthodox::State>() {
        None => tag(start.meta().id, start.meta().name, start.meta().name),
        Some(state) if state.is_chess960() => tag(CHESS960, "Chess960", "960"),
        Some(_) if position(start) == standard() => tag("standard", "Standard", "Std"),
        Some(_) => tag("fromPosition", "From Position", "FEN"),
    }
}

/// The position where a game begins, as clients are told: our own games with all their options.
pub(crate) fn initial_fen(start: &dyn AnyGame) -> String {
    let position = position(start);
    match is_chess(start) && position == standard() {
        true => "startpos".to_owned(),
        false => position,
    }
}

/// A position as clients are told: without the options of a game that they know.
pub(crate) fn position(game: &dyn AnyGame) -> String {
    let setup = game.setup();
    match is_chess(game) {
        true => orthodox::Setup::fen_in(&setup).to_owned(),
        false => setup,
    }
}

pub(crate) fn is_chess(game: &dyn AnyGame) -> bool {
    game.meta().id == CHESS
}

/// The usual start.
fn standard() -> String {
    orthodox::Setup::default().to_string()
}

/// What the game of a seek is called, and where it begins if that is known.
pub(crate) fn of_seek(host: &Host, seek: &SeekView) -> (VariantTag, Option<String>) {
    let unknown = || tag(&seek.variant, &seek.variant, &seek.variant);
    let Some(variant) = host.variants().find(&seek.variant) else {
        return (unknown(), None);
    };
    let setup = match &seek.preset {
        // Lots may be drawn for it later; what it is called does not depend on them.
        Some(preset) => variant.preset(preset, 0).unwrap_or_default(),
        None => seek.setup.clone(),
    };
    let Ok(start) = variant.start(&setup) else {
        return (unknown(), None);
    };
    let initial = Some(initial_fen(&*start)).filter(|_| seek.preset.is_none());
    (tag_of(&*start), initial.filter(|text| text != "startpos"))
}

/// How fast a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    UltraBullet,
    Bullet,
    Blitz,
    Rapid,
    Classical,
    Correspondence,
}

impl Speed {
    pub(crate) fn of(clock: Clock) -> Speed {
        let (initial, per_turn) = match clock {
            Clock::Fischer { initial, increment } => (initial, increment),
            Clock::Delay { initial, delay } => (initial, delay),
            Clock::Untimed | Clock::Correspondence { .. } => return Speed::Correspondence,
        };
        // A game has about forty turns.
        match initial.as_secs() + 40 * per_turn.as_secs() {
            0..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            1500.. => Speed::Classical,
        }
    }

    pub(crate) const fn key(self) -> &'static str {
        match self {
            Speed::UltraBullet => "ultraBullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Speed::UltraBullet => "UltraBullet",
            Speed::Bullet => "Bullet",
            Speed::Blitz => "Blitz",
            Speed::Rapid => "Rapid",
            Speed::Classical => "Classical",
            Speed::Correspondence => "Correspondence",
        }
    }
}

/// Whether games of this key are told apart by their speed alone.
fn is_plain(variant: &VariantTag) -> bool {
    ["standard", "fromPosition"].contains(&variant.key.as_str())
}

/// How fast and what a game is, for people.
pub(crate) fn perf(variant: &VariantTag, speed: Speed) -> Perf {
    Perf {
        icon: String::new(),
        name: match is_plain(variant) {
            true => speed.name().to_owned(),
            false => variant.name.clone(),
        },
    }
}

/// The same in a word.
pub(crate) fn perf_key(variant: &VariantTag, speed: Speed) -> String {
    match is_plain(variant) {
        true => speed.key().to_owned(),
        false => variant.key.clone(),
    }
}

#[cfg(test)]
mod tests {
    use session::Millis;

    use super::*;

    #[test]
    fn speeds_are_told_by_forty_turns() {
        let fischer = |initial, increment| Clock::Fischer {
            initial: Millis::from_secs(initial),
            increment: Millis::from_secs(increment),
        };
        let cases = [
            (fischer(15, 0), "ultraBullet"),
            (fischer(30, 0), "bullet"),
            (fischer(60, 2), "bullet"),
            (fischer(60, 3), "blitz"),
            (fischer(300, 3), "blitz"),
            (fischer(300, 5), "rapid"),
            (fischer(1800, 0), "classical"),
            (Clock::Untimed, "correspondence"),
            (Clock::Correspondence { days: 2 }, "correspondence"),
        ];
        for (clock, key) in cases {
            assert_eq!(Speed::of(clock).key(), key, "{clock:?}");
        }
    }
}
