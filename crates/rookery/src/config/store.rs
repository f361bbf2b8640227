//! Where a server keeps its games, and the password for it, which is never shown.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use store::PostgresAddress;

/// Where everything is kept.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum StoreSetting {
    /// In the data folder: `sqlite`.
    #[default]
    Folder,
    /// In a PostgreSQL database, by its address.
    Postgres(String),
}

impl FromStr for StoreSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<StoreSetting, String> {
        if text == "sqlite" {
            return Ok(StoreSetting::Folder);
        }
        // What is wrong with an address is not repeated: it may contain a password.
        PostgresAddress::parse(text, None)
            .map_err(|why| format!("the store is neither sqlite nor postgres://...: {why}"))?;
        Ok(StoreSetting::Postgres(text.to_owned()))
    }
}

impl TryFrom<String> for StoreSetting {
    type Error = String;

    fn try_from(text: String) -> Result<StoreSetting, String> {
        text.parse()
    }
}

impl fmt::Debug for StoreSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreSetting::Folder => write!(f, "sqlite"),
            StoreSetting::Postgres(text) => match PostgresAddress::parse(text, None) {
                Ok(address) => write!(f, "{address}"),
                Err(_) => write!(f, "postgres"),
            },
        }
    }
}

/// A text that nobody is shown.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Secret(pub(crate) String);

impl TryFrom<String> for Secret {
    type Error = String;

    fn try_from(text: String) -> Result<Secret, String> {
        match text.is_empty() {
            true => Err("a password is not empty".to_owned()),
            false => Ok(Secret(text)),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "...")
    }
}
