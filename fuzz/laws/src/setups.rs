//! A setup is refused, or it is a position whose canonical text reads as the same position.

use rules::{AnyGame, AnyVariant, SceneChecksum, Status};

/// Positions with more legal actions than this are costly to list twice, and their lists say nothing new.
const MANY: usize = 2000;

pub(crate) fn check(variant: &dyn AnyVariant, bytes: &[u8]) {
    let Some(text) = crate::text(bytes) else {
        return;
    };
    let Ok(started) = variant.start(text) else {
        return;
    };
    let canonical = started.setup();
    assert!(
        canonical.len() <= 4 * text.len() + 400,
        "a short setup became {} bytes",
        canonical.len()
    );
    let again = variant.start(&canonical);
    let again = again.unwrap_or_else(|why| panic!("{canonical:?} is refused: {why}"));
    assert_eq!(again.setup(), canonical, "read from {text:?}");
    same(&*started, &*again);
    check_legal(&*started);
}

fn same(one: &dyn AnyGame, other: &dyn AnyGame) {
    assert_eq!(one.status(), other.status());
    let checksum = |game: &dyn AnyGame| SceneChecksum::of(&game.scene());
    assert_eq!(checksum(one), checksum(other), "{}", one.setup());
}

fn check_legal(game: &dyn AnyGame) {
    let count = game.count();
    match game.status() {
        Status::Over(_) => assert_eq!(count, 0, "{}", game.setup()),
        Status::ToAct(_) => assert!(count > 0, "{}", game.setup()),
    }
    if count <= MANY {
        assert_eq!(game.legal().len(), count, "{}", game.setup());
    }
}
