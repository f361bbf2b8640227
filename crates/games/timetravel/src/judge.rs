//! Judging: whether an action is legal, and if not, the first reason why.

use rules::Seat;
use shakmaty::{Move, Role};

use crate::action::{Action, Path, Place};
use crate::diagnosis;
use crate::illegal::{Fault, Illegal};
use crate::kinds::{Comparison, compare};
use crate::legal;
use crate::names::MoveName;
use crate::position::Position;
use crate::record::Record;
use crate::state::State;
use crate::timeline::Slot;

/// An action that was found legal, with its move looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ruling {
    Append(Move),
    Write { ply: usize, m: Move },
    Accept,
    Wait,
}

/// Judges an action. The order of the checks is part of the rules: the first that fails is named.
pub(crate) fn judge(state: &State, seat: Seat, action: &Action) -> Result<Ruling, Illegal> {
    check_turn(state, seat)?;
    match *action {
        Action::Append(path) => {
            let (position, name) = open_end(state)?;
            legal_move(&position, name, path).map(Ruling::Append)
        }
        Action::Replace { ply, path } => replace(state, seat, ply, path),
        Action::Fill { ply, path } => {
            check_fillable(state, seat, ply)?;
            let m = legal_move(before(state, ply)?, state.timeline.name(ply), path)?;
            Ok(Ruling::Write { ply, m })
        }
        Action::Accept => accept(state, seat),
        Action::Wait => wait(state),
    }
}

/// The position and the name of a move that the player to act wants to write at a place, if anything can
/// be written there.
pub(crate) fn position_at(state: &State, place: Place) -> Result<(Position, MoveName), Illegal> {
    let seat = state.actor();
    check_turn(state, seat)?;
    let ply = match place {
        Place::End => return open_end(state),
        Place::Replace(ply) => replaceable(state, seat, ply).map(|_| ply)?,
        Place::Fill(ply) => check_fillable(state, seat, ply).map(|()| ply)?,
    };
    Ok((before(state, ply)?.clone(), state.timeline.name(ply)))
}

/// Whether this seat is to act.
pub(crate) fn check_turn(state: &State, seat: Seat) -> Result<(), Illegal> {
    if state.verdict.is_some() {
        return Err(Illegal::GameOver);
    }
    match state.actor() {
        actor if actor == seat => Ok(()),
        actor => Err(Illegal::NotYourTurn(actor)),
    }
}

fn open_end(state: &State) -> Result<(Position, MoveName), Illegal> {
    if let Some(terminus) = state.timeline.terminus() {
        return Err(Illegal::Terminus {
            at: state.timeline.name(terminus.ply),
            ending: terminus.ending,
        });
    }
    let ply = state.append_ply();
    match ply > state.options.horizon {
        true => Err(Illegal::Horizon(state.options.horizon)),
        false => Ok((state.append_position(), state.timeline.name(ply))),
    }
}

fn replace(state: &State, seat: Seat, ply: usize, path: Path) -> Result<Ruling, Illegal> {
    let old = replaceable(state, seat, ply)?.kind();
    let m = legal_move(before(state, ply)?, state.timeline.name(ply), path)?;
    let new = m.role();
    let order = state.orders[seat];
    let name = state.timeline.name(ply);
    match (compare(old, new, order), order) {
        (Comparison::Upgrade, _) => Ok(Ruling::Write { ply, m }),
        (Comparison::AgainstOrder, Some(order)) => Err(Illegal::AgainstOrder {
            name,
            old,
            new,
            order,
        }),
        _ => Err(Illegal::NotAnUpgrade { name, old, new }),
    }
}

fn replaceable(state: &State, seat: Seat, ply: usize) -> Result<Record, Illegal> {
    let slot = own_slot(state, seat, ply)?;
    let name = state.timeline.name(ply);
    let record = slot.record().ok_or(Illegal::PlyBlank(name))?;
    check_limits(state, seat, ply)?;
    Ok(record)
}

fn check_fillable(state: &State, seat: Seat, ply: usize) -> Result<(), Illegal> {
    match own_slot(state, seat, ply)? {
        Slot::Blank { .. } => check_limits(state, seat, ply),
        Slot::Move { .. } | Slot::Pass => Err(Illegal::PlyNotBlank(state.timeline.name(ply))),
    }
}

/// What both kinds of jump ask of a ply, in this order.
fn own_slot(state: &State, seat: Seat, ply: usize) -> Result<Slot, Illegal> {
    let timeline = &state.timeline;
    let slot = timeline.slot(ply).ok_or(Illegal::NoSuchPly {
        ply,
        last: timeline.len(),
    })?;
    let name = timeline.name(ply);
    if name.seat != seat {
        return Err(Illegal::NotYourPly(name));
    }
    if slot == Slot::Pass {
        return Err(Illegal::PlyPassed(name));
    }
    match timeline.terminus() {
        Some(terminus) if ply > terminus.ply => Err(Illegal::PlyDormant {
            name,
            terminus: timeline.name(terminus.ply),
        }),
        _ => Ok(slot),
    }
}

fn check_limits(state: &State, seat: Seat, ply: usize) -> Result<(), Illegal> {
    let limit = state.options.max_writes;
    let writes = state.timeline.slot(ply).map_or(0, Slot::writes);
    if writes >= limit {
        let name = state.timeline.name(ply);
        return Err(Illegal::WriteLimit { name, limit });
    }
    match state.options.max_jumps {
        Some(limit) if !state.has_jumps(seat) => Err(Illegal::JumpLimit(limit)),
        _ => Ok(()),
    }
}

/// The position before a ply that is known to lie in the line.
fn before(state: &State, ply: usize) -> Result<&Position, Illegal> {
    let before = ply
        .checked_sub(1)
        .and_then(|ply| state.timeline.position(ply));
    before.ok_or(Illegal::NoSuchPly {
        ply,
        last: state.timeline.len(),
    })
}

/// The legal move of this shape, or what is wrong with it.
fn legal_move(position: &Position, name: MoveName, path: Path) -> Result<Move, Illegal> {
    let illegal = |fault, why| Illegal::IllegalMove {
        name,
        path,
        fault,
        why,
    };
    let Some(m) = position.shaped(path.from, path.to, path.promotion) else {
        let why = diagnosis::not_a_move(position, path);
        return Err(illegal(Fault::NotAMove, why));
    };
    if m.capture() == Some(Role::King) {
        let why = "a king is never captured".to_owned();
        return Err(illegal(Fault::KingCapture, why));
    }
    match position.keeps_king_safe(m) {
        true => Ok(m),
        false => {
            let why = diagnosis::king_attacked(position, m);
            Err(illegal(Fault::LeavesKingAttacked, why))
        }
    }
}

fn accept(state: &State, seat: Seat) -> Result<Ruling, Illegal> {
    if state.timeline.terminus().is_none() {
        return Err(Illegal::NoTerminus);
    }
    let plies = state.open_blanks(seat);
    match plies.is_empty() {
        true => Ok(Ruling::Accept),
        false => Err(Illegal::OpenBlanks {
            names: state.timeline.names(&plies),
            plies,
        }),
    }
}

fn wait(state: &State) -> Result<Ruling, Illegal> {
    match legal::actions(state).as_slice() {
        [Action::Wait] => Ok(Ruling::Wait),
        _ => Err(Illegal::WaitNotAllowed),
    }
}
