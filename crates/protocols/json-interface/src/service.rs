//! What all connections of this interface share.

use std::sync::Arc;

use server::Context;

use crate::carrier::JsonDesk;

/// What all connections of this interface share.
pub(crate) struct Service {
    pub(crate) context: Arc<Context>,
    pub(crate) desk: JsonDesk,
}
