//! What an action did, by text.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

/// What an action did, in the order in which it is to be shown.
///
/// Events are kept as the rules made them and become JSON only where they are shown: most moves are played
/// without anybody looking.
#[derive(Clone, Default)]
pub struct Events(Option<Arc<dyn List>>);

trait List: Send + Sync {
    fn to_json(&self) -> Vec<Value>;
    fn to_json_text(&self) -> String;
    fn as_any(&self) -> &dyn Any;
}

impl<E: Serialize + Send + Sync + 'static> List for Vec<E> {
    fn to_json(&self) -> Vec<Value> {
        let json = |event| serde_json::to_value(event).unwrap_or_default();
        self.iter().map(json).collect()
    }

    fn to_json_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "[]".to_owned())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Events {
    /// Events of a typed variant.
    pub(crate) fn new<E: Serialize + Send + Sync + 'static>(events: Vec<E>) -> Events {
        Events(Some(Arc::new(events)))
    }

    /// The events as the rules made them, for crates that know the game; `None` if they are of another game,
    /// or if there were none to begin with.
    pub fn typed<E: 'static>(&self) -> Option<&[E]> {
        let list = self.0.as_ref()?.as_any().downcast_ref::<Vec<E>>()?;
        Some(list)
    }

    /// The same as [`Events::to_json`], as one text.
    pub fn to_json_text(&self) -> String {
        let list = self.0.as_ref().map(|list| list.to_json_text());
        list.unwrap_or_else(|| "[]".to_owned())
    }

    /// The events as JSON objects with a `type`.
    pub fn to_json(&self) -> Vec<Value> {
        self.0
            .as_ref()
            .map(|list| list.to_json())
            .unwrap_or_default()
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_json().fmt(f)
    }
}
