//! Computer players, as a host asks for them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Seat;
use serde::{Deserialize, Serialize};
use session::{Millis, PlayerId, Session, Sitter};

/// Plays for computer seats and evaluates positions. It runs on a few threads of low priority; its actions go the same
/// way as those of people. When its time is up it says soon what it has found; when nobody waits any more, what it then says
/// does not matter.
pub trait Computer: Send + Sync {
    /// Whom one can play in a variant, in the order in which people are offered them.
    fn rivals(&self, variant: &str) -> Vec<Rival>;

    /// Chooses an action for the seat that is to act. May take its time; without an answer the seat
    /// resigns.
    fn choose(&self, position: &SearchTask, opponent: &Opponent) -> Option<String>;

    /// What a position is worth and what to do in it, after thinking for a moment.
    fn judge(&self, position: &SearchTask) -> Option<Judgement>;
}

/// A computer player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// A player of our own.
    Level(u8),
    /// A program of others, by its id.
    Engine(String),
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Level(level) => write!(f, "{level}"),
            Opponent::Engine(id) => f.write_str(id),
        }
    }
}

/// A computer player whom one can play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Who.
    pub opponent: Opponent,
    /// Its name for people.
    pub name: String,
}

/// A game as computer players see it: from its start, because what happened before can matter.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// The id of the variant.
    pub variant: &'static str,
    /// How the game began.
    pub setup: String,
    /// What has been done since.
    pub actions: Vec<String>,
    /// What the seat that is to act has left on its clock.
    pub left: Option<Millis>,
    /// Differs from game to game and from action to action. A computer that is asked the same again, because its
    /// move was taken back and the same was played, gives the same answer.
    pub seed: u64,
    /// Says when to answer at once, and when nobody waits for an answer any more.
    pub cancel: Cancel,
}

/// Says when nobody waits for what a computer thinks about, and when it has to come to an end because others
/// wait for their turn. Copies say the same.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_cancelled: AtomicBool,
    /// Also set when it is cancelled.
    is_hurried: AtomicBool,
}

impl Cancel {
    /// Nobody waits any more.
    pub(crate) fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
        self.hurry();
    }

    /// The best answer so far is wanted now.
    pub(crate) fn hurry(&self) {
        self.0.is_hurried.store(true, Ordering::Relaxed);
    }

    /// Whether nobody waits any more.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }

    /// Whether to come to an end, with or without an answer.
    pub(crate) fn is_hurried(&self) -> bool {
        self.0.is_hurried.load(Ordering::Relaxed)
    }

    /// Set when it is time to come to an end, to be looked at again and again.
    pub fn flag(&self) -> &AtomicBool {
        &self.0.is_hurried
    }
}

impl SearchTask {
    /// The game after some of its actions, or after all.
    pub fn of(session: &Session, after: Option<usize>, now: Millis) -> SearchTask {
        let after = after.unwrap_or(usize::MAX);
        let played = session.played().iter().take(after);
        let to_act = session.game().status().to_act();
        let left = session.clocks(now).left;
        SearchTask {
            variant: session.variant().meta().id,
            setup: session.created().setup.clone(),
            actions: played.map(|played| played.action.clone()).collect(),
            left: to_act.and_then(|seat| Some(left?[seat])),
            seed: seed_of(session, after),
            cancel: Cancel::default(),
        }
    }
}

impl SearchTask {
    /// The same after some time, which the clock of the seat that is to act has counted.
    pub(crate) fn after(self, time: Duration) -> SearchTask {
        let passed = Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        SearchTask {
            left: self.left.map(|left| left - passed),
            ..self
        }
    }
}

/// What is random in a computer's choice: of this game, after so many actions.
fn seed_of(session: &Session, after: usize) -> u64 {
    let n_actions = after.min(session.played().len());
    let name = session.id().as_str().bytes();
    // FNV-1a over the name of the game, which no other game has.
    let hash = name.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.wrapping_add(n_actions as u64)
}

/// What a computer thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The best action.
    pub action: String,
    /// What the game is worth to White, in hundredths of a pawn.
    pub balance: i32,
    /// Who wins by force, if that was seen.
    pub win: Option<Win>,
}

/// A win that cannot be prevented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// Whose.
    pub seat: Seat,
    /// After how many actions of both sides.
    pub actions: u32,
}

/// Ids that begin like this belong to computer players; no person gets one.
const PREFIX: &str = "computer-";

/// Who sits there when a computer plays.
pub(crate) fn sitter(
    computer: &dyn Computer,
    variant: &str,
    opponent: &Opponent,
) -> Option<Sitter> {
    let rivals = computer.rivals(variant);
    let rival = rivals
        .into_iter()
        .find(|rival| rival.opponent == *opponent)?;
    Some(Sitter {
        player: opponent.player()?,
        name: rival.name,
        bot: false,
    })
}

/// Who sits at a seat. Games are stored with the id of a player; this is what the id says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person, or a program that came as a player.
    Person,
    /// A computer player of the host.
    Computer(Opponent),
}

impl Occupant {
    /// Who the player with this id is.
    pub fn of(player: &PlayerId) -> Occupant {
        let Some(id) = player.as_str().strip_prefix(PREFIX) else {
            return Occupant::Person;
        };
        Occupant::Computer(match id.parse() {
            Ok(level) => Opponent::Level(level),
            Err(_) => Opponent::Engine(id.to_owned()),
        })
    }

    /// Whether a computer sits there.
    pub fn is_computer(&self) -> bool {
        match self {
            Occupant::Computer(_) => true,
            Occupant::Person => false,
        }
    }
}

impl Opponent {
    /// The id under which this computer player sits.
    fn player(&self) -> Option<PlayerId> {
        PlayerId::new(format!("{PREFIX}{self}")).ok()
    }
}

/// Whether a player is a computer player.
pub fn is_computer(player: &PlayerId) -> bool {
    Occupant::of(player).is_computer()
}

/// Whether a computer has a seat in this game.
pub(crate) fn plays(session: &Session) -> bool {
    let seats = session.seats();
    let mut sitters = Seat::BOTH.iter().filter_map(|&seat| seats[seat].as_ref());
    sitters.any(|sitter| is_computer(&sitter.player))
}
