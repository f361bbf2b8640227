//! What a client is told that follows a game's picture: only what changed, and only what concerns it.

use rules::{BySeat, CellId, Offer, SceneDelta, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::{Ask, GameId, Millis, Phase, Played, Proposal, SeatView};

/// What happened in a game, for a client that follows its picture. What is left out has not changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepNotice {
    /// Which.
    pub game: GameId,
    /// How many records it has now.
    pub seq: u64,
    /// How many records it had before, if not one less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<u64>,
    /// The server's time.
    pub now: Millis,
    /// Which seat is to act, while the game runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to_act: Option<Seat>,
    /// Where the game is in its life, if it does not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub phase: Option<Phase>,
    /// What both clocks show, in a timed game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub left: Option<BySeat<Millis>>,
    /// Whether no clock runs although a seat is to act. Otherwise its clock runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub stopped: bool,
    /// How long the running clock still waits before it counts down, if it does.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Millis>", optional))]
    pub waits: Millis,
    /// How many moves of the score sheet stay, if not all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub kept: Option<u32>,
    /// The moves after those.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Played>>", optional))]
    pub moves: Vec<Played>,
    /// What the last action did on the board, to be animated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Value>>", optional))]
    pub events: Vec<Value>,
    /// The position, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub setup: Option<String>,
    /// What changed in the picture.
    #[serde(default, skip_serializing_if = "SceneDelta::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<SceneDelta>", optional))]
    pub scene: SceneDelta,
    /// The checksum of the picture afterwards. A client whose picture has another one opens the game again.
    pub checksum: String,
    /// Both seats, if one changed; without what their players could ask for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seats: Option<BySeat<SeatView>>,
    /// What this player could ask for now, besides acting, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub asks: Option<Vec<Button>>,
    /// What this player can do on the board, if it is to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub offers: Option<OfferSet>,
    /// The next game, once it is agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rematch: Option<GameId>,
}

fn is_zero(millis: &Millis) -> bool {
    *millis == Millis::ZERO
}

/// Offers, or the places to point at in order to be told of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferSet {
    /// The offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<ShortOffer>>", optional))]
    pub offers: Vec<ShortOffer>,
    /// Where there are too many: the places that could be pointed at next. `offers` asks for those behind one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellId>>", optional))]
    pub more: Vec<CellId>,
}

/// An offer as short as it can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ShortOffer {
    /// The taps with spaces between them. Without the spaces they are the action.
    Taps(String),
    /// Any other offer.
    Other {
        /// The action text to send.
        action: String,
        /// What to point at, one after the other.
        taps: Vec<CellId>,
        /// The action in a few words, where the taps leave several.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
        label: String,
    },
}

impl ShortOffer {
    /// Whether the taps of an offer, written together, are its action, and it needs no label.
    pub(crate) fn is_plain(offer: &Offer) -> bool {
        let mut rest = offer.action.as_str();
        let are_action = offer.taps.iter().all(|tap| {
            let tap = tap.as_str();
            let after = rest.strip_prefix(tap);
            rest = after.unwrap_or(rest);
            after.is_some() && !tap.contains([' ', '"', '\\'])
        });
        are_action && rest.is_empty() && offer.label.is_empty()
    }

    /// About how many bytes it takes.
    pub(crate) fn len(&self) -> usize {
        match self {
            ShortOffer::Taps(taps) => taps.len() + 3,
            ShortOffer::Other {
                action,
                taps,
                label,
            } => {
                let taps: usize = taps.iter().map(|tap| tap.as_str().len() + 3).sum();
                let label = if label.is_empty() {
                    0
                } else {
                    label.len() + 11
                };
                action.len() + taps + label + 24
            }
        }
    }

    /// The place to point at after so many others.
    pub(crate) fn tap(&self, n_taps: usize) -> Option<&str> {
        match self {
            ShortOffer::Taps(taps) => taps.split(' ').nth(n_taps),
            ShortOffer::Other { taps, .. } => taps.get(n_taps).map(CellId::as_str),
        }
    }
}

impl From<Offer> for ShortOffer {
    fn from(offer: Offer) -> ShortOffer {
        let is_plain = ShortOffer::is_plain(&offer);
        let Offer {
            action,
            taps,
            label,
        } = offer;
        match is_plain {
            true => {
                let taps: Vec<&str> = taps.iter().map(CellId::as_str).collect();
                ShortOffer::Taps(taps.join(" "))
            }
            false => ShortOffer::Other {
                action,
                taps,
                label,
            },
        }
    }
}

/// Something a player could ask for, without its details: these follow from the score sheet and from what is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "each is the ask of the same name")]
pub enum Button {
    Abort,
    Resign,
    ClaimWin,
    ClaimDraw,
    ProposeDraw,
    ProposeTakeback,
    ProposeRematch,
    AcceptDraw,
    AcceptTakeback,
    AcceptRematch,
    DeclineDraw,
    DeclineTakeback,
    DeclineRematch,
    WithdrawDraw,
    WithdrawTakeback,
    WithdrawRematch,
}

impl Button {
    /// The button for an ask, if there is one.
    pub fn of(ask: &Ask) -> Option<Button> {
        Some(match ask {
            Ask::Sit { .. } | Ask::Act { .. } => return None,
            Ask::Abort => Button::Abort,
            Ask::Resign => Button::Resign,
            Ask::ClaimWin => Button::ClaimWin,
            Ask::ClaimDraw => Button::ClaimDraw,
            Ask::Propose { proposal } => match proposal {
                Proposal::Draw => Button::ProposeDraw,
                Proposal::Takeback { .. } => Button::ProposeTakeback,
                Proposal::Rematch => Button::ProposeRematch,
            },
            Ask::Accept { proposal } => match proposal {
                Proposal::Draw => Button::AcceptDraw,
                Proposal::Takeback { .. } => Button::AcceptTakeback,
                Proposal::Rematch => Button::AcceptRematch,
            },
            Ask::Decline { proposal } => match proposal {
                Proposal::Draw => Button::DeclineDraw,
                Proposal::Takeback { .. } => Button::DeclineTakeback,
                Proposal::Rematch => Button::DeclineRematch,
            },
            Ask::Withdraw { proposal } => match proposal {
                Proposal::Draw => Button::WithdrawDraw,
                Proposal::Takeback { .. } => Button::WithdrawTakeback,
                Proposal::Rematch => Button::WithdrawRematch,
            },
        })
    }
}
