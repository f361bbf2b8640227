//! Games in short, for lobbies.

use serde::{Deserialize, Serialize};
use session::{Change, Clock, Created, GameId, Millis, Record, Sitter, Stage};

use rules::BySeat;

/// Which part of a list, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Only games with a smaller [`Summary::number`]: that of the last game of the page before.
    pub before: Option<u64>,
    /// How many at most; never more than [`Page::MAX`].
    pub limit: u32,
}

impl Page {
    /// The longest page.
    pub const MAX: u32 = 200;

    /// The newest.
    pub const fn first(limit: u32) -> Page {
        Page {
            before: None,
            limit,
        }
    }

    /// What follows a page that ended with `last`.
    pub const fn after(last: &Summary, limit: u32) -> Page {
        Page {
            before: Some(last.number),
            limit,
        }
    }

    pub(crate) fn limit(self) -> u32 {
        self.limit.min(Page::MAX)
    }
}

// Protocols list it as it is.
/// A game in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "GameSummary"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "GameSummary")
)]
pub struct Summary {
    /// Its place in the order of creation; lists go on below the number of their last game.
    pub number: u64,
    /// Its id.
    pub game: GameId,
    /// The id of the variant.
    pub variant: String,
    /// The preset it began with, if it did.
    pub preset: Option<String>,
    /// The time control.
    pub clock: Clock,
    /// Who sits where.
    pub seats: BySeat<Option<Sitter>>,
    /// Where it is in its life.
    pub stage: Stage,
    /// How many actions it has, without those taken back.
    pub n_actions: u32,
    /// When it was created.
    pub created_at: Millis,
    /// When its last record was made.
    pub changed_at: Millis,
    /// Whether it is only for those who have the link; left out where not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub unlisted: bool,
}

impl Summary {
    /// A game that has just been created.
    pub(crate) fn begin(number: u64, at: Millis, created: &Created) -> Summary {
        let mut summary = Summary {
            number,
            game: created.game.clone(),
            variant: created.variant.clone(),
            preset: created.preset.clone(),
            clock: created.clock,
            seats: created.seats.clone(),
            stage: Stage::Open,
            n_actions: 0,
            created_at: at,
            changed_at: at,
            unlisted: created.unlisted,
        };
        summary.start_if_full();
        summary
    }

    fn start_if_full(&mut self) {
        let is_full = self.seats.white.is_some() && self.seats.black.is_some();
        if self.stage == Stage::Open && is_full {
            self.stage = Stage::Running;
        }
    }

    /// Whether it has not ended.
    pub fn is_live(&self) -> bool {
        !matches!(self.stage, Stage::Over { .. })
    }

    /// Adds one more record.
    pub(crate) fn note(&mut self, record: &Record) {
        self.changed_at = record.at;
        self.n_actions = count_actions(self.n_actions, record);
        match &record.change {
            Change::Sat { seat, sitter } => {
                self.seats[*seat] = Some(sitter.clone());
                self.start_if_full();
            }
            Change::Renamed { seat, name } => {
                if let Some(sitter) = &mut self.seats[*seat] {
                    name.clone_into(&mut sitter.name);
                }
            }
            Change::Ended { ending } => {
                let ending = ending.clone();
                self.stage = Stage::Over { ending };
            }
            Change::Created(_)
            | Change::Acted { .. }
            | Change::Proposed { .. }
            | Change::Declined { .. }
            | Change::Withdrawn { .. }
            | Change::TakenBack { .. }
            | Change::RematchAgreed { .. }
            | Change::Gone { .. }
            | Change::Back { .. }
            | Change::Resumed { .. } => {}
        }
    }

    /// A summary as it is stored. The number of records in it is written for older versions of this program, which do
    /// not read a summary without it.
    pub(crate) fn to_stored(&self, n_records: u64) -> serde_json::Result<String> {
        #[derive(Serialize)]
        struct Stored<'a> {
            #[serde(flatten)]
            summary: &'a Summary,
            n_records: u64,
        }
        let summary = self;
        serde_json::to_string(&Stored { summary, n_records })
    }

    /// Whether a record changes more of a summary than numbers and times.
    pub(crate) fn is_changed_by(record: &Record) -> bool {
        matches!(
            record.change,
            Change::Created(_) | Change::Sat { .. } | Change::Renamed { .. } | Change::Ended { .. }
        )
    }
}

/// How many actions a game has that had `before`, after one more record.
pub(crate) fn count_actions(before: u32, record: &Record) -> u32 {
    match &record.change {
        Change::Acted { .. } => before.saturating_add(1),
        Change::TakenBack { to } => *to,
        Change::Created(_)
        | Change::Sat { .. }
        | Change::Renamed { .. }
        | Change::Proposed { .. }
        | Change::Declined { .. }
        | Change::Withdrawn { .. }
        | Change::Ended { .. }
        | Change::RematchAgreed { .. }
        | Change::Gone { .. }
        | Change::Back { .. }
        | Change::Resumed { .. } => before,
    }
}
