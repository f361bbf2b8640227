//! What nodes tell each other besides records, as JSON. A node skips what it does not understand.

use rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};
use session::{Ending, GameId, Millis, PlayerId, Sitter};

use crate::{ChallengeFate, LobbyChange, PlayerEvent, Seek, SeekView};

/// What concerns the lobby.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum LobbyNews {
    /// A seek is listed, or listed again with something changed.
    Listed { seek: Box<Seek> },
    /// A seek is over.
    Gone { game: GameId, created_at: Millis },
    /// Something that only those who watch the lobby want to know.
    Changed { change: Box<LobbyChange> },
}

/// What concerns players.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum PeopleNews {
    /// A game has begun.
    Started {
        game: GameId,
        seats: BySeat<Option<Sitter>>,
    },
    /// A game has ended.
    Ended {
        game: GameId,
        seats: BySeat<Option<Sitter>>,
        ending: Option<Ending>,
        unlisted: bool,
    },
    /// Something for one player.
    Personal {
        player: PlayerId,
        event: PersonalNews,
    },
    /// Something that a protocol tells itself on other nodes.
    Protocol { name: String, text: String },
}

/// What a player is told, besides beginnings and ends of games.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum PersonalNews {
    Challenged {
        seek: SharedSeek,
    },
    ChallengeMade {
        seek: SharedSeek,
    },
    ChallengeGone {
        seek: SharedSeek,
        fate: SharedFate,
    },
    Said {
        game: GameId,
        seat: Seat,
        text: String,
        at: Millis,
    },
    TokensEnded,
}

/// A seek with what clients are not shown.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SharedSeek {
    view: SeekView,
    lot: Option<Seat>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum SharedFate {
    Accepted,
    Declined { why: Option<String> },
    Cancelled,
}

impl From<&SeekView> for SharedSeek {
    fn from(view: &SeekView) -> SharedSeek {
        SharedSeek {
            lot: view.lot,
            view: view.clone(),
        }
    }
}

impl From<SharedSeek> for SeekView {
    fn from(seek: SharedSeek) -> SeekView {
        SeekView {
            lot: seek.lot,
            ..seek.view
        }
    }
}

impl PersonalNews {
    /// Beginnings and ends of games are told with their games.
    pub(super) fn of(event: &PlayerEvent) -> Option<PersonalNews> {
        Some(match event {
            PlayerEvent::Started { .. } | PlayerEvent::Ended { .. } => return None,
            PlayerEvent::Challenged(seek) => PersonalNews::Challenged { seek: seek.into() },
            PlayerEvent::ChallengeMade(seek) => PersonalNews::ChallengeMade { seek: seek.into() },
            PlayerEvent::ChallengeGone { seek, fate } => PersonalNews::ChallengeGone {
                seek: (&**seek).into(),
                fate: match fate {
                    ChallengeFate::Accepted => SharedFate::Accepted,
                    ChallengeFate::Declined { why } => SharedFate::Declined { why: why.clone() },
                    ChallengeFate::Cancelled => SharedFate::Cancelled,
                },
            },
            PlayerEvent::Said {
                game,
                seat,
                text,
                at,
            } => PersonalNews::Said {
                game: game.clone(),
                seat: *seat,
                text: text.clone(),
                at: *at,
            },
            PlayerEvent::TokensEnded => PersonalNews::TokensEnded,
        })
    }

    pub(super) fn into_event(self) -> PlayerEvent {
        match self {
            PersonalNews::Challenged { seek } => PlayerEvent::Challenged(seek.into()),
            PersonalNews::ChallengeMade { seek } => PlayerEvent::ChallengeMade(seek.into()),
            PersonalNews::ChallengeGone { seek, fate } => PlayerEvent::ChallengeGone {
                seek: Box::new(seek.into()),
                fate: match fate {
                    SharedFate::Accepted => ChallengeFate::Accepted,
                    SharedFate::Declined { why } => ChallengeFate::Declined { why },
                    SharedFate::Cancelled => ChallengeFate::Cancelled,
                },
            },
            PersonalNews::Said {
                game,
                seat,
                text,
                at,
            } => PlayerEvent::Said {
                game,
                seat,
                text,
                at,
            },
            PersonalNews::TokensEnded => PlayerEvent::TokensEnded,
        }
    }
}

/// A message as text. All of them have one: they have no maps with odd keys.
pub(super) fn text(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
