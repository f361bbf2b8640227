//! Reviews: what computers think of every action of a game that is over.
//!
//! A review takes as many thoughts as the game has actions, one after the other on the threads on which computers think, so
//! that nobody else waits for more than one of them. The caller waits a while; then it is told how far the review is, and
//! asks again. A review that is done is kept for a month.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::{AnyGame, Ply, Refusal, Seat, Status};
use serde::{Deserialize, Serialize};
use session::{GameId, Millis, Phase, Session};
use store::{Entry, Space};
use tokio::sync::watch;

use crate::thinking_queue::Owner;
use crate::{
    Cancel, Computer, Host, HostError, HostRefusal, Judgement, Rejection, SearchTask, find_variant,
};

/// Actions of a game that are reviewed. What comes after them in a longer game is left out.
pub(crate) const MAX_REVIEWED: usize = 300;

/// Reviews that are made at the same time. Another one is told [`HostError::Overloaded`].
pub(crate) const MAX_REVIEWS: usize = 4;

/// How long one who asks waits for the end.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a review is kept.
const KEPT: Millis = Millis::from_days(30);

/// What an action is by how much winning chance it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fault {
    /// At least 10 points of 100.
    Inaccuracy,
    /// At least 20.
    Mistake,
    /// At least 30.
    Blunder,
}

impl Fault {
    /// What a loss in tenths of points is; nothing for an action that is good enough.
    const fn of(loss: u16) -> Option<Fault> {
        match loss {
            300.. => Some(Fault::Blunder),
            200.. => Some(Fault::Mistake),
            100.. => Some(Fault::Inaccuracy),
            _ => None,
        }
    }
}

/// An action and what a computer thinks of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedAction {
    /// What was done.
    pub played: Ply,
    /// How much winning chance it lost, in tenths of points: 1000 is everything.
    pub loss: u16,
    /// What that makes of it; left out where it is good enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fault: Option<Fault>,
    /// What the computer would have done.
    pub best: Ply,
}

/// A game with what a computer thinks of every action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameReview {
    /// White's winning chance at the start and after each action, in tenths of points.
    pub chances: Vec<u16>,
    /// The actions in their order.
    pub actions: Vec<ReviewedAction>,
}

/// How far a review is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewState {
    /// It is there.
    Done(GameReview),
    /// It is being made.
    UnderWay {
        /// Positions that were judged.
        done: usize,
        /// Positions there are.
        total: usize,
    },
}

/// Reviews that are being made.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<HashMap<GameId, watch::Receiver<Progress>>>);

impl Reviews {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, watch::Receiver<Progress>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Clone, Debug)]
enum Progress {
    Judged(usize),
    Done(Result<GameReview, Refusal>),
}

impl Host {
    /// The review of a game that is over. Computers think about it for everybody who asks from one `origin` in turn.
    ///
    /// # Errors
    /// There is no such game, it is not over, nobody can judge it, or there is too much to do.
    pub async fn review(&self, game: &GameId, origin: &str) -> Result<ReviewState, Rejection> {
        if let Some(review) = self.kept_review(game).await? {
            return Ok(ReviewState::Done(review));
        }
        let computer = self.computer().cloned().ok_or(HostRefusal::NoComputer)?;
        let look = |session: &Session, now| match session.phase() {
            Phase::Over { .. } => Ok(SearchTask::of(session, Some(MAX_REVIEWED), now)),
            Phase::Open | Phase::Running { .. } => Err(HostRefusal::NotOver),
        };
        let position = self.look(game, look).await??;
        let total = position.actions.len() + 1;
        let mut progress = self.begin_review(game, computer, position, origin)?;
        let end = progress.wait_for(|progress| matches!(progress, Progress::Done(_)));
        // Whether it has ended or not, the progress says so.
        drop(tokio::time::timeout(PATIENCE, end).await);
        let now = progress.borrow().clone();
        match now {
            Progress::Judged(done) => Ok(ReviewState::UnderWay { done, total }),
            Progress::Done(review) => Ok(ReviewState::Done(review?)),
        }
    }

