//! What the parts of accounts do together.

use std::sync::atomic::{AtomicU64, Ordering};

use store::{MemoryStore, Page};

use super::sessions::MAX_SESSIONS;
use super::*;

const NOON: Millis = Millis::from_days(20_000);

async fn accounts_at(store: &Arc<MemoryStore>, now: Millis) -> Accounts {
    let time = TimeSource::new(Arc::new(move || now));
    let store = Arc::clone(store) as Arc<dyn Store>;
    let reserved = ["Nestling (level 3)".to_owned()];
    Accounts::load(store, time, &reserved).await.unwrap()
}

async fn accounts() -> (Arc<MemoryStore>, Accounts) {
    let store = Arc::new(MemoryStore::new());
    let accounts = accounts_at(&store, NOON).await;
    (store, accounts)
}

fn visitor(address: &str) -> Visitor<'_> {
    Visitor {
        address,
        ..Visitor::default()
    }
}

const PASSWORD: &str = "correct horse";

async fn register(accounts: &Accounts, name: &str) -> Identity {
    let guest = accounts.newcomer().unwrap();
    let there = visitor(name);
    let registered = accounts.register(&guest, name, PASSWORD, &there).await;
    registered.unwrap()
}

async fn is_good(accounts: &Accounts, token: &str) -> bool {
    accounts.identify(token).await.unwrap().is_some()
}

fn code(answer: Result<Identity, Rejection>) -> String {
    match answer {
        Ok(identity) => format!("welcome {}", identity.name),
        Err(rejection) => rejection.describe().0.into_owned(),
    }
}

/// How many rows there are about players and tokens.
async fn n_rows(store: &MemoryStore, players: &[&PlayerId]) -> usize {
    let mut n_rows = store.entries(&Space::Revoked).await.unwrap().len();
    for player in players {
        let space = Space::Player((*player).clone());
        n_rows += store.entries(&space).await.unwrap().len();
        n_rows += usize::from(store.player(player).await.unwrap().is_some());
    }
    n_rows
}

#[tokio::test]
async fn a_player_who_does_nothing_leaves_nothing() {
    let (store, accounts) = accounts().await;
    let guests: Vec<Identity> = (0..20).map(|_| accounts.newcomer().unwrap()).collect();
    for guest in &guests {
        assert!(is_good(&accounts, &guest.token).await);
        accounts.log_out(&guest.token).await.unwrap();
    }
    let players: Vec<&PlayerId> = guests.iter().map(|guest| &guest.player).collect();
    assert_eq!(n_rows(&store, &players).await, 0);
}

/// However often somebody logs in and out, there is one row about it.
#[tokio::test]
async fn sessions_are_one_row_with_an_end() {
    let (store, accounts) = accounts().await;
    let ada = register(&accounts, "Ada").await;
    let before = n_rows(&store, &[&ada.player]).await;
    let mut tokens = Vec::new();
    for n in 0..MAX_SESSIONS + 5 {
        let client = format!("Client {n}");
        let begun = accounts.begin_session(&ada.player, &client).await;
        tokens.push(begun.unwrap());
    }
    assert_eq!(n_rows(&store, &[&ada.player]).await, before);
    let sessions = accounts.sessions(&ada).await.unwrap();
    assert_eq!(sessions.len(), MAX_SESSIONS);
    assert!(
        !is_good(&accounts, &tokens[0]).await,
        "the oldest has ended"
    );
    let last = tokens.last().unwrap();
    assert!(is_good(&accounts, last).await);
    accounts.log_out(last).await.unwrap();
    assert!(!is_good(&accounts, last).await);
    assert!(is_good(&accounts, &tokens[MAX_SESSIONS]).await);
    assert_eq!(n_rows(&store, &[&ada.player]).await, before);
}

