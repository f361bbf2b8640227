//! When computers think: on their turn, and when they are asked for advice.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rules::{AnyGame, Refusal, Replay, Seat, Variants};
use session::{Ask, GameId, Phase, PlayerId, Proposal, Session};

use crate::pool::{Pool, Waits};
use crate::thinking_queue::Owner;
use crate::{
    Cancel, Computer, Host, HostError, HostRefusal, Judgement, Occupant, Opponent, Rejection,
    SearchTask, computer, find_variant,
};

/// Computers that think at the same time.
const THREADS: usize = 2;

/// Questions that may wait at the same time. Further ones are told [`HostError::Overloaded`].
const QUESTIONS: usize = 256;

/// Questions of one owner that may wait at the same time.
const QUESTIONS_OF_OWNER: usize = 16;

/// Games whose owner is known by the address from which they were begun. That of others is their player.
const MAX_OWNERS: usize = 50_000;

/// How long a question may wait for its answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait before something is tried again that could not be stored.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(20),
    Duration::from_secs(60),
];

/// From here on a computer would rather have a draw, in hundredths of a pawn.
const WORSE: i32 = 50;

/// Where computers think.
pub(crate) struct Thinking {
    pool: Pool,
    owners: Mutex<HashMap<GameId, Owner>>,
    questions: Arc<Mutex<Questions>>,
}

/// How many questions wait, by their owners.
#[derive(Default)]
struct Questions {
    of_owner: HashMap<Owner, usize>,
    n_all: usize,
}

/// A question that waits, until it is dropped.
struct Question {
    questions: Arc<Mutex<Questions>>,
    owner: Owner,
}

impl Question {
    fn new(questions: &Arc<Mutex<Questions>>, owner: &Owner) -> Option<Question> {
        let mut all = lock(questions);
        let n_own = all.of_owner.get(owner).copied().unwrap_or(0);
        if all.n_all >= QUESTIONS || n_own >= QUESTIONS_OF_OWNER {
            return None;
        }
        all.n_all += 1;
        all.of_owner.insert(Arc::clone(owner), n_own + 1);
        Some(Question {
            questions: Arc::clone(questions),
            owner: Arc::clone(owner),
        })
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        let mut all = lock(&self.questions);
        all.n_all -= 1;
        if let Some(n_own) = all.of_owner.get_mut(&self.owner) {
            *n_own -= 1;
            if *n_own == 0 {
                all.of_owner.remove(&self.owner);
            }
        }
    }
}

/// Nothing that is done under these locks can leave them half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Thinking {
    pub(crate) fn start() -> Result<Thinking, HostError> {
        let pool = Pool::start(THREADS).map_err(|_| HostError::Overloaded)?;
        Ok(Thinking {
            pool,
            owners: Mutex::default(),
            questions: Arc::default(),
        })
    }

    /// How long computers wait for their turns.
    pub(crate) fn waits(&self) -> Waits {
        self.pool.waits()
    }

    /// Does something on a thread on which computers think; see [`Pool::run`].
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: &Owner,
        cancel: &Cancel,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.pool.run(owner, cancel, job).await
    }

    /// Remembers from where a game against a computer was begun: all of them from one place share their turns.
    pub(crate) fn note_owner(&self, game: &GameId, owner: &Owner) {
        let mut owners = lock(&self.owners);
        if owners.len() < MAX_OWNERS {
            owners.insert(game.clone(), Arc::clone(owner));
        }
    }

    /// A game is over.
    pub(crate) fn forget(&self, game: &GameId) {
        lock(&self.owners).remove(game);
    }

    /// Whose turn it takes when a computer thinks for a game with this player.
    fn owner(&self, game: &GameId, player: Option<&PlayerId>) -> Owner {
        let known = lock(&self.owners).get(game).cloned();
        let of_player = || player.map_or(game.as_str(), PlayerId::as_str).into();
        known.unwrap_or_else(of_player)
    }
}

