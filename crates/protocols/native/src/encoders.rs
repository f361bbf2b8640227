//! How games are told over the native protocol.

use crate::message::{Detail, GameNews, Update};
use host::{Edition, Happening};
use session::Session;

static FULL: Edition = Edition {
    encode: |happening| print(happening, Some(&update(happening))),
};

static BRIEF: Edition = Edition {
    encode: |happening| print(happening, None),
};

/// The edition of a level of detail.
pub(crate) fn edition(detail: Detail) -> &'static Edition {
    match detail {
        Detail::Full => &FULL,
        Detail::Brief => &BRIEF,
    }
}

fn print(happening: &Happening<'_>, update: Option<&Update>) -> String {
    let session: &Session = happening.session;
    let news = GameNews {
        game: session.id(),
        seq: session.seq(),
        now: happening.now,
        records: happening.records,
        phase: &session.phase(),
        clock: &session.clocks(happening.now),
        update,
    };
    news.encode()
}

/// Only what can have changed is made: a score sheet grows with the game, and nobody needs all of it after
/// every move.
fn update(happening: &Happening<'_>) -> Update {
    let session: &Session = happening.session;
    let played = session.played();
    let kept = happening.kept.min(played.len());
    let moves = played[kept..].to_vec();
    Update {
        seats: session.seat_views(happening.now),
        setup: session.game().setup(),
        scene: session.game().scene(),
        events: match moves.is_empty() {
            true => Vec::new(),
            false => session.events(),
        },
        kept: u32::try_from(kept).unwrap_or(u32::MAX),
        moves,
        offers: session.offers(),
        rematch: session.rematch_id().cloned(),
    }
}
