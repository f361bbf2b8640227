//! Actions that follow one another, apart from any players, clocks and records.

use rules::{AnyGame, Events, Refusal, Seat, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Session;
use crate::denial::Denial;

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

/// A start and the actions made from there.
pub struct Line {
    start: Box<dyn AnyGame>,
    game: Box<dyn AnyGame>,
    plies: Vec<Ply>,
    events: Events,
}

impl Line {
    /// A line without actions.
    pub fn new(start: Box<dyn AnyGame>) -> Line {
        Line {
            game: start.clone(),
            start,
            plies: Vec::new(),
            events: Events::default(),
        }
    }

    /// A line of actions, as texts of the protocol or as people write them.
    ///
    /// # Errors
    /// The rules refuse one of them; the sentence says which.
    pub fn of<'a>(
        start: Box<dyn AnyGame>,
        actions: impl IntoIterator<Item = &'a str>,
    ) -> Result<Line, Refusal> {
        let mut line = Line::new(start);
        for (index, action) in actions.into_iter().enumerate() {
            line.play(action).map_err(|refusal| {
                let shown: String = action.chars().take(40).collect();
                let message = format!("action {}, {shown}: {}", index + 1, refusal.message);
                Refusal::new(&refusal.code, message)
            })?;
        }
        Ok(line)
    }

    /// Lets whoever is to act do one more thing.
    ///
    /// # Errors
    /// The rules refuse it, or the game is over; the line stays as it was.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let Status::ToAct(seat) = self.game.status() else {
            return Err(Denial::GameOver.into());
        };
        let action = read_action(&*self.game, seat, text)?;
        let notation = self.game.notation(&action)?;
        let step = self.game.apply(seat, &action)?;
        self.game = step.game;
        self.events = step.events;
        self.plies.push(Ply {
            seat,
            action,
            notation,
        });
        Ok(())
    }

    /// Where it begins.
    pub fn start(&self) -> &dyn AnyGame {
        &*self.start
    }

    /// Where it has led to.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Its actions.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// What its last action did on the board.
    pub fn events(&self) -> Vec<Value> {
        self.events.to_json()
    }
}

/// The canonical text of an action that was sent or typed. Where the text is an action that the rules
/// refuse, their reason teaches more than "no such action".
pub(crate) fn read_action(game: &dyn AnyGame, seat: Seat, text: &str) -> Result<String, Refusal> {
    game.read(text).map_err(|unreadable| {
        let is_action = game.notation(text).is_ok();
        let illegal = is_action.then(|| game.apply(seat, text).err()).flatten();
        illegal.unwrap_or(unreadable)
    })
}

impl Session {
    /// The beginning of the game's standing line, to be replayed elsewhere: its start and its first
    /// `n_actions` actions.
    ///
    /// # Errors
    /// The game has fewer actions, not counting those taken back.
    pub fn beginning(&self, n_actions: usize) -> Result<(Box<dyn AnyGame>, Vec<String>), Refusal> {
        let played = self.played.get(..n_actions).ok_or(Denial::TooFewActions)?;
        let actions = played.iter().map(|played| played.action.clone());
        Ok((self.start.clone(), actions.collect()))
    }
}
