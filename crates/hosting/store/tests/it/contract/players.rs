//! Players and their accounts.

use crate::support::player;
use session::Millis;
use store::{Account, AccountError, Player, Store};

suites!([
    players_are_kept,
    names_are_unique,
    an_account_keeps_its_player,
    accounts_are_listed_and_renamed,
]);

async fn accounts_are_listed_and_renamed(store: &dyn Store) {
    for (id, name) in [("p2", Some("Ben")), ("p1", Some("Ada")), ("p3", None)] {
        let added = store.add_player(Player {
            account: name.map(account),
            ..anonymous(id)
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
