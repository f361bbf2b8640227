//! Ten thousand finished games do not slow anything down.

use rusqlite::Connection;
use session::GameId;
use store::{Page, SqliteStore, Store};

use crate::support::{acted, append, created, ended, file, folder, game, open, play, player};

async fn fill(store: &SqliteStore, prefix: &str, games: u64) {
    let mut answers = Vec::new();
    for index in 0..games {
        let name = format!("{prefix}{index}");
        let records = vec![created(&name, "ann", "bob"), acted(1), ended(2)];
        answers.push(store.append(&GameId::new(name).unwrap(), 0, records.into()));
        if answers.len() == 500 {
            for answer in answers.drain(..) {
                answer.await.unwrap();
            }
        }
    }
    for answer in answers {
        answer.await.unwrap();
    }
}

#[tokio::test]
async fn lists_and_moves_are_right_beside_many_finished_games() {
    let folder = folder();
    let store = open(&folder);
    play(&store, "live", 0).await;
    fill(&store, "old", 10_000).await;
    append(&store, "live", acted(1)).await.unwrap();
    assert_eq!(store.finished_games().await, Ok(10_000));
    assert_eq!(store.read(&game("live"), 0).await.unwrap().len(), 2);
    let live = store.live_games(Page::first(50)).await.unwrap();
    assert_eq!(live.len(), 1);
    assert_eq!(live[0].game, game("live"));
    let own = store.games_of(&player("ann"), Page::first(50)).await;
    assert_eq!(own.unwrap().len(), 50);
}

/// Whether a list is slow is told by the database's own plan, not by a clock.
#[tokio::test]
async fn no_list_looks_at_every_game() {
    let folder = folder();
    drop(open(&folder));
    let database = Connection::open(file(&folder)).unwrap();
    for query in [
        "SELECT summary FROM games JOIN heads USING (number) JOIN records ON records.id = last
         WHERE is_live = 1 AND number < 9 ORDER BY number DESC LIMIT 9",
        "SELECT summary FROM games JOIN heads USING (number) JOIN records ON records.id = last
         WHERE number IN (SELECT number FROM seats WHERE player = 'ann' AND number < 9
                          ORDER BY number DESC LIMIT 9) ORDER BY number DESC",
        "SELECT summary FROM games JOIN heads USING (number) JOIN records ON records.id = last
         WHERE game = 'g'",
        "DELETE FROM entries WHERE expires <= 9",
    ] {
        let mut explain = database
            .prepare(&format!("EXPLAIN QUERY PLAN {query}"))
            .unwrap();
        let steps = explain
            .query_map((), |row| row.get::<_, String>("detail"))
            .unwrap();
        for step in steps {
            let step = step.unwrap();
            assert!(!step.contains("SCAN"), "{query}: {step}");
        }
    }
}
