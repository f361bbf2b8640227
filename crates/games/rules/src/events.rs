//! What an action did, by text.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

/// What an action did, in the order in which it is to be shown.
///
/// Events are kept as the rules made them and become JSON only for whoever shows them: most moves are
/// played without anybody looking.
#[derive(Clone, Default)]
pub struct Events(Option<Arc<dyn List>>);

trait List: Send + Sync {
    fn to_json(&self) -> Vec<Value>;
}

impl<E: Serialize + Send + Sync> List for Vec<E> {
    fn to_json(&self) -> Vec<Value> {
        let json = |event| serde_json::to_value(event).unwrap_or_default();
        self.iter().map(json).collect()
    }
}

impl Events {
    /// Events of a typed variant.
    pub(crate) fn new<E: Serialize + Send + Sync + 'static>(events: Vec<E>) -> Events {
        Events(Some(Arc::new(events)))
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
