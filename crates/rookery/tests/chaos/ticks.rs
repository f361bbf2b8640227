//! Time runs out while the player moves: two nodes decide about one game at the same moment.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use session::Record;

use crate::cluster::Cluster;
use crate::oracle;
use crate::player::Player;
use crate::world::World;

/// What each has for the whole game, in milliseconds.
const INITIAL: u64 = 1500;

/// Games at the same time.
const GAMES: usize = 12;

/// A player asks something at its node; that node does not fail here.
async fn ask(player: &mut Player, request: &Value) -> Value {
    player.call(request, &mut |_| ()).await.expect("it answers")
}

/// Plays until the time of White is nearly up, and moves at the last moment: what the answer was.
async fn play(world: &World, number: usize) -> (String, Value) {
    let [mut white, mut black] = [number, number + 1].map(|node| Player::new(number, node % 2));
    white.connect(world).await;
    black.connect(world).await;
    let create = json!({
        "type": "create", "variant": "orthodox", "start": {"type": "usual"},
        "clock": {"type": "fischer", "initial": INITIAL, "increment": 0},
        "seat": "white", "audience": {"type": "invited"},
    });
    let seek = ask(&mut white, &create).await;
    let game = seek["answer"]["seek"]["game"]
        .as_str()
        .expect("a game")
        .to_owned();
    let join = json!({"type": "join", "game": game});
    while ask(&mut black, &join).await["type"] != "ok" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let act = |action: &str, after: usize| {
        let ask = json!({"type": "act", "action": action, "after": after});
        json!({"type": "ask", "game": game, "ask": ask})
    };
    // Both nodes have the game in memory, and so both look at its clock.
    for player in [&mut white, &mut black] {
        let open = json!({"type": "open", "game": game, "from": 0, "detail": "brief"});
        assert_eq!(ask(player, &open).await["type"], "ok");
    }
    ask(&mut white, &act("e2e4", 0)).await;
    while ask(&mut black, &act("e7e5", 1)).await["type"] != "ok" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let spread = Duration::from_millis(8 * number as u64);
    let due = Instant::now() + Duration::from_millis(INITIAL - 50) + spread;
    tokio::time::sleep_until(due.into()).await;
    let answer = ask(&mut white, &act("g1f3", 2)).await;
    (game, answer)
}

/// Either the move was in time or the time was over; the game has an end of one kind, once, and no gap.
#[test]
fn a_move_and_the_end_of_its_time_at_two_nodes_make_one_record() {
    let test = "a_move_and_the_end_of_its_time_at_two_nodes_make_one_record";
    let Some(cluster) = Cluster::start(test, 2) else {
        return;
    };
    let (world, tables) = World::begin(cluster, 0);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let played = runtime.unwrap().block_on(async {
        let games = (0..GAMES).map(|number| play(&world, number));
        futures_util::future::join_all(games).await
    });
    tables.finish(&world);
    // The time of one of both runs out in every game.
    let is_over = "SELECT count(*) FROM games WHERE is_live";
    let began = Instant::now();
    while world
        .cluster
        .postgres()
        .sql(world.cluster.database(), is_over)
        .trim()
        != "0"
    {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "a game does not end"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let stored = oracle::stored_games(&world);
    for (game, answer) in &played {
        let texts: Vec<String> = stored[game].iter().map(Record::to_text).collect();
        let n_of = |part: &str| texts.iter().filter(|text| text.contains(part)).count();
        let n_moves = n_of("\"g1f3\"");
        assert_eq!(
            n_moves,
            usize::from(answer["type"] == "ok"),
            "{answer} {texts:?}"
        );
        assert_eq!(n_of("\"ended\""), 1, "{texts:?}");
    }
    let checked = world.cluster.check();
    assert!(
        checked.contains(&format!("{GAMES} games, 0 damaged")),
        "{checked}"
    );
}