#[tokio::test]
async fn sessions_are_ended_one_by_one_or_all_at_once() {
    let (_, accounts) = accounts().await;
    let ada = register(&accounts, "Ada").await;
    let phone = Visitor {
        client: "Firefox on Android",
        ..visitor("there")
    };
    let phone = accounts.log_in("Ada", PASSWORD, &phone).await.unwrap();
    let sessions = accounts.sessions(&phone).await.unwrap();
    let seen: Vec<_> = sessions
        .iter()
        .map(|session| (session.client.as_str(), session.current))
        .collect();
    assert_eq!(seen, [("Firefox on Android", true), ("", false)]);
    let other = accounts.end_session(&phone, &sessions[1].id).await;
    assert!(other.is_ok());
    assert!(!is_good(&accounts, &ada.token).await);
    assert!(is_good(&accounts, &phone.token).await);
    let unknown = accounts.end_session(&phone, &sessions[1].id).await;
    assert_eq!(unknown.unwrap_err().describe().0, "no-such-session");
    let stranger = register(&accounts, "Ben").await;
    let others = accounts.end_session(&stranger, &sessions[0].id).await;
    assert_eq!(others.unwrap_err().describe().0, "no-such-session");

    let fresh = accounts.end_sessions(&phone, "Laptop").await.unwrap();
    assert!(!is_good(&accounts, &phone.token).await);
    assert!(is_good(&accounts, &fresh.token).await);
    assert!(is_good(&accounts, &stranger.token).await);
}

/// A clock that was set back does not make a new session an old one.
#[tokio::test]
async fn after_ending_all_sessions_a_player_can_log_in_whatever_the_clock_does() {
    let (store, accounts) = accounts().await;
    let ada = register(&accounts, "Ada").await;
    let fresh = accounts.end_sessions(&ada, "").await.unwrap();
    let earlier = accounts_at(&store, NOON - Millis::from_secs(86_400)).await;
    assert!(!is_good(&earlier, &ada.token).await);
    assert!(is_good(&earlier, &fresh.token).await);
    let again = earlier.log_in("Ada", PASSWORD, &visitor("there")).await;
    assert!(is_good(&earlier, &again.unwrap().token).await);
    let fresh = earlier.end_sessions(&fresh, "").await.unwrap();
    assert!(is_good(&earlier, &fresh.token).await);
}

/// Tokens as the first version made them.
fn old_token(accounts: &Accounts, player: &PlayerId, serial: &str, issued: Millis) -> String {
    accounts.signer.sign(&Claims {
        player: player.clone(),
        serial: serial.to_owned(),
        issued,
        is_older: true,
    })
}

#[tokio::test]
async fn tokens_of_the_first_version_count_until_their_player_ends_them() {
    let (store, accounts) = accounts().await;
    let guest = accounts.newcomer().unwrap().player;
    assert!(is_good(&accounts, &old_token(&accounts, &guest, "s0", NOON)).await);

    let ada = register(&accounts, "Ada").await;
    // As if the account were from then.
    let space = Space::Player(ada.player.clone());
    store.take(&space, "sessions").await.unwrap();
    let old = |serial| old_token(&accounts, &ada.player, serial, NOON);
    let [one, two, three] = [old("s1"), old("s2"), old("s3")];
    accounts.revoke("s3").await.unwrap();
    assert!(!is_good(&accounts, &three).await, "it was revoked then");
    let fresh = accounts.log_in("Ada", PASSWORD, &visitor("there")).await;
    let fresh = fresh.unwrap();
    assert!(is_good(&accounts, &one).await && is_good(&accounts, &two).await);
    assert!(!is_good(&accounts, &three).await);
    accounts.log_out(&one).await.unwrap();
    assert!(!is_good(&accounts, &one).await && is_good(&accounts, &two).await);
    let sessions = accounts.sessions(&fresh).await.unwrap();
    let ids: Vec<&str> = sessions.iter().map(|session| &*session.id).collect();
    assert_eq!((ids.len(), ids[1]), (2, "older"));
    accounts.end_session(&fresh, "older").await.unwrap();
    assert!(!is_good(&accounts, &two).await && is_good(&accounts, &fresh.token).await);

    // All tokens of a player could be revoked by the time.
    let ben = accounts.newcomer().unwrap().player;
    let entry = Entry {
        key: ben.to_string(),
        value: NOON.0.to_string(),
        expires: None,
    };
    store.put(&Space::Revoked, entry).await.unwrap();
    assert!(!is_good(&accounts, &old_token(&accounts, &ben, "s4", NOON)).await);
    let later = old_token(&accounts, &ben, "s4", NOON + Millis(1));
    assert!(is_good(&accounts, &later).await);
}

