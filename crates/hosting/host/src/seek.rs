//! Seeks: players who look for an opponent.

use std::sync::Arc;

use rules::{AnyVariant, BySeat, Refusal, Seat, Variants};
use serde::{Deserialize, Serialize};
use session::{Clock, Created, GameId, Millis, PlayerId, Sitter, Tag};

use crate::{Host, HostRefusal, Opponent, Rejection, SeekView, ids};

/// What a player wants to play, and with whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The id of the variant.
    pub variant: String,
    /// The preset, if the game begins with one.
    pub preset: Option<String>,
    /// The position to start from; empty for the usual start and for presets.
    pub setup: String,
    /// The time control.
    pub clock: Clock,
    /// Where the player wants to sit.
    pub seat: SeatChoice,
    /// Who may be the opponent.
    pub audience: Audience,
    /// Where the wish comes from, so that one place does not fill the lobby.
    pub origin: Option<Arc<str>>,
}

/// Where a player wants to sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SeatChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// The server draws lots when the opponent has come.
    Random,
}

/// Who may be the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Audience {
    /// Anybody: it is listed.
    Anybody,
    /// Any player who knows the id.
    Invited,
    /// One player.
    Player {
        /// Who.
        player: PlayerId,
    },
    /// A computer player.
    Computer {
        /// Which.
        opponent: Opponent,
    },
}

/// A player who looks for an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// The id of the seek, and of the game once there is one.
    pub game: GameId,
    /// Who looks.
    pub owner: Sitter,
    /// The id of the variant.
    pub variant: String,
    /// The preset, if the game begins with one.
    pub preset: Option<String>,
    /// The position to start from; empty for the usual start and for presets.
    pub setup: String,
    /// Decides what is random. It is secret until the game has begun.
    pub seed: u64,
    /// The time control.
    pub clock: Clock,
    /// Where the owner wants to sit.
    pub seat: SeatChoice,
    /// Who may be the opponent.
    pub audience: Audience,
    /// When the seek was made.
    pub created_at: Millis,
    /// The name of the request, if the owner plays the first who comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<Tag>,
    /// Where it was made. It is not stored.
    #[serde(skip)]
    pub origin: Option<Arc<str>>,
}

/// What looking for an opponent has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The seek waits.
    Waiting(Box<SeekView>),
    /// The game has begun.
    Playing {
        /// Which.
        game: GameId,
        /// Where the player sits.
        seat: Seat,
    },
}

impl Seek {
    /// A seek for a wish that can be played.
    pub(crate) fn new(
        game: GameId,
        owner: Sitter,
        wish: Wish,
        now: Millis,
        variants: &Variants,
    ) -> Result<Seek, Rejection> {
        let seek = Seek {
            game,
            owner,
            variant: wish.variant,
            preset: wish.preset,
            setup: wish.setup,
            seed: ids::random_number()?,
            clock: wish.clock,
            seat: wish.seat,
            audience: wish.audience,
            created_at: now,
            tag: None,
            origin: wish.origin,
        };
        let created = seek.created(variants, None)?;
        if seek.preset.is_none() {
            find_variant(variants, &seek.variant)?.begin(&seek.setup)?;
        }
        session::Session::create(now, created, &variants.lookup())?;
        Ok(seek)
    }

    /// How long it stands. An invitation may be read much later; a game with running clocks needs both
    /// players soon.
    pub(crate) fn expires(&self) -> Millis {
        let is_timed = Host::grace(self.clock).is_some();
        let span = match self.audience {
            Audience::Anybody if is_timed => Millis::from_secs(3600),
            Audience::Anybody
            | Audience::Invited
            | Audience::Player { .. }
            | Audience::Computer { .. } => Millis::from_days(14),
        };
        self.created_at + span
    }

    /// Whether it is only of use while its owner is there: anybody may join, and both then sit at the board. A player who plays
    /// by correspondence, or has invited somebody, comes back later.
    pub(crate) fn needs_owner(&self) -> bool {
        let is_slow = matches!(self.clock, Clock::Correspondence { .. });
        self.audience == Audience::Anybody && !is_slow
    }

    /// Whether this player may join.
    pub(crate) fn admits(&self, player: &PlayerId) -> bool {
        match &self.audience {
            Audience::Anybody | Audience::Invited => true,
            Audience::Player { player: wanted } => wanted == player,
            Audience::Computer { .. } => false,
        }
    }

    /// Whether both look for the same.
    pub(crate) fn fits<'a>(&'a self, other: &'a Seek) -> bool {
        let what = |seek: &'a Seek| (&seek.variant, &seek.preset, &seek.setup);
        self.audience == Audience::Anybody
            && what(self) == what(other)
            && self.clock == other.clock
            && self.owner.player != other.owner.player
    }

    /// Whether the owner, who joins another seek, gets the seat it wants there.
    pub(crate) fn gets_seat_in(&self, joined: &Seek) -> bool {
        match self.seat {
            SeatChoice::Random => true,
            SeatChoice::White | SeatChoice::Black => joined.owner_seat() != self.owner_seat(),
        }
    }

    /// Where the owner will sit. Lots are drawn by a bit of the seed that presets do not see first.
    pub(crate) fn owner_seat(&self) -> Seat {
        match self.seat {
            SeatChoice::White => Seat::White,
            SeatChoice::Black => Seat::Black,
            SeatChoice::Random if self.seed >> 63 == 0 => Seat::White,
            SeatChoice::Random => Seat::Black,
        }
    }

    /// The game that begins when the opponent has come.
    pub(crate) fn created(
        &self,
        variants: &Variants,
        opponent: Option<Sitter>,
    ) -> Result<Created, Refusal> {
        let variant = find_variant(variants, &self.variant)?;
        let setup = match &self.preset {
            None => self.setup.clone(),
            Some(id) => preset(variant, id, self.seed)?,
        };
        let owner_seat = self.owner_seat();
        let seats = BySeat::new_with(|seat| match seat == owner_seat {
            true => Some(self.owner.clone()),
            false => opponent.clone(),
        });
        Ok(Created {
            game: self.game.clone(),
            variant: self.variant.clone(),
            rules_version: variant.meta().rules_version,
            setup,
            preset: self.preset.clone(),
            seed: self.seed,
            clock: self.clock,
            clock_start: session::ClockStart::default(),
            grace: Host::grace(self.clock),
            seats,
            rematch_of: None,
            unlisted: self.audience == Audience::Invited,
        })
    }
}

/// The variant with this id.
///
/// # Errors
/// The host does not offer it.
pub fn find_variant(variants: &Variants, id: &str) -> Result<&'static dyn AnyVariant, Refusal> {
    let variant = variants.find(id);
    variant.ok_or_else(|| HostRefusal::UnknownVariant.into())
}

/// The setup of a preset, whose seed decides whatever is random in it.
///
/// # Errors
/// The variant has no such preset.
pub fn preset(variant: &dyn AnyVariant, id: &str, seed: u64) -> Result<String, Refusal> {
    let unknown = || HostRefusal::UnknownPreset { id: id.to_owned() };
    variant.preset(id, seed).ok_or_else(|| unknown().into())
}
