//! The contract: every store does all of this.

use std::sync::Arc;

use rules::Seat;
use session::{Change, Hash, Millis};
use store::testkit::FaultyStore;
use store::{
    Account, AccountError, AppendError, Entry, MemoryStore, Page, Player, Space, Stage, Store,
    StoreError,
};

use crate::support::{
    acted, append, created, ended, folder, game, open, play, player, record, sitter, texts,
};

/// Makes a module of the whole suite for one store. Whatever `$guard` gives lives as long as the store.
macro_rules! suite {
    ($module:ident, $make:expr, [$($law:ident),* $(,)?]) => {
        mod $module {
            $(
                #[tokio::test]
                async fn $law() {
                    let (store, _guard) = $make;
                    super::$law(&store).await;
                }
            )*
        }
    };
}

macro_rules! suites {
    ($laws:tt) => {
        suite!(memory, (store::MemoryStore::new(), ()), $laws);
        suite!(
            sqlite,
            {
                let folder = crate::support::folder();
                (crate::support::open(&folder), folder)
            },
            $laws
        );
        suite!(
            faultless,
            (
                store::testkit::FaultyStore::new(store::MemoryStore::new()),
                ()
            ),
            $laws
        );
    };
}

suites!([
    records_come_back_in_order,
    records_are_chained,
    reading_can_begin_anywhere,
    the_slower_writer_loses,
    a_batch_is_stored_whole_or_not_at_all,
    a_game_begins_with_what_it_follows_from,
    nonsense_is_not_stored,
    a_summary_follows_its_game,
    live_games_are_listed_newest_first,
    games_of_a_player_are_listed_newest_first,
    finished_games_are_counted,
    pages_are_bounded,
    players_are_kept,
    names_are_unique,
    an_account_keeps_its_player,
    values_are_kept_by_space_and_key,
    values_expire,
    a_value_is_replaced_only_by_a_writer_who_has_read_it,
    accounts_are_listed_and_renamed,
    games_for_those_with_the_link_are_not_listed,
    a_value_is_taken_once,
    a_removed_game_leaves_nothing_behind,
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

async fn accounts_are_listed_and_renamed(store: &dyn Store) {
    for (id, name) in [("p2", Some("Ben")), ("p1", Some("Ada")), ("p3", None)] {
        let account = name.map(|name| Account {
            name: name.to_owned(),
            password_hash: "hash".to_owned(),
        });
        let added = store.add_player(Player {
            id: player(id),
            created_at: Millis(1),
            account,
        });
        added.await.unwrap();
    }
    let names = async |after: Option<&str>| -> Vec<String> {
        let players = store.accounts(after.map(player).as_ref()).await.unwrap();
        let accounts = players.into_iter().filter_map(|player| player.account);
        accounts.map(|account| account.name).collect()
    };
    assert_eq!(names(None).await, ["Ada", "Ben"]);
    assert_eq!(names(Some("p1")).await, ["Ben"]);
    let taken = store.set_name(&player("p1"), "BEN").await;
    assert_eq!(taken, Err(AccountError::NameTaken));
    let none = store.set_name(&player("p3"), "Cat").await;
    assert_eq!(none, Err(AccountError::NoAccount));
    let unknown = store.set_name(&player("p4"), "Cat").await;
    assert_eq!(unknown, Err(AccountError::UnknownPlayer));
    store.set_name(&player("p1"), "ada").await.unwrap();
    store.set_name(&player("p1"), "Cat").await.unwrap();
    assert!(store.player_named("Ada").await.unwrap().is_none());
    let found = store.player_named("CAT").await.unwrap().unwrap();
    assert_eq!(found.id, player("p1"));
}

async fn games_for_those_with_the_link_are_not_listed(store: &dyn Store) {
    for (name, unlisted) in [("open", false), ("link", true)] {
        let mut first = created(name, "ann", "bob");
        if let Change::Created(created) = &mut first.change {
            created.unlisted = unlisted;
        }
        append(store, name, first).await.unwrap();
    }
    let names = |games: Vec<store::Summary>| -> Vec<String> {
        let games = games.iter();
        games.map(|summary| summary.game.to_string()).collect()
    };
    let page = Page::first(10);
    assert_eq!(
        names(store.live_games(page).await.unwrap()),
        ["link", "open"]
    );
    assert_eq!(names(store.listed_games(page).await.unwrap()), ["open"]);
    let summary = store.summary(&game("link")).await.unwrap();
    assert!(summary.unwrap().unlisted);
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

async fn a_summary_follows_its_game(store: &dyn Store) {
    append(store, "g", created("g", "ann", "")).await.unwrap();
    let summary = store.summary(&game("g")).await.unwrap().unwrap();
    assert_eq!(summary.stage, Stage::Open);
    assert_eq!(summary.seats.white, Some(sitter("ann")));
    let sat = Change::Sat {
        seat: Seat::Black,
        sitter: sitter("bob"),
    };
    append(store, "g", record(1, sat)).await.unwrap();
    for seq in 2..5 {
        append(store, "g", acted(seq)).await.unwrap();
    }
    let summary = store.summary(&game("g")).await.unwrap().unwrap();
    assert_eq!((summary.stage, summary.n_actions), (Stage::Running, 3));
    append(store, "g", record(5, Change::TakenBack { to: 1 }))
        .await
        .unwrap();
    append(store, "g", ended(6)).await.unwrap();
    let summary = store.summary(&game("g")).await.unwrap().unwrap();
    assert!(matches!(&summary.stage, Stage::Over { ending } if ending.score.as_str() == "1/2-1/2"));
    assert_eq!(summary.n_actions, 1);
    assert_eq!(summary.created_at, Millis(1000));
    assert_eq!(summary.changed_at, Millis(1006));
    assert_eq!(summary.variant, "counting");
    assert_eq!(summary.preset.as_deref(), Some("nine"));
}

async fn names(answer: store::Answer<Result<Vec<store::Summary>, StoreError>>) -> Vec<String> {
    let summaries = answer.await.unwrap().into_iter();
    summaries.map(|summary| summary.game.to_string()).collect()
}

async fn live_games_are_listed_newest_first(store: &dyn Store) {
    for name in ["g1", "g2", "g3", "g4"] {
        play(store, name, 1).await;
    }
    append(store, "g2", ended(2)).await.unwrap();
    assert_eq!(
        names(store.live_games(Page::first(9))).await,
        ["g4", "g3", "g1"]
    );
    let first = store.live_games(Page::first(2)).await.unwrap();
    let next = Page::after(&first[1], 2);
    assert_eq!(names(store.live_games(next)).await, ["g1"]);
}

async fn games_of_a_player_are_listed_newest_first(store: &dyn Store) {
    for (name, white, black) in [
        ("g1", "ann", "bob"),
        ("g2", "bob", "cid"),
        ("g3", "cid", "ann"),
        ("g4", "ann", "ann"),
    ] {
        append(store, name, created(name, white, black))
            .await
            .unwrap();
    }
    append(store, "g3", ended(1)).await.unwrap();
    let ann = player("ann");
    assert_eq!(
        names(store.games_of(&ann, Page::first(9))).await,
        ["g4", "g3", "g1"]
    );
    let first = store.games_of(&ann, Page::first(1)).await.unwrap();
    let next = Page::after(&first[0], 1);
    assert_eq!(names(store.games_of(&ann, next)).await, ["g3"]);
    assert_eq!(
        store.games_of(&player("eve"), Page::first(9)).await,
        Ok(Vec::new())
    );
}

async fn finished_games_are_counted(store: &dyn Store) {
    assert_eq!(store.finished_games().await, Ok(0));
    play(store, "g1", 1).await;
    play(store, "g2", 1).await;
    append(store, "g1", ended(2)).await.unwrap();
    append(
        store,
        "g1",
        record(3, Change::RematchAgreed { game: game("g3") }),
    )
    .await
    .unwrap();
    assert_eq!(store.finished_games().await, Ok(1));
}

async fn pages_are_bounded(store: &dyn Store) {
    let n = u64::from(Page::MAX) + 5;
    for index in 0..n {
        append(
            store,
            &format!("g{index}"),
            created(&format!("g{index}"), "ann", "bob"),
        )
        .await
        .unwrap();
    }
    let page = store.live_games(Page::first(u32::MAX)).await.unwrap();
    assert_eq!(page.len() as u64, n - 5);
    assert_eq!(store.live_games(Page::first(0)).await, Ok(Vec::new()));
    let everything = Page {
        before: Some(u64::MAX),
        limit: 1,
    };
    assert_eq!(store.live_games(everything).await.unwrap().len(), 1);
}

fn anonymous(name: &str) -> Player {
    Player {
        id: player(name),
        created_at: Millis(5),
        account: None,
    }
}

fn account(name: &str) -> Account {
    Account {
        name: name.to_owned(),
        password_hash: format!("hash of {name}"),
    }
}

async fn players_are_kept(store: &dyn Store) {
    assert_eq!(store.player(&player("p1")).await, Ok(None));
    store.add_player(anonymous("p1")).await.unwrap();
    assert_eq!(store.player(&player("p1")).await, Ok(Some(anonymous("p1"))));
    let again = store.add_player(anonymous("p1")).await;
    assert_eq!(again, Err(AccountError::IdTaken));
}

async fn names_are_unique(store: &dyn Store) {
    let named = |id: &str, name: &str| Player {
        account: Some(account(name)),
        ..anonymous(id)
    };
    store.add_player(named("p1", "Änne")).await.unwrap();
    store.add_player(anonymous("p2")).await.unwrap();
    let taken = Err(AccountError::NameTaken);
    assert_eq!(store.add_player(named("p3", "änne")).await, taken);
    assert_eq!(
        store.open_account(&player("p2"), account("ÄNNE")).await,
        taken
    );
    assert_eq!(store.player(&player("p3")).await, Ok(None));
    let found = store.player_named("äNNE").await.unwrap().unwrap();
    assert_eq!(found, named("p1", "Änne"));
    assert_eq!(store.player_named("Anne").await, Ok(None));
}

async fn an_account_keeps_its_player(store: &dyn Store) {
    let id = player("p1");
    let unknown = Err(AccountError::UnknownPlayer);
    assert_eq!(store.open_account(&id, account("Ann")).await, unknown);
    assert_eq!(store.set_password(&id, "new").await, unknown);
    store.add_player(anonymous("p1")).await.unwrap();
    assert_eq!(
        store.set_password(&id, "new").await,
        Err(AccountError::NoAccount)
    );
    store.open_account(&id, account("Ann")).await.unwrap();
    let twice = store.open_account(&id, account("Anna")).await;
    assert_eq!(twice, Err(AccountError::HasAccount));
    store.set_password(&id, "new").await.unwrap();
    let found = store.player_named("ann").await.unwrap().unwrap();
    assert_eq!((found.id, found.created_at), (id, Millis(5)));
    assert_eq!(found.account.unwrap().password_hash, "new");
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

/// The suite above talks to stores through the trait, so all of them can be used as one.
#[tokio::test]
async fn stores_are_interchangeable() {
    let folder = folder();
    let stores: [Box<dyn Store>; 3] = [
        Box::new(MemoryStore::new()),
        Box::new(open(&folder)),
        Box::new(FaultyStore::new(MemoryStore::new())),
    ];
    let mut kept = Vec::new();
    for store in &stores {
        play(&**store, "g", 3).await;
        kept.push(store.read(&game("g"), 0).await.unwrap());
    }
    assert_eq!(kept[0], kept[1]);
    assert_eq!(kept[0], kept[2]);
}
