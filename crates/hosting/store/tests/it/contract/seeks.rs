//! Seeks, and the games they lead to.

use crate::support::{acted, append, created, game, player, texts};
use store::{Begun, Entry, Page, Space, Stage, Store, StoreError};

suites!([
    a_game_takes_its_seeks_with_it,
    a_game_begins_once_and_only_with_all_its_seeks,
    of_joining_and_cancelling_one_succeeds,
]);

fn seek(name: &str) -> Entry {
    Entry {
        key: name.to_owned(),
        value: "{}".to_owned(),
        expires: None,
    }
}

async fn seeks(store: &dyn Store) -> Vec<String> {
    let entries = store.entries(&Space::Seeks).await.unwrap();
    entries.into_iter().map(|entry| entry.key).collect()
}

async fn a_game_takes_its_seeks_with_it(store: &dyn Store) {
    for name in ["g", "own", "other"] {
        store.put(&Space::Seeks, seek(name)).await.unwrap();
    }
    let first = created("g", "ann", "bob");
    let begun = store.begin(first.clone(), &[game("g"), game("own")]).await;
    assert_eq!(begun, Ok(Begun::Now));
    assert_eq!(seeks(store).await, ["other"]);
    assert_eq!(texts(store, "g").await, [first.to_text()]);
    let summary = store.summary(&game("g")).await.unwrap().unwrap();
    assert_eq!(summary.stage, Stage::Running);
    let own = store.games_of(&player("ann"), Page::first(9)).await;
    assert_eq!(own.unwrap().len(), 1);
    append(store, "g", acted(1)).await.unwrap();
    // Most games do not come from seeks.
    let begun = store.begin(created("h", "ann", "bob"), &[]).await;
    assert_eq!(begun, Ok(Begun::Now));
    assert_eq!(texts(store, "h").await.len(), 1);
}

async fn a_game_begins_once_and_only_with_all_its_seeks(store: &dyn Store) {
    store.put(&Space::Seeks, seek("g")).await.unwrap();
    let both = [game("g"), game("gone")];
    let begun = store.begin(created("g", "ann", "bob"), &both).await;
    let seek = game("gone");
    assert_eq!(begun, Ok(Begun::NoSeek { seek }));
    assert_eq!(seeks(store).await, ["g"]);
    assert_eq!(store.summary(&game("g")).await, Ok(None));
    assert_eq!(texts(store, "g").await.len(), 0);
    let begun = store.begin(created("g", "ann", "bob"), &both[..1]).await;
    assert_eq!(begun, Ok(Begun::Now));
    let begun = store.begin(created("g", "ann", "eve"), &both[..1]).await;
    assert_eq!(begun, Ok(Begun::Before));
    let first = created("g", "ann", "bob").to_text();
    assert_eq!(texts(store, "g").await, [first]);
    let begun = store.begin(acted(0), &[]).await;
    assert!(matches!(begun, Err(StoreError::Misuse { .. })), "{begun:?}");
}

async fn of_joining_and_cancelling_one_succeeds(store: &dyn Store) {
    for index in 0..20 {
        let name = format!("g{index}");
        store.put(&Space::Seeks, seek(&name)).await.unwrap();
        let join = |store: &dyn Store| store.begin(created(&name, "ann", "bob"), &[game(&name)]);
        let cancel = |store: &dyn Store| store.take(&Space::Seeks, &name);
        let (join, cancel) = match index % 2 {
            0 => (join(store), cancel(store)),
            _ => {
                let cancel = cancel(store);
                (join(store), cancel)
            }
        };
        let has_joined = join.await.unwrap() == Begun::Now;
        let has_cancelled = cancel.await.unwrap().is_some();
        assert!(has_joined != has_cancelled, "{name}: {has_joined}");
        let summary = store.summary(&game(&name)).await.unwrap();
        assert_eq!(summary.is_some(), has_joined);
    }
}
