//! How games are told over the native protocol.

use host::{Edition, Happening};
use session::Session;
use wire::native::{Detail, GameNotice, Notice, Update, encode_notice};

static FULL: Edition = Edition {
    print: |happening| print(happening, Some(update(happening))),
};

static BRIEF: Edition = Edition {
    print: |happening| print(happening, None),
};

/// The edition of a level of detail.
pub(crate) fn edition(detail: Detail) -> &'static Edition {
    match detail {
        Detail::Full => &FULL,
        Detail::Brief => &BRIEF,
    }
}

fn print(happening: &Happening<'_>, update: Option<Update>) -> String {
    let session: &Session = happening.session;
    encode_notice(&Notice::Game(Box::new(GameNotice {
        game: session.id().clone(),
        seq: session.seq(),
        now: happening.now,
        records: happening.records.to_vec(),
        phase: session.phase(),
        clock: session.clocks(happening.now),
        update,
    })))
}

fn update(happening: &Happening<'_>) -> Update {
    let mut view = happening.session.view(happening.now);
    let kept = happening.kept.min(view.moves.len());
    let has_acted = view.moves.len() > kept;
    Update {
        seats: view.seats,
        setup: view.setup,
        scene: view.scene,
        events: if has_acted { view.events } else { Vec::new() },
        kept: u32::try_from(kept).unwrap_or(u32::MAX),
        moves: view.moves.split_off(kept),
        offers: view.offers,
        rematch: view.rematch,
    }
}
