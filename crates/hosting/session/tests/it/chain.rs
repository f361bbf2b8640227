//! What an exported game proves, and what tampering with it does.

use rules::Seat;
use session::{
    Ask, Broken, Change, Ending, Flaw, Hash, Millis, Record, ReplayError, Score, Sealed, Tag,
    to_json_lines, verify,
};

use crate::counting::find;
use crate::support::{FISCHER, Life, START, created, player};

fn life() -> Life {
    let mut life = Life::new(created(FISCHER));
    life.play(4);
    let later = START + Millis::from_secs(9);
    life.ask(later, Seat::Black, Ask::Resign).unwrap();
    life
}

fn broken(text: &str) -> Broken {
    verify(text, &find).expect_err("the text is flawed")
}

fn export(records: &[Record]) -> String {
    let mut head = Hash::START;
    let mut sealed = Vec::new();
    for record in records {
        let next = Sealed::seal(head, record);
        head = next.hash;
        sealed.push(next);
    }
    to_json_lines(&sealed).unwrap()
}

#[test]
fn a_whole_game_verifies() {
    let life = life();
    let sealed = life.sealed();
    let verified = verify(&to_json_lines(&sealed).unwrap(), &find).unwrap();
    assert_eq!(verified.head, sealed.last().unwrap().hash);
    let now = START + Millis::from_secs(99);
    assert_eq!(verified.session.view(now), life.session.view(now));
}

/// The names in a record's JSON are a promise: games exported today must verify for ever.
#[test]
fn records_are_written_like_this() {
    let mut life = Life::new(created(FISCHER));
    life.play(1);
    let mut tagged = life.records[1].clone();
    tagged.tag = Some(Tag::new("t1").unwrap());
    let texts = [&life.records[0], &tagged].map(|record| serde_json::to_string(record).unwrap());
    let expected = [
        concat!(
            r#"{"v":1,"seq":0,"at":1794776709000,"change":{"type":"created","game":"g1","#,
            r#""variant":"counting","rules_version":3,"setup":"","seed":7,"#,
            r#""clock":{"type":"fischer","initial":60000,"increment":2000},"grace":30000,"#,
            r#""seats":{"white":{"player":"ada","name":"Ada"},"#,
            r#""black":{"player":"ben","name":"Ben"}}}}"#
        ),
        concat!(
            r#"{"v":1,"seq":1,"at":1794776710000,"by":"ada","tag":"t1","#,
            r#""change":{"type":"acted","seat":"white","action":"1"}}"#
        ),
    ];
    assert_eq!(texts, expected);
    // Computed by another program: 32 zero bytes and the first text, hashed.
    let digest = "41d50339acd7e5773eca34b8b1b83f3d507835f5023f85dea370ab56dff7fd6a";
    assert_eq!(life.sealed()[0].hash.to_string(), digest);
}

#[test]
fn every_changed_byte_is_noticed() {
    let text = to_json_lines(&life().sealed()).unwrap();
    for index in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[index] ^= 1;
        let Ok(changed) = String::from_utf8(bytes) else {
            continue;
        };
        let line = text[..index].matches('\n').count() + 1;
        let broken = broken(&changed);
        assert_eq!(broken.line, line, "byte {index}: {broken}");
    }
}

#[test]
fn a_missing_line_is_noticed() {
    let text = to_json_lines(&life().sealed()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for missing in 0..lines.len() - 1 {
        let mut lines = lines.clone();
        lines.remove(missing);
        let broken = broken(&lines.join("\n"));
        assert_eq!(broken.line, missing + 1);
        assert!(matches!(broken.flaw, Flaw::Chain { .. }), "{broken}");
    }
}

/// The chain cannot know what should follow its end, but its head can be compared.
#[test]
fn a_missing_end_shows_in_the_head() {
    let sealed = life().sealed();
    let shorter = &sealed[..sealed.len() - 1];
    let verified = verify(&to_json_lines(shorter).unwrap(), &find).unwrap();
    assert_ne!(verified.head, sealed.last().unwrap().hash);
}

#[test]
fn exchanged_lines_are_noticed() {
    let mut sealed = life().sealed();
    sealed.swap(2, 3);
    assert_eq!(broken(&to_json_lines(&sealed).unwrap()).line, 3);
}

#[test]
fn nothing_is_no_game() {
    let broken = broken("");
    assert_eq!((broken.line, broken.flaw), (1, Flaw::Empty));
}

/// A person who changes a record can compute all hashes again; then the rules notice.
#[test]
fn a_forged_record_does_not_replay() {
    type Forge = fn(&mut Vec<Record>);
    let forgeries: [(usize, Forge); 12] = [
        (2, |records| set(records, 1, "9")),
        (2, |records| set(records, 1, "nonsense")),
        (3, |records| records[2].at = Millis(1)),
        (3, |records| records[2].seq = 7),
        (3, |records| records[2].v = 2),
        (3, |records| records[2].by = Some(player(Seat::White))),
        (3, |records| records[2].by = None),
        (6, |records| records[5].by = Some(player(Seat::White))),
        (6, |records| end(records, Score::White, "timeout")),
        (6, |records| end(records, Score::Draw, "draw_agreement")),
        (6, |records| end(records, Score::White, "abandonment")),
        (6, |records| end(records, Score::None, "aborted")),
    ];
    for (line, forge) in forgeries {
        let mut records = life().records;
        forge(&mut records);
        let broken = broken(&export(&records));
        assert_eq!(broken.line, line, "{broken}");
        assert!(matches!(broken.flaw, Flaw::Replay(_)), "{broken}");
    }
}

fn set(records: &mut [Record], index: usize, text: &str) {
    if let Change::Acted { action, .. } = &mut records[index].change {
        *action = text.to_owned();
    }
}

fn end(records: &mut [Record], score: Score, reason: &'static str) {
    let reason = rules::Reason::new(reason);
    if let Some(last) = records.last_mut() {
        last.change = Change::Ended {
            ending: Ending { score, reason },
        };
    }
}

#[test]
fn what_the_rules_have_ended_must_be_written_as_ended() {
    let mut life = Life::new(created(FISCHER));
    life.play(9);
    let mut records = life.records.clone();
    assert!(matches!(
        records.pop().unwrap().change,
        Change::Ended { .. }
    ));
    let mut gone = records[9].clone();
    gone.seq += 1;
    gone.by = None;
    gone.change = Change::Gone { seat: Seat::White };
    records.push(gone);
    let what = "the rules had ended the game";
    let flaw = Flaw::Replay(ReplayError::Impossible { what });
    assert_eq!(broken(&export(&records)), Broken { line: 11, flaw });
}

#[test]
fn a_game_of_other_rules_does_not_replay() {
    let mut records = life().records;
    if let Change::Created(created) = &mut records[0].change {
        created.rules_version = 4;
    }
    let broken = broken(&export(&records));
    assert!(
        matches!(&broken.flaw, Flaw::Replay(ReplayError::Refused(no)) if no.code == "other-rules-version"),
        "{broken}"
    );
}
