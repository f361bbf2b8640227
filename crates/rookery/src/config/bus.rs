//! How the nodes that share a database talk to each other.

use std::fmt;
use std::str::FromStr;

use bus::NatsAddress;
use serde::Deserialize;

/// How the nodes that share a database talk to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum BusSetting {
    /// Over the database if it is one that several nodes can share: `auto`.
    #[default]
    Auto,
    /// Not at all, because there is one node: `none`.
    None,
    /// Over the database: `postgres`.
    Postgres,
    /// Over a NATS server, by its address.
    Nats(NatsAddress),
}

impl FromStr for BusSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<BusSetting, String> {
        Ok(match text {
            "auto" => BusSetting::Auto,
            "none" => BusSetting::None,
            "postgres" => BusSetting::Postgres,
            // What is wrong with an address is not repeated: it may contain a password.
            address => BusSetting::Nats(NatsAddress::parse(address).map_err(|why| {
                format!("the bus is none of auto, none, postgres and nats://...: {why}")
            })?),
        })
    }
}

impl TryFrom<String> for BusSetting {
    type Error = String;

    fn try_from(text: String) -> Result<BusSetting, String> {
        text.parse()
    }
}

impl fmt::Display for BusSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BusSetting::Auto => write!(f, "auto"),
            BusSetting::None => write!(f, "none"),
            BusSetting::Postgres => write!(f, "postgres"),
            BusSetting::Nats(address) => write!(f, "{address}"),
        }
    }
}
