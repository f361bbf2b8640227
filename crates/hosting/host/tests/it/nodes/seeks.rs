//! Seeks at several nodes: the store decides.

use std::time::Duration;

use bus::testkit::Weather;
use host::{Audience, Host, Identity, Joined, LobbyChange, PlayerEvent, SeatChoice, SeekView};
use session::{Clock, Millis, Tag};
use store::Space;

use super::{Cluster, connect, until};
use crate::support::wish;

const BLITZ: Clock = Clock::Fischer {
    initial: Millis::from_secs(180),
    increment: Millis::ZERO,
};

async fn seek(host: &Host, who: &Identity, tag: &str, audience: Audience) -> SeekView {
    let wish = host::Wish {
        audience,
        ..wish(Clock::Untimed, SeatChoice::White)
    };
    let tag = Tag::new(tag).unwrap();
    match host.create(who, &tag, wish, || Ok(())).await.unwrap() {
        Joined::Waiting(seek) => *seek,
        Joined::Playing { .. } => panic!("nobody has joined"),
    }
}

fn people<const N: usize>(host: &Host) -> [Identity; N] {
    std::array::from_fn(|_| host.accounts().newcomer().unwrap())
}

async fn n_stored_seeks(cluster: &Cluster) -> usize {
    cluster.store.entries(&Space::Seeks).await.unwrap().len()
}