/// What a computer advises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// After how many actions of the game.
    pub after: usize,
    /// What it thinks.
    pub judgement: Judgement,
    /// The best action as people write it.
    pub label: String,
}

impl Host {
    /// Lets the computers that sit at a game do what is theirs to do: act, if that is new, and answer.
    pub(crate) fn let_computers_act(&self, session: &Session, act: Option<Cancel>, answer: Cancel) {
        let Some(computer) = self.computer() else {
            return;
        };
        for seat in Seat::BOTH {
            let sitter = session.seats()[seat].as_ref();
            let Some(sitter) = sitter else {
                continue;
            };
            let Occupant::Computer(opponent) = Occupant::of(&sitter.player) else {
                continue;
            };
            let other = session.seats()[!seat].as_ref();
            let turn = |cancel: &Cancel| Turn {
                host: self.clone(),
                computer: Arc::clone(computer),
                owner: self
                    .thinking()
                    .owner(session.id(), other.map(|other| &other.player)),
                game: session.id().clone(),
                player: sitter.player.clone(),
                seat,
                position: SearchTask {
                    cancel: cancel.clone(),
                    ..SearchTask::of(session, None, self.now())
                },
            };
            for proposal in session.proposals(!seat) {
                tokio::spawn(turn(&answer).answer(*proposal));
            }
            if let Some(act) = &act
                && session.phase() == (Phase::Running { to_act: seat })
            {
                tokio::spawn(turn(act).act(opponent));
            }
        }
    }

    /// What a computer would do in a position of a game that it has no seat in.
    pub async fn choose(
        &self,
        game: &GameId,
        position: SearchTask,
        opponent: Opponent,
    ) -> Option<String> {
        let computer = Arc::clone(self.computer()?);
        let (owner, cancel) = (self.thinking().owner(game, None), position.cancel.clone());
        let choose = move || computer.choose(&position, &opponent);
        let chosen = self.thinking().pool.run(&owner, &cancel, choose).await;
        chosen.flatten()
    }

    /// What a computer thinks of a game, now or after some of its actions. While a game is played this is
    /// for the one who plays it against a computer; of a game that is over anybody may learn it. Questions from one
    /// `origin` wait for each other.
    ///
    /// # Errors
    /// The player may not ask this, there is nothing to judge, or there is too much to do.
    pub async fn advise(
        &self,
        game: &GameId,
        player: Option<&PlayerId>,
        after: Option<usize>,
        origin: &str,
    ) -> Result<Advice, Rejection> {
        let computer = self.computer().cloned();
        let computer = computer.ok_or(HostRefusal::NoComputer)?;
        let owner = Owner::from(origin);
        let question = Question::new(&self.thinking().questions, &owner);
        let _question = question.ok_or(HostError::Overloaded)?;
        let player = player.cloned();
        let look = move |session: &Session, now| {
            check_advisable(session, player.as_ref(), after)?;
            Ok::<_, HostRefusal>(SearchTask::of(session, after, now))
        };
        let position = self.look(game, look).await??;
        let cancel = position.cancel.clone();
        let _stop = CancelOnDrop(cancel.clone());
        let variants = self.variants().clone();
        let judge = move || {
            let judgement = computer.judge(&position);
            describe(&position, judgement, &variants)
        };
        let judged = self.thinking().pool.run(&owner, &cancel, judge);
        let thought = tokio::time::timeout(PATIENCE, judged).await;
        match thought {
            Ok(Some(advice)) => Ok(advice?),
            Ok(None) | Err(_) => Err(HostError::Overloaded.into()),
        }
    }
}

/// The caller has an answer, or has gone.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Something that a computer has to decide.
struct Turn {
    host: Host,
    computer: Arc<dyn Computer>,
    owner: Owner,
    game: GameId,
    player: PlayerId,
    seat: Seat,
    position: SearchTask,
}

