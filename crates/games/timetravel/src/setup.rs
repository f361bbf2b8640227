//! The state line: a whole game in one line of text.
//!
//! ```text
//! TT1;start;slots;turn;nb;jumps;accepted;offer;may_offer;options;result
//! TT1;-;Ng1f3*2,Pe7e5,~,Nb8c6;5;-/-;1/0;-;-;wb;9/600/-;*
//! ```
//!
//! Draw offers, resignation and clocks are kept by the host of the game: the two fields of offers are
//! read and written neutrally.

use std::fmt;
use std::str::FromStr;

use rules::{BySeat, Seat};

use crate::illegal::Illegal;
use crate::kinds::Order;
use crate::options::Options;
use crate::position::Position;
use crate::record::Token;
use crate::state::{Cause, State, Verdict};
use crate::timeline::Slot;

/// A state line as somebody wrote it; it may be nonsense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The start as FEN; `None` is the usual array.
    pub start: Option<String>,
    /// The plies.
    pub slots: Vec<Written>,
    /// The number of the current turn.
    pub turn: u32,
    /// Orders of knight and bishop.
    pub orders: BySeat<Option<Order>>,
    /// Replacements and fills made.
    pub jumps: BySeat<u32>,
    /// Who accepted on the turn before.
    pub accepted: Option<Seat>,
    /// The limits.
    pub options: Options,
    /// How the game ended.
    pub result: Option<Verdict>,
}

/// A ply of a state line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// A move and how often the ply was written.
    Move(Token, u8),
    /// A blank and how often the ply was written.
    Blank(u8),
    /// A pass.
    Pass,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::new(None, Options::CLASSIC)
    }
}

impl Setup {
    /// A game that has not begun.
    pub fn new(start: Option<String>, options: Options) -> Setup {
        Setup {
            start,
            slots: Vec::new(),
            turn: 1,
            orders: BySeat::default(),
            jumps: BySeat::default(),
            accepted: None,
            options,
            result: None,
        }
    }

    /// The line of a state.
    pub fn of(state: &State) -> Setup {
        let start = state.timeline.start();
        Setup {
            start: (*start != Position::default()).then(|| start.fen()),
            slots: state
                .timeline
                .slots()
                .map(|(_, slot)| slot.into())
                .collect(),
            turn: state.turn,
            orders: state.orders,
            jumps: state.jumps,
            accepted: state.accepted,
            options: state.options,
            result: state.verdict,
        }
    }
}

impl From<Slot> for Written {
    fn from(slot: Slot) -> Written {
        match slot {
            Slot::Move { record, writes } => Written::Move(record.into(), writes),
            Slot::Blank { writes, .. } => Written::Blank(writes),
            Slot::Pass => Written::Pass,
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Some(fen) => write!(f, "TT1;{};", fen.replace(' ', "_"))?,
            None => f.write_str("TT1;-;")?,
        }
        f.write_str(&self.slots_text())?;
        let order = |seat| self.orders[seat].map_or("-", Order::as_str);
        let (white, black) = (order(Seat::White), order(Seat::Black));
        write!(f, ";{};{white}/{black}", self.turn)?;
        write!(f, ";{}/{}", self.jumps.white, self.jumps.black)?;
        write!(f, ";{};-;wb;{};", seat_sign(self.accepted), self.options)?;
        match self.result {
            Some(verdict) => {
                let score = verdict.outcome();
                write!(f, "{}:{}", score.score(), verdict.cause.as_str())
            }
            None => f.write_str("*"),
        }
    }
}

impl Setup {
    fn slots_text(&self) -> String {
        if self.slots.is_empty() {
            return "-".to_owned();
        }
        let mut text = String::with_capacity(self.slots.len() * 8);
        for (index, slot) in self.slots.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { "," });
            slot.write_to(&mut text);
        }
        text
    }
}

