//! Where a database is, and how to get in. The password is never shown.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use crate::StoreError;

/// How long one attempt to connect may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// After so long without an answer on the network, the connection is lost.
const NETWORK_TIMEOUT: Duration = Duration::from_secs(5);

/// The schemes of such addresses.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// The address of a PostgreSQL database, with what is needed to log in there.
///
/// Shown as text it has no password.
#[derive(Clone)]
pub struct PostgresAddress {
    pub(super) config: Config,
    pub(super) tls: Tls,
    shown: String,
}

/// How a connection is protected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tls {
    /// Not at all.
    Off,
    /// It is encrypted, but the server need not prove who it is.
    Unverified,
    /// It is encrypted, and the server has a certificate for its name, by an authority that the system or this file
    /// trusts.
    Verified { authority: Option<PathBuf> },
}

impl PostgresAddress {
    /// Whether a text has the form of such an address.
    pub fn is_address(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// Reads `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. The password may come from elsewhere. Options such as
    /// `sslmode` follow a question mark, as for other programs.
    ///
    /// # Errors
    /// The text is not such an address. The error does not repeat any part of it.
    pub fn parse(text: &str, password: Option<&str>) -> Result<PostgresAddress, StoreError> {
        if !PostgresAddress::is_address(text) {
            return Err(bad("it must begin with postgres://"));
        }
        let (place, options) = text.split_once('?').unwrap_or((text, ""));
        let mut protection = Protection::default();
        let mut others = Vec::new();
        for option in options.split('&').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("sslmode", mode)) => protection.mode = Some(mode.to_owned()),
                Some(("sslrootcert", file)) => protection.authority = Some(decoded(file)?.into()),
                Some(_) | None => others.push(option),
            }
        }
        let text = format!("{place}?{}", others.join("&"));
        // What the parser says may repeat a part of the password that was not encoded as it should be.
        let mut config: Config = text.parse().map_err(|_| bad(SHAPE))?;
        check_hosts(&config)?;
        if let Some(password) = password {
            config.password(password);
        }
        let tls = protection.tls(&config)?;
        config.ssl_mode(match tls {
            Tls::Off => SslMode::Disable,
            Tls::Unverified | Tls::Verified { .. } => SslMode::Require,
        });
        // Of several servers one takes writes, and which one can change.
        if config.get_hosts().len() > 1 {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        config.application_name("rookery");
        config.connect_timeout(CONNECT_TIMEOUT);
        config.keepalives_idle(NETWORK_TIMEOUT);
        config.tcp_user_timeout(NETWORK_TIMEOUT);
        let shown = shown(&config);
        Ok(PostgresAddress { config, tls, shown })
    }

    /// A text without the password, in case somebody else has put it there.
    pub(super) fn censor(&self, text: String) -> String {
        let password = self.config.get_password();
        let password = password.and_then(|password| std::str::from_utf8(password).ok());
        match password {
            Some(password) if !password.is_empty() && text.contains(password) => {
                text.replace(password, "...")
            }
            Some(_) | None => text,
        }
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

const SHAPE: &str = "it must be postgres://USER@HOST:PORT/DATABASE, where characters such as @ / : ? # % in the user's name or \
    the password are percent-encoded; the password may also be given apart";

fn bad(why: &str) -> StoreError {
    StoreError::failed(format!("the address of the database cannot be read: {why}"))
}

/// A part of a password that was not encoded looks like a host, and hosts are shown.
fn check_hosts(config: &Config) -> Result<(), StoreError> {
    let is_name = |name: &str| {
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte);
        !name.is_empty() && name.bytes().all(is_fit)
    };
    let is_fit = |host: &Host| match host {
        Host::Tcp(name) => is_name(name),
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    match config.get_hosts() {
        [] => Err(bad(SHAPE)),
        hosts if hosts.iter().all(is_fit) => Ok(()),
        _ => Err(bad(SHAPE)),
    }
}

/// What the address says about protection.
#[derive(Default)]
struct Protection {
    mode: Option<String>,
    authority: Option<PathBuf>,
}

impl Protection {
    /// On the way to another machine, a connection is protected unless the address says otherwise.
    fn tls(self, config: &Config) -> Result<Tls, StoreError> {
        let authority = self.authority;
        match self.mode.as_deref() {
            Some("disable") => Ok(Tls::Off),
            Some("require") if authority.is_none() => Ok(Tls::Unverified),
            Some("require" | "verify-full") => Ok(Tls::Verified { authority }),
            None if authority.is_none() && config.get_hosts().iter().all(is_near) => Ok(Tls::Off),
            None => Ok(Tls::Verified { authority }),
            Some(_) => Err(bad("sslmode is disable, require or verify-full")),
        }
    }
}

/// Whether a host is this machine.
fn is_near(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            let address: Result<std::net::IpAddr, _> = name.parse();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn shown(config: &Config) -> String {
    let user = config.get_user().map(|user| format!("{user}@"));
    let ports = config.get_ports();
    let place = |(index, host): (usize, &Host)| {
        let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432);
        match host {
            Host::Tcp(name) => format!("{name}:{port}"),
            #[cfg(unix)]
            Host::Unix(folder) => format!("{}:{port}", folder.display()),
        }
    };
    let hosts: Vec<String> = config.get_hosts().iter().enumerate().map(place).collect();
    format!(
        "postgres://{}{}/{}",
        user.unwrap_or_default(),
        hosts.join(","),
        config.get_dbname().unwrap_or_default()
    )
}

fn decoded(text: &str) -> Result<String, StoreError> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || {
            let digit = rest.next().and_then(|byte| char::from(byte).to_digit(16));
            digit.and_then(|digit| u8::try_from(digit).ok())
        };
        match (digit(), digit()) {
            (Some(high), Some(low)) => bytes.push(high << 4 | low),
            _ => return Err(bad(SHAPE)),
        }
    }
    String::from_utf8(bytes).map_err(|_| bad(SHAPE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let text = "postgres://ann:s%40cret@db.example:5433/games?target_session_attrs=read-write";
        let address = PostgresAddress::parse(text, None).unwrap();
        assert_eq!(address.to_string(), "postgres://ann@db.example:5433/games");
        assert_eq!(format!("{address:?}"), address.to_string());
        assert_eq!(address.config.get_password(), Some(&b"s@cret"[..]));
        assert_eq!(address.censor("no s@cret".to_owned()), "no ...");
        let address = PostgresAddress::parse("postgres://ann@db.example/games", Some("other"));
        let address = address.unwrap();
        assert_eq!(address.config.get_password(), Some(&b"other"[..]));
        assert_eq!(address.to_string(), "postgres://ann@db.example:5432/games");
    }

    #[test]
    fn of_several_servers_the_one_that_takes_writes_is_meant() {
        let meant = |text: &str| {
            let address = PostgresAddress::parse(text, None).unwrap();
            address.config.get_target_session_attrs()
        };
        let both = "postgres://a@one.example:5433,two.example/b";
        assert_eq!(meant(both), TargetSessionAttrs::ReadWrite);
        assert_eq!(meant("postgres://a@one.example/b"), TargetSessionAttrs::Any);
    }

    #[test]
    fn what_cannot_be_read_is_not_repeated() {
        for text in [
            "postgres://ann:sec@ret@db.example/games",
            "postgres://ann:sec/ret@db.example/games",
            "postgres://ann:sec#ret@db.example:x/games",
            "postgres://ann:secret",
            "postgres://ann:secret@db.example/games?sslmode=prefer",
            "postgres://ann:secret@db.example/games?secret=1",
            "postgres://",
            "mysql://ann:secret@db.example/games",
        ] {
            let Err(error) = PostgresAddress::parse(text, None) else {
                let address = PostgresAddress::parse(text, None).unwrap();
                assert!(!address.to_string().contains("ret"), "{address}");
                continue;
            };
            for part in ["sec@", "ret@", "secret", "sec#", "sec/"] {
                assert!(!error.to_string().contains(part), "{error}");
            }
        }
    }

    #[test]
    fn connections_to_other_machines_are_protected() {
        let tls = |text: &str| PostgresAddress::parse(text, None).unwrap().tls;
        let verified = |authority: Option<&str>| Tls::Verified {
            authority: authority.map(PathBuf::from),
        };
        assert_eq!(tls("postgres://a@localhost/b"), Tls::Off);
        assert_eq!(tls("postgres://a@127.0.0.1:99/b"), Tls::Off);
        assert_eq!(tls("postgres://a@%2Frun%2Fpostgresql/b"), Tls::Off);
        assert_eq!(tls("postgres://a@db.example/b"), verified(None));
        assert_eq!(
            tls("postgres://a@localhost/b?sslmode=verify-full"),
            verified(None)
        );
        assert_eq!(tls("postgres://a@db.example/b?sslmode=disable"), Tls::Off);
        assert_eq!(
            tls("postgres://a@db.example/b?sslmode=require"),
            Tls::Unverified
        );
        assert_eq!(
            tls("postgres://a@db.example/b?sslmode=require&sslrootcert=%2Fca.pem"),
            verified(Some("/ca.pem"))
        );
    }
}
