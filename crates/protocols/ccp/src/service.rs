//! What all connections of this protocol share.

use std::sync::Arc;
use std::time::Duration;

use server::{Bucket, Context, IdleMap};

use crate::Options;

/// What all connections of this protocol share.
pub(crate) struct Service {
    pub(crate) context: Arc<Context>,
    pub(crate) options: Options,
    /// Connections of each address.
    connection_rates: IdleMap<String, Bucket>,
}

impl Service {
    pub(crate) fn new(context: &Arc<Context>, options: Options) -> Arc<Service> {
        Arc::new(Service {
            context: Arc::clone(context),
            options,
            connection_rates: IdleMap::new(),
        })
    }

    /// Counts a connection from an address, if it may have one more.
    pub(crate) fn allows_connection(&self, address: &str) -> bool {
        let per_minute = self.options.connections_per_minute;
        let new = || Bucket::new(per_minute, Duration::from_secs(60));
        let bucket = self.connection_rates.of(address.to_owned(), new);
        bucket.is_some_and(|bucket| bucket.allow())
    }
}
