//! When computers think: on their turn, and when they are asked for advice.

use std::sync::Arc;
use std::time::Duration;

use rules::{AnyGame, Refusal, Replay, Seat, Variants};
use session::{Ask, GameId, Phase, PlayerId, Proposal, Session};
use tokio::sync::Semaphore;

use crate::pool::Pool;
use crate::{
    Computer, Host, HostError, HostRefusal, Judgement, Occupant, Opponent, Position, Rejection,
    computer, find_variant,
};

/// Computers that think at the same time.
const THREADS: usize = 2;

/// Questions that may wait at the same time. Further ones are told [`HostError::Overloaded`].
const QUESTIONS: usize = 32;

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
    questions: Semaphore,
}

impl Thinking {
    pub(crate) fn start() -> Result<Thinking, HostError> {
        let pool = Pool::start(THREADS).map_err(|_| HostError::Overloaded)?;
        Ok(Thinking {
            pool,
            questions: Semaphore::new(QUESTIONS),
        })
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
    /// Lets the computers that sit at a game do what is theirs to do.
    pub(crate) fn let_computers_act(&self, session: &Session) {
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
            let turn = Turn {
                host: self.clone(),
                computer: Arc::clone(computer),
                game: session.id().clone(),
                player: sitter.player.clone(),
                seat,
                position: Position::of(session, None, self.now()),
            };
            for proposal in session.proposals(!seat) {
                tokio::spawn(turn.clone().answer(*proposal));
            }
            if session.phase() == (Phase::Running { to_act: seat }) {
                tokio::spawn(turn.act(opponent));
            }
        }
    }

    /// What a computer would do in a position of a game that it has no seat in.
    pub async fn choose(&self, position: Position, opponent: Opponent) -> Option<String> {
        let computer = Arc::clone(self.computer()?);
        let choose = move || computer.choose(&position, &opponent);
        self.thinking().pool.run(choose).await.flatten()
    }

    /// What a computer thinks of a game, now or after some of its actions. While a game is played this is
    /// for the one who plays it against a computer; of a game that is over anybody may learn it.
    ///
    /// # Errors
    /// The player may not ask this, there is nothing to judge, or there is too much to do.
    pub async fn advise(
        &self,
        game: &GameId,
        player: Option<&PlayerId>,
        after: Option<usize>,
    ) -> Result<Advice, Rejection> {
        let computer = self.computer().cloned();
        let computer = computer.ok_or(HostRefusal::NoComputer)?;
        let Ok(_question) = self.thinking().questions.try_acquire() else {
            return Err(HostError::Overloaded.into());
        };
        let player = player.cloned();
        let look = move |session: &Session, now| {
            check_advisable(session, player.as_ref(), after)?;
            Ok::<_, HostRefusal>(Position::of(session, after, now))
        };
        let position = self.look(game, look).await??;
        let variants = self.variants().clone();
        let judge = move || {
            let judgement = computer.judge(&position);
            describe(&position, judgement, &variants)
        };
        let thought = tokio::time::timeout(PATIENCE, self.thinking().pool.run(judge)).await;
        match thought {
            Ok(Some(advice)) => Ok(advice?),
            Ok(None) | Err(_) => Err(HostError::Overloaded.into()),
        }
    }
}

/// Something that a computer has to decide.
#[derive(Clone)]
struct Turn {
    host: Host,
    computer: Arc<dyn Computer>,
    game: GameId,
    player: PlayerId,
    seat: Seat,
    position: Position,
}

impl Turn {
    /// Chooses an action and plays it.
    async fn act(self, opponent: Opponent) {
        let (computer, position) = (Arc::clone(&self.computer), self.position.clone());
        let choose = move || computer.choose(&position, &opponent);
        let ask = match self.host.thinking().pool.run(choose).await.flatten() {
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
        let ask = match agrees {
            true => Ask::Accept { proposal },
            false => Ask::Decline { proposal },
        };
        self.ask(ask).await;
    }

    async fn is_worse(&self) -> bool {
        let (computer, position) = (Arc::clone(&self.computer), self.position.clone());
        let judge = move || computer.judge(&position);
        let judged = self.host.thinking().pool.run(judge).await.flatten();
        judged.is_some_and(|judgement| match self.seat {
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
    position: &Position,
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

fn replay(position: &Position, variants: &Variants) -> Result<Box<dyn AnyGame>, Refusal> {
    let variant = find_variant(variants, position.variant)?;
    let actions = position.actions.iter().map(String::as_str);
    Replay::last_state(variant.start(&position.setup)?, actions)
}