#[tokio::test(start_paused = true)]
async fn seeks_are_listed_joined_and_gone_everywhere() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let [ada, ben] = people(&one);
    let (mut at_one, _at_two) = (connect(&one, &ada), connect(&two, &ben));
    let mut lobby = two.watch_lobby(None).events;
    let listed = seek(&one, &ada, "a", Audience::Anybody).await;
    let change = lobby.recv().await.unwrap();
    let LobbyChange::SeekAdded { seek } = &change.change else {
        panic!("{change:?}")
    };
    assert_eq!(seek.game, listed.game);
    // That the owner is at the other node is seen as soon as somebody looks.
    until(async || two.seeks(None).seeks[0].present.then_some(())).await;
    two.join(&ben, &listed.game).await.unwrap();
    let started = |event: &PlayerEvent| matches!(event, PlayerEvent::Started { .. });
    at_one.hears(started).await;
    assert!(one.seeks(None).seeks.is_empty() && two.seeks(None).seeks.is_empty());
    assert_eq!(n_stored_seeks(&cluster).await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_seek_joined_at_two_nodes_at_once_leads_to_one_game() {
    for weather in [Weather::Fair, Weather::Lost, Weather::Late] {
        let cluster = Cluster::new();
        let [one, two, three] = cluster.nodes().await;
        let [ada, ben, cyd] = people(&one);
        let listed = seek(&one, &ada, "a", Audience::Anybody).await;
        cluster.hub.set_weather(weather);
        let (ben_joined, cyd_joined) =
            tokio::join!(two.join(&ben, &listed.game), three.join(&cyd, &listed.game));
        assert!(
            ben_joined.is_ok() != cyd_joined.is_ok(),
            "{ben_joined:?} {cyd_joined:?}"
        );
        let refused = ben_joined.err().or(cyd_joined.err()).unwrap();
        assert_eq!(refused.describe().0, "already-started");
        // All nodes learn that it is gone, whatever becomes of messages.
        for host in [&one, &two, &three] {
            until(async || host.seeks(None).seeks.is_empty().then_some(())).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn of_one_who_cancels_and_one_who_joins_one_succeeds() {
    for weather in [Weather::Fair, Weather::Lost] {
        let cluster = Cluster::new();
        let [one, two] = cluster.nodes().await;
        let [ada, ben] = people(&one);
        let listed = seek(&one, &ada, "a", Audience::Anybody).await;
        cluster.hub.set_weather(weather);
        let (cancelled, joined) = tokio::join!(
            one.cancel(&ada.player, &listed.game),
            two.join(&ben, &listed.game)
        );
        assert!(
            cancelled.is_ok() != joined.is_ok(),
            "{cancelled:?} {joined:?}"
        );
        let has_begun = cluster.store.summary(&listed.game).await.unwrap().is_some();
        assert_eq!(has_begun, joined.is_ok());
        assert_eq!(n_stored_seeks(&cluster).await, 0);
    }
}

/// Both wait for the first who comes, and neither sees the other's seek before the own is listed.
#[tokio::test(start_paused = true)]
async fn two_who_wait_at_different_nodes_are_brought_together() {
    for weather in [Weather::Fair, Weather::Lost, Weather::Doubled] {
        let cluster = Cluster::new();
        let [one, two] = cluster.nodes().await;
        let [ada, ben] = people(&one);
        let (mut at_one, mut at_two) = (connect(&one, &ada), connect(&two, &ben));
        tokio::time::sleep(Duration::from_millis(500)).await;
        cluster.hub.set_weather(weather);
        let tag = Tag::new("pair").unwrap();
        let any = || wish(BLITZ, SeatChoice::Random);
        let (first, second) = tokio::join!(
            one.pair(&ada, &tag, any(), || Ok(())),
            two.pair(&ben, &tag, any(), || Ok(()))
        );
        let playing = |joined: &Joined| matches!(joined, Joined::Playing { .. });
        let started = |event: &PlayerEvent| matches!(event, PlayerEvent::Started { .. });
        // Where nobody is told, those who wait find out.
        if !playing(&first.unwrap()) {
            at_one.hears(started).await;
        }
        if !playing(&second.unwrap()) {
            at_two.hears(started).await;
        }
        until(async || (cluster.store.count_live().await.unwrap() == 1).then_some(())).await;
        tokio::time::sleep(Duration::from_secs(10)).await;
        assert_eq!(cluster.store.count_live().await.unwrap(), 1, "{weather:?}");
        assert_eq!(n_stored_seeks(&cluster).await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn challenges_reach_players_at_other_nodes() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let [ada, ben] = people(&one);
    one.accounts().keep(&ben.player).await.unwrap();
    let (mut at_one, mut at_two) = (connect(&one, &ada), connect(&two, &ben));
    let to_ben = || Audience::Player {
        player: ben.player.clone(),
    };
    let first = seek(&one, &ada, "first", to_ben()).await;
    let event = at_two
        .hears(|event| matches!(event, PlayerEvent::Challenged(_)))
        .await;
    let PlayerEvent::Challenged(heard) = &*event else {
        panic!("{event:?}")
    };
    assert_eq!((&heard.game, heard.lot), (&first.game, first.lot));
    two.turn_down(&ben.player, &first.game, Some("later".to_owned()))
        .await
        .unwrap();
    at_one
        .hears(|event| {
            matches!(event, PlayerEvent::ChallengeGone { fate: host::ChallengeFate::Declined { why: Some(why) }, .. } if why == "later")
        })
        .await;
    // The message is lost, but the player has the id: the store knows.
    cluster.hub.set_weather(Weather::Lost);
    let second = seek(&one, &ada, "second", to_ben()).await;
    two.join(&ben, &second.game).await.unwrap();
}

/// Nothing is heard of the one who joins elsewhere: the owner is told when the lists are compared, and a look at the seek
/// shows at once that it is over.
#[tokio::test(start_paused = true)]
async fn a_seek_that_was_joined_unheard_is_no_longer_shown() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let [ada, ben] = people(&one);
    let mut client = connect(&one, &ada);
    cluster.hub.set_weather(Weather::Lost);
    for is_looked_at in [true, false] {
        let tag = format!("looked-at-{is_looked_at}");
        let made = seek(&one, &ada, &tag, Audience::Invited).await;
        assert!(two.waiting_seek(&made.game).await.unwrap().is_some());
        two.join(&ben, &made.game).await.unwrap();
        if is_looked_at {
            assert!(one.waiting_seek(&made.game).await.unwrap().is_none());
        }
        let starts = |event: &PlayerEvent| matches!(event, PlayerEvent::Started { game, .. } if *game == made.game);
        client.hears(starts).await;
        assert!(one.waiting_seek(&made.game).await.unwrap().is_none());
    }
}

/// A list that has missed everything, and one that has heard of something too late.
#[tokio::test(start_paused = true)]
async fn lists_become_right_by_themselves() {
    let cluster = Cluster::new();
    let [one, two] = cluster.nodes().await;
    let [ada] = people(&one);
    let _client = connect(&one, &ada);
    cluster.hub.set_weather(Weather::Lost);
    let kept = seek(&one, &ada, "kept", Audience::Anybody).await;
    until(async || (two.seeks(None).seeks.len() == 1).then_some(())).await;
    cluster.hub.set_weather(Weather::Late);
    let gone = seek(&one, &ada, "gone", Audience::Anybody).await;
    one.cancel(&ada.player, &gone.game).await.unwrap();
    // The end is heard before the beginning.
    cluster.hub.set_weather(Weather::Fair);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let listed: Vec<_> = two
        .seeks(None)
        .seeks
        .into_iter()
        .map(|seek| seek.game)
        .collect();
    assert_eq!(listed, [kept.game]);
}
