//! A game as a text that can be carried elsewhere.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Hash, Sealed};

/// One line of an exported game. The record is kept as the very text that was hashed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportedLine {
    /// The hash of the record and of all before.
    pub(crate) hash: Hash,
    /// The record.
    #[cfg_attr(feature = "schema", schemars(with = "crate::Record"))]
    pub(crate) record: Box<RawValue>,
}

/// Whether a text is an exported game by its first line, whole or not.
pub fn is_exported(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    serde_json::from_str::<ExportedLine>(first).is_ok()
}

/// Exports records as lines of JSON, each `{"hash":"…","record":{…}}`, for [`crate::verify`] to check
/// anywhere.
///
/// # Errors
/// A text is not JSON, which a stored record always is.
pub fn to_json_lines(records: &[Sealed]) -> Result<String, serde_json::Error> {
    let mut lines = String::new();
    for sealed in records {
        let line = ExportedLine {
            hash: sealed.hash,
            record: RawValue::from_string(sealed.text.clone())?,
        };
        lines.push_str(&serde_json::to_string(&line)?);
        lines.push('\n');
    }
    Ok(lines)
}
