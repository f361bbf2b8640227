//! A game that can be taken back and played again.

use rules::Seat;

use crate::judge::judge;
use crate::{Action, Illegal, State};

/// One entry of a score: what was done, and the promotion it made somebody choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// A turn or a claim. `None` if the promotion was owed by the position the game began with.
    pub action: Option<Action>,
    /// The promotion that had to be chosen afterwards, once it has been chosen.
    pub forced: Option<Action>,
}

/// A game with its past and with what was taken back.
///
/// ```
/// use rules::Variant;
/// use tridim::{History, Tridim};
///
/// let start = Tridim::start(&Default::default()).unwrap();
/// let mut history = History::new(start);
/// history.play(rules::Seat::White, &"b2W-b4N".parse().unwrap()).unwrap();
/// assert!(history.undo());
/// assert!(history.redo());
/// assert_eq!(history.records().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct History {
    start: State,
    /// Every record with the state after it.
    past: Vec<(Record, State)>,
    /// What was taken back, the latest first to be played again at the end.
    undone: Vec<Record>,
}

impl History {
    /// A game that begins here.
    pub fn new(start: State) -> History {
        History {
            start,
            past: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The state the game began with.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The state now.
    pub fn state(&self) -> &State {
        self.past.last().map_or(&self.start, |(_, state)| state)
    }

    /// What has been done, oldest first.
    pub fn records(&self) -> Vec<Record> {
        self.past.iter().map(|(record, _)| *record).collect()
    }

    /// What was taken back, in the order in which [`History::redo`] brings it back.
    pub fn undone(&self) -> Vec<Record> {
        self.undone.iter().rev().copied().collect()
    }

    /// Plays an action. What was taken back is forgotten.
    ///
    /// # Errors
    /// The action is not legal for this seat now; nothing has changed.
    pub fn play(&mut self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        judge(self.state(), seat, action)?;
        self.undone.clear();
        self.push(*action);
        Ok(())
    }

    fn push(&mut self, action: Action) {
        let next = self.state().after(&action);
        let is_choice = matches!(action, Action::Settle { .. });
        if is_choice
            && let Some((record, state)) = self.past.last_mut()
            && record.action.is_some()
        {
            record.forced = Some(action);
            *state = next;
            return;
        }
        let record = if is_choice {
            Record {
                action: None,
                forced: Some(action),
            }
        } else {
            Record {
                action: Some(action),
                forced: None,
            }
        };
        self.past.push((record, next));
    }

    /// Takes the last record back, the promotion it led to included. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some((record, _)) = self.past.pop() else {
            return false;
        };
        self.undone.push(record);
        true
    }

    /// Plays the record that was taken back last again, with the promotion chosen then. Says whether
    /// there was one.
    pub fn redo(&mut self) -> bool {
        let Some(record) = self.undone.pop() else {
            return false;
        };
        for action in record.action.into_iter().chain(record.forced) {
            self.push(action);
        }
        true
    }

    /// Plays a record that came from outside and keeps what was taken back.
    pub(crate) fn replay(&mut self, record: Record) -> Result<(), Illegal> {
        for action in record.action.into_iter().chain(record.forced) {
            let seat = self.state().status().to_act().ok_or(Illegal::GameOver)?;
            judge(self.state(), seat, &action)?;
            self.push(action);
        }
        Ok(())
    }

    /// Puts records behind the present, to be brought back by [`History::redo`].
    pub(crate) fn with_undone(mut self, records: &[Record]) -> Result<History, Illegal> {
        let mut trial = self.clone();
        for record in records {
            trial.replay(*record)?;
        }
        self.undone = records.iter().rev().copied().collect();
        Ok(self)
    }
}
