//! Values by space and key.

use crate::support::player;
use session::Millis;
use store::{Entry, Space, Store};

suites!([
    values_are_kept_by_space_and_key,
    values_expire,
    a_value_is_replaced_only_by_a_writer_who_has_read_it,
    a_value_is_taken_once,
]);

async fn a_value_is_replaced_only_by_a_writer_who_has_read_it(store: &dyn Store) {
    let space = Space::Server;
    let entry = |value: &str| Entry {
        key: "k".to_owned(),
        value: value.to_owned(),
        expires: None,
    };
    let replace = async |read: Option<&str>, value: &str| {
        let replaced = store.replace(&space, read, entry(value)).await;
        let found = store.get(&space, "k").await.unwrap().unwrap().value;
        (replaced.unwrap(), found)
    };
    assert_eq!(replace(None, "one").await, (true, "one".to_owned()));
    assert_eq!(replace(None, "two").await, (false, "one".to_owned()));
    assert_eq!(
        replace(Some("other"), "two").await,
        (false, "one".to_owned())
    );
    assert_eq!(replace(Some("one"), "two").await, (true, "two".to_owned()));
}

fn entry(key: &str, value: &str, expires: Option<u64>) -> Entry {
    Entry {
        key: key.to_owned(),
        value: value.to_owned(),
        expires: expires.map(Millis),
    }
}

async fn values_are_kept_by_space_and_key(store: &dyn Store) {
    let spaces = [
        Space::Server,
        Space::Seeks,
        Space::Revoked,
        Space::Player(player("p")),
        Space::Player(player("p1")),
    ];
    for (index, space) in spaces.iter().enumerate() {
        for key in ["b", "a", ""] {
            let value = format!("{key}{index}");
            store.put(space, entry(key, &value, None)).await.unwrap();
        }
    }
    store
        .put(&Space::Seeks, entry("a", "new", Some(9)))
        .await
        .unwrap();
    for (index, space) in spaces.iter().enumerate() {
        let found = store.get(space, "b").await.unwrap().unwrap();
        assert_eq!(found.value, format!("b{index}"));
        let keys: Vec<String> = store
            .entries(space)
            .await
            .unwrap()
            .into_iter()
            .map(|entry| entry.key)
            .collect();
        assert_eq!(keys, ["", "a", "b"]);
    }
    assert_eq!(
        store.get(&Space::Seeks, "a").await,
        Ok(Some(entry("a", "new", Some(9))))
    );
    assert_eq!(store.get(&Space::Seeks, "c").await, Ok(None));
}

async fn values_expire(store: &dyn Store) {
    for (key, expires) in [
        ("a", Some(5)),
        ("b", Some(6)),
        ("c", None),
        ("d", Some(u64::MAX)),
    ] {
        store
            .put(&Space::Revoked, entry(key, "", expires))
            .await
            .unwrap();
    }
    assert_eq!(store.prune(Millis(5)).await, Ok(1));
    assert_eq!(store.prune(Millis(5)).await, Ok(0));
    let left = store.entries(&Space::Revoked).await.unwrap();
    let left: Vec<String> = left.into_iter().map(|entry| entry.key).collect();
    assert_eq!(left, ["b", "c", "d"]);
}

async fn a_value_is_taken_once(store: &dyn Store) {
    let seek = entry("s1", "a game", None);
    store.put(&Space::Seeks, seek.clone()).await.unwrap();
    let both = (
        store.take(&Space::Seeks, "s1"),
        store.take(&Space::Seeks, "s1"),
    );
    assert_eq!((both.0.await, both.1.await), (Ok(Some(seek)), Ok(None)));
    assert_eq!(store.entries(&Space::Seeks).await, Ok(Vec::new()));
}
