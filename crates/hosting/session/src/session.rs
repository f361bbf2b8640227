//! A game's life so far.

use std::fmt;

use rules::{AnyGame, AnyVariant, BySeat, Events, Refusal, Replay, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::Clocks;
use crate::json_text::JsonText;
use crate::proposals::Proposals;
use crate::recent_requests::RecentRequests;
use crate::refusal::SessionRefusal;
use crate::seating::{Seating, is_name};
use crate::{
    Change, ClockReading, Created, Ending, GameId, Millis, PlayerId, Proposal, Record, ReplayError,
    Sitter, Tag, VERSION,
};

/// Finds a variant by its id.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<&'static dyn AnyVariant>;

/// Where a game is in its life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Phase {
    /// A seat is free.
    Open,
    /// Both seats are taken and a seat is to act.
    Running {
        /// Which.
        to_act: Seat,
    },
    /// The game has ended.
    Over {
        /// How.
        ending: Ending,
    },
}

/// One action of a game's score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
    /// Who did it.
    pub seat: Seat,
    /// The action text.
    pub action: String,
    /// The action as people write it.
    pub notation: String,
    /// When.
    pub at: Millis,
    /// What the seat had left on its clock afterwards, in a timed game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub left: Option<Millis>,
}

/// One game's life so far: the sum of its records.
#[derive(Clone)]
pub struct Session {
    pub(crate) created: Created,
    pub(crate) created_at: Millis,
    pub(crate) variant: &'static dyn AnyVariant,
    pub(crate) board: Replay<Played>,
    pub(crate) seq: u64,
    pub(crate) last_at: Millis,
    /// When clocks were last started, stopped or set. What has passed since can still be charged to nobody.
    pub(crate) clocks_at: Millis,
    pub(crate) seating: Seating,
    pub(crate) clocks: Clocks,
    pub(crate) proposals: Proposals,
    pub(crate) recent_requests: RecentRequests,
    pub(crate) ending: Option<Ending>,
    pub(crate) rematch: Option<GameId>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", self.id())
            .field("seq", &self.seq)
            .field("phase", &self.phase())
            .field("setup", &self.game().setup())
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Judges a new game and makes its first record.
    ///
    /// # Errors
    /// The variant is unknown, its rules have another version, or the setup, the clock or a name cannot
    /// be played with.
    pub fn create(now: Millis, created: Created, lookup: Lookup<'_>) -> Result<Record, Refusal> {
        start(&created, lookup)?;
        Ok(Record {
            v: VERSION,
            seq: 0,
            at: now,
            by: None,
            tag: None,
            change: Change::Created(Box::new(created)),
        })
    }

    /// A session from its first record; the others are for [`Session::evolve`].
    ///
    /// # Errors
    /// The record is not a first record, or the game cannot be played here.
    pub fn open(first: &Record, lookup: Lookup<'_>) -> Result<Session, ReplayError> {
        let Change::Created(created) = &first.change else {
            return Err(ReplayError::NotCreated);
        };
        ReplayError::check_frame(first, 0, first.at)?;
        let (variant, game) = start(created, lookup).map_err(ReplayError::Refused)?;
        let mut session = Session {
            created: (**created).clone(),
            created_at: first.at,
            variant,
            board: Replay::new(game),
            seq: 1,
            last_at: first.at,
            clocks_at: first.at,
            seating: Seating::new(created.seats.clone()),
            clocks: Clocks::new(created.clock),
            proposals: Proposals::default(),
            recent_requests: RecentRequests::default(),
            ending: None,
            rematch: None,
        };
        session.start_clock_if_seated(first.at);
        Ok(session)
    }

    /// Lets the first clock run once both seats are taken, in games in which nothing else is waited for.
    pub(crate) fn start_clock_if_seated(&mut self, at: Millis) {
        let runs_now = self.created.clock_start.n_actions() == 0 && self.seating.is_full();
        if let (Some(seat), true) = (self.game().status().to_act(), runs_now) {
            self.clocks.start(at, seat);
        }
    }

