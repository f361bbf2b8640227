//! Everything that a store keeps can be read, and written to another as it is.

use std::sync::Arc;

use session::Millis;
use store::{Account, Archive, ArchivedGame, Entry, Page, Player, Space, Store};

use crate::support::{
    acted, append, created, ended, game, new_sqlite, play, player, record, sitter,
};

async fn fill(store: &dyn Store) {
    play(store, "removed", 1).await;
    play(store, "g1", 3).await;
    append(store, "g1", ended(4)).await.unwrap();
    let first = created("g2", "ann", "");
    store.begin(first, &[]).await.unwrap();
    let seat = rules::Seat::Black;
    let sitter = sitter("eve");
    let sat = record(1, session::Change::Sat { seat, sitter });
    append(store, "g2", sat).await.unwrap();
    append(store, "g2", acted(2)).await.unwrap();
    store.remove(&game("removed")).await.unwrap();
    for (id, name) in [("ann", Some("Ann")), ("bob", None)] {
        let account = name.map(|name| Account {
            name: name.to_owned(),
            password_hash: "hash".to_owned(),
        });
        let added = store.add_player(Player {
            id: player(id),
            created_at: Millis(7),
            account,
        });
        added.await.unwrap();
    }
    for (space, key, expires) in [
        (Space::Server, "key", None),
        (Space::Player(player("ann")), "device", Some(Millis(99))),
    ] {
        let entry = Entry {
            key: key.to_owned(),
            value: "value".to_owned(),
            expires,
        };
        store.put(&space, entry).await.unwrap();
    }
}

/// Copies everything, a page of each.
async fn copy(from: &dyn Archive, to: &dyn Archive) {
    let players = from.players_after(None).await.unwrap();
    let last = players.last().map(|player| player.id.clone());
    to.import_players(players).await.unwrap();
    let rest = from.players_after(last.as_ref()).await.unwrap();
    assert_eq!(rest, Vec::new());
    let entries = from.entries_after(None).await.unwrap();
    let last = entries
        .last()
        .map(|last| (last.space.clone(), last.entry.key.clone()));
    to.import_entries(entries).await.unwrap();
    assert_eq!(from.entries_after(last).await, Ok(Vec::new()));
    let mut games = Vec::new();
    let mut last = 0;
    for (number, name) in from.games_after(0).await.unwrap() {
        let records = from.read(&game(&name), 0).await.unwrap();
        let game = game(&name);
        last = number;
        games.push(ArchivedGame {
            number,
            game,
            records,
        });
    }
    assert_eq!(from.games_after(last).await, Ok(Vec::new()));
    to.import_games(games).await.unwrap();
    let finished = from.finished_games().await.unwrap();
    to.import_finished(finished).await.unwrap();
}

/// What can be seen of a store.
async fn seen(store: &dyn Archive) -> String {
    let mut seen = format!("{:?}", store.counts().await.unwrap());
    for (number, name) in store.games_after(0).await.unwrap() {
        let records = store.read(&game(&name), 0).await.unwrap();
        let summary = store.summary(&game(&name)).await.unwrap();
        let opened: Vec<_> = records
            .iter()
            .map(|sealed| sealed.record().unwrap())
            .collect();
        let is_right = store.is_listed_rightly(&game(&name), opened.into()).await;
        assert_eq!(is_right, Ok(true), "{name}");
        seen += &format!("\n{number} {records:?} {summary:?}");
    }
    for who in ["ann", "eve"] {
        let games = store.games_of(&player(who), Page::first(9)).await.unwrap();
        seen += &format!(
            "\n{who} {:?}",
            games.iter().map(|game| game.number).collect::<Vec<_>>()
        );
    }
    let players = store.players_after(None).await.unwrap();
    let entries = store.entries_after(None).await.unwrap();
    let live = store.live_games(Page::first(9)).await.unwrap();
    let finished = store.finished_games().await.unwrap();
    seen + &format!("\n{players:?}\n{entries:?}\n{live:?}\n{finished}")
}

#[tokio::test]
async fn a_copy_in_sqlite_is_the_same() {
    let (from, _folder) = new_sqlite("").unwrap();
    let (to, _other_folder) = new_sqlite("").unwrap();
    fill(&from).await;
    copy(&from, &to).await;
    assert_eq!(seen(&to).await, seen(&from).await);
    assert!(
        to.import_games(all(&from).await).await.is_err(),
        "they are there"
    );
}

async fn all(store: &dyn Archive) -> Vec<ArchivedGame> {
    let records = store.read(&game("g1"), 0).await.unwrap();
    vec![ArchivedGame {
        number: 2,
        game: game("g1"),
        records,
    }]
}

#[tokio::test]
async fn a_copy_in_postgresql_is_the_same_and_so_is_one_back() {
    let name = "a_copy_in_postgresql_is_the_same";
    let Some((there, ())) = crate::postgres::new_postgres(name) else {
        return;
    };
    let (from, _folder) = new_sqlite("").unwrap();
    let (back, _other_folder) = new_sqlite("").unwrap();
    fill(&from).await;
    copy(&from, &there).await;
    assert_eq!(seen(&there).await, seen(&from).await);
    assert!(
        there.import_games(all(&from).await).await.is_err(),
        "they are there"
    );
    // New games come after those that were copied, and old ones go on.
    append(&there, "g2", acted(3)).await.unwrap();
    play(&there, "new", 1).await;
    let newest = there.live_games(Page::first(1)).await.unwrap();
    assert_eq!(newest[0].game, game("new"));
    assert_eq!(there.users().await, Ok(0));
    copy(&there, &back).await;
    assert_eq!(seen(&back).await, seen(&there).await);
}

#[tokio::test]
async fn what_lists_show_wrongly_is_put_right() {
    let name = "what_lists_show_wrongly_is_put_right";
    let Some(server) = store::testkit::PostgresServer::shared(name) else {
        return;
    };
    let address = server.new_database();
    let there = crate::postgres::open_at(&address);
    play(&there, "g", 2).await;
    let records = there.read(&game("g"), 0).await.unwrap();
    let records: Arc<[_]> = records
        .iter()
        .map(|sealed| sealed.record().unwrap())
        .collect();
    let database = address.rsplit('/').next().unwrap();
    for damage in ["is_live = false", "is_listed = false", "summary = 'x'"] {
        server.sql(database, &format!("UPDATE games SET {damage}"));
        let is_right = there.is_listed_rightly(&game("g"), Arc::clone(&records));
        assert_eq!(is_right.await, Ok(false), "{damage}");
        there
            .relist(&game("g"), Arc::clone(&records))
            .await
            .unwrap();
        let is_right = there.is_listed_rightly(&game("g"), Arc::clone(&records));
        assert_eq!(is_right.await, Ok(true), "{damage}");
    }
}
