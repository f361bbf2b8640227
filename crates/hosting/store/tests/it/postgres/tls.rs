//! Protected connections, and passwords.

use std::path::Path;
use std::process::Command;

use store::testkit::{PostgresServer, skip};
use store::{PostgresAddress, PostgresStore};

use crate::support::{game, play};
use store::Store;

/// A certificate for 127.0.0.1 that certifies itself, by a program that nearly every system has.
fn certify(folder: &Path) {
    let made = Command::new("openssl")
        .args([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
        ])
        .args([
            "-subj",
            "/CN=127.0.0.1",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
        ])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(folder.join("server.key"))
        .arg("-out")
        .arg(folder.join("server.crt"))
        .output();
    assert!(made.unwrap().status.success());
}

fn open(address: &str) -> Result<PostgresStore, String> {
    let address = PostgresAddress::parse(address, None).unwrap();
    PostgresStore::open(&address).map_err(|error| error.to_string())
}

#[tokio::test]
async fn connections_are_protected_as_asked() {
    let test = "connections_are_protected_as_asked";
    if Command::new("openssl").arg("version").output().is_err() {
        return skip(test, "no openssl");
    }
    let settings = [
        "ssl=on",
        "ssl_cert_file=../server.crt",
        "ssl_key_file=../server.key",
    ];
    let Some(server) = PostgresServer::start(&settings, certify) else {
        return skip(test, "no PostgreSQL");
    };
    let address = server.new_database();
    let certificate = server.folder().join("server.crt");
    let certificate = certificate.to_str().unwrap();
    // The test may run as another user than the server.
    for mode in [
        "sslmode=require".to_owned(),
        format!("sslmode=verify-full&sslrootcert={certificate}"),
    ] {
        let store = open(&format!("{address}?{mode}")).unwrap();
        let database = address.rsplit('/').next().unwrap();
        let count = format!(
            "SELECT count(*) > 0 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND datname = '{database}'"
        );
        assert_eq!(server.sql("postgres", &count).trim(), "t", "{mode}");
        let name = format!("g{}", mode.len());
        play(&store, &name, 1).await;
        assert_eq!(store.read(&game(&name), 0).await.unwrap().len(), 2);
    }
    let error = open(&format!("{address}?sslmode=verify-full"))
        .err()
        .unwrap();
    assert!(error.contains("certificate"), "{error}");
}

#[test]
fn a_server_that_cannot_protect_is_not_used_where_that_is_asked_for() {
    let Some(server) = PostgresServer::shared("a_server_that_cannot_protect") else {
        return;
    };
    let address = server.new_database();
    let error = open(&format!("{address}?sslmode=require")).err().unwrap();
    assert!(error.contains("TLS"), "{error}");
}

#[test]
fn passwords_are_asked_for_and_not_repeated() {
    let Some(server) = PostgresServer::shared("passwords_are_asked_for") else {
        return;
    };
    let address = server.new_database();
    let database = address.rsplit('/').next().unwrap();
    server.sql(
        database,
        "CREATE ROLE ann LOGIN PASSWORD 'right-secret'; GRANT CREATE ON SCHEMA public TO ann",
    );
    let at = format!("127.0.0.1:{}/{database}", server.port());
    let error = open(&format!("postgres://ann:wrong-secret@{at}"))
        .err()
        .unwrap();
    assert!(error.contains("password"), "{error}");
    assert!(!error.contains("secret"), "{error}");
    let right = PostgresAddress::parse(&format!("postgres://ann@{at}"), Some("right-secret"));
    assert!(PostgresStore::open(&right.unwrap()).is_ok());
}