impl Written {
    fn write_to(self, text: &mut String) {
        let writes = match self {
            Written::Move(token, writes) => {
                token.write_to(text);
                writes
            }
            Written::Blank(writes) => {
                text.push('_');
                writes
            }
            Written::Pass => return text.push('~'),
        };
        if writes != 1 {
            text.push('*');
            text.push_str(&writes.to_string());
        }
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

const fn seat_sign(seat: Option<Seat>) -> &'static str {
    match seat {
        None => "-",
        Some(Seat::White) => "w",
        Some(Seat::Black) => "b",
    }
}

impl FromStr for Setup {
    type Err = Illegal;

    /// Reads a state line. A FEN alone is a new classic game from there.
    fn from_str(text: &str) -> Result<Setup, Illegal> {
        if !text.contains(';') && text.contains('/') {
            return Ok(Setup::new(Some(text.to_owned()), Options::CLASSIC));
        }
        let fields: Vec<&str> = text.split(';').collect();
        let &[
            magic,
            start,
            slots,
            turn,
            orders,
            jumps,
            accepted,
            offer,
            may_offer,
            options,
            result,
        ] = fields.as_slice()
        else {
            let why = format!("it has {} of 11 fields", fields.len());
            return Err(Illegal::BadLine(why));
        };
        let field = |name: &str, text: &str| Illegal::BadLine(format!("{name} is `{text}`"));
        if magic != "TT1" {
            return Err(field("the first field", magic));
        }
        seat(offer).ok_or_else(|| field("the offer", offer))?;
        if !["wb", "w", "b", "-"].contains(&may_offer) {
            return Err(field("who may offer", may_offer));
        }
        Ok(Setup {
            start: (start != "-").then(|| start.replace('_', " ")),
            slots: read_slots(slots)?,
            turn: number(turn).ok_or_else(|| field("the turn", turn))?,
            orders: pair(orders, order).ok_or_else(|| field("the order", orders))?,
            jumps: pair(jumps, number).ok_or_else(|| field("the number of jumps", jumps))?,
            accepted: seat(accepted).ok_or_else(|| field("who accepted", accepted))?,
            options: options
                .parse()
                .map_err(|()| field("the options", options))?,
            result: verdict(result).ok_or_else(|| field("the result", result))?,
        })
    }
}

fn read_slots(text: &str) -> Result<Vec<Written>, Illegal> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let slot = |(index, text): (usize, &str)| {
        written(text).ok_or_else(|| Illegal::BadLine(format!("ply {} is `{text}`", index + 1)))
    };
    text.split(',').enumerate().map(slot).collect()
}

fn written(text: &str) -> Option<Written> {
    if text == "~" {
        return Some(Written::Pass);
    }
    let (sign, writes) = match text.split_once('*') {
        // A count of one is not written, so that every line has one form.
        Some((sign, writes)) => (sign, number(writes).filter(|writes| *writes != 1)?),
        None => (text, 1),
    };
    let writes = u8::try_from(writes).ok()?;
    match sign {
        "_" => Some(Written::Blank(writes)),
        token => Some(Written::Move(token.parse().ok()?, writes)),
    }
}

fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

fn order(text: &str) -> Option<Option<Order>> {
    match text {
        "-" => Some(None),
        _ => text.parse().ok().map(Some),
    }
}

/// White's and Black's value with a stroke between them.
fn pair<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<BySeat<T>> {
    let (white, black) = text.split_once('/')?;
    Some(BySeat {
        white: read(white)?,
        black: read(black)?,
    })
}

fn seat(text: &str) -> Option<Option<Seat>> {
    match text {
        "-" => Some(None),
        "w" => Some(Some(Seat::White)),
        "b" => Some(Some(Seat::Black)),
        _ => None,
    }
}

fn verdict(text: &str) -> Option<Option<Verdict>> {
    if text == "*" {
        return Some(None);
    }
    let (score, cause) = text.split_once(':')?;
    let winner = match score {
        "1-0" => Some(Seat::White),
        "0-1" => Some(Seat::Black),
        "1/2-1/2" => None,
        _ => return None,
    };
    let cause = match cause {
        "resign" => Cause::Resign,
        "flag" => Cause::Flag,
        "agreement" => Cause::Agreement,
        ending => Cause::Terminus(ending.parse().ok()?),
    };
    Some(Some(Verdict { winner, cause }))
}