    async fn kept_review(&self, game: &GameId) -> Result<Option<GameReview>, HostError> {
        let entry = self.store().get(&Space::Reviews, game.as_str()).await?;
        // One that cannot be read any more is made again.
        Ok(entry.and_then(|entry| serde_json::from_str(&entry.value).ok()))
    }

    /// Begins a review, unless it has begun.
    fn begin_review(
        &self,
        game: &GameId,
        computer: Arc<dyn Computer>,
        position: SearchTask,
        origin: &str,
    ) -> Result<watch::Receiver<Progress>, HostError> {
        let mut reviews = self.reviews().lock();
        if let Some(progress) = reviews.get(game) {
            return Ok(progress.clone());
        }
        if reviews.len() >= MAX_REVIEWS {
            return Err(HostError::Overloaded);
        }
        let (teller, progress) = watch::channel(Progress::Judged(0));
        reviews.insert(game.clone(), progress.clone());
        let making = Making {
            host: self.clone(),
            computer,
            position,
            owner: Owner::from(origin),
            teller,
        };
        tokio::spawn(making.run(game.clone()));
        Ok(progress)
    }
}

/// A review that is being made.
struct Making {
    host: Host,
    computer: Arc<dyn Computer>,
    position: SearchTask,
    owner: Owner,
    teller: watch::Sender<Progress>,
}

impl Making {
    async fn run(self, game: GameId) {
        let review = self.review().await;
        if let Ok(review) = &review {
            self.keep(&game, review).await;
        }
        self.host.reviews().lock().remove(&game);
        // Those who have asked hear it, if they still wait.
        self.teller.send_replace(Progress::Done(review));
    }

    async fn keep(&self, game: &GameId, review: &GameReview) {
        let entry = Entry {
            key: game.as_str().to_owned(),
            // A review always has a text: it has no maps with odd keys.
            value: serde_json::to_string(review).unwrap_or_default(),
            expires: Some(self.host.now() + KEPT),
        };
        if let Err(error) = self.host.store().put(&Space::Reviews, entry).await {
            tracing::warn!(%game, %error, "a review could not be stored");
        }
    }

    async fn review(&self) -> Result<GameReview, Refusal> {
        let (position, variants) = (self.position.clone(), self.host.variants().clone());
        let replay = move || {
            let variant = find_variant(&variants, position.variant)?;
            replayed(variant.start(&position.setup)?, &position.actions)
        };
        let replayed = self.think(&Cancel::default(), replay).await;
        let line = replayed.ok_or_else(nothing)??;
        let mut thoughts = Vec::with_capacity(line.states.len());
        for (after, state) in line.states.iter().enumerate() {
            thoughts.push(self.thought(after, state.clone()).await?);
            self.teller.send_replace(Progress::Judged(thoughts.len()));
        }
        Ok(judged(line.played, thoughts))
    }

    /// What a computer thinks of the position after so many actions.
    async fn thought(&self, after: usize, state: Box<dyn AnyGame>) -> Result<Thought, Refusal> {
        if let Status::Over(outcome) = state.status() {
            let chance = outcome.winner.map_or(500, all_or_nothing);
            return Ok(Thought { chance, best: None });
        }
        let cancel = Cancel::default();
        let position = SearchTask {
            actions: self.position.actions[..after].to_vec(),
            cancel: cancel.clone(),
            ..self.position.clone()
        };
        let computer = Arc::clone(&self.computer);
        let judge = move || {
            let judgement = computer.judge(&position).ok_or_else(nothing)?;
            let seat = state.status().seat_to_act()?;
            let best = Ply {
                seat,
                notation: state.notation(&judgement.action)?,
                action: judgement.action.clone(),
            };
            let chance = chance_of(&judgement);
            let best = Some(best);
            Ok(Thought { chance, best })
        };
        self.think(&cancel, judge).await.ok_or_else(nothing)?
    }

    async fn think<T: Send + 'static>(
        &self,
        cancel: &Cancel,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.host.thinking().run(&self.owner, cancel, job).await
    }
}

fn nothing() -> Refusal {
    HostRefusal::NothingToJudge.into()
}

