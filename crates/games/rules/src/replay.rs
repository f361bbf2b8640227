//! Actions played one after the other from a start.

use serde::{Deserialize, Serialize};

use crate::{AnyGame, AnyStep, Events, Refusal, Seat};

/// One action of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ply {
    /// Who does it.
    pub seat: Seat,
    /// The action text.
    pub action: String,
    /// The action as people write it.
    pub notation: String,
}

/// What a [`Replay`] must know of the actions it keeps. A user may keep more, such as the time of a move.
pub trait PlayedAction {
    /// Who did it.
    fn seat(&self) -> Seat;
    /// The action text.
    fn action(&self) -> &str;
}

impl PlayedAction for Ply {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn action(&self) -> &str {
        &self.action
    }
}

/// A start, the actions played from there, and the state they led to.
#[derive(Clone)]
pub struct Replay<P = Ply> {
    start: Box<dyn AnyGame>,
    game: Box<dyn AnyGame>,
    played: Vec<P>,
    events: Events,
}

impl<P> Replay<P> {
    /// Nothing has been played yet.
    pub fn new(start: Box<dyn AnyGame>) -> Replay<P> {
        Replay {
            game: start.clone(),
            start,
            played: Vec::new(),
            events: Events::default(),
        }
    }

    /// Where it begins.
    pub fn start(&self) -> &dyn AnyGame {
        &*self.start
    }

    /// Where it has led to.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The actions played.
    pub fn played(&self) -> &[P] {
        &self.played
    }

    /// The last action played.
    pub fn last_mut(&mut self) -> Option<&mut P> {
        self.played.last_mut()
    }

    /// What the last action did on the board; nothing after a takeback.
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// Adds an action that [`AnyGame::play`] has judged in the state of [`Replay::game`].
    pub fn push(&mut self, played: P, step: AnyStep) {
        self.game = step.game;
        self.events = step.events;
        self.played.push(played);
    }
}

impl<P: PlayedAction> Replay<P> {
    /// The game after the first `n_actions` actions. Rules are pure, so the past is computed again
    /// instead of being kept.
    ///
    /// # Errors
    /// The rules refuse an action, which they never do for one that was judged before.
    pub fn game_after(&self, n_actions: usize) -> Result<Box<dyn AnyGame>, Refusal> {
        let mut game = self.start.clone();
        for played in self.played.iter().take(n_actions) {
            game = game.apply(played.seat(), played.action())?.game;
        }
        Ok(game)
    }

    /// Forgets all but the first `n_actions` actions; `game` is what [`Replay::game_after`] says of them.
    pub fn truncate(&mut self, n_actions: usize, game: Box<dyn AnyGame>) {
        self.game = game;
        self.events = Events::default();
        self.played.truncate(n_actions);
    }
}

impl Replay {
    /// Plays texts, which are action texts or what people write for them.
    ///
    /// # Errors
    /// The rules refuse one of them; the sentence says which.
    pub fn of<'a>(
        start: Box<dyn AnyGame>,
        actions: impl IntoIterator<Item = &'a str>,
    ) -> Result<Replay, Refusal> {
        let mut replay = Replay::new(start);
        for (index, action) in actions.into_iter().enumerate() {
            let numbered = |refusal| with_number(&refusal, index, action);
            replay.play(action).map_err(numbered)?;
        }
        Ok(replay)
    }

    /// Plays one more action for the seat to act.
    ///
    /// # Errors
    /// The rules refuse it, or the game is over; the replay stays as it was.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let seat = self.game.status().seat_to_act()?;
        let judged = self.game.play(seat, text)?;
        let ply = Ply {
            seat,
            action: judged.action,
            notation: judged.notation,
        };
        self.push(ply, judged.step);
        Ok(())
    }

    /// Plays action texts and keeps only the state they lead to: for users that need no score sheet, such
    /// as a search.
    ///
    /// # Errors
    /// The rules refuse one of them, or the game is over before the last.
    pub fn last_state<'a>(
        start: Box<dyn AnyGame>,
        actions: impl IntoIterator<Item = &'a str>,
    ) -> Result<Box<dyn AnyGame>, Refusal> {
        let mut game = start;
        for action in actions {
            let seat = game.status().seat_to_act()?;
            game = game.apply(seat, action)?.game;
        }
        Ok(game)
    }
}

fn with_number(refusal: &Refusal, index: usize, action: &str) -> Refusal {
    let shown: String = action.chars().take(40).collect();
    let message = format!("action {}, {shown}: {}", index + 1, refusal.message);
    Refusal::new(&refusal.code, message)
}
