//! What nodes tell each other is lost for a while: the database is still the truth.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use store::testkit::skip;

use crate::cluster::Cluster;
use crate::proxy::Line;
use crate::world::World;
use crate::{oracle, report, setting};

/// Where Debian and others have the program.
const PLACES: [&str; 3] = [
    "/usr/sbin/nats-server",
    "/usr/bin/nats-server",
    "/usr/local/bin/nats-server",
];

/// A NATS server that ends with the test.
struct Nats {
    child: Child,
    port: u16,
}

impl Nats {
    /// Without the program the test is skipped.
    fn start(test: &str) -> Option<Nats> {
        let is_there = |place: &&&str| std::path::Path::new(place).is_file();
        let Some(program) = PLACES.iter().find(is_there) else {
            skip(test, "no nats-server");
            return None;
        };
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let mut command = Command::new(program);
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().unwrap();
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(began.elapsed() < Duration::from_secs(30), "no NATS server");
            thread::sleep(Duration::from_millis(20));
        }
        Some(Nats { child, port })
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Nodes that are cut off from the bus find out by looking into the database, and players notice no more than a delay.
#[test]
fn games_go_on_while_a_node_is_cut_off_from_the_bus() {
    let test = "games_go_on_while_a_node_is_cut_off_from_the_bus";
    let Some(nats) = Nats::start(test) else {
        return;
    };
    let Some(cluster) = Cluster::start_on_bus(test, 3, nats.port) else {
        return;
    };
    let (world, tables) = World::begin(cluster, setting("TABLES", 6));
    let mut cut_at = Vec::new();
    for line in [Line::Cut, Line::Silent] {
        world.wait_for_moves(30);
        world.cluster.set_line(0, line);
        cut_at.push(Instant::now());
        world.wait_until_all_play_on(Instant::now());
        thread::sleep(Duration::from_secs(setting("DEAF", 1) as u64));
        world.wait_until_all_play_on(Instant::now());
        world.cluster.set_line(0, Line::Open);
    }
    world.wait_for_moves(30);
    tables.finish(&world);
    let found = oracle::judge(&world);
    report::tell(&world, "cut off from the bus", &found, &cut_at);
}
