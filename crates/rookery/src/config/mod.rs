//! Configuration: a file, the environment and flags, with every key checked.

mod bus;
mod engine;
#[cfg(test)]
mod limits_document;
mod proxy;
#[cfg(test)]
mod security_document;
mod store;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str, environment: &[(&str, &str)]) -> Result<Config, String> {
        let pairs = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::read(Some(file), pairs).map_err(|why| why.to_string())
    }

    #[test]
    fn the_environment_wins_over_the_file_and_the_file_over_defaults() {
        let file = "listen = '127.0.0.1:1'\n[limits]\ngames = 7\nconnections = 8\n";
        let environment = [
            ("ROOKERY_LISTEN", "127.0.0.1:2"),
            ("ROOKERY_LIMITS_GAMES", "9"),
            ("ROOKERY_TRUST_PROXY", "true"),
            ("HOME", "/"),
        ];
        let config = read(file, &environment).unwrap();
        assert_eq!(config.listen.port(), 2);
        assert_eq!((config.limits.games, config.limits.connections), (9, 8));
        assert_eq!(config.trust_proxy.0, server::TrustProxy::Hops(1));
        assert_eq!(config.data, Config::default().data);
    }

    #[test]
    fn passwords_are_not_repeated() {
        let address = "postgres://ann:hidden@db.example/games";
        let config = read(
            &format!("store = '{address}'"),
            &[("ROOKERY_STORE_PASSWORD", "12345")],
        );
        let config = config.unwrap();
        assert_eq!(config.store_password, Some(Secret("12345".to_owned())));
        let shown = format!("{config:?}");
        assert!(shown.contains("ann@db.example"), "{shown}");
        assert!(
            !shown.contains("hidden") && !shown.contains("12345"),
            "{shown}"
        );
        for file in [
            "store = 'postgres://ann:hidden@db.example/games'x",
            "store = \"postgres://ann:hidden",
            "store = postgres://ann:hidden@db.example/games",
            "store = 'postgres://ann:hidden@/games?sslmode=perhaps'",
            "store = ['postgres://ann:hidden@db.example/games']",
            "data = 'x'\nstore = 'mysql://ann:hidden@db.example/games'",
            "store_password = 'hidden'x",
            "store_password = ['hidden']",
        ] {
            let why = read(file, &[]).unwrap_err();
            assert!(!why.contains("hidden"), "{why}");
        }
    }

    /// Every key with a value that is not its default, and one that it cannot have.
    const KEYS: [(&str, &str, &str); 33] = [
        ("listen", "'127.0.0.1:1'", "'nowhere'"),
        ("ccp", "'off'", "'nowhere'"),
        ("ccp_error_base", "'zero'", "'two'"),
        ("ccp_disconnect", "'told'", "'maybe'"),
        ("ccp_variant", "'some'", "7"),
        ("ccp_setup", "'somewhere'", "7"),
        ("ccp_error_patience", "5", "0"),
        ("ccp_max_errors", "5", "0"),
        ("ccp_computer", "3", "'strong'"),
        ("ccp_computer_after", "5", "-1"),
        ("data", "'elsewhere'", "7"),
        ("store", "'postgres://a@b/c'", "'mysql://a@b/c'"),
        ("store_password", "'some'", "''"),
        ("store_password_file", "'some'", "7"),
        ("drain", "5", "100000"),
        ("bus", "'nats://localhost'", "'rabbits'"),
        (
            "allowed_origins",
            "['https://a.example']",
            "'https://a.example'",
        ),
        ("trust_proxy", "true", "'perhaps'"),
        ("chat", "true", "'maybe'"),
        ("root", "'some'", "7"),
        ("wisconsin_web", "'some'", "7"),
        ("log", "'json'", "'loud'"),
        (
            "engine",
            "[{ id = 'a', name = 'A', command = 'a', variant = 'x' }]",
            "7",
        ),
        ("limits.connections", "1", "0"),
        ("limits.connections_per_address", "1", "0"),
        ("limits.requests_per_second", "1", "-1"),
        ("limits.address_requests_per_second", "1", "0"),
        ("limits.creations_per_minute", "1", "'many'"),
        ("limits.address_creations_per_minute", "1", "0"),
        ("limits.address_newcomers_per_minute", "1", "0"),
        ("limits.address_ccp_connections_per_minute", "1", "0"),
        ("limits.games", "1", "0"),
        ("limits.ccp_games", "1", "0"),
    ];

    /// The keys that a table of the configuration has, as they are listed after a typing error.
    fn known_keys(prefix: &str) -> Vec<String> {
        let why = read(&format!("{prefix}nonsense = 1"), &[]).unwrap_err();
        let (_, known) = why.split_once("expected one of").unwrap();
        let known = known.split(" in ").next().unwrap();
        let known = known.split('`').skip(1).step_by(2);
        known.map(|key| format!("{prefix}{key}")).collect()
    }

    #[test]
    fn every_key_is_read_from_file_and_environment_and_checked() {
        let mut known = known_keys("");
        known.retain(|key| key != "limits");
        known.extend(known_keys("limits."));
        let mut listed: Vec<&str> = KEYS.iter().map(|(key, ..)| *key).collect();
        known.sort();
        listed.sort_unstable();
        assert_eq!(listed, known);
        for (key, good, bad) in KEYS {
            let config = read(&format!("{key} = {good}"), &[]).unwrap();
            assert_ne!(config, Config::default(), "{key}");
            let name = format!("ROOKERY_{}", key.replace('.', "_").to_uppercase());
            let text = good.trim_matches('\'');
            assert_eq!(read("", &[(&name, text)]), Ok(config), "{name}");

            let last = key.rsplit('.').next().unwrap();
            let why = read(&format!("{key} = {bad}"), &[]).unwrap_err();
            assert!(why.contains(last), "{key}: {why}");
            let why = read("", &[(&name, bad.trim_matches('\''))]).unwrap_err();
            assert!(why.contains(last), "{name}: {why}");
        }
    }

    #[test]
    fn no_number_is_too_large_to_be_refused() {
        let is_number = |value: &str| value.parse::<u32>().is_ok();
        let numbers = KEYS.iter().filter(|(_, good, _)| is_number(good));
        let mut n_numbers = 0;
        for (key, ..) in numbers {
            n_numbers += 1;
            for huge in [i64::MAX, i64::from(u32::MAX), -1, i64::MIN] {
                let why = read(&format!("{key} = {huge}"), &[]).unwrap_err();
                let last = key.rsplit('.').next().unwrap();
                assert!(why.contains(last), "{key} = {huge}: {why}");
            }
        }
        assert!(n_numbers >= 14, "{n_numbers}");
    }

    /// A row of the document's tables: a key and what it usually is.
    fn documented() -> Vec<(&'static str, &'static str)> {
        let document = include_str!("../../../../docs/hosting.md");
        let rows = document.lines().filter(|line| line.starts_with("| `"));
        let cells = rows.map(|row| row.split('|').map(|cell| cell.trim_matches([' ', '`'])));
        cells
            .map(|mut cells| (cells.nth(1).unwrap(), cells.next().unwrap()))
            .collect()
    }

    #[test]
    fn every_key_is_documented_with_its_default() {
        let documented = documented();
        let mut listed: Vec<&str> = documented.iter().map(|(key, _)| *key).collect();
        let last = |key: &'static str| key.rsplit('.').next().unwrap();
        let mut keys: Vec<&str> = KEYS.iter().map(|(key, ..)| last(key)).collect();
        keys.push("limits");
        listed.sort_unstable();
        keys.sort_unstable();
        assert_eq!(listed, keys);
        for (key, usually) in documented.iter().filter(|(_, usually)| !usually.is_empty()) {
            let is_limit = KEYS
                .iter()
                .any(|(whole, ..)| *whole == format!("limits.{key}"));
            let prefix = if is_limit { "LIMITS_" } else { "" };
            let name = format!("ROOKERY_{prefix}{}", key.to_uppercase());
            let config = read("", &[(&name, usually)]);
            assert_eq!(config, Ok(Config::default()), "{key}");
        }
    }

    #[test]
    fn wrong_keys_and_values_are_named() {
        type Pairs = &'static [(&'static str, &'static str)];
        let cases: [(&str, Pairs, &str); 9] = [
            ("lisen = '127.0.0.1:1'", &[], "lisen"),
            ("[limits]\ngame = 7", &[], "game"),
            ("listen = 'nowhere'", &[], "listen"),
            ("ccp = 'nowhere'", &[], "neither ADDR:PORT nor off"),
            ("listen = ", &[], "configuration file"),
            ("", &[("ROOKERY_LISTN", "x")], "listn"),
            (
                "[limits]\ngames = 0",
                &[],
                "limits.games must be at least 1",
            ),
            (
                "allowed_origins = ['chess.example']",
                &[],
                "is not an origin",
            ),
            ("ccp_computer = 'strong'", &[], "ccp_computer"),
        ];
        for (file, environment, expected) in cases {
            let why = read(file, environment).unwrap_err();
            assert!(why.contains(expected), "{file} {environment:?}: {why}");
        }
    }
}
