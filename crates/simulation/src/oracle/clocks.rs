//! What holds of clocks: nobody pays for time in which the server was not there, and nobody gets time for nothing.

use rules::{Seat, Variants};
use session::{Change, ClockReading, GameId, Millis, Record, Session};

use crate::ledger::{Ledger, Span};
use crate::world::World;

/// What may be charged too much, in milliseconds. Deciding takes no time in a simulated world.
const TOO_MUCH: u64 = 20;

/// What a stall may cost those whose clock runs, beyond what the server notices of it.
const UNNOTICED_STALL: u64 = 1300;

/// What a crash may give to those whose clock runs: the server notes every five seconds that it is there, and on a slow
/// disk the note takes as long again.
const CRASH: u64 = 10_500;

/// Judges the charges of a game, from each of its records to the next.
pub(crate) fn check(world: &World, game: &GameId, records: &[Record], variants: &Variants) {
    let mut records = records.iter();
    let Some(first) = records.next() else {
        return;
    };
    let Ok(mut session) = Session::open(first, &variants.lookup()) else {
        return;
    };
    let mut last = first;
    for record in records {
        let before = reading(&session, last.at);
        let due = reading(&session, record.at);
        if session.evolve(record).is_err() {
            return;
        }
        let after = reading(&session, record.at);
        // A pause is charged to nobody; everything else charges what has passed.
        let is_pause = matches!(record.change, Change::Resumed { .. });
        let now = if is_pause { after } else { due };
        if let Some(charged) = charged(&before, &now) {
            let flaw = flaw(&world.ledger(), game, last, record, charged);
            if let Some(flaw) = flaw {
                world.broken(
                    "clocks charge what has passed",
                    format_args!("{game}, records {} to {}: {flaw}", last.seq, record.seq),
                );
            }
        }
        last = record;
    }
}

fn reading(session: &Session, at: Millis) -> ClockReading {
    session.clocks(at)
}

/// What was charged to the seat whose clock ran, and what its clock waited first.
struct Charge {
    seat: Seat,
    charged: u64,
    waited: u64,
    left: u64,
}

fn charged(before: &ClockReading, now: &ClockReading) -> Option<Charge> {
    let seat = before.running?;
    let (had, has) = (before.left?[seat], now.left?[seat]);
    Some(Charge {
        seat,
        charged: (had - has).0,
        waited: before.waits.0,
        left: has.0,
    })
}

fn flaw(
    ledger: &Ledger,
    game: &GameId,
    from: &Record,
    to: &Record,
    charge: Charge,
) -> Option<String> {
    let span = Span {
        from: ledger.moment(game, from)?,
        until: ledger.moment(game, to)?,
    };
    let served = ledger.served(span);
    let seat = charge.seat;
    let n_stalls = ledger.n_stalls(span);
    let n_starts = ledger.n_starts(span);
    // The server remembers for a game that sleeps when it stood still, but not beyond a crash.
    let forgotten = if n_starts > 0 {
        ledger.stalled(span)
    } else {
        0
    };
    let most = served + TOO_MUCH + n_stalls * UNNOTICED_STALL + forgotten;
    if charge.charged > most {
        return Some(format!(
            "{seat:?} was charged {} ms of {served} ms",
            charge.charged
        ));
    }
    // Where the store failed, time is given back as well; and nobody has less than nothing left.
    if ledger.has_trouble(span) || charge.left == 0 {
        return None;
    }
    let given =
        n_starts * CRASH + n_stalls * 6000 + charge.waited + ledger.closing(span) + TOO_MUCH;
    (charge.charged + given < served).then(|| {
        format!(
            "{seat:?} was charged only {} ms of {served} ms",
            charge.charged
        )
    })
}
