//! Where settings come from, and what is wrong with them.

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