impl Turn {
    /// Chooses an action and plays it.
    async fn act(self, opponent: Opponent) {
        let (computer, position) = (Arc::clone(&self.computer), self.position.clone());
        let asked = Instant::now();
        let choose = move || match position.cancel.is_cancelled() {
            true => None,
            false => computer.choose(&position.after(asked.elapsed()), &opponent),
        };
        let (owner, cancel) = (&self.owner, &self.position.cancel);
        let chosen = self.host.thinking().pool.run(owner, cancel, choose).await;
        if self.position.cancel.is_cancelled() {
            return;
        }
        let ask = match chosen.flatten() {
            Some(action) => Ask::Act {
                action,
                after: u32::try_from(self.position.actions.len()).ok(),
            },
            None => Ask::Resign,
        };
        self.ask(ask).await;
    }

    /// Computers play again and let people take back whatever they like. To a draw they agree where they
    /// are worse.
    async fn answer(self, proposal: Proposal) {
        let agrees = match proposal {
            Proposal::Takeback { .. } | Proposal::Rematch => true,
            Proposal::Draw => self.is_worse().await,
        };
        if self.position.cancel.is_cancelled() {
            return;
        }
        let ask = match agrees {
            true => Ask::Accept { proposal },
            false => Ask::Decline { proposal },
        };
        self.ask(ask).await;
    }

    async fn is_worse(&self) -> bool {
        let (computer, position) = (Arc::clone(&self.computer), self.position.clone());
        let judge = move || match position.cancel.is_cancelled() {
            true => None,
            false => computer.judge(&position),
        };
        let (owner, cancel) = (&self.owner, &self.position.cancel);
        let judged = self.host.thinking().pool.run(owner, cancel, judge).await;
        judged.flatten().is_some_and(|judgement| match self.seat {
            Seat::White => judgement.balance <= -WORSE,
            Seat::Black => judgement.balance >= WORSE,
        })
    }

    /// Does what was decided, again and again while only the store is against it. What was stored although
    /// the answer was lost is refused the second time, because the position is another one.
    async fn ask(&self, ask: Ask) {
        for pause in PAUSES {
            let (player, seat) = (&self.player, Some(self.seat));
            let asked = self.host.ask(&self.game, player, seat, None, ask.clone());
            match asked.await {
                Ok(_) => return,
                Err(error) if error.may_pass() => tokio::time::sleep(pause).await,
                Err(error) => {
                    tracing::debug!(game = %self.game, %error, "what the computer decided was not done");
                    return;
                }
            }
        }
        tracing::warn!(game = %self.game, "what the computer decided could not be stored");
    }
}

/// Whether this player may ask a computer about this game.
fn check_advisable(
    session: &Session,
    player: Option<&PlayerId>,
    after: Option<usize>,
) -> Result<(), HostRefusal> {
    let is_seated = player.is_some_and(|player| session.seat_of(player, None).is_some());
    match session.phase() {
        Phase::Open => return Err(HostRefusal::NotStarted),
        Phase::Running { .. } if !is_seated => return Err(HostRefusal::NotYourGame),
        Phase::Running { .. } if !computer::plays(session) => return Err(HostRefusal::NoAdvice),
        Phase::Running { .. } | Phase::Over { .. } => {}
    }
    match after.is_some_and(|after| after > session.played().len()) {
        true => Err(HostRefusal::NoSuchMoment),
        false => Ok(()),
    }
}

/// Puts a judgement into words.
fn describe(
    position: &SearchTask,
    judgement: Option<Judgement>,
    variants: &Variants,
) -> Result<Advice, Refusal> {
    let judgement = judgement.ok_or(HostRefusal::NothingToJudge)?;
    let label = replay(position, variants)?.notation(&judgement.action)?;
    Ok(Advice {
        after: position.actions.len(),
        judgement,
        label,
    })
}

fn replay(position: &SearchTask, variants: &Variants) -> Result<Box<dyn AnyGame>, Refusal> {
    let variant = find_variant(variants, position.variant)?;
    let actions = position.actions.iter().map(String::as_str);
    Replay::last_state(variant.start(&position.setup)?, actions)
}
