//! Two players come together although the store or the memory fails them.

use std::sync::Arc;

use host::{Host, HostError, Identity, Joined, Rejection, SeatChoice};
use rules::Refusal;
use rules::Seat;
use session::{Clock, GameId, Tag};
use store::testkit::{Fault, FaultyStore};
use store::{MemoryStore, Store};

use crate::support::{begin, start_on, start_small, wish};

fn tag(text: &str) -> Tag {
    Tag::new(text).unwrap()
}

async fn seek(host: &Host, who: &Identity) -> GameId {
    let wish = wish(Clock::Untimed, SeatChoice::White);
    let seek = host.create(who, &tag("seek"), wish, || Ok(())).await;
    let Ok(Joined::Waiting(seek)) = seek else {
        panic!("{seek:?}")
    };
    seek.game
}

async fn pair(host: &Host, who: &Identity) -> Result<Joined, Rejection> {
    let wish = wish(Clock::Untimed, SeatChoice::Random);
    host.pair(who, &tag("pair"), wish, || Ok(())).await
}

/// A host whose store can fail, and two people.
struct Scene {
    store: Arc<FaultyStore<MemoryStore>>,
    host: Host,
    ada: Identity,
    ben: Identity,
}

impl Scene {
    async fn new() -> Scene {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let host = start_on(Arc::clone(&store) as Arc<dyn Store>, None).await;
        let [ada, ben] = [(); 2].map(|()| host.accounts().newcomer().unwrap());
        for who in [&ada, &ben] {
            // A player who is known already is not stored once more.
            host.accounts().keep(&who.player).await.unwrap();
        }
        Scene {
            store,
            host,
            ada,
            ben,
        }
    }

    /// The seek's game has begun once, with Ben, and everybody is told so.
    async fn has_begun(&self, game: &GameId) {
        let seat = Seat::Black;
        let expected = Joined::Playing {
            game: game.clone(),
            seat,
        };
        assert_eq!(self.host.join(&self.ben, game).await, Ok(expected));
        assert!(self.host.seek(game).is_none(), "the seek is gone");
        assert_eq!(self.host.counts().running, 1);
        let page = store::Page::first(10);
        assert_eq!(self.host.live_games(page).await.unwrap().len(), 1);
        // The owner finds the game, too, under the same tag.
        let wish = wish(Clock::Untimed, SeatChoice::White);
        let tag = tag("seek");
        let owner = self.host.create(&self.ada, &tag, wish, || Ok(())).await;
        let seat = Seat::White;
        let game = game.clone();
        assert_eq!(owner, Ok(Joined::Playing { game, seat }));
    }
}

#[tokio::test]
async fn a_join_whose_answer_was_lost_can_be_sent_again() {
    for fault in [Fault::LoseAnswer, Fault::Refuse] {
        let scene = Scene::new().await;
        let game = seek(&scene.host, &scene.ada).await;
        scene.store.set_append_fault(fault);
        let failed = scene.host.join(&scene.ben, &game).await;
        assert!(
            matches!(failed, Err(Rejection::Failed(HostError::Store(_)))),
            "{failed:?}"
        );
        scene.store.set_append_fault(Fault::None);
        scene.has_begun(&game).await;
    }
}

