//! Records read as they are written, both writers write the same, and a chain of records that replays is verified as
//! the game that it was.

use session::{Hash, Record, Sealed, Session, to_json_lines, verify};

/// Every line is the text of a record, without its hash.
pub(crate) fn check(bytes: &[u8]) {
    let Some(text) = crate::text(bytes) else {
        return;
    };
    let read = |line| serde_json::from_str::<Record>(line).ok();
    let records: Vec<Record> = text.lines().map_while(read).collect();
    records.iter().for_each(round_trip);
    check_chain(&records);
}

fn round_trip(record: &Record) {
    let text = record.to_text();
    let careful = serde_json::to_string(record);
    assert_eq!(careful.ok().as_ref(), Some(&text));
    let again: Result<Record, _> = serde_json::from_str(&text);
    assert_eq!(again.ok().as_ref(), Some(record), "{text}");
}

fn check_chain(records: &[Record]) {
    let lookup = catalog::standard().variants().lookup();
    let mut sealed: Vec<Sealed> = Vec::new();
    let mut session: Option<Session> = None;
    for record in records {
        let replayed = match &mut session {
            Some(session) => session.evolve(record),
            None => Session::open(record, &lookup).map(|opened| session = Some(opened)),
        };
        if replayed.is_err() {
            break;
        }
        let before = sealed.last().map_or(Hash::START, |sealed| sealed.hash);
        sealed.push(Sealed::seal(before, record));
    }
    if let Some(session) = session {
        check_export(&sealed, &session, &lookup);
    }
}

fn check_export(sealed: &[Sealed], session: &Session, lookup: session::Lookup<'_>) {
    let lines = to_json_lines(sealed).unwrap_or_else(|why| panic!("{why}"));
    let verified = verify(&lines, lookup).unwrap_or_else(|why| panic!("{why}: {lines}"));
    assert_eq!(sealed.last().map(|sealed| sealed.hash), Some(verified.head));
    assert_eq!(verified.session.seq(), session.seq(), "{lines}");
    assert_eq!(
        verified.session.game().setup(),
        session.game().setup(),
        "{lines}"
    );
    let last = lines.trim_end().rfind('\n').map_or(0, |end| end + 1);
    assert!(verify(&lines[..last], lookup).map_or(true, |cut| cut.head != verified.head));
}
