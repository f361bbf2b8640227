//! Configuration: a file, the environment and flags, with every key checked.

mod bus;
mod engine;
#[cfg(test)]
mod limits_document;
mod proxy;
#[cfg(test)]
mod security_document;
mod store;
#[cfg(test)]
mod tests;

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use ccp::{Disconnect, ErrorBase};
use serde::Deserialize;

pub use bus::BusSetting;
pub use engine::EngineConfig;
pub use proxy::ProxySetting;
pub use store::{Secret, StoreSetting};

/// How a server is set up. Later sources win: defaults, file, environment, flags.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where web and API are served.
    pub listen: SocketAddr,
    /// Where the line protocol CCP is served: an address, or `off`.
    pub ccp: Door,
    /// From where CCP numbers its errors: `one` or `zero`.
    pub ccp_error_base: ErrorBase,
    /// How CCP tells that the opponent is gone: `told` or `closed`.
    pub ccp_disconnect: Disconnect,
    /// The id of the variant that is played over CCP.
    pub ccp_variant: Option<String>,
    /// Where games over CCP start; without it, as the variant's games usually do.
    pub ccp_setup: Option<String>,
    /// How long after an error a CCP client may take to send something sensible, in seconds.
    pub ccp_error_patience: u64,
    /// A CCP client that makes this many errors in one game counts as gone.
    pub ccp_max_errors: u32,
    /// The level of the computer that plays with a CCP client who waits for an opponent; without it,
    /// nobody does.
    pub ccp_computer: Option<u8>,
    /// How long a CCP client waits before a computer comes, in seconds.
    pub ccp_computer_after: u64,
    /// The folder that everything is kept in.
    pub data: PathBuf,
    /// Where everything is kept: `sqlite`, which is in that folder, or a PostgreSQL database.
    pub store: StoreSetting,
    /// The password for that database, if its address does not have it.
    pub store_password: Option<Secret>,
    /// A file with that password.
    pub store_password_file: Option<PathBuf>,
    /// How servers that share that database tell each other what happens: `auto`, `none`, `postgres` or `nats://...`.
    pub bus: BusSetting,
    /// Origins besides the server's own whose pages may use it, such as `https://chess.example`.
    pub allowed_origins: Vec<String>,
    /// Which proxies are believed when they name the client: none, so many, or those in networks.
    pub trust_proxy: ProxySetting,
    /// The protocol whose own paths are served at the root as well, by its name.
    pub root: Option<String>,
    /// The folder with the files of the original Wisconsin web client.
    pub wisconsin_web: Option<PathBuf>,
    /// How long the server goes on after it was told to stop, with `/readyz` failing, in seconds.
    pub drain: u64,
    /// Whether players may talk to each other.
    pub chat: bool,
    /// How logs are written: `text` or `json`.
    pub log: LogFormat,
    /// Limits on what clients may use up.
    pub limits: Limits,
    /// Programs of others that can be played: `[[engine]]`.
    pub engine: Vec<EngineConfig>,
}

/// A door that can be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Door {
    /// `off`.
    Off,
    /// Open at an address.
    At(SocketAddr),
}

impl FromStr for Door {
    type Err = String;

    fn from_str(text: &str) -> Result<Door, String> {
        match text {
            "off" => Ok(Door::Off),
            address => (address.parse().map(Door::At))
                .map_err(|_| format!("`{address}` is neither ADDR:PORT nor off")),
        }
    }
}

impl TryFrom<String> for Door {
    type Error = String;

    fn try_from(text: String) -> Result<Door, String> {
        text.parse()
    }
}

/// How logs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: a JSON object a line.
    Json,
}

