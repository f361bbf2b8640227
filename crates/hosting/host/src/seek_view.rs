//! Seeks as players see them and ask for them. Protocols pass these on as they are.
//!
//! A stored [`Seek`] also has a secret seed, and names opponents by the ids of players.

use rules::Seat;
use serde::{Deserialize, Serialize};
use session::{Clock, GameId, Millis, PlayerId};

use crate::{Audience, Host, Opponent, Rejection, SeatChoice, Seek};

/// A player who looks for an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Seek"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Seek")
)]
pub struct SeekView {
    /// The id of the seek, and of the game once there is one.
    pub game: GameId,
    /// Who looks.
    pub player: PlayerId,
    /// The name of that player.
    pub name: String,
    /// Whether it is the account of a program; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub bot: bool,
    /// Whether that player is connected.
    pub present: bool,
    /// The id of the variant.
    pub variant: String,
    /// The preset, if the game begins with one.
    pub preset: Option<String>,
    /// The position to start from; empty for the usual start.
    pub setup: String,
    /// The time control.
    pub clock: Clock,
    /// Where that player wants to sit.
    pub seat: SeatChoice,
    /// Where that player will sit, if it is known. It is not for the opponent's eyes where lots are drawn; a protocol
    /// whose clients have to know it may tell.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub lot: Option<Seat>,
    /// Who may be the opponent.
    pub audience: WantedOpponent,
    /// When the seek was made.
    pub created_at: Millis,
}

/// Who may be the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Audience"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Audience")
)]
pub enum WantedOpponent {
    /// Anybody: the seek is shown in the lobby.
    Anybody,
    /// Any player who knows the id of the seek.
    Invited,
    /// One player, who is told.
    Player {
        /// The name of an account, or the id of a player.
        name: String,
    },
    /// A computer player of the server's own.
    Computer {
        /// How strong.
        level: u8,
    },
    /// A program that the server's owner has added.
    Engine {
        /// Its id.
        id: String,
    },
}

impl From<&Audience> for WantedOpponent {
    fn from(audience: &Audience) -> WantedOpponent {
        match audience {
            Audience::Anybody => WantedOpponent::Anybody,
            Audience::Invited => WantedOpponent::Invited,
            Audience::Player { player } => WantedOpponent::Player {
                name: player.to_string(),
            },
            Audience::Computer { opponent } => match opponent {
                Opponent::Level(level) => WantedOpponent::Computer { level: *level },
                Opponent::Engine(id) => WantedOpponent::Engine { id: id.clone() },
            },
        }
    }
}

impl Host {
    /// A seek as players see it.
    pub(crate) fn view_of(&self, seek: &Seek) -> SeekView {
        SeekView {
            game: seek.game.clone(),
            player: seek.owner.player.clone(),
            name: seek.owner.name.clone(),
            bot: seek.owner.bot,
            present: self.is_present(&seek.owner.player),
            variant: seek.variant.clone(),
            preset: seek.preset.clone(),
            setup: seek.setup.clone(),
            clock: seek.clock,
            seat: seek.seat,
            lot: Some(seek.owner_seat()),
            audience: WantedOpponent::from(&seek.audience),
            created_at: seek.created_at,
        }
    }

    /// The opponent that a player asks for.
    ///
    /// # Errors
    /// There is no such player, or the store fails.
    pub async fn find_opponent(&self, wanted: WantedOpponent) -> Result<Audience, Rejection> {
        Ok(match wanted {
            WantedOpponent::Anybody => Audience::Anybody,
            WantedOpponent::Invited => Audience::Invited,
            WantedOpponent::Computer { level } => Audience::Computer {
                opponent: Opponent::Level(level),
            },
            WantedOpponent::Engine { id } => Audience::Computer {
                opponent: Opponent::Engine(id),
            },
            WantedOpponent::Player { name } => Audience::Player {
                player: self.accounts().find(&name).await?,
            },
        })
    }
}
