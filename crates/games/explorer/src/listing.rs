//! What there is to play.

use rules::{Meta, Shape};
use serde::{Deserialize, Serialize};

/// A kind of chess.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantInfo {
    /// The stable name in requests.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// One sentence for people who have never seen it.
    pub summary: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// How its boards are arranged.
    pub shape: Shape,
    /// Ready-made setups; the first is what a lobby offers first.
    pub presets: Vec<PresetInfo>,
    /// The computer players that play it, weakest first; none, if none does.
    pub computers: Vec<ComputerInfo>,
    /// Programs of others that play it, as the server's owner has added them.
    pub engines: Vec<EngineInfo>,
    /// The file of its own in which its games can be exported, if there is one.
    pub file: Option<FileInfo>,
    /// A picture for its card, as SVG text. Its classes are those of cells and pieces on the server's own page.
    pub picture: String,
    /// The page that teaches it: an address, or a path on this server; none, if there is none.
    pub learn: Option<String>,
    /// How many puzzles there are; left out where there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(as = "Option<u32>", optional))]
    pub puzzles: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A form of a variant's own in which games are exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileInfo {
    /// The name for people.
    pub name: String,
    /// How names of such files end, without the dot.
    pub extension: String,
}

/// A computer player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComputerInfo {
    /// How strong: the level to ask for.
    pub level: u8,
    /// The name for people.
    pub name: String,
}

/// A program that plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineInfo {
    /// The id to ask for.
    pub id: String,
    /// The name for people.
    pub name: String,
}

/// A ready-made setup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetInfo {
    /// The stable name in requests.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// One sentence for people.
    pub summary: String,
}

impl VariantInfo {
    /// What people need to know of a variant, and who of the computers plays it.
    pub fn new(meta: &Meta, computers: Vec<ComputerInfo>, engines: Vec<EngineInfo>) -> VariantInfo {
        let presets = meta.presets.iter().map(|preset| PresetInfo {
            id: preset.id.to_owned(),
            name: preset.name.to_owned(),
            summary: preset.summary.to_owned(),
        });
        VariantInfo {
            id: meta.id.to_owned(),
            name: meta.name.to_owned(),
            summary: meta.summary.to_owned(),
            rules_version: meta.rules_version,
            shape: meta.shape,
            presets: presets.collect(),
            computers,
            engines,
            file: meta.file.map(|form| FileInfo {
                name: form.name.to_owned(),
                extension: form.extension.to_owned(),
            }),
            picture: meta.picture.to_owned(),
            learn: meta.learn.map(str::to_owned),
            puzzles: 0,
        }
    }
}
