//! Nodes that die, stores that cannot be reached, and databases that have lost something.

use std::sync::Arc;
use std::time::Duration;

use host::{Host, Identity, Readiness, SeatChoice};
use session::{Clock, GameId, Millis, Session};
use store::testkit::{Fault, FaultyStore};
use store::{MemoryStore, Store};

use super::{Cluster, connect, until};
use crate::computer::{FirstLegal, Gate, create};
use crate::support::{act, begin, now};

const INITIAL: Millis = Millis::from_secs(600);
const RAPID: Clock = Clock::Fischer {
    initial: INITIAL,
    increment: Millis::ZERO,
};

async fn used(host: &Host, game: &GameId) -> Millis {
    let clocks = host.look(game, Session::clocks).await.unwrap();
    INITIAL - clocks.left.unwrap().white
}

async fn move_two(host: &Host, game: &GameId, [white, black]: &[Identity; 2]) {
    for (who, action) in [(white, "e2e4"), (black, "e7e5")] {
        host.ask(game, &who.player, None, None, act(action))
            .await
            .unwrap();
    }
}

/// White's node dies while White thinks. White comes back elsewhere at once, after a while, or late.
#[tokio::test(start_paused = true)]
async fn the_time_that_a_dead_node_costs_is_charged_to_nobody() {
    for away in [Duration::from_secs(2), Duration::from_secs(12)] {
        let cluster = Cluster::new();
        let [one, two, three] = cluster.nodes().await;
        let (game, players) = begin(&one, RAPID).await;
        let (at_one, at_two) = (connect(&one, &players[0]), connect(&two, &players[1]));
        at_one.open(&one, &players[0], &game).await;
        at_two.open(&two, &players[1], &game).await;
        move_two(&two, &game, &players).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        cluster.kill(&one);
        let died = now();
        tokio::time::sleep(away).await;
        let _at_three = connect(&three, &players[0]);
        tokio::time::sleep(Duration::from_millis(200)).await;
        let asked = three
            .ask(&game, &players[0].player, None, None, act("g1f3"))
            .await;
        assert!(asked.is_ok(), "{asked:?}");
        let charged = used(&two, &game).await;
        // It has thought for a second before, and once others had taken over time ran again.
        let taken_over = Millis::from_secs(6).min(now() - died);
        let rest = (now() - died) - taken_over;
        assert!(charged < Millis(2600) + rest, "{away:?}: {charged}");
    }
}

#[tokio::test(start_paused = true)]
async fn players_of_a_dead_node_who_do_not_come_back_are_gone() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, players) = begin(&one, RAPID).await;
    let (at_one, at_two) = (connect(&one, &players[0]), connect(&two, &players[1]));
    at_one.open(&one, &players[0], &game).await;
    at_two.open(&two, &players[1], &game).await;
    move_two(&one, &game, &players).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    cluster.kill(&one);
    until(async || {
        let gone = two.look(&game, |session, now| {
            session.view(now).seats.white.gone_since
        });
        gone.await.unwrap().map(drop)
    })
    .await;
    let counts = two.node_counts().unwrap();
    assert_eq!((counts.nodes, counts.takeovers), (1, 1));
    // Its name is forgotten after a while.
    until(async || {
        let beat = store::Beat {
            node: two.node_id().clone(),
            at: now(),
            about: String::new(),
        };
        let members = cluster.store.beat(beat).await.unwrap();
        (members.nodes.len() == 1).then_some(())
    })
    .await;
}

/// Only the node that dies knew when the game is due.
#[tokio::test(start_paused = true)]
async fn deadlines_of_a_dead_node_are_kept() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let clock = Clock::Fischer {
        initial: Millis::from_secs(120),
        increment: Millis::ZERO,
    };
    let (game, players) = begin(&one, clock).await;
    move_two(&one, &game, &players).await;
    // It sleeps at the only node that has had it.
    tokio::time::sleep(Duration::from_secs(60)).await;
    cluster.kill(&one);
    tokio::time::sleep(Duration::from_secs(90)).await;
    let ended = cluster.store.summary(&game).await.unwrap().unwrap();
    assert!(!ended.is_live());
    assert_eq!(two.node_counts().unwrap().nodes, 1);
}

/// All nodes die; the first that comes back lets nobody pay.
#[tokio::test(start_paused = true)]
async fn an_outage_of_all_nodes_is_charged_to_nobody() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, players) = begin(&one, RAPID).await;
    move_two(&one, &game, &players).await;
    cluster.kill(&one);
    cluster.kill(&two);
    tokio::time::sleep(Duration::from_secs(300)).await;
    let (three, four) = tokio::join!(cluster.node(), cluster.node());
    assert!(used(&four, &game).await < Millis::from_secs(7));
    until(async || (three.readiness() == Readiness::Ready).then_some(())).await;
    assert!(used(&three, &game).await < Millis::from_secs(7));
}

