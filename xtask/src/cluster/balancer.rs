//! A balancer for trials: connections go to the nodes in turn, as long as these say that they are ready.
//!
//! It passes bytes and looks into none of them, so a connection stays with its node until one of the two ends it. That is
//! enough for pages, which connect again by themselves.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How often nodes are asked whether they are ready.
const CHECKS: Duration = Duration::from_millis(500);

/// How long a node may take to say so.
const PATIENCE: Duration = Duration::from_secs(2);

/// Connections at the same time. Further ones are closed; this is for trials.
const MAX_CONNECTIONS: usize = 2000;

/// Where connections go.
struct Node {
    address: SocketAddr,
    is_ready: AtomicBool,
}

/// A balancer that runs as long as its process.
pub(crate) struct Balancer {
    nodes: Vec<Node>,
    next: AtomicUsize,
    n_connections: AtomicUsize,
}

impl Balancer {
    /// Begins to send connections from a listener to nodes, and tells when a node becomes ready or is not any more.
    pub(crate) fn start(
        listener: TcpListener,
        nodes: &[SocketAddr],
        tell: impl Fn(usize, &str) + Send + Sync + 'static,
    ) -> Arc<Balancer> {
        let balancer = Arc::new(Balancer::new(nodes));
        let tell = Arc::new(tell);
        for number in 0..balancer.nodes.len() {
            let (balancer, tell) = (Arc::clone(&balancer), Arc::clone(&tell));
            thread::spawn(move || {
                loop {
                    balancer.check(number, &*tell);
                    thread::sleep(CHECKS);
                }
            });
        }
        let accepting = Arc::clone(&balancer);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let balancer = Arc::clone(&accepting);
                thread::spawn(move || balancer.serve(client));
            }
        });
        balancer
    }

    fn new(nodes: &[SocketAddr]) -> Balancer {
        let node = |address: &SocketAddr| Node {
            address: *address,
            is_ready: AtomicBool::new(true),
        };
        Balancer {
            nodes: nodes.iter().map(node).collect(),
            next: AtomicUsize::new(0),
            n_connections: AtomicUsize::new(0),
        }
    }

    /// How many nodes are ready.
    #[cfg(test)]
    pub(crate) fn n_ready(&self) -> usize {
        let is_ready = |node: &&Node| node.is_ready.load(Ordering::SeqCst);
        self.nodes.iter().filter(is_ready).count()
    }

    /// Asks a node, and tells if its answer is another than before.
    fn check(&self, number: usize, tell: &impl Fn(usize, &str)) {
        let node = &self.nodes[number];
        let (is_ready, word) = match ask_readiness(node.address) {
            Ok((200, word)) => (true, word),
            Ok((_, word)) => (false, word),
            Err(why) => (false, why.to_string()),
        };
        if node.is_ready.swap(is_ready, Ordering::SeqCst) != is_ready {
            tell(number, word.trim());
        }
    }

    fn serve(&self, client: TcpStream) {
        let n_connections = self.n_connections.fetch_add(1, Ordering::SeqCst);
        if n_connections < MAX_CONNECTIONS
            && let Some(node) = self.connect()
        {
            pass(client, node);
        }
        self.n_connections.fetch_sub(1, Ordering::SeqCst);
    }

    /// A connection to the next node that is ready. One that has just died is passed over; if none is ready, those that
    /// are not are better than nothing.
    fn connect(&self) -> Option<TcpStream> {
        let first = self.next.fetch_add(1, Ordering::SeqCst);
        let n_nodes = self.nodes.len();
        let in_turn = || (0..n_nodes).map(|n| &self.nodes[(first + n) % n_nodes]);
        let is_ready = |node: &&Node| node.is_ready.load(Ordering::SeqCst);
        let ready = in_turn().filter(is_ready);
        let others = in_turn().filter(|node| !is_ready(node));
        let mut nodes = ready.chain(others);
        nodes.find_map(|node| TcpStream::connect_timeout(&node.address, PATIENCE).ok())
    }
}

/// Passes bytes both ways until both sides have said their last.
fn pass(client: TcpStream, node: TcpStream) {
    // Small messages must not wait for each other.
    drop(client.set_nodelay(true));
    drop(node.set_nodelay(true));
    let (Ok(from_node), Ok(to_client)) = (node.try_clone(), client.try_clone()) else {
        return;
    };
    thread::scope(|scope| {
        scope.spawn(|| pass_one_way(from_node, to_client));
        pass_one_way(client, node);
    });
}

