//! A game as clients are told of it.

use host::{HostError, Occupant};
use rules::{BySeat, Reason, Seat};
use session::{
    Clock, ClockReading, Ending, GameId, Millis, Phase, Played, Proposal, Session, Sitter, View,
    reason,
};

use crate::objects::{
    Compat, GameClock, GameFull, GameInfo, GameState, Status, TimeControl, VariantTag,
};
use crate::users::Users;
use crate::variants::{self, Speed};

/// What a client is told where nobody's time is counted.
const NO_CLOCK: u64 = 2_147_483_647;

/// What does not change in the course of a game.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) id: GameId,
    pub(crate) variant: VariantTag,
    pub(crate) initial_fen: String,
    /// Whether clients know the game.
    pub(crate) is_chess: bool,
    pub(crate) rules_version: u32,
    pub(crate) clock: Clock,
    pub(crate) created_at: Millis,
    pub(crate) seats: BySeat<Option<Sitter>>,
}

impl Facts {
    pub(crate) fn of(session: &Session) -> Facts {
        let created = session.created();
        let started = session.variant().start(&created.setup);
        // A game that goes on began somewhere.
        let start = started.unwrap_or_else(|_| session.game().clone_game());
        Facts {
            id: session.id().clone(),
            variant: variants::tag_of(&*start),
            initial_fen: variants::initial_fen(&*start),
            is_chess: variants::is_chess(&*start),
            rules_version: created.rules_version,
            clock: created.clock,
            created_at: session.created_at(),
            seats: session.seats().clone(),
        }
    }

    pub(crate) fn speed(&self) -> Speed {
        Speed::of(self.clock)
    }

    pub(crate) fn perf_key(&self) -> String {
        variants::perf_key(&self.variant, self.speed())
    }

    fn has_computer(&self) -> bool {
        let sitters = [&self.seats.white, &self.seats.black].into_iter().flatten();
        let mut occupants = sitters.map(|sitter| Occupant::of(&sitter.player));
        occupants.any(|occupant| occupant.is_computer())
    }

    /// How the game came about.
    pub(crate) fn source(&self) -> &'static str {
        match self.has_computer() {
            true => "ai",
            false => "friend",
        }
    }

    /// The first line of the stream of the game.
    pub(crate) async fn full(
        self,
        users: &mut Users<'_>,
        state: GameState,
    ) -> Result<GameFull, HostError> {
        let speed = self.speed();
        Ok(GameFull {
            r#type: "gameFull".to_owned(),
            id: self.id.to_string(),
            perf: variants::perf(&self.variant, speed),
            variant: self.variant,
            clock: game_clock(self.clock),
            days_per_turn: match self.clock {
                Clock::Correspondence { days } => Some(days),
                Clock::Untimed | Clock::Fischer { .. } | Clock::Delay { .. } => None,
            },
            speed: speed.key().to_owned(),
            rated: false,
            created_at: self.created_at.0,
            white: users.seated(self.seats.white.as_ref()).await?,
            black: users.seated(self.seats.black.as_ref()).await?,
            initial_fen: self.initial_fen,
            rules_version: (!self.is_chess).then_some(self.rules_version),
            state,
        })
    }
}

fn game_clock(clock: Clock) -> Option<GameClock> {
    match clock {
        Clock::Fischer { initial, increment } => Some(GameClock {
            initial: initial.0,
            increment: increment.0,
        }),
        Clock::Delay { initial, .. } => Some(GameClock {
            initial: initial.0,
            increment: 0,
        }),
        Clock::Untimed | Clock::Correspondence { .. } => None,
    }
}

/// How a game stands at a moment, for every reader.
pub(crate) struct Standing<'a> {
    played: &'a [Played],
    phase: Phase,
    clock: ClockReading,
    proposals: BySeat<&'a [Proposal]>,
}

impl<'a> Standing<'a> {
    pub(crate) fn of_session(session: &'a Session, now: Millis) -> Standing<'a> {
        Standing {
            played: session.played(),
            phase: session.phase(),
            clock: session.clocks(now),
            proposals: BySeat::new_with(|seat| session.proposals(seat)),
        }
    }

    pub(crate) fn of_view(view: &'a View) -> Standing<'a> {
        Standing {
            played: &view.moves,
            phase: view.phase.clone(),
            clock: view.clock.clone(),
            proposals: BySeat::new_with(|seat| view.seats[seat].proposals.as_slice()),
        }
    }

    /// The same as a line of a stream.
    pub(crate) fn state(&self, is_chess: bool) -> GameState {
        let left = |seat: Seat| self.clock.left.map_or(NO_CLOCK, |left| left[seat].0);
        let increment = match self.clock.control {
            Clock::Fischer { increment, .. } => increment.0,
            Clock::Untimed | Clock::Delay { .. } | Clock::Correspondence { .. } => 0,
        };
        let offers = |seat: Seat| self.proposals[seat].contains(&Proposal::Draw);
        let is_takeback = |proposal: &Proposal| matches!(proposal, Proposal::Takeback { .. });
        let regrets = |seat: Seat| self.proposals[seat].iter().any(is_takeback);
        GameState {
            r#type: "gameState".to_owned(),
            moves: moves(self.played, is_chess),
            wtime: left(Seat::White),
            btime: left(Seat::Black),
            winc: increment,
            binc: increment,
            status: status(&self.phase).name,
            winner: winner(&self.phase),
            wdraw: offers(Seat::White),
            bdraw: offers(Seat::Black),
            wtakeback: regrets(Seat::White),
            btakeback: regrets(Seat::Black),
            to_act: match self.phase {
                Phase::Running { to_act } if !is_chess => Some(to_act),
                Phase::Running { .. } | Phase::Open | Phase::Over { .. } => None,
            },
        }
    }
}

/// What clients take for moves. Those of the game they know could not read a claim, which only ends it.
pub(crate) fn told(played: &[Played], is_chess: bool) -> impl DoubleEndedIterator<Item = &Played> {
    let is_move = move |played: &&Played| !is_chess || played.action != "claim";
    played.iter().filter(is_move)
}

/// All actions with blanks in between.
fn moves(played: &[Played], is_chess: bool) -> String {
    let mut text = String::with_capacity(6 * played.len());
    for played in told(played, is_chess) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&played.action);
    }
    text
}

