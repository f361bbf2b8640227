//! Games in short, and lists of them.

use crate::support::{acted, append, created, ended, game, play, player, record, sitter};
use rules::Seat;
use session::{Change, Millis};
use store::{Page, Stage, Store, StoreError};

suites!([
    a_summary_follows_its_game,
    live_games_are_listed_newest_first,
    games_of_a_player_are_listed_newest_first,
    finished_games_are_counted,
    pages_are_bounded,
    games_for_those_with_the_link_are_not_listed,
]);

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

async fn names(answer: store::StoreFuture<Result<Vec<store::Summary>, StoreError>>) -> Vec<String> {
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
    let live = store.live_games(Page::first(Page::MAX)).await.unwrap();
    assert_eq!(store.count_live().await, Ok(live.len() as u64));
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
