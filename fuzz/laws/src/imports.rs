//! A text to import is refused, or it is games that can be played, and their sheets read as the same games.

use rules::{AnyVariant, Replay, Written};

pub(crate) fn check(variant: &dyn AnyVariant, bytes: &[u8]) {
    let Some(text) = crate::text(bytes) else {
        return;
    };
    let Ok(games) = variant.import(text) else {
        return;
    };
    assert!(games.len() <= text.len() + 1, "{} games", games.len());
    for written in &games {
        replay(variant, written);
        round_trip(variant, written);
    }
}

fn replay(variant: &dyn AnyVariant, written: &Written) {
    let start = variant.start(&written.setup);
    let start = start.unwrap_or_else(|why| panic!("{:?}: {why}", written.setup));
    assert_eq!(start.setup(), written.setup);
    let mut replay: Replay = Replay::new(start);
    for action in &written.actions {
        let played = replay.play(action);
        assert!(played.is_ok(), "{written:?}: {action} was imported");
    }
}

fn round_trip(variant: &dyn AnyVariant, written: &Written) {
    let sheet = variant.sheet(written, "*");
    let sheet = sheet.unwrap_or_else(|why| panic!("{written:?}: {why}"));
    let again = variant.import(&sheet);
    let again = again.unwrap_or_else(|why| panic!("{why}:\n{sheet}"));
    assert_eq!(again.len(), 1, "{sheet}");
    assert_eq!(again[0].setup, written.setup, "{sheet}");
    assert_eq!(again[0].actions, written.actions, "{sheet}");
}
