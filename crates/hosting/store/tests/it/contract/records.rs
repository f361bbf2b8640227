//! Records of games.

use std::sync::Arc;

use crate::support::{acted, append, created, ended, game, play, player, texts};
use session::Hash;
use store::{AppendError, Behind, Page, Store, StoreError};

suites!([
    records_come_back_in_order,
    records_are_chained,
    reading_can_begin_anywhere,
    the_slower_writer_loses,
    a_batch_is_stored_whole_or_not_at_all,
    a_game_begins_with_what_it_follows_from,
    nonsense_is_not_stored,
    a_removed_game_leaves_nothing_behind,
    what_others_have_stored_is_found,
]);

async fn what_others_have_stored_is_found(store: &dyn Store) {
    play(store, "g", 2).await;
    play(store, "h", 1).await;
    let known = [(game("g"), 3), (game("h"), 2), (game("none"), 0)];
    assert_eq!(store.behind(&known).await, Ok(Vec::new()));
    assert_eq!(store.behind(&[]).await, Ok(Vec::new()));
    append(store, "h", acted(2)).await.unwrap();
    let behind = |name: &str, n_records| Behind {
        game: game(name),
        n_records,
    };
    assert_eq!(store.behind(&known).await, Ok(vec![behind("h", 3)]));
    let known = [(game("none"), 2), (game("g"), 4), (game("h"), 3)];
    assert_eq!(
        store.behind(&known).await,
        Ok(vec![behind("none", 0), behind("g", 3)])
    );
}

async fn a_removed_game_leaves_nothing_behind(store: &dyn Store) {
    for name in ["first", "gone", "last"] {
        play(store, name, 3).await;
    }
    let others = store.read(&game("last"), 0).await.unwrap();
    assert_eq!(store.remove(&game("gone")).await, Ok(true));
    assert_eq!(store.remove(&game("gone")).await, Ok(false));
    assert_eq!(store.read(&game("gone"), 0).await, Ok(Vec::new()));
    assert_eq!(store.summary(&game("gone")).await, Ok(None));
    let live = store.live_games(Page::first(10)).await.unwrap();
    let names: Vec<_> = live.iter().map(|summary| summary.game.as_str()).collect();
    assert_eq!(names, ["last", "first"]);
    assert_eq!(store.read(&game("last"), 0).await.unwrap(), others);
    // The name is free again, and the new game is newer than all others.
    play(store, "gone", 1).await;
    let live = store.live_games(Page::first(10)).await.unwrap();
    let names: Vec<_> = live.iter().map(|summary| summary.game.as_str()).collect();
    assert_eq!(names, ["gone", "last", "first"]);
}

async fn records_come_back_in_order(store: &dyn Store) {
    assert_eq!(store.read(&game("g"), 0).await, Ok(Vec::new()));
    play(store, "g", 2).await;
    append(store, "g", acted(3)).await.unwrap();
    play(store, "other", 1).await;
    let records = store.read(&game("g"), 0).await.unwrap();
    let records: Vec<_> = records
        .iter()
        .map(|sealed| sealed.record().unwrap())
        .collect();
    assert_eq!(
        records,
        [created("g", "ann", "bob"), acted(1), acted(2), acted(3)]
    );
}

async fn records_are_chained(store: &dyn Store) {
    play(store, "g", 2).await;
    append(store, "g", acted(3)).await.unwrap();
    let mut head = Hash::START;
    for sealed in store.read(&game("g"), 0).await.unwrap() {
        head = head.next(&sealed.text);
        assert_eq!(sealed.hash, head);
    }
    assert_ne!(head, Hash::START);
}

async fn reading_can_begin_anywhere(store: &dyn Store) {
    play(store, "g", 4).await;
    for (from, n) in [(0, 5), (3, 2), (4, 1), (5, 0), (99, 0), (u64::MAX, 0)] {
        assert_eq!(store.read(&game("g"), from).await.unwrap().len(), n);
    }
}

async fn the_slower_writer_loses(store: &dyn Store) {
    play(store, "g", 1).await;
    append(store, "g", acted(2)).await.unwrap();
    for (seq, actual) in [(1, 3), (2, 3), (4, 3)] {
        let lost = append(store, "g", acted(seq)).await;
        assert_eq!(lost, Err(AppendError::Conflict { actual }));
    }
    let twice = append(store, "g", created("g", "eve", "bob")).await;
    assert_eq!(twice, Err(AppendError::Conflict { actual: 3 }));
    let nowhere = append(store, "none", acted(1)).await;
    assert_eq!(nowhere, Err(AppendError::Conflict { actual: 0 }));
    assert_eq!(texts(store, "g").await.len(), 3);
    assert_eq!(
        store.games_of(&player("eve"), Page::first(9)).await,
        Ok(Vec::new())
    );
}

async fn a_batch_is_stored_whole_or_not_at_all(store: &dyn Store) {
    play(store, "g", 1).await;
    let batch = vec![acted(1), acted(2)];
    let lost = store.append(&game("g"), 1, batch.into()).await;
    assert_eq!(lost, Err(AppendError::Conflict { actual: 2 }));
    assert_eq!(texts(store, "g").await.len(), 2);
    store
        .append(&game("g"), 2, Arc::new([acted(2), ended(3)]))
        .await
        .unwrap();
    assert_eq!(texts(store, "g").await.len(), 4);
    store.append(&game("g"), 4, Arc::default()).await.unwrap();
    assert_eq!(texts(store, "g").await.len(), 4);
}

async fn a_game_begins_with_what_it_follows_from(store: &dyn Store) {
    play(store, "old", 2).await;
    let follow = |seq: u64| {
        let (old, new) = (game("old"), created("new", "bob", "ann"));
        store.append_and_begin(&old, seq, Arc::new([ended(seq)]), new)
    };
    let actual = 3;
    assert_eq!(follow(2).await, Err(AppendError::Conflict { actual }));
    assert!(texts(store, "new").await.is_empty(), "neither or both");
    follow(3).await.unwrap();
    assert_eq!(texts(store, "old").await.len(), 4);
    assert_eq!(texts(store, "new").await.len(), 1);
    // A game that has begun goes on as it is.
    append(store, "new", acted(1)).await.unwrap();
    play(store, "older", 2).await;
    let again = store.append_and_begin(
        &game("older"),
        3,
        Arc::new([ended(3)]),
        created("new", "bob", "ann"),
    );
    again.await.unwrap();
    assert_eq!(texts(store, "older").await.len(), 4);
    assert_eq!(texts(store, "new").await.len(), 2);
    let nonsense = store.append_and_begin(&game("new"), 2, Arc::new([acted(2)]), acted(0));
    assert!(matches!(nonsense.await, Err(AppendError::Failed(_))));
}

async fn nonsense_is_not_stored(store: &dyn Store) {
    let misused = |outcome| matches!(outcome, Err(AppendError::Failed(StoreError::Misuse { .. })));
    assert!(misused(
        store.append(&game("g"), 0, Arc::new([acted(0)])).await
    ));
    assert!(misused(
        store
            .append(&game("g"), 0, Arc::new([created("h", "a", "b")]))
            .await
    ));
    let gap = vec![created("g", "a", "b"), acted(2)];
    assert!(misused(store.append(&game("g"), 0, gap.into()).await));
    assert_eq!(store.summary(&game("g")).await, Ok(None));
}