    /// A session from all its records.
    ///
    /// # Errors
    /// There is none, or one of them does not fit.
    pub fn replay<'a>(
        records: impl IntoIterator<Item = &'a Record>,
        lookup: Lookup<'_>,
    ) -> Result<Session, ReplayError> {
        let mut records = records.into_iter();
        let mut session = Session::open(records.next().ok_or(ReplayError::NotCreated)?, lookup)?;
        for record in records {
            session.evolve(record)?;
        }
        Ok(session)
    }

    /// How the game began.
    pub fn created(&self) -> &Created {
        &self.created
    }

    /// When it began.
    pub fn created_at(&self) -> Millis {
        self.created_at
    }

    /// The name of the game.
    pub fn id(&self) -> &GameId {
        &self.created.game
    }

    /// What is played.
    pub fn variant(&self) -> &'static dyn AnyVariant {
        self.variant
    }

    /// The state of the board.
    pub fn game(&self) -> &dyn AnyGame {
        self.board.game()
    }

    /// How many records there are, which is the sequence number of the next one.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When the last record was made.
    pub fn last_at(&self) -> Millis {
        self.last_at
    }

    /// Who sits where.
    pub fn seats(&self) -> &BySeat<Option<Sitter>> {
        &self.seating.sitters
    }

    /// The seat this player speaks for: the wanted one if the player has it, else of the player's seats
    /// the one that is to act, else any.
    pub fn seat_of(&self, player: &PlayerId, wanted: Option<Seat>) -> Option<Seat> {
        let to_act = self.game().status().to_act();
        match wanted {
            Some(seat) => self.seating.holds(seat, player).then_some(seat),
            None => self
                .seating
                .of(player)
                .max_by_key(|&seat| to_act == Some(seat)),
        }
    }

    /// The actions so far, without those taken back.
    pub fn played(&self) -> &[Played] {
        self.board.played()
    }

    /// What the last action did on the board, as events to show; empty after a takeback.
    pub fn events(&self) -> Vec<Value> {
        self.board.events().to_json()
    }

    /// The same as one JSON text.
    pub fn write_events(&self, text: &mut JsonText) {
        text.raw(&self.board.events().to_json_text());
    }

    /// The same as the rules made them, for crates that know the game.
    pub fn board_events(&self) -> &Events {
        self.board.events()
    }

    /// Where the game is in its life.
    pub fn phase(&self) -> Phase {
        match (&self.ending, self.game().status().to_act()) {
            (Some(ending), _) => Phase::Over {
                ending: ending.clone(),
            },
            (None, Some(to_act)) if self.seating.is_full() => Phase::Running { to_act },
            (None, _) => Phase::Open,
        }
    }

    /// How the game ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The proposals of a seat that wait for an answer.
    pub fn proposals(&self, seat: Seat) -> &[Proposal] {
        self.proposals.pending(seat)
    }

    /// The clocks at a moment.
    pub fn clocks(&self, now: Millis) -> ClockReading {
        self.clocks.read(now.max(self.last_at))
    }

    /// When the session must be told [`crate::Report::Tick`], if nothing else happens before.
    pub fn deadline(&self) -> Option<Millis> {
        self.clocks.flag_at()
    }

    /// The sequence number of the first record made by an earlier request of this player with this tag.
    ///
    /// A client that got no answer sends its request again; [`Session::decide`] then makes no records,
    /// and this tells what the answer was.
    pub fn answered(&self, player: &PlayerId, tag: &Tag) -> Option<u64> {
        self.recent_requests.find(player, tag)
    }

    /// Since when a seat's player has been gone.
    pub fn gone_since(&self, seat: Seat) -> Option<Millis> {
        self.seating.gone[seat]
    }

    /// From when on a seat's absence can be claimed against it.
    pub fn claimable_at(&self, seat: Seat) -> Option<Millis> {
        Some(self.seating.gone[seat]? + self.created.grace?)
    }

    /// The name of the next game, once both want one.
    pub fn rematch_id(&self) -> Option<&GameId> {
        self.rematch.as_ref()
    }

    /// The next game, once both want one: the same with colours swapped. Creating it twice does no harm,
    /// since it has the same name both times.
    pub fn rematch(&self) -> Option<Created> {
        self.rematch.clone().map(|game| self.next_game(game))
    }

    /// The next game, if these records of a plan agree on it.
    pub fn rematch_in(&self, records: &[Record]) -> Option<Created> {
        let agreed = records.iter().find_map(|record| {
            let Change::RematchAgreed { game } = &record.change else {
                return None;
            };
            Some(game.clone())
        });
        agreed.map(|game| self.next_game(game))
    }

    fn next_game(&self, game: GameId) -> Created {
        Created {
            game,
            seats: BySeat::new_with(|seat| self.seating.sitters[!seat].clone()),
            rematch_of: Some(self.id().clone()),
            ..self.created.clone()
        }
    }
}

/// Starts the game that `created` describes, if there is one.
fn start(
    created: &Created,
    lookup: Lookup<'_>,
) -> Result<(&'static dyn AnyVariant, Box<dyn AnyGame>), Refusal> {
    let variant = lookup(&created.variant).ok_or(SessionRefusal::UnknownVariant)?;
    if variant.meta().rules_version != created.rules_version {
        return Err(SessionRefusal::OtherRules.into());
    }
    if !created.clock.is_sound() {
        return Err(SessionRefusal::BadClock.into());
    }
    let mut sitters = Seat::BOTH
        .iter()
        .filter_map(|&seat| created.seats[seat].as_ref());
    if !sitters.all(|sitter| is_name(&sitter.name)) {
        return Err(SessionRefusal::BadName.into());
    }
    let game = variant.start(&created.setup)?;
    if game.status().to_act().is_none() {
        return Err(SessionRefusal::AlreadyOver.into());
    }
    Ok((variant, game))
}
