//! What every bus promises: what is told arrives at the others unless it is lost, and a listener who has missed something
//! because a connection was lost hears so.

use std::sync::Arc;
use std::time::Duration;

use bus::{Bus, Ear, Heard, Topic};
use rules::Seat;
use session::{Change, GameId, Millis, Record, VERSION};
use store::NodeId;
use tokio::time::timeout;

/// Longer than anything takes that does not fail.
const PATIENCE: Duration = Duration::from_secs(30);

/// How soon something is told again that was not heard: a bus may lose it.
const AGAIN: Duration = Duration::from_millis(100);

pub(crate) fn node(name: &str) -> NodeId {
    NodeId::new(name).unwrap()
}

pub(crate) fn game(name: &str) -> GameId {
    GameId::new(name).unwrap()
}

pub(crate) fn records(first: u64, n: u64, action: &str) -> Arc<[Record]> {
    let record = |seq| Record {
        v: VERSION,
        seq,
        at: Millis(7),
        by: None,
        tag: None,
        change: Change::Acted {
            seat: Seat::White,
            action: action.to_owned(),
        },
    };
    (first..first + n).map(record).collect()
}

pub(crate) async fn connected(bus: &Arc<dyn Bus>) {
    let wait = async {
        while !bus.counts().is_connected {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, wait).await.unwrap();
}

/// Does something again and again until something is heard that fits, and gives that.
pub(crate) async fn until(ear: &mut Ear, act: impl Fn(), fits: impl Fn(&Heard) -> bool) -> Heard {
    let wait = async {
        loop {
            act();
            let again = tokio::time::Instant::now() + AGAIN;
            while let Ok(heard) = tokio::time::timeout_at(again, ear.hear()).await {
                let heard = heard.unwrap();
                if fits(&heard) {
                    return heard;
                }
            }
        }
    };
    timeout(PATIENCE, wait).await.unwrap()
}

fn is_of(heard: &Heard, name: &str) -> bool {
    matches!(heard, Heard::Stored { game, .. } if game.as_str() == name)
}

fn says(heard: &Heard, words: &str) -> bool {
    matches!(heard, Heard::Said { text, .. } if text == words)
}

/// Two nodes, `one` and `two`, that are new on their bus.
pub(crate) async fn holds(one: Arc<dyn Bus>, two: Arc<dyn Bus>) {
    connected(&one).await;
    connected(&two).await;
    let (mut ear_one, mut ear_two) = (one.open(), two.open());
    joined_games_are_heard(&one, &two, &mut ear_two).await;
    long_records_are_left_to_the_store(&one, &two, &mut ear_two).await;
    texts_reach_those_who_are_meant(&one, &mut ear_two).await;
    // Two answers, and hears nothing of its own.
    let answer = || two.tell(Topic::People, "from two".to_owned());
    until(&mut ear_one, answer, |heard| says(heard, "from two")).await;
    let ask = || one.tell(Topic::People, "to two".to_owned());
    let fits = |heard: &Heard| {
        assert!(!says(heard, "from two"), "a node hears itself");
        says(heard, "to two")
    };
    until(&mut ear_two, ask, fits).await;
    assert!(
        timeout(PATIENCE, one.open().hear())
            .await
            .unwrap()
            .is_none(),
        "one listens"
    );
    assert!(one.counts().sent > 0 && two.counts().heard > 0);
}

async fn joined_games_are_heard(one: &Arc<dyn Bus>, two: &Arc<dyn Bus>, ear: &mut Ear) {
    // Its name has letters that mean something to servers.
    let (odd, other) = (game("a.*>$b"), game("other"));
    two.join(&odd);
    let news = records(4, 2, "e2e4 \"quoted\" \u{e9}\n");
    let store = || {
        one.stored(&other, &news);
        one.stored(&odd, &news);
    };
    let fits = |heard: &Heard| {
        assert!(!is_of(heard, "other"), "nobody has joined it");
        is_of(heard, "a.*>$b")
    };
    let expected = Heard::Stored {
        game: odd.clone(),
        n_records: 6,
        records: news.to_vec(),
    };
    assert_eq!(until(ear, store, fits).await, expected);
    // What is told after it has left and another was joined comes after that.
    two.leave(&odd);
    two.join(&other);
    until(ear, store, |heard| is_of(heard, "other")).await;
    two.leave(&other);
}

async fn long_records_are_left_to_the_store(one: &Arc<dyn Bus>, two: &Arc<dyn Bus>, ear: &mut Ear) {
    let long = game("long");
    two.join(&long);
    let news = records(9, 1, &"x".repeat(200_000));
    let heard = until(
        ear,
        || one.stored(&long, &news),
        |heard| is_of(heard, "long"),
    )
    .await;
    let expected = Heard::Stored {
        game: long,
        n_records: 10,
        records: Vec::new(),
    };
    assert_eq!(heard, expected);
    let text = "x".repeat(200_000);
    let tell = || one.tell(Topic::Lobby, text.clone());
    until(ear, tell, |heard| *heard == Heard::Gap).await;
}

async fn texts_reach_those_who_are_meant(one: &Arc<dyn Bus>, ear: &mut Ear) {
    for topic in [Topic::Lobby, Topic::People, Topic::Node(node("two"))] {
        let text = format!("{topic:?} \u{e9}");
        let tell = || {
            one.tell(Topic::Node(node("three")), "secret".to_owned());
            one.tell(topic.clone(), text.clone());
        };
        let fits = |heard: &Heard| {
            assert!(!says(heard, "secret"));
            says(heard, &text)
        };
        let heard = until(ear, tell, fits).await;
        assert!(matches!(heard, Heard::Said { topic: about, .. } if about == topic));
    }
}

/// So many at once that there may be no room for some: a listener that misses one hears so.
pub(crate) async fn overflows_honestly(one: Arc<dyn Bus>, two: Arc<dyn Bus>) {
    connected(&one).await;
    connected(&two).await;
    let mut ear = two.open();
    until(
        &mut ear,
        || one.tell(Topic::People, "hello".to_owned()),
        |heard| says(heard, "hello"),
    )
    .await;
    let many = 3 * bus::QUEUE;
    for number in 0..many {
        one.tell(Topic::People, number.to_string());
    }
    let mut heard = vec![false; many];
    let mut has_gap = false;
    let listen = async {
        loop {
            one.tell(Topic::People, "end".to_owned());
            let again = tokio::time::Instant::now() + AGAIN;
            while let Ok(message) = tokio::time::timeout_at(again, ear.hear()).await {
                match message.unwrap() {
                    Heard::Gap => has_gap = true,
                    Heard::Said { text, .. } if text == "end" => return,
                    Heard::Said { text, .. } => {
                        if let Ok(number) = text.parse::<usize>() {
                            heard[number] = true;
                        }
                    }
                    Heard::Stored { .. } => {}
                }
            }
        }
    };
    timeout(PATIENCE, listen).await.unwrap();
    let n_heard = heard.iter().filter(|is_heard| **is_heard).count();
    assert!(
        n_heard == many || has_gap,
        "{n_heard} of {many}, and nobody says so"
    );
}

/// The connection of both is lost by what `cut` does; they hear of it, and then each other again.
pub(crate) async fn comes_back(one: Arc<dyn Bus>, two: Arc<dyn Bus>, cut: impl AsyncFnOnce()) {
    connected(&one).await;
    connected(&two).await;
    let mut ear = two.open();
    let kept = game("kept");
    two.join(&kept);
    let tell = || one.stored(&kept, &records(0, 1, "before"));
    until(&mut ear, tell, |heard| is_of(heard, "kept")).await;
    // The beginning of a connection is a gap as well.
    let broken = two.counts().broken;
    cut().await;
    let wait = async {
        while two.counts().broken == broken {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, wait).await.unwrap();
    until(&mut ear, || (), |heard| *heard == Heard::Gap).await;
    let tell = || one.stored(&kept, &records(1, 1, "after"));
    until(&mut ear, tell, |heard| {
        matches!(heard, Heard::Stored { n_records: 2, .. })
    })
    .await;
}
