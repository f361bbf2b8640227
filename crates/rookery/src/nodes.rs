//! A server as one of several nodes that share a database.

use std::sync::Arc;

use bus::{Alone, Bus, NatsBus, PgBus};
use host::Node;

use crate::config::{BusSetting, Config};
use crate::storage::Place;

/// The node that a server with this configuration is.
///
/// # Errors
/// The store is none that several nodes can share, or the system gives no random numbers.
pub(crate) fn node(config: &Config, place: &Place) -> Result<Node, Box<dyn std::error::Error>> {
    let id = Node::new_id()?;
    let bus: Arc<dyn Bus> = match (&config.bus, place) {
        (BusSetting::None, _) | (BusSetting::Auto, Place::Folder(_)) => Arc::new(Alone),
        (BusSetting::Postgres | BusSetting::Nats(_), Place::Folder(_)) => {
            let why = "bus: nodes share a PostgreSQL database (store = \"postgres://...\"); a folder has one server";
            return Err(why.into());
        }
        (BusSetting::Auto | BusSetting::Postgres, Place::Postgres(address)) => {
            Arc::new(PgBus::start((**address).clone(), id.clone()))
        }
        (BusSetting::Nats(nats), Place::Postgres(_)) => {
            Arc::new(NatsBus::start(nats.clone(), id.clone()))
        }
    };
    Ok(Node { id, bus })
}