/// A node says goodbye: others take over at once.
#[tokio::test(start_paused = true)]
async fn a_node_that_stops_is_taken_over_from_at_once() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, players) = begin(&one, RAPID).await;
    let at_one = connect(&one, &players[0]);
    at_one.open(&one, &players[0], &game).await;
    move_two(&one, &game, &players).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    one.close().await;
    assert_eq!(one.readiness(), Readiness::Closing);
    drop(at_one);
    one.stop().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(two.node_counts().unwrap().nodes, 1);
    let charged = used(&two, &game).await;
    assert!(charged < Millis(2500), "{charged:?}");
}

#[tokio::test(start_paused = true)]
async fn a_node_without_its_store_sends_its_players_away_and_comes_back() {
    let way = Arc::new(FaultyStore::new(MemoryStore::new()));
    let cluster = Cluster::on(way.inner());
    let one = cluster
        .node_on(Arc::clone(&way) as Arc<dyn Store>, None)
        .await;
    let two = cluster.node().await;
    until(async || (one.node_counts().unwrap().nodes == 2).then_some(())).await;
    until(async || (one.readiness() == Readiness::Ready).then_some(())).await;
    way.set_fault(Fault::Refuse);
    let mut watch = one.watch_cut_off();
    let began = tokio::time::Instant::now();
    watch.wait_for(|is_cut_off| *is_cut_off).await.unwrap();
    let took = began.elapsed();
    assert!(
        (Duration::from_secs(3)..Duration::from_secs(6)).contains(&took),
        "{took:?}"
    );
    assert!(!one.readiness().is_ready() && two.readiness().is_ready());
    way.set_fault(Fault::None);
    until(async || one.readiness().is_ready().then_some(())).await;
}

/// A node that is alone keeps its players: they could go nowhere.
#[tokio::test(start_paused = true)]
async fn a_single_node_keeps_its_players_without_its_store() {
    let way = Arc::new(FaultyStore::new(MemoryStore::new()));
    let cluster = Cluster::on(Arc::clone(&way) as Arc<dyn Store>);
    let one = cluster.node().await;
    until(async || (one.readiness() == Readiness::Ready).then_some(())).await;
    way.set_fault(Fault::Refuse);
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(one.readiness(), Readiness::NotStoring);
}

/// A database takes over that lacks the last moves.
#[tokio::test(start_paused = true)]
async fn a_game_that_was_rewound_goes_on_from_there() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, [white, black]) = begin(&one, Clock::Untimed).await;
    let (mut at_one, at_two) = (connect(&one, &white), connect(&two, &black));
    at_one.open(&one, &white, &game).await;
    at_two.open(&two, &black, &game).await;
    for (who, action) in [(&white, "e2e4"), (&black, "e7e5"), (&white, "g1f3")] {
        one.ask(&game, &who.player, None, None, act(action))
            .await
            .unwrap();
    }
    let records = cluster.store.read(&game, 0).await.unwrap();
    let kept = session::Sealed::open_all(&records[..2], Some(session::Hash::START)).unwrap();
    cluster.store.remove(&game).await.unwrap();
    cluster.store.append(&game, 0, kept.into()).await.unwrap();
    // The next move is judged by what is stored, and readers are told to begin again.
    one.ask(&game, &black.player, None, None, act("c7c5"))
        .await
        .unwrap();
    while at_one.pushes.recv().await.is_some() {}
    until(async || {
        let look = two.look(&game, |session, _| session.seq()).await;
        (look.unwrap() == 3).then_some(())
    })
    .await;
    two.ask(&game, &white.player, None, None, act("g1f3"))
        .await
        .unwrap();
    assert_eq!(cluster.store.read(&game, 0).await.unwrap().len(), 4);
    let rewinds = [&one, &two].map(|host| host.node_counts().unwrap().rewinds);
    assert_eq!(rewinds, [1, 1]);
}

#[tokio::test(start_paused = true)]
async fn a_computer_plays_on_when_the_node_that_asked_it_is_dead() {
    let cluster = Cluster::new();
    let gate = Arc::new(Gate::default());
    let slow = FirstLegal {
        gate: Some(Arc::clone(&gate)),
    };
    let store = || Arc::clone(&cluster.store);
    let one = cluster.node_on(store(), Some(Arc::new(slow))).await;
    let quick = FirstLegal::default();
    let two = cluster.node_on(store(), Some(Arc::new(quick))).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let ada = one.accounts().newcomer().unwrap();
    let client = connect(&one, &ada);
    let game = create(&one, &ada, SeatChoice::White, 1).await.unwrap();
    client.open(&one, &ada, &game).await;
    // A spectator has it at the other node, which does not ask the computer a second time.
    let n_played = async || {
        let look = two.look(&game, |session, _| session.played().len());
        look.await.unwrap()
    };
    assert_eq!(n_played().await, 0);
    one.ask(&game, &ada.player, None, None, act("e2e4"))
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(n_played().await, 1);
    cluster.kill(&one);
    gate.open();
    // Computers think in threads, for which the time of the test does not wait.
    let began = std::time::Instant::now();
    while n_played().await == 1 && began.elapsed() < Duration::from_secs(30) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(n_played().await, 2);
}
