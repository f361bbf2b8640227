//! What was answered is there when the file is opened again.

use std::sync::Arc;

use store::{Entry, Page, Space, Store};

use crate::support::{acted, append, ended, folder, game, open, play, player};

#[tokio::test]
async fn everything_survives() {
    let folder = folder();
    let store = open(&folder);
    play(&store, "g1", 2).await;
    play(&store, "g2", 1).await;
    append(&store, "g1", ended(3)).await.unwrap();
    let seek = Entry {
        key: "s1".to_owned(),
        value: "{}".to_owned(),
        expires: None,
    };
    store.put(&Space::Seeks, seek.clone()).await.unwrap();
    let kept = store.read(&game("g1"), 0).await.unwrap();
    let listed = store
        .games_of(&player("ann"), Page::first(9))
        .await
        .unwrap();
    drop(store);

    let store = open(&folder);
    assert_eq!(store.read(&game("g1"), 0).await, Ok(kept));
    assert_eq!(
        store.games_of(&player("ann"), Page::first(9)).await,
        Ok(listed)
    );
    assert_eq!(store.finished_games().await, Ok(1));
    assert_eq!(store.entries(&Space::Seeks).await, Ok(vec![seek]));
    append(&store, "g2", acted(2)).await.unwrap();
}

/// Closing finishes what was handed over.
#[tokio::test]
async fn closing_finishes_the_work() {
    let folder = folder();
    let store = open(&folder);
    play(&store, "g", 0).await;
    let answers: Vec<_> = (1..=200)
        .map(|seq| store.append(&game("g"), seq, Arc::new([acted(seq)])))
        .collect();
    drop(store);
    for answer in answers {
        answer.await.unwrap();
    }
    let store = open(&folder);
    assert_eq!(store.read(&game("g"), 0).await.unwrap().len(), 201);
}

/// Two stores on one file, as two servers would have: one of two writers of a record loses.
#[tokio::test]
async fn two_servers_share_a_file() {
    let folder = folder();
    let (one, two) = (open(&folder), open(&folder));
    play(&one, "g", 0).await;
    for seq in 1..=20 {
        let both = [&one, &two].map(|store| store.append(&game("g"), seq, Arc::new([acted(seq)])));
        let [first, second] = both;
        let stored = [first.await.is_ok(), second.await.is_ok()];
        assert_eq!(
            stored.iter().filter(|stored| **stored).count(),
            1,
            "{stored:?}"
        );
    }
    assert_eq!(two.read(&game("g"), 0).await.unwrap().len(), 21);
}
