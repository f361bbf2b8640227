//! Sentences about a position, each with its values, so that others can say the same in another language.

use serde::{Deserialize, Serialize};

use crate::{Args, Badge, CellId};

/// One thing that affects a place, or that an action would lead to. The macro [`note!`](crate::note) makes one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    /// A stable word.
    pub code: String,
    /// A sentence.
    pub text: String,
    /// The values in the sentence by their names, so that it can be said in another language.
    #[serde(default, skip_serializing_if = "Args::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Args>"))]
    pub args: Args,
    /// The cells it comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellId>>", optional))]
    pub cells: Vec<CellId>,
}

impl Note {
    /// A note whose sentence holds no values.
    pub fn plain(code: &str, text: impl Into<String>) -> Note {
        Note {
            code: code.to_owned(),
            text: text.into(),
            args: Args::new(),
            cells: Vec::new(),
        }
    }

    /// The same note about these cells.
    #[must_use]
    pub fn at(self, cells: impl IntoIterator<Item = CellId>) -> Note {
        Note {
            cells: cells.into_iter().collect(),
            ..self
        }
    }
}

impl From<Badge> for Note {
    fn from(Badge { kind, text, args }: Badge) -> Note {
        Note {
            code: kind.to_string(),
            text,
            args,
            cells: Vec::new(),
        }
    }
}

/// Makes a [`Note`] of a stable code and a sentence, in which values are named as in `format!`.
///
/// ```
/// let square = "e4";
/// let note = rules::note!("attacked", "{square} is attacked by the {by}", square, by = "rook on e8");
/// assert_eq!(note.text, "e4 is attacked by the rook on e8");
/// assert_eq!(note.args["by"], "rook on e8");
/// assert_eq!(rules::note!("empty", "nothing stands here").args.len(), 0);
/// ```
#[macro_export]
macro_rules! note {
    ($code:expr, $($sentence:tt)+) => {{
        let (text, args) = $crate::sentence!($($sentence)+);
        $crate::Note { code: ::std::string::String::from($code), text, args, cells: ::std::vec::Vec::new() }
    }};
}

/// Makes a [`Badge`], as [`note!`](crate::note) makes a note.
#[macro_export]
macro_rules! badge {
    ($kind:expr, $($sentence:tt)+) => {{
        let (text, args) = $crate::sentence!($($sentence)+);
        $crate::Badge { kind: $kind.into(), text, args }
    }};
}

/// A sentence and its values. A value that the sentence does not name does not compile.
#[doc(hidden)]
#[macro_export]
macro_rules! sentence {
    ($sentence:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let args = $crate::Args::from([$((
            ::std::string::String::from(stringify!($name)),
            ::std::string::ToString::to_string(&$crate::sentence!(@value $name $(= $value)?)),
        )),*]);
        let text = ::std::format!($sentence $(, $name = args[stringify!($name)])*);
        (text, args)
    }};
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
}
