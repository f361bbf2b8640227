//! A server that keeps its games in PostgreSQL, and the way there and back.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use store::testkit::PostgresServer;

use crate::child::Served;
use crate::data::{complaint, get, n_moves, play, said};
use crate::rookery;

fn name_of(address: &str) -> &str {
    address.rsplit('/').next().unwrap()
}

#[test]
fn games_are_kept_and_the_password_is_not_shown() {
    let Some(server) = PostgresServer::shared("games_are_kept_and_the_password_is_not_shown")
    else {
        return;
    };
    let address = server.new_database();
    let database = name_of(&address);
    server.sql(
        database,
        "CREATE ROLE ann LOGIN PASSWORD 'hidden-word'; GRANT CREATE ON SCHEMA public TO ann",
    );
    let at = format!("127.0.0.1:{}/{database}", server.port());
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let with_password = format!("postgres://ann:hidden-word@{at}");
    let start = |arguments: &[&str]| {
        let file = File::options().create(true).append(true).open(&log);
        Served::start_logging(data.path(), arguments, Stdio::from(file.unwrap()))
    };
    let first = start(&["--store", &with_password]);
    let played = play(&first, "e2e4");
    let (_, metrics) = get(&first, "/metrics", "");
    assert!(!metrics.contains("hidden-word"));
    first.kill();
    // The password may be in a file, and the address in the configuration.
    let secret = data.path().join("secret");
    fs::write(&secret, "hidden-word\n").unwrap();
    let config = format!(
        "store = 'postgres://ann@{at}'\nstore_password_file = '{}'\n",
        secret.display()
    );
    fs::write(data.path().join("rookery.toml"), config).unwrap();
    let second = start(&[]);
    assert_eq!(n_moves(&second, &played.game), 3);
    second.stop();
    assert!(!data.path().join("rookery.db").exists());
    let reset = rookery(
        &["admin", "log", "--data", data.path().to_str().unwrap()],
        b"",
    );
    assert!(reset.status.success());
    assert!(said(&["check", &with_password], data.path()).contains("1 games, 0 damaged"));
    // Nothing that fails repeats it either.
    let wrong = format!(
        "postgres://ann:hidden-word@127.0.0.1:{}/nowhere",
        server.port()
    );
    let unreadable = format!("postgres://ann:hidden-word@{at}?sslmode=maybe");
    for arguments in [
        &["serve", "--data", "DATA", "--store", &wrong][..],
        &["serve", "--data", "DATA", "--store", &unreadable],
        &["check", &wrong],
        &["check", &unreadable],
        &["store", "copy", "--from", &wrong, "--to", "sqlite:nowhere"],
        &["store", "copy", "--from", &unreadable, "--to", &wrong],
    ] {
        let why = complaint(arguments, data.path());
        assert!(!why.contains("hidden-word"), "{arguments:?}: {why}");
    }
    let log = fs::read_to_string(&log).unwrap();
    assert!(!log.contains("hidden-word"), "{log}");
}

fn copy(from: &str, to: &str) -> String {
    said(
        &["store", "copy", "--from", from, "--to", to],
        Path::new(""),
    )
}

fn copy_refused(from: &str, to: &str) -> String {
    complaint(
        &["store", "copy", "--from", from, "--to", to],
        Path::new(""),
    )
}

