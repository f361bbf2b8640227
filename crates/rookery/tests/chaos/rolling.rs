//! Nodes come and go while people play: all are replaced one after another, and another one joins.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::report::{Bars, at_most};
use crate::world::World;
use crate::{oracle, report, setting};

/// Players are told to go elsewhere; a refusal would fail a table.
#[test]
fn nodes_are_replaced_one_after_another_while_people_play() {
    let test = "nodes_are_replaced_one_after_another_while_people_play";
    let Some(cluster) = Cluster::start(test, 3) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 9));
    let mut stopped_at = Vec::new();
    for node in 0..3 {
        world.wait_for_moves(30);
        stopped_at.push(Instant::now());
        world.cluster.stop_node(node);
        world.wait_until_all_play_on(Instant::now());
        world.cluster.start_node(node);
    }
    world.wait_for_moves(30);
    tables.finish(&world);
    let found = oracle::judge(&world);
    let bars = Bars {
        wait: at_most(3.0),
        charge: at_most(1.0),
        ..Bars::default()
    };
    report::tell(&world, "rolling restart", &found, &stopped_at, bars);
}

/// A client of CCP, who could not come back to a game that somebody else has ended.
struct Client(BufReader<TcpStream>);

impl Client {
    fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).unwrap();
        Client(BufReader::new(stream))
    }

    fn say(&mut self, line: &str) {
        writeln!(self.0.get_mut(), "{line}").unwrap();
    }

    fn hear(&mut self, expected: &str) {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), expected);
    }
}

/// Nodes beside that of the two clients are started, replaced and killed; their game goes on.
#[test]
fn nodes_join_and_leave_under_load_and_end_no_game_of_others() {
    let test = "nodes_join_and_leave_under_load_and_end_no_game_of_others";
    let Some(cluster) = Cluster::empty_with_ccp(test, 3) else {
        return;
    };
    cluster.start_node(0);
    cluster.start_node(1);
    let ccp = cluster.ccp(0);
    let (mut white, mut black) = (Client::connect(ccp), Client::connect(ccp));
    white.hear("COLOR WHITE");
    black.hear("COLOR BLACK");
    let mut relay = |line: &str| {
        white.say(line);
        black.hear(line);
        std::mem::swap(&mut white, &mut black);
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 9));
    relay("MOVE 4 1 4 3");
    world.wait_for_moves(30);
    let joined_at = Instant::now();
    world.cluster.start_node(2);
    world.wait_until_all_play_on(joined_at);
    relay("MOVE 4 6 4 4");
    world.cluster.stop_node(1);
    world.cluster.start_node(1);
    world.wait_for_moves(30);
    relay("MOVE 6 0 5 2");
    world.cluster.kill_node(2);
    world.cluster.start_node(2);
    world.wait_for_moves(30);
    relay("MOVE 1 7 2 5");
    tables.finish(&world);
    let found = oracle::judge(&world);
    report::tell(&world, "joined", &found, &[joined_at], Bars::default());
}