#[tokio::test]
async fn somebody_else_does_not_get_the_seat_of_whose_answer_was_lost() {
    let scene = Scene::new().await;
    let game = seek(&scene.host, &scene.ada).await;
    scene.store.set_append_fault(Fault::LoseAnswer);
    scene.host.join(&scene.ben, &game).await.unwrap_err();
    scene.store.set_append_fault(Fault::None);
    let eve = scene.host.accounts().newcomer().unwrap();
    let refused = scene.host.join(&eve, &game).await;
    let Err(Rejection::Refused(refusal)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(refusal.code, "already-started");
    scene.has_begun(&game).await;
}

#[tokio::test]
async fn a_pairing_whose_answer_was_lost_makes_no_second_game() {
    for fault in [Fault::LoseAnswer, Fault::Refuse] {
        let scene = Scene::new().await;
        let game = seek(&scene.host, &scene.ada).await;
        scene.store.set_append_fault(fault);
        pair(&scene.host, &scene.ben).await.unwrap_err();
        scene.store.set_append_fault(Fault::None);
        let seat = Seat::Black;
        let expected = Joined::Playing {
            game: game.clone(),
            seat,
        };
        assert_eq!(pair(&scene.host, &scene.ben).await, Ok(expected));
        scene.has_begun(&game).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_begins_even_if_there_is_no_room_for_it_in_memory() {
    let host = start_small(Arc::new(MemoryStore::new()), None, 1).await;
    begin(&host, Clock::Untimed).await;
    let (game, [white, black]) = begin(&host, Clock::Untimed).await;
    assert_eq!(host.counts().running, 2);
    assert!(host.seek(&game).is_none(), "the seek is gone");
    // When there is room again, it goes on.
    crate::support::pass(90).await;
    for (who, action) in [(&white, "e2e4"), (&black, "e7e5")] {
        let asked = host.ask(&game, &who.player, None, None, crate::support::act(action));
        asked.await.unwrap();
    }
}

/// A client that sends a request again is not charged for it again.
#[tokio::test]
async fn only_what_is_new_has_to_be_admitted() {
    let scene = Scene::new().await;
    seek(&scene.host, &scene.ada).await;
    let no = || Err(Refusal::new("no", "no"));
    let wish = || wish(Clock::Untimed, SeatChoice::White);
    let [same, other, paired] = ["seek", "other", "pair"].map(tag);
    let again = scene.host.create(&scene.ada, &same, wish(), no).await;
    assert!(matches!(again, Ok(Joined::Waiting(_))), "{again:?}");
    let new = scene.host.create(&scene.ada, &other, wish(), no).await;
    assert!(matches!(new, Err(Rejection::Refused(_))), "{new:?}");
    pair(&scene.host, &scene.ben).await.unwrap();
    let again = scene.host.pair(&scene.ben, &paired, wish(), no).await;
    assert!(matches!(again, Ok(Joined::Playing { .. })), "{again:?}");
}

#[tokio::test]
async fn players_from_one_place_do_not_fill_the_lobby() {
    let scene = Scene::new().await;
    let look = async |origin: &str, n: usize| {
        let who = scene.host.accounts().newcomer().unwrap();
        for number in 0..n {
            let mut wish = wish(Clock::Untimed, SeatChoice::White);
            wish.origin = Some(origin.into());
            let tag = tag(&format!("seek-{number}"));
            scene.host.create(&who, &tag, wish, || Ok(())).await?;
        }
        Ok(())
    };
    for _ in 0..50 {
        assert_eq!(look("school", 20).await, Ok(()));
    }
    let Err(Rejection::Refused(refusal)) = look("school", 1).await else {
        panic!("the school has had enough")
    };
    assert_eq!(refusal.code, "too-many-seeks");
    assert_eq!(look("home", 1).await, Ok(()));
}

/// A class presses "quick game" at the same moment: nobody who could be paired is left waiting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_who_ask_at_the_same_moment_are_paired() {
    let folder = tempfile::tempdir().unwrap();
    let store = store::SqliteStore::open(folder.path().join("rookery.db")).unwrap();
    let host = start_on(Arc::new(store), None).await;
    for round in 0..10 {
        let people: Vec<Identity> = (0..30)
            .map(|_| host.accounts().newcomer().unwrap())
            .collect();
        let asking = people.iter().map(|who| {
            let (host, who) = (host.clone(), who.clone());
            tokio::spawn(async move {
                let wish = wish(Clock::Untimed, SeatChoice::Random);
                host.pair(&who, &tag("quick"), wish, || Ok(())).await
            })
        });
        let asking: Vec<_> = asking.collect();
        for asked in asking {
            asked.await.unwrap().unwrap();
        }
        let seeks = host.watch_lobby(None).listed.seeks;
        assert_eq!(seeks.len(), 0, "round {round}: these still wait");
        for who in &people {
            let page = store::Page::first(10);
            let games = host.games_of(&who.player, page).await.unwrap();
            assert_eq!(games.len(), 1, "round {round}");
            // Sending the request again finds the game.
            let wish = wish(Clock::Untimed, SeatChoice::Random);
            let again = host.pair(who, &tag("quick"), wish, || Ok(())).await;
            assert!(matches!(again, Ok(Joined::Playing { .. })), "{again:?}");
        }
    }
}

/// A client that got no answer sends its request again while the first copy is still served.
#[tokio::test]
async fn copies_of_one_request_lead_to_one_game() {
    let scene = Scene::new().await;
    let eve = scene.host.accounts().newcomer().unwrap();
    seek(&scene.host, &scene.ada).await;
    seek(&scene.host, &eve).await;
    let (one, other) = tokio::join!(pair(&scene.host, &scene.ben), pair(&scene.host, &scene.ben));
    assert!(matches!(one, Ok(Joined::Playing { .. })), "{one:?}");
    assert_eq!(one, other);
    assert_eq!(scene.host.counts().running, 1);
}

/// Whether both players of a pair have been told that a game has begun.
fn are_told(pushes: [&mut host::Pushes; 2]) -> bool {
    let is_started = |pushes: &mut host::Pushes| {
        let push = pushes.try_recv();
        let Some(host::Push::Player(event)) = push else {
            return false;
        };
        matches!(*event, host::PlayerEvent::Started { .. })
    };
    pushes.map(is_started) == [true; 2]
}

#[tokio::test(start_paused = true)]
async fn a_player_who_comes_back_is_paired_with_one_who_waits() {
    const BLITZ: Clock = Clock::Fischer {
        initial: session::Millis::from_secs(180),
        increment: session::Millis::ZERO,
    };
    let scene = Scene::new().await;
    let host = &scene.host;
    let wait = async |who: &Identity| {
        let wish = wish(BLITZ, SeatChoice::Random);
        let waits = host.pair(who, &tag("quick"), wish, || Ok(())).await;
        assert!(matches!(waits, Ok(Joined::Waiting(_))), "{waits:?}");
    };
    wait(&scene.ada).await;
    // Ada is away, so Ben waits as well, until she is back.
    let (subscriber, mut bens) = host::Subscriber::new(8);
    let _ben = host.connect(&scene.ben.player, &subscriber);
    wait(&scene.ben).await;
    let (subscriber, mut adas) = host::Subscriber::new(8);
    let _ada = host.connect(&scene.ada.player, &subscriber);
    crate::support::pass(1).await;
    assert!(are_told([&mut adas, &mut bens]));
    assert_eq!(host.watch_lobby(None).listed.seeks.len(), 0);
    assert_eq!(host.counts().running, 1);
}

fn code<T: std::fmt::Debug>(answer: Result<T, Rejection>) -> String {
    match answer {
        Err(Rejection::Refused(refusal)) => refusal.code.to_string(),
        Ok(_) | Err(Rejection::Failed(_)) => panic!("{answer:?}"),
    }
}

/// A request may arrive again after a connection was cut, even after the seek was cancelled over another one.
#[tokio::test]
async fn what_was_cancelled_does_not_come_back() {
    let scene = Scene::new().await;
    let (host, ada) = (&scene.host, &scene.ada);
    let wish = || wish(Clock::Untimed, SeatChoice::White);
    let game = seek(host, ada).await;
    host.cancel(&ada.player, &game).await.unwrap();
    let again = host.create(ada, &tag("seek"), wish(), || Ok(())).await;
    assert_eq!(code(again), "cancelled");
    let Ok(Joined::Waiting(paired)) = pair(host, ada).await else {
        panic!("nobody else is there")
    };
    host.cancel(&ada.player, &paired.game).await.unwrap();
    assert_eq!(code(pair(host, ada).await), "cancelled");
    assert_eq!(host.watch_lobby(Some(&ada.player)).listed.seeks.len(), 0);
    // Neither after a restart.
    let store = Arc::clone(&scene.store) as Arc<dyn Store>;
    let host = start_on(store, None).await;
    let again = host.create(ada, &tag("seek"), wish(), || Ok(())).await;
    assert_eq!(code(again), "cancelled");
    let new = host.create(ada, &tag("new"), wish(), || Ok(())).await;
    assert!(matches!(new, Ok(Joined::Waiting(_))), "{new:?}");
}

/// Of many who join a seek at the same moment one plays, and all others hear the same; also when its owner cancels.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_who_join_too_late_hear_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let store = store::SqliteStore::open(folder.path().join("rookery.db")).unwrap();
    let host = start_on(Arc::new(store), None).await;
    for round in 0..10 {
        let owner = host.accounts().newcomer().unwrap();
        let game = seek(&host, &owner).await;
        let cancels = round % 2 == 1;
        let joining = (0..20).map(|number| {
            let (host, game, owner) = (host.clone(), game.clone(), owner.clone());
            tokio::spawn(async move {
                if cancels && number == 10 {
                    let cancelled = host.cancel(&owner.player, &game).await;
                    return cancelled.map(|()| None);
                }
                let who = host.accounts().newcomer().unwrap();
                host.join(&who, &game).await.map(Some)
            })
        });
        let joining: Vec<_> = joining.collect();
        let (mut winners, mut refusals) = (0, std::collections::BTreeSet::new());
        for joined in joining {
            match joined.await.unwrap() {
                Ok(Some(Joined::Playing { .. }) | None) => winners += 1,
                Ok(Some(Joined::Waiting(_))) => panic!("the seek is not theirs"),
                refused @ Err(_) => drop(refusals.insert(code(refused))),
            }
        }
        assert_eq!(winners, 1, "round {round}");
        assert_eq!(refusals.len(), 1, "round {round}: {refusals:?}");
    }
}
