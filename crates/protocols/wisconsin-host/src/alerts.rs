//! Who is told what happens in a game, and in which words.
//!
//! Moves reach a connection as an edition of the game itself, so they are told only when they are stored
//! and in the order in which they happened. Signals about the state of the board go into the same queue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use host::{Edition, Happening, Push, Subscriber, is_computer};
use rules::{BySeat, Seat};
use session::{Change, Ending, GameId, reason};
use tokio::sync::Notify;

use crate::chronicle::{self, Deed};
use crate::json::{Signal, Update};

/// What each seat is told.
pub(crate) static EDITIONS: BySeat<Edition> = BySeat {
    white: Edition {
        encode: |happening| print(happening, Seat::White),
    },
    black: Edition {
        encode: |happening| print(happening, Seat::Black),
    },
};

/// All alerts of a happening for one seat, one a line; often none.
fn print(happening: &Happening<'_>, reader: Seat) -> String {
    let session = happening.session;
    let changes = || happening.records.iter().map(|record| &record.change);
    if changes().any(|change| matches!(change, Change::TakenBack { .. })) {
        let state = chronicle::now(session);
        return state.map_or_else(String::new, |state| {
            chronicle::whole_board(&state, reader).line()
        });
    }
    let n_acted = changes()
        .filter(|change| matches!(change, Change::Acted { .. }))
        .count();
    let mut lines = String::new();
    if n_acted > 0 {
        // One action more than is new: a promotion may belong to the move before it.
        let n_known = session.played().len().saturating_sub(n_acted);
        let deeds = chronicle::deeds(session, n_known.saturating_sub(1));
        let opponent = session.seats()[!reader].as_ref();
        let against_computer = opponent.is_some_and(|sitter| is_computer(&sitter.player));
        let first_new = deeds.len().saturating_sub(n_acted);
        for (index, deed) in deeds.iter().enumerate().skip(first_new) {
            let previous = index.checked_sub(1).and_then(|index| deeds.get(index));
            let update = match against_computer {
                true => tell_of_computer(deed, previous, reader),
                false => (deed.seat != reader).then(|| deed.alert()),
            };
            lines.extend(update.map(|update| update.line()));
        }
    }
    for change in changes() {
        if let Change::Ended { ending } = change {
            lines.extend(tell_of_end(ending, reader).map(|update| update.line()));
        }
    }
    lines
}

/// The computer promotes in the same step as it moves, and says with an empty update that the game is
/// over when it would be its turn.
fn tell_of_computer(deed: &Deed, previous: Option<&Deed>, reader: Seat) -> Option<Update> {
    if deed.seat == reader {
        let is_over = deed.after.status().to_act().is_none();
        return is_over.then(|| Update::signal(None));
    }
    if deed.owes_promotion() {
        return None;
    }
    let its_move =
        previous.filter(|previous| previous.seat == deed.seat && previous.owes_promotion());
    Some(match its_move {
        Some(its_move) => its_move.with_promotion(deed).alert(),
        None => deed.alert(),
    })
}

/// Ends that are no moves. What the rules end, clients ask for.
fn tell_of_end(ending: &Ending, reader: Seat) -> Option<Update> {
    let signal = match ending.winner() {
        Some(winner) if ending.reason == reason::RESIGNATION => {
            (winner == reader).then_some(Signal::Conceded)
        }
        None if ending.reason == reason::DRAW_AGREEMENT || ending.reason == reason::ABORTED => {
            Some(Signal::Draw)
        }
        _ => None,
    };
    signal.map(|signal| Update::signal(Some(signal)))
}

/// The connections that wait for alerts, one for each seat of a game.
#[derive(Default)]
pub(crate) struct Alerts {
    lines: Mutex<HashMap<(GameId, Seat), Line>>,
}

struct Line {
    subscriber: Subscriber,
    replaced: Arc<Notify>,
    /// The position of the last signal, so that asking again does not repeat it.
    signalled: Option<String>,
}

impl Alerts {
    fn lines(&self) -> MutexGuard<'_, HashMap<(GameId, Seat), Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the place of a seat. Whoever had it is told to go; the answer says when that happens again.
    pub(crate) fn enter(&self, game: &GameId, seat: Seat, subscriber: Subscriber) -> Arc<Notify> {
        let replaced = Arc::new(Notify::new());
        let line = Line {
            subscriber,
            replaced: Arc::clone(&replaced),
            signalled: None,
        };
        if let Some(before) = self.lines().insert((game.clone(), seat), line) {
            before.replaced.notify_one();
        }
        replaced
    }

    /// Gives the place up, unless somebody else has it by now.
    pub(crate) fn leave(&self, game: &GameId, seat: Seat, subscriber: u64) {
        let key = (game.clone(), seat);
        let mut lines = self.lines();
        if lines
            .get(&key)
            .is_some_and(|line| line.subscriber.id() == subscriber)
        {
            lines.remove(&key);
        }
    }

    /// Tells a seat how the opponent stands, once for each position. Without a connection it is dropped.
    pub(crate) fn signal(&self, game: &GameId, seat: Seat, position: &str, signal: Signal) {
        let mut lines = self.lines();
        let Some(line) = lines.get_mut(&(game.clone(), seat)) else {
            return;
        };
        if line.signalled.as_deref() != Some(position) {
            line.signalled = Some(position.to_owned());
            let text = Update::signal(Some(signal)).line();
            // A full queue closes the connection, and the client looks anew.
            line.subscriber.push(Push::Text(text.into()));
        }
    }
}