fn pass_one_way(mut from: TcpStream, mut to: TcpStream) {
    // However it ends, there is nothing more to pass.
    drop(io::copy(&mut from, &mut to));
    drop(to.shutdown(Shutdown::Write));
    drop(from.shutdown(Shutdown::Read));
}

/// The status and the words with which a node says whether it is ready.
fn ask_readiness(address: SocketAddr) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: balancer\r\nConnection: close\r\n\r\n")?;
    let mut text = String::new();
    stream.take(64 * 1024).read_to_string(&mut text)?;
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.ok_or_else(|| io::Error::other("no HTTP"))?;
    let words = text.split("\r\n\r\n").nth(1).unwrap_or_default();
    Ok((status, words.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::sync::Mutex;

    use super::*;

    /// A node that answers every connection with its name, and is ready as long as it says so.
    struct Double {
        address: SocketAddr,
        is_ready: Arc<AtomicBool>,
    }

    impl Double {
        fn start(name: &'static str) -> Double {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
            let address = listener.local_addr().expect("an address");
            let is_ready = Arc::new(AtomicBool::new(true));
            let ready = Arc::clone(&is_ready);
            thread::spawn(move || {
                for mut stream in listener.incoming().flatten() {
                    let mut line = String::new();
                    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
                    drop(reader.read_line(&mut line));
                    let status = match ready.load(Ordering::SeqCst) {
                        true => "200 OK",
                        false => "503 No",
                    };
                    let _ = match line.contains("readyz") {
                        true => write!(stream, "HTTP/1.1 {status}\r\n\r\nword\n"),
                        false => write!(stream, "{name}"),
                    };
                    drop(stream.shutdown(Shutdown::Write));
                    // The rest is read, for closing with unread bytes would make the system throw ours away.
                    drop(io::copy(&mut reader, &mut io::sink()));
                }
            });
            Double { address, is_ready }
        }
    }

    fn who_answers(address: SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).expect("the balancer is there");
        stream.write_all(b"who\r\n").expect("it listens");
        let mut name = String::new();
        stream.read_to_string(&mut name).expect("an answer");
        name
    }

    fn start(nodes: &[SocketAddr]) -> (SocketAddr, Arc<Balancer>, Arc<Mutex<Vec<String>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let told = Arc::new(Mutex::new(Vec::new()));
        let telling = Arc::clone(&told);
        let balancer = Balancer::start(listener, nodes, move |number, word| {
            let mut told = telling.lock().expect("nobody has failed");
            told.push(format!("{number}: {word}"));
        });
        (address, balancer, told)
    }

    fn wait_for(balancer: &Balancer, n_ready: usize) {
        while balancer.n_ready() != n_ready {
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn nodes_take_turns_as_long_as_they_are_ready() {
        let (one, two) = (Double::start("one"), Double::start("two"));
        let (address, balancer, told) = start(&[one.address, two.address]);
        let names: Vec<String> = (0..4).map(|_| who_answers(address)).collect();
        assert_eq!(names, ["one", "two", "one", "two"]);
        one.is_ready.store(false, Ordering::SeqCst);
        wait_for(&balancer, 1);
        assert!((0..4).all(|_| who_answers(address) == "two"));
        while told.lock().expect("nobody has failed").is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(*told.lock().expect("nobody has failed"), ["0: word"]);
        // A node that is not ready is better than none.
        two.is_ready.store(false, Ordering::SeqCst);
        wait_for(&balancer, 0);
        assert!(["one", "two"].contains(&who_answers(address).as_str()));
        one.is_ready.store(true, Ordering::SeqCst);
        wait_for(&balancer, 1);
        assert!((0..4).all(|_| who_answers(address) == "one"));
    }

    #[test]
    fn a_node_that_is_gone_is_passed_over_before_anybody_has_noticed() {
        let alive = Double::start("alive");
        let gone = TcpListener::bind("127.0.0.1:0").expect("a port");
        let dead = gone.local_addr().expect("an address");
        drop(gone);
        let (address, ..) = start(&[dead, alive.address]);
        assert!((0..4).all(|_| who_answers(address) == "alive"));
    }
}