/// Limits on what clients may use up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Connections at the same time.
    pub connections: usize,
    /// Connections at the same time from one address.
    pub connections_per_address: usize,
    /// Requests in a second, of one connection and of one player over all connections.
    pub requests_per_second: u32,
    /// Requests in a second from one address, whatever they are for.
    pub address_requests_per_second: u32,
    /// Games and seeks that one player may make in a minute.
    pub creations_per_minute: u32,
    /// Games and seeks that may be made in a minute by players who come from one address.
    pub address_creations_per_minute: u32,
    /// Players who may come for the first time in a minute from one address.
    pub address_newcomers_per_minute: u32,
    /// Connections to CCP in a minute from one address.
    pub address_ccp_connections_per_minute: u32,
    /// Games in memory at the same time.
    pub games: usize,
    /// Games over CCP at the same time.
    pub ccp_games: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            ccp: Door::At(SocketAddr::from(([127, 0, 0, 1], 6343))),
            ccp_error_base: ErrorBase::default(),
            ccp_disconnect: Disconnect::default(),
            ccp_variant: None,
            ccp_setup: None,
            ccp_error_patience: 60,
            ccp_max_errors: 10,
            ccp_computer: None,
            ccp_computer_after: 10,
            data: PathBuf::from("rookery-data"),
            store: StoreSetting::default(),
            store_password: None,
            store_password_file: None,
            bus: BusSetting::default(),
            allowed_origins: Vec::new(),
            trust_proxy: ProxySetting::default(),
            root: None,
            wisconsin_web: None,
            drain: 0,
            chat: false,
            log: LogFormat::Text,
            limits: Limits::default(),
            engine: Vec::new(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            connections_per_address: 500,
            requests_per_second: 100,
            address_requests_per_second: 2000,
            creations_per_minute: 60,
            address_creations_per_minute: 300,
            address_newcomers_per_minute: 600,
            address_ccp_connections_per_minute: 120,
            games: 50_000,
            ccp_games: 1000,
        }
    }
}

/// What is wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadConfig(String);

impl fmt::Display for BadConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadConfig {}

/// What environment variables begin with: `ROOKERY_LISTEN`, `ROOKERY_LIMITS_GAMES`.
const PREFIX: &str = "ROOKERY_";

impl Config {
    /// Reads a file in TOML, if there is one, and puts the environment on top of it.
    ///
    /// # Errors
    /// Names the key that is unknown or has a value that makes no sense.
    pub fn read(
        file: Option<&str>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Config, BadConfig> {
        let bad = |why: toml::de::Error| {
            let text = file.unwrap_or_default();
            BadConfig(format!("the configuration file: {}", in_words(&why, text)))
        };
        let mut table: toml::Table = match file {
            Some(text) => text.parse().map_err(bad)?,
            None => toml::Table::new(),
        };
        for (name, value) in environment {
            if let Some(key) = name.strip_prefix(PREFIX) {
                put(&mut table, &key.to_lowercase(), &value);
            }
        }
        // The key stands on a line of its own, below what is wrong with it.
        let config: Config = table.try_into().map_err(|why: toml::de::Error| {
            let why = why.to_string().trim().replace('\n', " ");
            BadConfig(format!("the configuration: {why}"))
        })?;
        config.checked()
    }

    fn checked(self) -> Result<Config, BadConfig> {
        self.limits.check()?;
        between("drain", self.drain, 0, LONGEST)?;
        between("ccp_computer_after", self.ccp_computer_after, 0, LONGEST)?;
        between("ccp_error_patience", self.ccp_error_patience, 1, LONGEST)?;
        between("ccp_max_errors", self.ccp_max_errors, 1, MOST)?;
        engine::check(&self.engine).map_err(BadConfig)?;
        let is_origin = |origin: &&String| {
            let rest = origin.split_once("://");
            rest.is_none_or(|(_, host)| host.is_empty() || host.contains('/'))
        };
        if let Some(origin) = self.allowed_origins.iter().find(is_origin) {
            let example = "https://chess.example";
            return Err(BadConfig(format!(
                "allowed_origins: `{origin}` is not an origin; one looks like {example}"
            )));
        }
        Ok(self)
    }
}

impl Config {
    /// The part of it that every protocol shares.
    pub(crate) fn server_settings(&self) -> server::Settings {
        server::Settings {
            allowed_origins: self.allowed_origins.clone(),
            trust_proxy: self.trust_proxy.0.clone(),
            root: self.root.clone(),
            limits: server::Limits {
                connections: self.limits.connections,
                connections_per_address: self.limits.connections_per_address,
                requests_per_second: self.limits.requests_per_second,
                address_requests_per_second: self.limits.address_requests_per_second,
                creations_per_minute: self.limits.creations_per_minute,
                address_creations_per_minute: self.limits.address_creations_per_minute,
                address_newcomers_per_minute: self.limits.address_newcomers_per_minute,
            },
        }
    }

