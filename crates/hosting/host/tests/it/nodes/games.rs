//! One game at several nodes.

use std::time::Duration;

use bus::testkit::Weather;
use host::{Asking, Host, Identity};
use session::{Ask, Clock, GameId, Millis, Proposal, Tag};

use super::{Cluster, connect, timed, until};
use crate::support::{act, begin};

const MOVES: [&str; 8] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5",
];

/// What a message takes.
const AT_ONCE: Duration = Duration::from_millis(50);

/// What it takes to find something of which no message has come.
const SOON: Duration = Duration::from_millis(2500);

async fn ask(host: &Host, game: &GameId, who: &Identity, ask: Ask) {
    let asked = host.ask(game, &who.player, None, None, ask.clone()).await;
    assert!(asked.is_ok(), "{ask:?}: {asked:?}");
}

/// Plays a game with its players at two nodes and gives the longest time after which one saw a move of the other.
async fn play(cluster: &Cluster, weather: Weather) -> Duration {
    let [one, two] = cluster.nodes().await;
    let (game, [white, black]) = begin(&one, Clock::Untimed).await;
    let (mut at_one, mut at_two) = (connect(&one, &white), connect(&two, &black));
    assert_eq!(at_one.open(&one, &white, &game).await, 1);
    assert_eq!(at_two.open(&two, &black, &game).await, 1);
    cluster.hub.set_weather(weather);
    let mut longest = Duration::ZERO;
    for (index, action) in MOVES.iter().enumerate() {
        let n_records = index as u64 + 2;
        let took = match index % 2 {
            0 => {
                ask(&one, &game, &white, act(action)).await;
                timed(at_two.sees(n_records)).await.1
            }
            _ => {
                ask(&two, &game, &black, act(action)).await;
                timed(at_one.sees(n_records)).await.1
            }
        };
        longest = longest.max(took);
    }
    let stored = cluster.store.read(&game, 0).await.unwrap();
    assert_eq!(stored.len(), MOVES.len() + 1);
    longest
}

#[tokio::test(start_paused = true)]
async fn moves_are_seen_at_the_other_node_at_once() {
    let cluster = Cluster::new();
    assert!(play(&cluster, Weather::Fair).await < AT_ONCE);
}

#[tokio::test(start_paused = true)]
async fn lost_doubled_and_late_messages_cost_at_most_a_moment() {
    for weather in [Weather::Lost, Weather::OneLostOf(3), Weather::Late] {
        let longest = play(&Cluster::new(), weather).await;
        assert!(longest < SOON, "{weather:?}: {longest:?}");
    }
    assert!(play(&Cluster::new(), Weather::Doubled).await < AT_ONCE);
}

/// Late messages arrive in a wrong order, when all is known already.
#[tokio::test(start_paused = true)]
async fn old_messages_change_nothing() {
    let cluster = Cluster::new();
    play(&cluster, Weather::Late).await;
    cluster.hub.set_weather(Weather::Fair);
    tokio::time::sleep(Duration::from_secs(5)).await;
}

#[tokio::test(start_paused = true)]
async fn two_nodes_that_act_at_the_same_moment_make_one_record() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, [white, black]) = begin(&one, Clock::Untimed).await;
    let at = [connect(&one, &white), connect(&two, &white)];
    at[0].open(&one, &white, &game).await;
    at[1].open(&two, &white, &game).await;
    for (index, action) in MOVES.iter().enumerate() {
        let who = if index % 2 == 0 { &white } else { &black };
        // The same request arrives twice, because a client did not hear the answer and has gone elsewhere.
        let tag = Tag::new(format!("t{index}")).unwrap();
        let asking = || Asking {
            player: &who.player,
            seat: None,
            tag: Some(tag.clone()),
            ask: act(action),
        };
        let (first, second) = tokio::join!(
            one.ask_measured(&game, asking()),
            two.ask_measured(&game, asking())
        );
        assert_eq!(
            first.0.unwrap(),
            second.0.unwrap(),
            "both name the same record"
        );
    }
    let n_stored = cluster.store.read(&game, 0).await.unwrap().len();
    assert_eq!(n_stored, MOVES.len() + 1);
    // Without a tag one of two is refused.
    let moves = [act("c2c3"), act("b2b3")];
    let [c3, b3] = moves;
    let (first, second) = tokio::join!(
        one.ask(&game, &white.player, None, None, c3),
        two.ask(&game, &white.player, None, None, b3)
    );
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
}

#[tokio::test(start_paused = true)]
async fn takebacks_draws_and_rematches_cross_nodes() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, [white, black]) = begin(&one, Clock::Untimed).await;
    let (mut at_one, mut at_two) = (connect(&one, &white), connect(&two, &black));
    at_one.open(&one, &white, &game).await;
    at_two.open(&two, &black, &game).await;
    ask(&one, &game, &white, act("e2e4")).await;
    at_two.sees(2).await;
    let back = Proposal::Takeback { to: 0 };
    ask(&one, &game, &white, Ask::Propose { proposal: back }).await;
    at_two.sees(3).await;
    ask(&two, &game, &black, Ask::Accept { proposal: back }).await;
    at_one.sees(4).await;
    ask(&one, &game, &white, act("d2d4")).await;
    at_two.sees(5).await;
    ask(&two, &game, &black, Ask::Resign).await;
    let ended = |event: &host::PlayerEvent| matches!(event, host::PlayerEvent::Ended { .. });
    at_one.hears(ended).await;
    let rematch = Proposal::Rematch;
    ask(&one, &game, &white, Ask::Propose { proposal: rematch }).await;
    at_two.sees(7).await;
    ask(&two, &game, &black, Ask::Accept { proposal: rematch }).await;
    let started = |event: &host::PlayerEvent| matches!(event, host::PlayerEvent::Started { game: begun, .. } if *begun == game.rematch());
    at_one.hears(started).await;
    at_two.hears(started).await;
    assert!(
        cluster
            .store
            .summary(&game.rematch())
            .await
            .unwrap()
            .is_some()
    );
    until(async || (one.counts().running == 1 && two.counts().running == 1).then_some(())).await;
}

/// The node that is picked for it, and if that is dead, another one.
#[tokio::test(start_paused = true)]
async fn time_runs_out_at_one_node_and_once() {
    let cluster = Cluster::new();
    let [one, two, three] = cluster.nodes().await;
    let clock = Clock::Fischer {
        initial: Millis::from_secs(20),
        increment: Millis::ZERO,
    };
    let (game, [white, black]) = begin(&one, clock).await;
    let clients = [connect(&one, &white), connect(&two, &black)];
    clients[0].open(&one, &white, &game).await;
    clients[1].open(&two, &black, &game).await;
    ask(&one, &game, &white, act("e2e4")).await;
    ask(&two, &game, &black, act("e7e5")).await;
    three.look(&game, |session, _| session.seq()).await.unwrap();
    let ended = until(async || {
        let over = three
            .look(&game, |session, now| session.ending().map(|_| now))
            .await;
        over.unwrap()
    })
    .await;
    let last = three
        .look(&game, |session, _| session.last_at())
        .await
        .unwrap();
    assert!(ended >= last);
    let stored = cluster.store.read(&game, 0).await.unwrap();
    assert_eq!(stored.len(), 4, "it ends once");
}
