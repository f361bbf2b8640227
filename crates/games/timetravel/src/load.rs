//! From a state line to a game: the only door, and it lets no nonsense through.

use rules::{BySeat, Seat};

use crate::illegal::Illegal;
use crate::position::Position;
use crate::setup::{Setup, Written};
use crate::state::{Cause, State, Verdict};
use crate::timeline::{Slot, Timeline};

/// Replays a state line from its start and checks everything the line claims.
pub(crate) fn load(setup: &Setup) -> Result<State, Illegal> {
    if !setup.options.is_allowed() {
        return bad(format!("no game has the options {}", setup.options));
    }
    check_counts(setup)?;
    let timeline = start(setup)?;
    let slots = slots(setup, &timeline)?;
    let timeline = timeline
        .with_slots(slots)
        .or_else(|ply| bad(format!("the move at ply {ply} cannot be played there")))?;
    let mut state = State {
        turn: setup.turn,
        orders: setup.orders,
        jumps: setup.jumps,
        accepted: setup.accepted,
        ..State::new(timeline, setup.options)
    };
    check_jumps(&state)?;
    check_acceptance(&state)?;
    check_result(&state, setup.result)?;
    state.verdict = setup.result;
    Ok(state)
}

fn bad<T>(why: impl Into<String>) -> Result<T, Illegal> {
    Err(Illegal::BadLine(why.into()))
}

fn start(setup: &Setup) -> Result<Timeline, Illegal> {
    let position = match &setup.start {
        None => Position::default(),
        Some(fen) => Position::from_fen(fen).map_err(Illegal::BadStart)?,
    };
    Timeline::new(position, setup.options.horizon)
        .map_err(|ending| Illegal::BadStart(format!("it is a {} already", ending.name())))
}

/// Every turn but the first can be an accept or a wait, but never two in a row while the game runs.
fn check_counts(setup: &Setup) -> Result<(), Illegal> {
    if setup.slots.len() > setup.options.horizon {
        return bad(format!("it has more than {} plies", setup.options.horizon));
    }
    let writes: u32 = setup
        .slots
        .iter()
        .map(|slot| u32::from(slot.writes()))
        .sum();
    let turns = setup.turn.checked_sub(1);
    match turns.is_some_and(|turns| (writes..=2 * writes + 1).contains(&turns)) {
        true => Ok(()),
        false => bad(format!(
            "{writes} writes do not lead to turn {}",
            setup.turn
        )),
    }
}

impl Written {
    fn writes(self) -> u8 {
        match self {
            Written::Move(_, writes) | Written::Blank(writes) => writes,
            Written::Pass => 0,
        }
    }
}

fn slots(setup: &Setup, timeline: &Timeline) -> Result<Vec<Slot>, Illegal> {
    let written = &setup.slots;
    if matches!(written.first(), Some(Written::Blank(_) | Written::Pass)) {
        return bad("ply 1 always holds a move");
    }
    let pairs = written.windows(2);
    if pairs.into_iter().any(|pair| pair == [Written::Pass; 2]) {
        return bad("two passes never follow each other");
    }
    if written.last() == Some(&Written::Pass) {
        return bad("a pass is always followed by a move");
    }
    let slot = |(index, slot): (usize, &Written)| {
        let ply = index + 1;
        let color = match timeline.owner(ply) {
            Seat::White => shakmaty::Color::White,
            Seat::Black => shakmaty::Color::Black,
        };
        let writes = slot.writes();
        let allowed = *slot == Written::Pass || (1..=setup.options.max_writes).contains(&writes);
        if !allowed {
            return bad(format!("ply {ply} was written {writes} times"));
        }
        Ok(match slot {
            Written::Pass => Slot::Pass,
            Written::Blank(_) => Slot::Blank {
                ghost: None,
                cause: None,
                writes,
            },
            Written::Move(token, _) => Slot::Move {
                record: token.of(color),
                writes,
            },
        })
    };
    written.iter().enumerate().map(slot).collect()
}

/// Every write of a ply after the first was a jump of its owner.
fn check_jumps(state: &State) -> Result<(), Illegal> {
    let mut jumps: BySeat<u32> = BySeat::default();
    for (ply, slot) in state.timeline.slots() {
        jumps[state.timeline.owner(ply)] += u32::from(slot.writes().saturating_sub(1));
    }
    if jumps != state.jumps {
        return bad("the numbers of jumps and of writes do not agree");
    }
    for seat in Seat::BOTH {
        if state
            .options
            .max_jumps
            .is_some_and(|limit| jumps[seat] > limit)
        {
            return bad(format!("{seat} has made more jumps than allowed"));
        }
        if state.orders[seat].is_some() && jumps[seat] == 0 {
            return bad(format!(
                "{seat} has an order of knight and bishop without a jump"
            ));
        }
    }
    Ok(())
}

/// Only the player who acted last can have accepted, and only an end of the line.
fn check_acceptance(state: &State) -> Result<(), Illegal> {
    let Some(seat) = state.accepted else {
        return Ok(());
    };
    let possible = seat != state.actor()
        && state.timeline.terminus().is_some()
        && state.open_blanks(seat).is_empty();
    match possible {
        true => Ok(()),
        false => bad(format!("{seat} cannot have accepted")),
    }
}

fn check_result(state: &State, result: Option<Verdict>) -> Result<(), Illegal> {
    let settled = BySeat::new_with(|seat| state.is_settled(seat));
    let ended = settled.white && settled.black;
    match result {
        None if ended => bad("both players are settled, so the game is over"),
        None => Ok(()),
        Some(verdict) if !matches!(verdict.cause, Cause::Terminus(_)) => {
            let drawn = verdict.cause == Cause::Agreement;
            match drawn == verdict.winner.is_none() && !ended {
                true => Ok(()),
                false => bad("the score does not fit the reason"),
            }
        }
        // The line keeps one acceptance; the other one may have been made on the turn before it.
        Some(verdict) => {
            let both = state
                .accepted
                .is_some_and(|seat| settled[seat] && state.is_settled_if(!seat, true));
            match (ended || both) && state.verdict_of_line() == Some(verdict) {
                true => Ok(()),
                false => bad("the result does not follow from the history"),
            }
        }
    }
}
