//! Whatever arrives in whatever order: no panic, and only lines that clients can expect.

use std::time::Duration;

use ccp::Message;
use proptest::prelude::*;
use rules::Seat;

use super::harness::{Harness, SETUP, settings};

#[derive(Clone, Debug)]
enum Step {
    Bytes(Seat, Vec<u8>),
    Leave(Seat),
    Wait(u64),
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let number = "[+0]?[0-8]";
    let line = prop_oneof![
        6 => (number, number, number, number).prop_map(|(a, b, c, d)| format!("MOVE {a} {b} {c} {d}\n")),
        2 => (number, number, number).prop_map(|(a, b, c)| format!("PROMOTION {a} {b} {c}\r\n")),
        2 => prop::sample::select(vec!["REPLAY Yes\n", "REPLAY No\r", "REPLAY yes\n", "ERROR 6\n", "ERROR 3\n"])
            .prop_map(str::to_owned),
        1 => "\\PC{0,300}\n",
    ];
    prop_oneof![
        4 => line.prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..300),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let seat = || prop::sample::select(Seat::BOTH.to_vec());
    prop_oneof![
        30 => (seat(), bytes()).prop_map(|(seat, bytes)| Step::Bytes(seat, bytes)),
        1 => seat().prop_map(Step::Leave),
        2 => (0_u64..100).prop_map(Step::Wait),
    ]
}

/// Every line to a client is one that the protocol has.
fn check(lines: &str) -> Result<(), TestCaseError> {
    for line in lines.lines() {
        let message = Message::read(line);
        prop_assert!(message.is_some(), "{line:?}");
        prop_assert_eq!(
            message.map(|message| message.to_string()),
            Some(line.to_owned())
        );
    }
    prop_assert!(lines.is_empty() || lines.ends_with('\n'));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_breaks_a_session(steps in prop::collection::vec(step(), 0..60)) {
        let mut harness = Harness::new(settings(SETUP));
        for step in steps {
            match step {
                Step::Bytes(seat, bytes) => harness.receive(seat, &bytes),
                Step::Leave(seat) => harness.leave(seat),
                Step::Wait(seconds) => harness.wait(Duration::from_secs(seconds)),
            }
        }
        for seat in Seat::BOTH {
            check(&harness.sent[seat])?;
            prop_assert_eq!(harness.closed[seat], harness.is_over());
        }
    }
}