#[tokio::test]
async fn registration_ends_the_tokens_of_the_guest_and_can_be_sent_again() {
    let (_, accounts) = accounts().await;
    let guest = accounts.newcomer().unwrap();
    let there = visitor("there");
    let ada = accounts.register(&guest, "Ada", PASSWORD, &there).await;
    let ada = ada.unwrap();
    assert_eq!(ada.player, guest.player);
    assert!(!is_good(&accounts, &guest.token).await);
    assert!(is_good(&accounts, &ada.token).await);
    // The answer was lost: the same comes from the account, or from a stranger whose token has ended.
    for who in [ada.clone(), accounts.newcomer().unwrap()] {
        let again = accounts.register(&who, "Ada", PASSWORD, &there).await;
        assert_eq!(again.unwrap().player, ada.player);
    }
    let eve = accounts.newcomer().unwrap();
    let taken = accounts.register(&eve, "ada", "battery staple", &there);
    assert_eq!(code(taken.await), "name-taken");
    let other = accounts.register(&ada, "Ada L", PASSWORD, &there).await;
    assert_eq!(code(other), "has-account");
}

#[tokio::test]
async fn nobody_locks_a_name_for_others() {
    let (_, accounts) = accounts().await;
    let ada = register(&accounts, "Ada").await;
    let (here, there) = (visitor("here"), visitor("there"));
    let device = accounts.device(&ada.player).unwrap();
    let mut wrong = 0;
    while code(accounts.log_in("Ada", "battery staple", &there).await) == "wrong-password" {
        wrong += 1;
        assert!(wrong < 50, "nobody stops Eve");
    }
    assert!(wrong >= 5, "mistyping is human");
    // Not even the right password helps there now; but it does elsewhere, and on a device that is known.
    let again = accounts.log_in("ADA", PASSWORD, &there).await;
    assert_eq!(code(again), "too-many-attempts");
    assert_eq!(
        code(accounts.log_in("Ada", PASSWORD, &here).await),
        "welcome Ada"
    );
    let known = Visitor {
        device: Some(&device),
        ..there
    };
    assert_eq!(
        code(accounts.log_in("Ada", PASSWORD, &known).await),
        "welcome Ada"
    );
    // A device proves something only for its own player, and tokens prove nothing about devices.
    let ben = register(&accounts, "Ben").await;
    for device in [&accounts.device(&ben.player).unwrap(), &ada.token, "forged"] {
        let forged = Visitor {
            device: Some(device),
            ..there
        };
        let answer = accounts.log_in("Ada", PASSWORD, &forged).await;
        assert_eq!(code(answer), "too-many-attempts");
    }
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions() {
    let (_, accounts) = accounts().await;
    let ada = register(&accounts, "Ada").await;
    let there = visitor("there");
    let other = accounts.log_in("Ada", PASSWORD, &there).await.unwrap();
    let change = async |old: &str, new: &str| {
        let changed = accounts.change_password(&other, old, new, &there).await;
        changed.map_err(|why| why.describe().0.into_owned())
    };
    assert_eq!(
        change("wrong", "battery staple").await.unwrap_err(),
        "wrong-password"
    );
    assert_eq!(
        change(PASSWORD, "short").await.unwrap_err(),
        "weak-password"
    );
    let fresh = change(PASSWORD, "battery staple").await.unwrap();
    assert!(is_good(&accounts, &fresh.token).await);
    for token in [&ada.token, &other.token] {
        assert!(!is_good(&accounts, token).await);
    }
    let log_in = async |password| code(accounts.log_in("Ada", password, &there).await);
    assert_eq!(log_in(PASSWORD).await, "wrong-password");
    assert_eq!(log_in("battery staple").await, "welcome Ada");
    let guest = accounts.newcomer().unwrap();
    let none = accounts.change_password(&guest, "", "battery staple", &there);
    assert_eq!(code(none.await), "no-account");
}

#[tokio::test]
async fn a_link_from_the_host_sets_a_password_once_and_for_a_day() {
    let (store, accounts) = accounts().await;
    let ada = register(&accounts, "Ada").await;
    let there = visitor("there");
    let reset = async |accounts: &Accounts, link: &str| {
        code(
            accounts
                .reset_password(link, "battery staple", &there)
                .await,
        )
    };
    let first = accounts.reset_link(&ada.player).await.unwrap();
    let second = accounts.reset_link(&ada.player).await.unwrap();
    assert_eq!(
        reset(&accounts, &first).await,
        "bad-link",
        "there is a newer one"
    );
    let weak = accounts.reset_password(&second, "short", &there).await;
    assert_eq!(code(weak), "weak-password");
    assert_eq!(reset(&accounts, &second).await, "welcome Ada");
    assert_eq!(reset(&accounts, &second).await, "bad-link", "it is used");
    assert!(!is_good(&accounts, &ada.token).await);
    assert_eq!(
        code(accounts.log_in("Ada", "battery staple", &there).await),
        "welcome Ada"
    );
    let late = accounts.reset_link(&ada.player).await.unwrap();
    let tomorrow = accounts_at(&store, NOON + Millis::from_secs(25 * 3600)).await;
    assert_eq!(reset(&tomorrow, &late).await, "bad-link", "it is too old");
    for link in ["", "x", "x.y", "...."] {
        assert_eq!(reset(&accounts, link).await, "bad-link", "{link}");
    }
    let guest = accounts.newcomer().unwrap();
    assert!(accounts.reset_link(&guest.player).await.is_err());
}

#[tokio::test]
async fn nobody_takes_a_name_that_looks_like_another() {
    let (store, accounts) = accounts().await;
    register(&accounts, "Iris").await;
    let eve = accounts.newcomer().unwrap();
    let there = visitor("there");
    for name in ["lris", "Irіs", "Nestling (IeveI 3)", "NESTLING-LEVEL-3"] {
        let registered = accounts.register(&eve, name, PASSWORD, &there).await;
        assert_eq!(code(registered), "name-taken", "{name}");
        assert_eq!(
            code(accounts.rename(&eve, name).await),
            "name-taken",
            "{name}"
        );
    }
    assert_eq!(code(accounts.rename(&eve, "Eve").await), "welcome Eve");
    // The name of an account that is renamed is free again, and accounts of before are known.
    let iris = accounts.find("Iris").await.unwrap();
    accounts.rename_player(&iris, "Rose").await.unwrap();
    assert_eq!(code(accounts.rename(&eve, "lris").await), "welcome lris");
    for entry in store.entries(&Space::Names).await.unwrap() {
        store.take(&Space::Names, &entry.key).await.unwrap();
    }
    store.take(&Space::Server, "names-listed").await.unwrap();
    assert_eq!(store.accounts(None).await.unwrap().len(), 1);
    let accounts = accounts_at(&store, NOON).await;
    let taken = accounts.register(&eve, "Rоse", PASSWORD, &there).await;
    assert_eq!(code(taken), "name-taken");
    assert!(store.live_games(Page::first(1)).await.unwrap().is_empty());
}

/// When a session was used is noted now and then, not with every request.
#[tokio::test]
async fn a_session_knows_to_the_hour_when_it_was_used() {
    let store = Arc::new(MemoryStore::new());
    let now = Arc::new(AtomicU64::new(NOON.0));
    let read = Arc::clone(&now);
    let at = |millis: Millis| {
        now.store(millis.0, Ordering::SeqCst);
        let read = Arc::clone(&read);
        let time = TimeSource::new(Arc::new(move || Millis(read.load(Ordering::SeqCst))));
        Accounts::load(Arc::clone(&store) as Arc<dyn Store>, time, &[])
    };
    let first = at(NOON).await.unwrap();
    let ada = register(&first, "Ada").await;
    for (minutes, expected) in [(30, 0), (90, 90), (100, 90)] {
        let moment = NOON + Millis::from_secs(60 * minutes);
        let accounts = at(moment).await.unwrap();
        assert!(is_good(&accounts, &ada.token).await);
        let seen = accounts.sessions(&ada).await.unwrap()[0].seen;
        let expected = NOON + Millis::from_secs(60 * expected);
        assert!(
            seen >= expected && seen < expected + Millis::from_secs(60),
            "{minutes}"
        );
    }
}

fn token(name: &str, days: Option<u32>) -> NewAccessToken {
    NewAccessToken {
        name: name.to_owned(),
        scopes: [Scope::BoardPlay].into(),
        days,
    }
}

#[tokio::test]
async fn an_access_token_opens_what_it_is_for_until_it_ends() {
    let (store, accounts) = accounts().await;
    let ada = register(&accounts, "Ada").await;
    let (short, first) = accounts
        .make_access_token(&ada, token("board", Some(90)))
        .await
        .unwrap();
    let (_, second) = accounts
        .make_access_token(&ada, token("other", None))
        .await
        .unwrap();
    let access = accounts.access(&first).await.unwrap().unwrap();
    assert_eq!(access.identity.player, ada.player);
    assert_eq!(access.scopes, [Scope::BoardPlay].into());
    assert_eq!(access.expires, short.expires);
    // It is not a session: what sessions open stays closed.
    assert!(!is_good(&accounts, &first).await);
    let session = accounts.access(&ada.token).await.unwrap().unwrap();
    assert_eq!(session.scopes.len(), Scope::ALL.len());
    // Nothing that is stored is the secret.
    let space = Space::Player(ada.player.clone());
    let stored = store.entries(&space).await.unwrap();
    let secret = &first[4..36];
    assert!(stored.iter().all(|entry| !entry.value.contains(secret)));
    let later = accounts_at(&store, NOON + Millis::from_days(91)).await;
    assert!(later.access(&first).await.unwrap().is_none());
    assert!(later.access(&second).await.unwrap().is_some());
    assert_eq!(later.access_tokens(&ada).await.unwrap().len(), 1);
    later.end_all(&ada.player).await.unwrap();
    assert!(later.access(&second).await.unwrap().is_none());
}

#[tokio::test]
async fn access_tokens_are_refused_where_they_make_no_sense() {
    let (_, accounts) = accounts().await;
    let ada = register(&accounts, "Ada").await;
    let guest = accounts.newcomer().unwrap();
    let refusal = async |who: &Identity, wanted: NewAccessToken| {
        let made = accounts.make_access_token(who, wanted).await;
        made.unwrap_err().describe().0.into_owned()
    };
    assert_eq!(refusal(&guest, token("x", None)).await, "no-account");
    assert_eq!(refusal(&ada, token(" ", None)).await, "bad-token-name");
    assert_eq!(refusal(&ada, token("x", Some(0))).await, "bad-token-time");
    let nothing = NewAccessToken {
        scopes: Scopes::new(),
        ..token("x", None)
    };
    assert_eq!(refusal(&ada, nothing).await, "no-scopes");
    for _ in 0..super::access::MAX_TOKENS {
        let made = accounts.make_access_token(&ada, token("x", None)).await;
        made.unwrap();
    }
    assert_eq!(refusal(&ada, token("x", None)).await, "too-many-tokens");
    for forged in [
        "rkp_",
        "rkp_x_y",
        "rkp_é",
        "",
        "rkp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_",
    ] {
        assert!(accounts.access(forged).await.unwrap().is_none(), "{forged}");
    }
    let of_ada = format!("rkp_{}_{}", "a".repeat(32), ada.player);
    assert!(accounts.access(&of_ada).await.unwrap().is_none());
}
