//! What moves cost their players on the clock.

use std::time::Duration;

use rules::Seat;
use session::{Change, Record, Session};

/// What each action cost its seat, with the number of its record.
pub(crate) fn charges(records: &[Record]) -> Vec<(u64, Duration)> {
    let catalog = catalog::standard();
    let variants = catalog.variants();
    let mut session = Session::open(&records[0], &variants.lookup()).expect("a game");
    let mut charges = Vec::new();
    let mut before = left(&session);
    for record in &records[1..] {
        session.evolve(record).expect("a record that fits");
        if let Change::Acted { seat, .. } = &record.change {
            let after = left(&session);
            let spent = of(before, *seat).saturating_sub(of(after, *seat));
            charges.push((record.seq, Duration::from_millis(spent)));
            before = after;
        }
    }
    charges
}

/// What both have left after the last record, in milliseconds.
fn left(session: &Session) -> [u64; 2] {
    let reading = session.clocks(session.last_at());
    let left = reading.left.expect("these games have clocks");
    Seat::BOTH.map(|seat| left[seat].0)
}

fn of(left: [u64; 2], seat: Seat) -> u64 {
    left[usize::from(seat == Seat::Black)]
}
