//! What happened in a game as text, made from the game itself: the most frequent message.

use rules::Seat;
use session::{Clock, ClockReading, GameId, JsonText, Millis, Phase, Record};

use super::{GameNotice, Update};

/// What a [`GameNotice`] tells, where it need not be copied to be told.
#[derive(Clone, Copy, Debug)]
pub struct GameNews<'a> {
    /// Which game.
    pub game: &'a GameId,
    /// How many records it has now.
    pub seq: u64,
    /// The server's time.
    pub now: Millis,
    /// What was recorded.
    pub records: &'a [Record],
    /// Where the game is in its life.
    pub phase: &'a Phase,
    /// Both clocks.
    pub clock: &'a ClockReading,
    /// What to show.
    pub update: Option<&'a Update>,
}

impl<'a> GameNews<'a> {
    /// What a notice tells.
    pub fn of(notice: &'a GameNotice) -> GameNews<'a> {
        GameNews {
            game: &notice.game,
            seq: notice.seq,
            now: notice.now,
            records: &notice.records,
            phase: &notice.phase,
            clock: &notice.clock,
            update: notice.update.as_ref(),
        }
    }

    /// The text of the notice: the same as [`super::encode_notice`] makes.
    pub fn encode(&self) -> String {
        let mut text = JsonText::with_room(512);
        text.raw(r#"{"type":"notice","notice":{"type":"game","game":"#);
        text.string(self.game.as_str());
        text.raw(r#","seq":"#).number(self.seq);
        text.raw(r#","now":"#).number(self.now.0);
        text.raw(r#","records":["#);
        for (index, record) in self.records.iter().enumerate() {
            if index > 0 {
                text.raw(",");
            }
            record.write(&mut text);
        }
        text.raw(r#"],"phase":"#);
        write_phase(&mut text, self.phase);
        text.raw(r#","clock":"#);
        write_clock(&mut text, self.clock);
        if let Some(update) = self.update {
            text.raw(r#","update":"#).value(update);
        }
        text.raw("}}");
        text.finish()
    }
}

fn write_phase(text: &mut JsonText, phase: &Phase) {
    match phase {
        Phase::Running { to_act } => {
            text.raw(r#"{"type":"running","to_act":"#);
            text.string(to_act.as_str()).raw("}");
        }
        Phase::Open | Phase::Over { .. } => drop(text.value(phase)),
    }
}

fn write_clock(text: &mut JsonText, clock: &ClockReading) {
    text.raw(r#"{"control":"#);
    write_control(text, &clock.control);
    match clock.left {
        Some(left) => {
            text.raw(r#","left":{"white":"#).number(left.white.0);
            text.raw(r#","black":"#).number(left.black.0).raw("}");
        }
        None => drop(text.raw(r#","left":null"#)),
    }
    text.raw(r#","running":"#);
    match clock.running.map(Seat::as_str) {
        Some(seat) => text.string(seat),
        None => text.raw("null"),
    };
    text.raw(r#","waits":"#).number(clock.waits.0).raw("}");
}

fn write_control(text: &mut JsonText, control: &Clock) {
    match control {
        Clock::Untimed => drop(text.raw(r#"{"type":"untimed"}"#)),
        Clock::Fischer { initial, increment } => {
            text.raw(r#"{"type":"fischer","initial":"#)
                .number(initial.0);
            text.raw(r#","increment":"#).number(increment.0).raw("}");
        }
        Clock::Delay { .. } | Clock::Correspondence { .. } => drop(text.value(control)),
    }
}

#[cfg(test)]
mod tests {
    use rules::BySeat;
    use session::{Change, Ending, Score, VERSION, reason};

    use super::*;
    use crate::message::{Notice, encode_notice};

    const SECOND: Millis = Millis(1000);

    fn record(seq: u64) -> Record {
        Record {
            v: VERSION,
            seq,
            at: SECOND,
            by: None,
            tag: None,
            change: Change::Acted {
                seat: Seat::White,
                action: "e2e4".to_owned(),
            },
        }
    }

    fn update() -> Update {
        let seat = || session::SeatView {
            player: None,
            name: Some("Ada \"A\"".to_owned()),
            bot: false,
            gone_since: None,
            claimable_at: None,
            proposals: Vec::new(),
            asks: Vec::new(),
        };
        Update {
            seats: BySeat::new_with(|_| seat()),
            setup: "startpos".to_owned(),
            scene: catalog::standard()
                .first()
                .variant()
                .start("")
                .unwrap()
                .scene(),
            events: Vec::new(),
            kept: 3,
            moves: Vec::new(),
            offers: Vec::new(),
            more: Vec::new(),
            rematch: None,
        }
    }

    fn check(notice: GameNotice) {
        let text = GameNews::of(&notice).encode();
        assert_eq!(text, encode_notice(&Notice::Game(Box::new(notice))));
    }

    #[test]
    fn the_text_is_that_of_a_serializer() {
        let phases = [
            Phase::Open,
            Phase::Running {
                to_act: Seat::Black,
            },
            Phase::Over {
                ending: Ending {
                    score: Score::None,
                    reason: reason::ABORTED,
                },
            },
        ];
        let (initial, increment, delay) = (SECOND, Millis(7), Millis(8));
        let controls = [
            Clock::Untimed,
            Clock::Fischer { initial, increment },
            Clock::Delay { initial, delay },
            Clock::Correspondence { days: 3 },
        ];
        for phase in phases {
            for control in controls {
                for is_running in [false, true] {
                    check(GameNotice {
                        game: GameId::new("g\"1").unwrap(),
                        seq: 9,
                        now: Millis(12),
                        records: (8..10).map(record).collect(),
                        phase: phase.clone(),
                        clock: ClockReading {
                            control,
                            left: is_running.then(|| BySeat::new_with(|_| SECOND)),
                            running: is_running.then_some(Seat::Black),
                            waits: delay,
                        },
                        update: is_running.then(update),
                    });
                }
            }
        }
    }
}
