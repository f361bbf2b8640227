//! Who is told what happens in a game, and in which words.
//!
//! Moves reach a connection as an edition of the game itself, so they are told only when they are stored
//! and in the order in which they happened. Signals about the state of the board go into the same queue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use host::{Edition, Happening, Host, Push, Subscriber, is_computer};
use rules::{BySeat, Seat};
use session::{Change, Ending, GameId, Session, reason};
use tokio::sync::Notify;

use crate::json::{Signal, Update};
use crate::nodes::{self, News};
use crate::replay::{self, PlayedAction};

/// What each seat is told.
pub(crate) static EDITIONS: BySeat<Edition> = BySeat {
    white: Edition {
        encode: |happening| print(happening, Seat::White),
        follows_picture: false,
    },
    black: Edition {
        encode: |happening| print(happening, Seat::Black),
        follows_picture: false,
    },
};

/// Begins a line that is not sent yet: it is told together with the promotion that follows.
pub(crate) const HELD: char = '+';

/// All alerts of a happening for one seat, one a line; often none.
fn print(happening: &Happening<'_>, reader: Seat) -> String {
    let changes = || happening.records.iter().map(|record| &record.change);
    let n_acted = changes()
        .filter(|change| matches!(change, Change::Acted { .. }))
        .count();
    let was_taken_back = changes().any(|change| matches!(change, Change::TakenBack { .. }));
    let mut lines = match (was_taken_back, n_acted) {
        (false, 0) => String::new(),
        (false, 1) => tell_of_action(happening.session, reader),
        // What the single steps did is not known any more.
        (true, _) | (false, _) => tell_of_board(happening.session, reader),
    };
    if was_taken_back {
        return lines;
    }
    for change in changes() {
        if let Change::Ended { ending } = change {
            lines.extend(tell_of_end(ending, reader).map(|update| update.line()));
        }
    }
    lines
}

fn tell_of_board(session: &Session, reader: Seat) -> String {
    let state = replay::state(session);
    state.map_or_else(String::new, |state| {
        replay::whole_board(state, reader).line()
    })
}

/// What a reader hears of the last action.
fn tell_of_action(session: &Session, reader: Seat) -> String {
    let Some(action) = PlayedAction::last(session) else {
        return String::new();
    };
    let opponent = session.seats()[!reader].as_ref();
    let against_computer = opponent.is_some_and(|sitter| is_computer(&sitter.player));
    match (against_computer, action.seat == reader) {
        (true, true) => tell_computers_opponent(&action),
        // The computer promotes in the same step as it moves.
        (true, false) if action.owes_promotion() => format!("{HELD}{}", action.alert().line()),
        (true | false, false) => action.alert().line(),
        (false, true) => String::new(),
    }
}

/// The computer says with an empty update that the game is over when it would be its turn.
fn tell_computers_opponent(action: &PlayedAction<'_>) -> String {
    match action.after.status().to_act() {
        Some(_) => String::new(),
        None => Update::signal(None).line(),
    }
}

/// Ends that are not moves. What the rules end, clients ask for.
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
pub(crate) struct Alerts {
    lines: Mutex<HashMap<(GameId, Seat), Listener>>,
    /// The way to other nodes, where the connection may be.
    host: Host,
}

struct Listener {
    subscriber: Subscriber,
    replaced: Arc<Notify>,
    /// The position of the last signal, so that asking again does not repeat it.
    signalled: Option<String>,
}

impl Alerts {
    pub(crate) fn new(host: Host) -> Alerts {
        Alerts {
            lines: Mutex::default(),
            host,
        }
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<(GameId, Seat), Listener>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the place of a seat. A connection that had it is told to close; the answer says when that happens again.
    pub(crate) fn enter(&self, game: &GameId, seat: Seat, subscriber: Subscriber) -> Arc<Notify> {
        let replaced = Arc::new(Notify::new());
        let line = Listener {
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

    /// Tells a seat how the opponent stands, once for each position, at whatever node it listens. Without a connection it
    /// is dropped.
    pub(crate) fn signal(&self, game: &GameId, seat: Seat, position: &str, signal: Signal) {
        if self.host.node_counts().is_some() {
            let news = News::Signal {
                game: game.clone(),
                seat,
                position: position.to_owned(),
                signal,
            };
            nodes::tell(&self.host, &news);
        }
        self.signal_here(game, seat, position, signal);
    }

    pub(crate) fn signal_here(&self, game: &GameId, seat: Seat, position: &str, signal: Signal) {
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