/// Where a game is in its life.
pub(crate) fn status(phase: &Phase) -> Status {
    let (id, name) = match phase {
        Phase::Open => (10, "created"),
        Phase::Running { .. } => (20, "started"),
        Phase::Over { ending } => ending_status(ending),
    };
    Status {
        id,
        name: name.to_owned(),
    }
}

fn ending_status(ending: &Ending) -> (u8, &'static str) {
    let draws = [
        reason::DRAW_AGREEMENT,
        Reason::THREEFOLD_REPETITION,
        Reason::FIVEFOLD_REPETITION,
        Reason::FIFTY_MOVE_RULE,
        Reason::SEVENTYFIVE_MOVE_RULE,
        Reason::INSUFFICIENT_MATERIAL,
    ];
    let is = |reason: Reason| ending.reason == reason;
    if is(reason::ABORTED) {
        (25, "aborted")
    } else if is(Reason::CHECKMATE) {
        (30, "mate")
    } else if is(reason::RESIGNATION) {
        (31, "resign")
    } else if is(Reason::STALEMATE) {
        (32, "stalemate")
    } else if is(reason::ABANDONMENT) {
        (33, "timeout")
    } else if draws.contains(&ending.reason) {
        (34, "draw")
    } else if is(reason::TIMEOUT) || is(reason::TIMEOUT_INSUFFICIENT_MATERIAL) {
        (35, "outoftime")
    } else {
        // An end that only our own games have.
        (60, "variantEnd")
    }
}

/// Who won, if somebody did.
pub(crate) fn winner(phase: &Phase) -> Option<Seat> {
    match phase {
        Phase::Over { ending } => ending.winner(),
        Phase::Open | Phase::Running { .. } => None,
    }
}

/// A game as it was seen at a moment.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) facts: Facts,
    pub(crate) phase: Phase,
    pub(crate) fen: String,
    pub(crate) n_played: usize,
    last_move: String,
    has_moved: BySeat<bool>,
    left: Option<BySeat<Millis>>,
}

impl Seen {
    pub(crate) fn of(session: &Session, now: Millis) -> Seen {
        let played = session.played();
        let has_moved = |seat: Seat| played.iter().any(|played| played.seat == seat);
        let facts = Facts::of(session);
        let last = told(played, facts.is_chess).next_back();
        let last = last.map(|played| played.action.clone());
        Seen {
            facts,
            phase: session.phase(),
            fen: variants::position(session.game()),
            n_played: played.len(),
            last_move: last.unwrap_or_default(),
            has_moved: BySeat::new_with(has_moved),
            left: session.clocks(now).left,
        }
    }

    pub(crate) fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Running { to_act } => Some(to_act),
            Phase::Open | Phase::Over { .. } => None,
        }
    }

    /// The game as one of a player with this seat.
    pub(crate) async fn info(
        self,
        users: &mut Users<'_>,
        seat: Seat,
    ) -> Result<GameInfo, HostError> {
        let is_my_turn = self.to_act() == Some(seat);
        let (status, winner) = (status(&self.phase), winner(&self.phase));
        let facts = self.facts;
        let id = facts.id.to_string();
        Ok(GameInfo {
            game_id: id.clone(),
            full_id: id.clone(),
            id,
            color: seat.to_string(),
            fen: self.fen,
            last_move: self.last_move,
            has_moved: self.has_moved[seat],
            is_my_turn,
            seconds_left: self.left.map(|left| left[seat].as_secs()),
            opponent: users.opponent(facts.seats[!seat].as_ref()).await?,
            speed: facts.speed().key().to_owned(),
            perf: facts.perf_key(),
            rated: false,
            source: facts.source().to_owned(),
            variant: facts.variant,
            status,
            compat: COMPAT,
            winner,
        })
    }
}

/// This protocol can play every game; whether a program can is told by the key of the variant.
pub(crate) const COMPAT: Compat = Compat {
    bot: true,
    board: true,
};

/// A time control, as clients are told of it.
pub(crate) fn time_control(clock: Clock) -> TimeControl {
    let timed = |initial: Millis, increment: Millis, delay: Option<u64>| TimeControl::Clock {
        limit: initial.as_secs(),
        increment: increment.as_secs(),
        show: format!(
            "{}+{}",
            minutes(initial),
            delay.unwrap_or(increment.as_secs())
        ),
        delay,
    };
    match clock {
        Clock::Fischer { initial, increment } => timed(initial, increment, None),
        Clock::Delay { initial, delay } => timed(initial, Millis::ZERO, Some(delay.as_secs())),
        Clock::Correspondence { days } => TimeControl::Correspondence {
            days_per_turn: days,
        },
        Clock::Untimed => TimeControl::Unlimited,
    }
}

/// Minutes as people write them.
fn minutes(span: Millis) -> String {
    match span.as_secs() {
        15 => "¼".to_owned(),
        30 => "½".to_owned(),
        45 => "¾".to_owned(),
        seconds if seconds % 60 == 0 => (seconds / 60).to_string(),
        seconds => format!("{:.1}", seconds as f64 / 60.0),
    }
}