#[test]
fn everything_is_copied_there_and_back() {
    let Some(server) = PostgresServer::shared("everything_is_copied_there_and_back") else {
        return;
    };
    let address = server.new_database();
    let place = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| place.path().join(name));
    let [from, back] = [&old, &new].map(|folder| format!("sqlite:{}", folder.display()));
    let served = Served::start(&old);
    let [one, two] = ["e2e4", "d2d4"].map(|first| play(&served, first));
    // A server has it alone.
    assert!(copy_refused(&from, &address).contains("uses this folder"));
    served.stop();

    let counts = "copied 2 games with 8 records";
    assert!(copy(&from, &address).contains(counts));
    assert!(copy_refused(&from, &address).contains("not empty"));
    assert!(said(&["check", &address], &old).contains("2 games, 0 damaged"));

    // A copy that was interrupted is not served, and completed only by the same copy.
    let database = name_of(&address);
    server.sql(
        database,
        "UPDATE entries SET value = replace(value, 'complete', 'unfinished') WHERE key = 'copy';
         DELETE FROM games WHERE number = 2; DELETE FROM records WHERE number = 2; DELETE FROM seats WHERE number = 2",
    );
    let serve = ["serve", "--ccp", "off", "--listen", "127.0.0.1:0"];
    let arguments = [&serve[..], &["--data", "DATA", "--store", &address]].concat();
    assert!(complaint(&arguments, &new).contains("is not complete"));
    assert!(copy_refused(&back, &address).contains("no server's data"));
    let other = server.new_database();
    copy(&from, &other);
    assert!(copy_refused(&other, &address).contains("part of a copy"));
    assert!(copy_refused(&address, &back).contains("half of a copy"));
    assert!(copy(&from, &address).contains(counts));

    // Games go on there, by the players who had them.
    let served = Served::start_with(&new, &["--store", &address]);
    assert_eq!(n_moves(&served, &one.game), 3);
    let (status, games) = get(&served, "/api/me/games", &two.token);
    assert_eq!(status, 200, "{games}");
    assert!(games.contains(&two.game), "{games}");
    let three = play(&served, "c2c4");
    served.stop();

    // And back.
    assert!(copy(&address, &back).contains("copied 3 games with 12 records"));
    let served = Served::start(&new);
    for played in [&one, &two, &three] {
        assert_eq!(n_moves(&served, &played.game), 3);
    }
    let four = play(&served, "b2b3");
    assert_eq!(n_moves(&served, &four.game), 3);
    served.stop();
    assert!(said(&["check", "DATA"], &new).contains("4 games, 0 damaged"));
}

#[test]
fn a_dump_can_be_restored() {
    let Some(server) = PostgresServer::shared("a_dump_can_be_restored") else {
        return;
    };
    let (address, restored) = (server.new_database(), server.new_database());
    let place = tempfile::tempdir().unwrap();
    let served = Served::start_with(place.path(), &["--store", &address]);
    let played = play(&served, "e2e4");
    // A dump is made while the server runs.
    let file = place.path().join("games.dump");
    let file = file.to_str().unwrap();
    server.run("pg_dump", &["--format=custom", "--file", file, &address]);
    served.stop();
    server.run("pg_restore", &["--no-owner", "--dbname", &restored, file]);
    assert!(said(&["check", &restored], place.path()).contains("1 games, 0 damaged"));
    let served = Served::start_with(place.path(), &["--store", &restored]);
    assert_eq!(n_moves(&served, &played.game), 3);
    assert_eq!(n_moves(&served, &play(&served, "d2d4").game), 3);
    served.stop();
}

/// Damaged games are found, and set aside when nobody serves them.
#[test]
fn damaged_games_are_set_aside() {
    let Some(server) = PostgresServer::shared("damaged_games_are_set_aside") else {
        return;
    };
    let address = server.new_database();
    let place = tempfile::tempdir().unwrap();
    let served = Served::start_with(place.path(), &["--store", &address]);
    let played = ["e2e4", "d2d4", "c2c4"].map(|first| play(&served, first));
    served.stop();
    let database = name_of(&address);
    server.sql(
        database,
        "UPDATE records SET text = replace(text, 'd2d4', 'd2d3');
         UPDATE games SET is_live = false WHERE number = 3",
    );
    let found = rookery(&["check", &address], b"");
    let found = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(found.contains("3 games, 2 damaged"), "{found}");
    assert!(complaint(&["check", &address, "--repair"], place.path()).contains("--aside"));
    let aside = place.path().join("aside");
    let aside = aside.to_str().unwrap();
    let repaired = said(
        &["check", &address, "--repair", "--aside", aside],
        place.path(),
    );
    assert!(repaired.contains("set aside"), "{repaired}");
    assert!(repaired.contains("listed as it was played"), "{repaired}");
    assert!(said(&["check", &address], place.path()).contains("2 games, 0 damaged"));
    let kept = format!("{aside}/{}.jsonl", played[1].game);
    assert!(Path::new(&kept).exists());
}
