//! The database server dies, and its standby takes over.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::child::{Api, value};
use crate::cluster::Cluster;
use crate::report::{Bars, at_most};
use crate::world::World;
use crate::{oracle, report, setting};

#[test]
fn a_synchronous_standby_takes_over_without_a_loss() {
    let test = "a_synchronous_standby_takes_over_without_a_loss";
    let Some(cluster) = Cluster::start_with_standby(test, 3) else {
        return;
    };
    cluster.wait_for_standby_always();
    let (world, tables) = World::begin(cluster, setting("TABLES", 9));
    world.wait_until_all_play_on(Instant::now());
    world.wait_for_moves(100);
    world.cluster.fail_over();
    let back_at = Instant::now();
    world.wait_until_all_play_on(back_at);
    world.wait_for_moves(100);
    tables.finish(&world);
    let found = oracle::judge(&world);
    let bars = Bars {
        wait: at_most(3.0),
        charge: at_most(1.0),
        ..Bars::default()
    };
    report::tell(&world, "synchronous standby", &found, &[back_at], bars);
}

/// Moves of both players at two nodes.
const OPENING: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];

/// How they go on; the standby never hears of it.
const LOST: [&str; 3] = ["f1b5", "a7a6", "b5a4"];

/// How they go on after that.
const AGAIN: [&str; 3] = ["d2d4", "e5d4", "f3d4"];

/// A game with its players at two nodes, each of whom talks to the own one.
struct Game<'a> {
    cluster: &'a Cluster,
    id: String,
    tokens: [String; 2],
}

impl Game<'_> {
    fn begin(cluster: &Cluster) -> Game<'_> {
        let tokens = [0, 1].map(|node| {
            let hello = ask(cluster, node, "POST /api/hello", "", "{}");
            hello["token"].as_str().unwrap().to_owned()
        });
        let wish = r#"{"variant":"orthodox","start":{"type":"usual"},"clock":{"type":"untimed"},"seat":"white","audience":{"type":"invited"}}"#;
        let seek = ask(cluster, 0, "POST /api/games", &tokens[0], wish);
        let id = seek["seek"]["game"].as_str().unwrap().to_owned();
        let join = format!("POST /api/games/{id}/join");
        ask(cluster, 1, &join, &tokens[1], "{}");
        Game {
            cluster,
            id,
            tokens,
        }
    }

    /// Plays moves, of which the first has this number.
    fn play(&self, first: usize, moves: &[&str]) {
        let line = format!("POST /api/games/{}/act", self.id);
        for (number, action) in (first..).zip(moves) {
            let body = format!(r#"{{"action":"{action}","after":{number}}}"#);
            ask(
                self.cluster,
                number % 2,
                &line,
                &self.tokens[number % 2],
                &body,
            );
        }
    }

    /// The number of moves that a node knows.
    fn n_moves(&self, node: usize) -> usize {
        let line = format!("GET /api/games/{}", self.id);
        let game = ask(self.cluster, node, &line, &self.tokens[node], "");
        game["view"]["moves"].as_array().unwrap().len()
    }
}

/// Asks a node until it answers; while the database is away, it fails.
fn ask(cluster: &Cluster, node: usize, line: &str, token: &str, body: &str) -> Value {
    let began = Instant::now();
    let tag: String = body.chars().filter(char::is_ascii_alphanumeric).collect();
    let tag = format!("t{}", &tag[..tag.len().min(40)]);
    loop {
        let mut api = Api::connect(cluster.address(node).unwrap()).unwrap();
        let answer = api.ask(line, token, &tag, body).unwrap();
        if answer.0 == 200 {
            return value(&answer.1);
        }
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{line}: {answer:?}"
        );
        thread::sleep(Duration::from_millis(50));
    }
}

/// What players were told is gone, so they may not believe it any longer: they go on from what is there.
#[test]
fn games_go_on_from_what_an_asynchronous_standby_has() {
    let test = "games_go_on_from_what_an_asynchronous_standby_has";
    let Some(cluster) = Cluster::start_with_standby(test, 2) else {
        return;
    };
    let games: Vec<Game<'_>> = (0..6).map(|_| Game::begin(&cluster)).collect();
    games.iter().for_each(|game| game.play(0, &OPENING));
    cluster.cut_standby_off();
    games
        .iter()
        .for_each(|game| game.play(OPENING.len(), &LOST));
    cluster.fail_over();
    for game in &games {
        let began = Instant::now();
        while [0, 1].map(|node| game.n_moves(node)) != [OPENING.len(); 2] {
            assert!(began.elapsed() < Duration::from_secs(60), "{}", game.id);
            thread::sleep(Duration::from_millis(20));
        }
        game.play(OPENING.len(), &AGAIN);
    }
    assert!(cluster.metric("rookery_rewinds_total") > 0.0);
    let n_games = games.len();
    let checked = cluster.check();
    assert!(
        checked.contains(&format!("{n_games} games, 0 damaged")),
        "{checked}"
    );
    let sql = "SELECT count(*) FROM records WHERE text LIKE '%\"acted\"%'";
    let n_actions = cluster.postgres().sql(cluster.database(), sql);
    let expected = n_games * (OPENING.len() + AGAIN.len());
    assert_eq!(n_actions.trim(), expected.to_string());
}
