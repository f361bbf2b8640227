//! The place where games are kept: a folder, a file, or a PostgreSQL database.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use store::{Archive, PostgresAddress, PostgresStore, SqliteStore, StoreError, database_in};

use crate::config::{Config, StoreSetting};

/// The environment variable with the password of the database, for commands that read no configuration.
const PASSWORD: &str = "ROOKERY_STORE_PASSWORD";

/// Where games are kept.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// The data folder of a server.
    Folder(PathBuf),
    /// A database that several servers may use.
    Postgres(Box<PostgresAddress>),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => write!(f, "{}", folder.display()),
            Place::Postgres(address) => write!(f, "{address}"),
        }
    }
}

/// A store, and whether it can be read and written as a whole.
pub(crate) type OpenStore = Arc<dyn Archive>;

impl Place {
    /// Where a server with this configuration keeps its games.
    pub(crate) fn of(config: &Config) -> Result<Place, String> {
        let address = match &config.store {
            StoreSetting::Folder => return Ok(Place::Folder(config.data.clone())),
            StoreSetting::Postgres(address) => address,
        };
        let file = config.store_password_file.as_deref();
        let from_file = file.map(read_password).transpose()?;
        let given = config.store_password.as_ref().map(|secret| &secret.0);
        let password = given.or(from_file.as_ref()).map(String::as_str);
        let address = PostgresAddress::parse(address, password);
        match address {
            Ok(address) => Ok(Place::Postgres(Box::new(address))),
            Err(why) => Err(why.to_string()),
        }
    }

    /// A place as commands name it: `sqlite:DIR`, `postgres://...`.
    pub(crate) fn named(text: &str) -> Result<Place, String> {
        if let Some(folder) = text.strip_prefix("sqlite:") {
            return match folder.is_empty() {
                true => Err("sqlite: needs a folder: sqlite:DIR".to_owned()),
                false => Ok(Place::Folder(folder.into())),
            };
        }
        let password = std::env::var(PASSWORD).ok();
        let address = PostgresAddress::parse(text, password.as_deref());
        match address {
            Ok(address) => Ok(Place::Postgres(Box::new(address))),
            Err(why) => Err(format!("a store is sqlite:DIR or postgres://...: {why}")),
        }
    }

    /// Opens it for a server or a command that writes. A folder is made if it is not there.
    pub(crate) fn open(&self) -> Result<OpenStore, StoreError> {
        match self {
            Place::Folder(folder) => {
                let failed = |why: std::io::Error| StoreError::Failed {
                    why: why.to_string(),
                };
                std::fs::create_dir_all(folder).map_err(failed)?;
                Ok(Arc::new(SqliteStore::open_folder(folder)?))
            }
            Place::Postgres(address) => Ok(Arc::new(PostgresStore::open(address)?)),
        }
    }

    /// Opens it beside a server that may be running. It must be there.
    pub(crate) fn open_beside(&self) -> Result<OpenStore, StoreError> {
        match self {
            Place::Folder(folder) => {
                let file = database_in(folder);
                match file.is_file() {
                    true => Ok(Arc::new(SqliteStore::open(file)?)),
                    false => Err(StoreError::Failed {
                        why: "there is no server's data".to_owned(),
                    }),
                }
            }
            Place::Postgres(address) => Ok(Arc::new(PostgresStore::open_existing(address)?)),
        }
    }

    /// Opens it for a server, unless it is half of a copy.
    pub(crate) async fn open_to_serve(&self) -> Result<OpenStore, StoreError> {
        let store = self.open()?;
        match store::unfinished_copy(&*store).await? {
            None => Ok(store),
            Some(from) => Err(StoreError::Failed {
                why: format!(
                    "the copy from {from} is not complete; run the same `rookery store copy` again to complete it"
                ),
            }),
        }
    }
}

fn read_password(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|why| format!("store_password_file: {}: {why}", file.display()))?;
    match text.trim_end_matches(['\r', '\n']) {
        "" => Err(format!("store_password_file: {} is empty", file.display())),
        password => Ok(password.to_owned()),
    }
}
