//! What is played is what the two steps of reading and applying give, it was listed as legal, and a refusal or the
//! wrong seat leaves everything as it was.

use rules::{AnyGame, AnyVariant, Seat, Status};

/// The first line is a setup, or empty for the usual start; every word after it is played.
pub(crate) fn check(variant: &dyn AnyVariant, bytes: &[u8]) {
    let Some(text) = crate::text(bytes) else {
        return;
    };
    let (setup, words) = text.split_once('\n').unwrap_or(("", text));
    let Ok(mut game) = variant.start(setup) else {
        return;
    };
    for word in words.split_whitespace().take(40) {
        let Status::ToAct(seat) = game.status() else {
            return;
        };
        if let Some(next) = play(&*game, seat, word) {
            game = next;
        }
    }
}

fn play(game: &dyn AnyGame, seat: Seat, word: &str) -> Option<Box<dyn AnyGame>> {
    let before = game.setup();
    assert!(game.play(!seat, word).is_err(), "{before}: {word}");
    let played = game.play(seat, word);
    let read = game.read(word);
    let next = match played {
        Err(_) => {
            let applied = read.and_then(|action| game.apply(seat, &action).map(|_| action));
            assert!(
                applied.is_err(),
                "{before}: {word} is refused, but {applied:?} applies"
            );
            None
        }
        Ok(judged) => {
            assert_eq!(
                read.as_deref(),
                Ok(judged.action.as_str()),
                "{before}: {word}"
            );
            let listed = game.legal().contains(&judged.action);
            assert!(listed, "{before}: {} is not listed", judged.action);
            let step = game.apply(seat, &judged.action);
            let step = step.unwrap_or_else(|why| panic!("{before}: {}: {why}", judged.action));
            assert_eq!(step.game.setup(), judged.step.game.setup());
            let notation = game.notation(&judged.action);
            assert_eq!(
                notation.as_deref(),
                Ok(judged.notation.as_str()),
                "{before}"
            );
            Some(judged.step.game)
        }
    };
    assert_eq!(game.setup(), before, "{word}");
    next
}