    /// How CCP is served, with what is played there.
    pub(crate) fn ccp_options(&self, settings: ccp::Settings) -> ccp::Options {
        ccp::Options {
            settings: ccp::Settings {
                error_base: self.ccp_error_base,
                disconnect: self.ccp_disconnect,
                error_patience: Duration::from_secs(self.ccp_error_patience),
                max_errors: self.ccp_max_errors,
                ..settings
            },
            max_games: self.limits.ccp_games,
            connections_per_minute: self.limits.address_ccp_connections_per_minute,
            computer: self.ccp_computer,
            computer_after: Duration::from_secs(self.ccp_computer_after),
            reachable: None,
        }
    }
}

impl Limits {
    fn check(&self) -> Result<(), BadConfig> {
        let numbers = [
            ("connections", self.connections),
            ("connections_per_address", self.connections_per_address),
            ("games", self.games),
            ("ccp_games", self.ccp_games),
        ];
        let rates = [
            ("requests_per_second", self.requests_per_second),
            (
                "address_requests_per_second",
                self.address_requests_per_second,
            ),
            ("creations_per_minute", self.creations_per_minute),
            (
                "address_creations_per_minute",
                self.address_creations_per_minute,
            ),
            (
                "address_newcomers_per_minute",
                self.address_newcomers_per_minute,
            ),
            (
                "address_ccp_connections_per_minute",
                self.address_ccp_connections_per_minute,
            ),
        ];
        let rates = rates.map(|(name, rate)| (name, u64::from(rate)));
        let numbers = numbers.map(|(name, number)| (name, number as u64));
        for (name, number) in numbers.into_iter().chain(rates) {
            between(&format!("limits.{name}"), number, 1, MOST.into())?;
        }
        Ok(())
    }
}

/// More than this nobody needs of anything that is counted.
const MOST: u32 = 10_000_000;

/// Longer than this nobody waits, in seconds: a day.
const LONGEST: u64 = 86_400;

fn between<N: PartialOrd + fmt::Display>(
    key: &str,
    number: N,
    least: N,
    most: N,
) -> Result<(), BadConfig> {
    match number {
        number if number < least => Err(BadConfig(format!("{key} must be at least {least}"))),
        number if number > most => Err(BadConfig(format!("{key} must be at most {most}"))),
        _ => Ok(()),
    }
}

/// What is wrong with a file. The line is shown, unless it may contain a password.
fn in_words(why: &toml::de::Error, file: &str) -> String {
    let at = why.span().map_or(0, |span| span.start).min(file.len());
    let before = file.get(..at).unwrap_or_default();
    let line = file.lines().nth(before.matches('\n').count());
    match line {
        Some(line) if !line.contains("store") && !line.contains("://") => why.to_string(),
        Some(_) | None => {
            let number = before.matches('\n').count() + 1;
            format!("line {number}: {}", why.message())
        }
    }
}

/// Puts a value from the environment where its key belongs. What is not a number, truth value or list is
/// text; whether it fits is checked with everything else.
fn put(table: &mut toml::Table, key: &str, value: &str) {
    let parsed: Result<toml::Table, _> = format!("x = {value}").parse();
    let parsed = parsed.ok().and_then(|mut table| table.remove("x"));
    // A password may look like a number, and is none.
    let parsed = parsed.filter(|_| key != "store_password");
    let value = match parsed {
        Some(
            value @ (toml::Value::Integer(_) | toml::Value::Boolean(_) | toml::Value::Array(_)),
        ) => value,
        _ => toml::Value::String(value.to_owned()),
    };
    let limits = key.strip_prefix("limits_").map(|key| {
        let limits = table
            .entry("limits")
            .or_insert_with(|| toml::Value::Table(toml::Table::new()));
        (key, limits)
    });
    match limits {
        Some((key, toml::Value::Table(limits))) => drop(limits.insert(key.to_owned(), value)),
        _ => drop(table.insert(key.to_owned(), value)),
    }
}
