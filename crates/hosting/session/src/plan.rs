//! A decision together with what it comes to.

use std::sync::Arc;

use rules::{Judged, Refusal, Seat};

use crate::examine::Effect;
use crate::{Change, Command, Millis, Record, ReplayError, Session};

/// What a command makes: the records to store. Judging an action already finds the board after it, so a host that
/// keeps the plan need not compute it again.
pub struct Plan {
    records: Arc<[Record]>,
    /// What the first record comes to, where it is an action.
    acted: Option<Acted>,
}

impl Plan {
    /// The records to store, all or none.
    pub fn records(&self) -> &Arc<[Record]> {
        &self.records
    }
}

/// An action that was judged.
pub(crate) struct Acted {
    pub(crate) seat: Seat,
    pub(crate) judged: Judged,
}

/// What a command changes.
pub(crate) enum Decision {
    /// An action, and the end of the game if it ended it. Its record is made from the judgement.
    Acted(Acted),
    /// Anything else.
    Changes(Vec<Change>),
}

impl Decision {
    pub(crate) const NOTHING: Decision = Decision::Changes(Vec::new());

    fn into_parts(self) -> (Vec<Change>, Option<Acted>) {
        match self {
            Decision::Changes(changes) => (changes, None),
            Decision::Acted(acted) => (acted.changes(), Some(acted)),
        }
    }
}

impl Acted {
    fn changes(&self) -> Vec<Change> {
        let mut changes = vec![Change::Acted {
            seat: self.seat,
            action: self.judged.action.clone(),
        }];
        if let Some(outcome) = self.judged.step.game.status().outcome() {
            let ending = outcome.clone().into();
            changes.push(Change::Ended { ending });
        }
        changes
    }
}

impl From<Vec<Change>> for Decision {
    fn from(changes: Vec<Change>) -> Decision {
        Decision::Changes(changes)
    }
}

impl From<Change> for Decision {
    fn from(change: Change) -> Decision {
        vec![change].into()
    }
}

impl Session {
    /// Judges a command and says which records it makes; the session stays as it is. The records are to
    /// be stored and then given to [`Session::evolve`], all or none.
    ///
    /// A time earlier than the last record's counts as the last record's.
    ///
    /// No records are made by a report that has nothing new to tell, and by a request that was already
    /// answered (see [`Session::answered`]).
    ///
    /// # Errors
    /// The player may not do this, or not now. Reports are never refused.
    pub fn decide(&self, now: Millis, command: Command) -> Result<Vec<Record>, Refusal> {
        self.plan(now, &command).map(|plan| plan.records.to_vec())
    }

    /// The same as [`Session::decide`], for [`Session::carry_out`].
    ///
    /// # Errors
    /// As there.
    pub fn plan(&self, now: Millis, command: &Command) -> Result<Plan, Refusal> {
        let now = now.max(self.last_at);
        let (author, tag, decision) = match command {
            Command::Report(report) => (None, None, self.report(now, report).into()),
            Command::Ask {
                player,
                seat,
                tag,
                ask,
            } => {
                let earlier = tag.as_ref().and_then(|tag| self.answered(player, tag));
                let decision = match earlier {
                    Some(_) => Decision::NOTHING,
                    None => self.ask(now, player, *seat, ask)?,
                };
                (Some(player), tag.clone(), decision)
            }
        };
        let mut tag = tag;
        let (changes, acted) = decision.into_parts();
        let numbered = changes.into_iter().enumerate();
        let records = numbered.map(|(index, change)| Record {
            v: crate::VERSION,
            seq: self.seq + index as u64,
            at: now,
            by: author.cloned(),
            // The first record answers the request.
            tag: tag.take(),
            change,
        });
        Ok(Plan {
            records: records.collect(),
            acted,
        })
    }

    /// Evolves by the records of a plan, which must have been made by this session as it is now.
    ///
    /// # Errors
    /// Other records were added since the plan was made; the session stays as it was.
    pub fn carry_out(&mut self, plan: Plan) -> Result<Arc<[Record]>, ReplayError> {
        let Plan { records, acted } = plan;
        let mut rest = records.iter();
        if let (Some(Acted { seat, judged }), Some(first)) = (acted, records.first()) {
            ReplayError::check_frame(first, self.seq, self.last_at)?;
            self.add(first, Effect::Acted { seat, judged });
            rest.next();
        }
        for record in rest {
            self.evolve(record)?;
        }
        Ok(records)
    }
}
