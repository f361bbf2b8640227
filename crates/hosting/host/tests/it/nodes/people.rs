//! Players at several nodes: presence, chat, tokens, names.

use std::time::Duration;

use bus::testkit::Weather;
use host::{Host, Identity, PlayerEvent, Visitor};
use session::{Clock, GameId, Millis, Session};

use super::{Cluster, connect, until};
use crate::support::{act, begin};

const BLITZ: Clock = Clock::Fischer {
    initial: Millis::from_secs(600),
    increment: Millis::ZERO,
};

async fn move_two(host: &Host, game: &GameId, [white, black]: &[Identity; 2]) {
    for (who, action) in [(white, "e2e4"), (black, "e7e5")] {
        host.ask(game, &who.player, None, None, act(action))
            .await
            .unwrap();
    }
}

async fn is_gone(host: &Host, game: &GameId, who: &Identity) -> bool {
    let player = who.player.clone();
    let look = move |session: &Session, now| {
        let seat = session.seat_of(&player, None).unwrap();
        session.view(now).seats[seat].gone_since.is_some()
    };
    host.look(game, look).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_player_is_gone_only_when_at_no_node() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, players) = begin(&one, BLITZ).await;
    let [white, black] = &players;
    let (at_one, at_two) = (connect(&one, white), connect(&two, black));
    at_one.open(&one, white, &game).await;
    at_two.open(&two, black, &game).await;
    move_two(&one, &game, &players).await;
    // White goes from one node to the other.
    let moved = connect(&two, white);
    drop(at_one);
    tokio::time::sleep(Duration::from_secs(40)).await;
    assert!(!is_gone(&one, &game, white).await && !is_gone(&one, &game, black).await);
    drop(moved);
    until(async || is_gone(&one, &game, white).await.then_some(())).await;
    let _back = connect(&one, white);
    until(async || (!is_gone(&two, &game, white).await).then_some(())).await;
}

#[tokio::test(start_paused = true)]
async fn chat_reaches_the_other_node() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, [white, black]) = begin(&one, Clock::Untimed).await;
    let (_at_one, mut at_two) = (connect(&one, &white), connect(&two, &black));
    one.say(&white.player, &game, "good luck \u{1f600}")
        .await
        .unwrap();
    let said = |event: &PlayerEvent| matches!(event, PlayerEvent::Said { text, .. } if text == "good luck \u{1f600}");
    at_two.hears(said).await;
}

#[tokio::test(start_paused = true)]
async fn tokens_that_end_at_one_node_end_at_all() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let guest = one.accounts().newcomer().unwrap();
    let visitor = Visitor::default();
    let ada = one
        .register(&guest, "Ada", "a long password", &visitor)
        .await
        .unwrap();
    let mut at_two = connect(&two, &ada);
    let ended = |event: &PlayerEvent| *event == PlayerEvent::TokensEnded;
    let again = one.end_sessions(&ada, "").await.unwrap();
    at_two.hears(ended).await;
    assert!(two.accounts().is_ended(&ada.token).await.unwrap());
    assert!(!two.accounts().is_ended(&again.token).await.unwrap());
    // A node that may have missed it lets everybody look.
    cluster.hub.set_weather(Weather::Lost);
    one.end_sessions(&again, "").await.unwrap();
    cluster.hub.gap();
    at_two.hears(ended).await;
    assert!(two.accounts().is_ended(&again.token).await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn nodes_that_start_together_have_one_key_and_share_log_ins() {
    let cluster = Cluster::new();
    let (one, two) = tokio::join!(cluster.node(), cluster.node());
    let guest = one.accounts().newcomer().unwrap();
    let known = two.accounts().identify(&guest.token).await.unwrap();
    assert_eq!(known.unwrap().player, guest.player);
    until(async || (two.node_counts().unwrap().nodes == 2).then_some(())).await;
    let visitor = Visitor {
        address: "there",
        ..Visitor::default()
    };
    one.register(&guest, "Ada", "a long password", &visitor)
        .await
        .unwrap();
    let mut n_tries = 0;
    for _ in 0..20 {
        let tried = two.accounts().log_in("Ada", "wrong", &visitor).await;
        n_tries += u32::from(tried.unwrap_err().describe().0 != "too-many-attempts");
    }
    assert_eq!(n_tries, 5, "half of what one node allows");
}

#[tokio::test(start_paused = true)]
async fn a_new_name_is_seen_at_all_nodes() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let (game, [white, black]) = begin(&one, Clock::Untimed).await;
    let client = connect(&two, &black);
    client.open(&two, &black, &game).await;
    one.rename(&white, "Wanda").await.unwrap();
    let name = async || {
        let name = two.look(&game, |session, _| {
            session.seats().white.clone().unwrap().name
        });
        (name.await.unwrap() == "Wanda").then_some(())
    };
    until(name).await;
}
