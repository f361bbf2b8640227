//! From what a client wants to play to what the host is asked for.

use std::sync::Arc;

use host::{Audience, HostError, Rejection, SeatChoice, Wish};
use session::{Clock, Millis};

use crate::body::Fields;
use crate::call::Call;
use crate::refusal::ApiRefusal;
use crate::variants::{CHESS, CHESS960};

/// Who draws, where nobody has to claim: programs do not.
const AUTOMATIC: &str = "; draws=automatic";

/// Whether a program is to play, which claims no draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draws {
    /// As the game has it.
    Usual,
    /// By themselves.
    Automatic,
}

/// What a client wants to play.
pub(crate) fn wish(
    call: &Call,
    clock: Clock,
    audience: Audience,
    draws: Draws,
) -> Result<Wish, Rejection> {
    let (variant, preset, setup) = start(call, draws)?;
    Ok(Wish {
        variant,
        preset,
        setup,
        clock,
        seat: seat(&call.fields)?,
        audience,
        origin: Some(Arc::from(call.peer.address.name())),
    })
}

/// What is played, and where it begins: a variant with a preset or a setup.
fn start(call: &Call, draws: Draws) -> Result<(String, Option<String>, String), Rejection> {
    let fields = &call.fields;
    let (key, fen) = (
        fields.text("variant").unwrap_or("standard"),
        fields.text("fen"),
    );
    let fen = fen.filter(|fen| *fen != "startpos");
    match key {
        "standard" | "fromPosition" | CHESS960 => chess(key, fen, draws),
        _ => {
            let unknown = || ApiRefusal::UnknownVariant {
                key: key.chars().take(40).collect(),
            };
            // The game that clients know has the keys that they know.
            let variant = call.host().variants().find(key).filter(|_| key != CHESS);
            let variant = variant.ok_or_else(unknown)?;
            let usual = variant.usual_start(0).preset.map(str::to_owned);
            Ok(match fen {
                Some(text) => (key.to_owned(), None, text.to_owned()),
                None => (key.to_owned(), usual, String::new()),
            })
        }
    }
}

fn chess(
    key: &str,
    fen: Option<&str>,
    draws: Draws,
) -> Result<(String, Option<String>, String), Rejection> {
    if fen.is_some_and(|fen| fen.contains(';')) {
        return Err(ApiRefusal::BadPosition.into());
    }
    let is_shuffled = key == CHESS960;
    let position = match (fen, is_shuffled) {
        (Some(fen), false) => fen.to_owned(),
        (Some(fen), true) => format!("{fen}; castling={CHESS960}"),
        (None, _) if key == "fromPosition" => return Err(ApiRefusal::NoPosition.into()),
        (None, false) => String::new(),
        (None, true) => format!("{CHESS960}:{}", random_start()?),
    };
    Ok(match (draws, position.is_empty()) {
        (Draws::Usual, true) => (CHESS.to_owned(), Some("standard".to_owned()), String::new()),
        (Draws::Usual, false) if fen.is_none() => {
            (CHESS.to_owned(), Some(CHESS960.to_owned()), String::new())
        }
        (Draws::Usual, false) => (CHESS.to_owned(), None, position),
        (Draws::Automatic, true) => (CHESS.to_owned(), None, format!("startpos{AUTOMATIC}")),
        (Draws::Automatic, false) => (CHESS.to_owned(), None, format!("{position}{AUTOMATIC}")),
    })
}

/// One of the 960 starts.
fn random_start() -> Result<u32, HostError> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_err(|_| HostError::Overloaded)?;
    Ok(u32::from_le_bytes(bytes) % 960)
}

fn seat(fields: &Fields) -> Result<SeatChoice, Rejection> {
    match fields.text("color") {
        None | Some("random") => Ok(SeatChoice::Random),
        Some("white") => Ok(SeatChoice::White),
        Some("black") => Ok(SeatChoice::Black),
        Some(_) => Err(server::bad_request("`color` is white, black or random").into()),
    }
}

/// The clock of a challenge: a limit and an increment in seconds, or days, or nothing.
pub(crate) fn challenge_clock(fields: &Fields) -> Result<Clock, Rejection> {
    clock(fields, "clock.limit", "clock.increment", 1.0)
}

/// The clock of a seek: minutes and an increment in seconds, or days.
pub(crate) fn seek_clock(fields: &Fields) -> Result<Clock, Rejection> {
    clock(fields, "time", "increment", 60.0)
}

fn clock(fields: &Fields, limit: &str, increment: &str, seconds: f64) -> Result<Clock, Rejection> {
    let (limit, increment) = (fields.number(limit)?, fields.number(increment)?);
    let days = fields.number("days")?;
    let bad = || Rejection::from(ApiRefusal::BadClock);
    match (limit, increment, days) {
        (Some(limit), increment, _) => Ok(Clock::Fischer {
            initial: millis(limit * seconds).ok_or_else(bad)?,
            increment: millis(increment.unwrap_or(0.0)).ok_or_else(bad)?,
        }),
        (None, Some(_), _) => Err(bad()),
        (None, None, Some(days)) => {
            let is_whole = (1.0..=365.0).contains(&days) && days.fract() == 0.0;
            match is_whole {
                true => Ok(Clock::Correspondence { days: days as u32 }),
                false => Err(bad()),
            }
        }
        (None, None, None) => Ok(Clock::Untimed),
    }
}

/// A span that a clock can have. Whether it can be played with is decided by the session.
fn millis(seconds: f64) -> Option<Millis> {
    let is_sound = (0.0..=10_000_000.0).contains(&seconds);
    is_sound.then(|| Millis((seconds * 1000.0).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(query: &str) -> Fields {
        Fields::of_query(query)
    }

    #[test]
    fn clocks_are_read() {
        let fischer = |initial, increment| Clock::Fischer {
            initial: Millis(initial),
            increment: Millis(increment),
        };
        let good = [
            ("clock.limit=300&clock.increment=3", fischer(300_000, 3000)),
            ("clock.limit=300", fischer(300_000, 0)),
            ("days=2", Clock::Correspondence { days: 2 }),
            ("", Clock::Untimed),
        ];
        for (text, clock) in good {
            assert_eq!(challenge_clock(&fields(text)).unwrap(), clock, "{text}");
        }
        let seek = seek_clock(&fields("time=0.5&increment=2")).unwrap();
        assert_eq!(seek, fischer(30_000, 2000));
        for bad in [
            "clock.increment=3",
            "clock.limit=-1",
            "clock.limit=NaN",
            "clock.limit=1e300",
            "days=0",
            "days=1.5",
            "days=x",
        ] {
            assert!(challenge_clock(&fields(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_position_brings_no_options() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        let smuggled = format!("{fen}; promotion=separate");
        assert!(chess("fromPosition", Some(&smuggled), Draws::Usual).is_err());
        let (_, preset, setup) = chess("fromPosition", Some(fen), Draws::Automatic).unwrap();
        assert_eq!((preset, setup), (None, format!("{fen}; draws=automatic")));
        let (_, preset, setup) = chess("standard", None, Draws::Usual).unwrap();
        assert_eq!((preset.as_deref(), setup.as_str()), (Some("standard"), ""));
    }
}