/// A game with all its states.
struct ReplayedGame {
    states: Vec<Box<dyn AnyGame>>,
    played: Vec<Ply>,
}

fn replayed(start: Box<dyn AnyGame>, actions: &[String]) -> Result<ReplayedGame, Refusal> {
    let mut line = ReplayedGame {
        states: vec![start.clone()],
        played: Vec::new(),
    };
    let mut game = start;
    for action in actions {
        let seat = game.status().seat_to_act()?;
        let judged = game.play(seat, action)?;
        game = judged.step.game;
        line.states.push(game.clone());
        line.played.push(Ply {
            seat,
            action: judged.action,
            notation: judged.notation,
        });
    }
    Ok(line)
}

struct Thought {
    /// White's winning chance in tenths of points.
    chance: u16,
    /// What to do; nothing where the game is over.
    best: Option<Ply>,
}

const fn all_or_nothing(winner: Seat) -> u16 {
    match winner {
        Seat::White => 1000,
        Seat::Black => 0,
    }
}

/// White's winning chance: an even game is the middle, and four pawns are most of it.
fn chance_of(judgement: &Judgement) -> u16 {
    if let Some(win) = judgement.win {
        return all_or_nothing(win.seat);
    }
    let share = 1.0 / (1.0 + (-f64::from(judgement.balance) / 220.0).exp());
    (share * 1000.0).round() as u16
}

/// Every action by the chances before and after it. What a computer would have done itself loses nothing.
fn judged(played: Vec<Ply>, thoughts: Vec<Thought>) -> GameReview {
    let chances: Vec<u16> = thoughts.iter().map(|thought| thought.chance).collect();
    let pairs = played.into_iter().zip(thoughts).enumerate();
    let actions = pairs.map(|(index, (played, thought))| {
        let (before, after) = (thought.chance, chances[index + 1]);
        let best = thought.best.unwrap_or_else(|| played.clone());
        let loss = match played.seat {
            _ if best.action == played.action => 0,
            Seat::White => before.saturating_sub(after),
            Seat::Black => after.saturating_sub(before),
        };
        ReviewedAction {
            fault: Fault::of(loss),
            played,
            loss,
            best,
        }
    });
    GameReview {
        actions: actions.collect(),
        chances,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(seat: Seat, action: &str) -> Ply {
        Ply {
            seat,
            action: action.to_owned(),
            notation: action.to_owned(),
        }
    }

    #[test]
    fn chances_are_all_nothing_or_between() {
        let judgement = |balance, win: Option<Seat>| Judgement {
            action: String::new(),
            balance,
            win: win.map(|seat| crate::Win { seat, actions: 3 }),
        };
        assert_eq!(chance_of(&judgement(0, None)), 500);
        assert_eq!(chance_of(&judgement(220, None)), 731);
        assert_eq!(chance_of(&judgement(-220, None)), 269);
        assert_eq!(chance_of(&judgement(5, Some(Seat::Black))), 0);
        assert_eq!(chance_of(&judgement(5, Some(Seat::White))), 1000);
    }

    #[test]
    fn actions_are_judged_by_what_they_lose() {
        let thought = |chance, best: Option<Ply>| Thought { chance, best };
        let played = vec![
            ply(Seat::White, "good"),
            ply(Seat::Black, "bad"),
            ply(Seat::White, "best"),
            ply(Seat::Black, "last"),
        ];
        let review = judged(
            played,
            vec![
                thought(500, Some(ply(Seat::White, "other"))),
                thought(450, Some(ply(Seat::Black, "better"))),
                thought(760, Some(ply(Seat::White, "best"))),
                thought(400, Some(ply(Seat::Black, "mate"))),
                thought(500, None),
            ],
        );
        assert_eq!(review.chances, [500, 450, 760, 400, 500]);
        let told = review.actions.iter();
        let told: Vec<_> = told.map(|action| (action.loss, action.fault)).collect();
        let wanted = [
            (50, None),
            (310, Some(Fault::Blunder)),
            (0, None),
            (100, Some(Fault::Inaccuracy)),
        ];
        assert_eq!(told, wanted);
        assert_eq!(review.actions[1].best.action, "better");
    }
}
