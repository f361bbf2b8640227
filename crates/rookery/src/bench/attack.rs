//! `rookery bench attack`: how a stranger fares while others attack the server.
//!
//! Each attack is made from one address, in turn against the server and against a sink that throws everything away. So
//! what the attackers themselves cost the machine does not count, and neither does what else runs on it.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use super::attack_kinds::{Attack, Door, all};
use super::server_process::{Folder, Process, raise_limit};
use super::server_socket::broken;

/// A stranger waits at most so many times as long as beside a sink.
const MOST_RATIO: f64 = 3.0;

/// What the server may need above its idle size, in KB.
const MOST_KB: u64 = 100 * 1024;

/// How often the stranger asks.
const PAUSE: Duration = Duration::from_millis(10);

/// How long the attackers of one turn may take to leave before the next begins.
const BETWEEN: Duration = Duration::from_millis(300);

/// Attackers come from the usual address of this machine, the stranger from another one.
const STRANGER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How long each attack lasts.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
    /// Connections of the attackers.
    #[arg(long, value_name = "N", default_value_t = 200)]
    connections: usize,
    /// Turns of each side in which that time is spent.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    turns: u32,
    /// Only attacks whose names contain this.
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
}

pub(super) async fn run(options: &Options, out: &mut impl Write) -> io::Result<bool> {
    raise_limit();
    writeln!(
        out,
        "{} connections from one address, {} s each; p95 of a stranger, at most {MOST_RATIO} x, and memory of the server, at most {} MB above idle",
        options.connections,
        options.seconds,
        MOST_KB / 1024
    )?;
    let mut is_kept = true;
    let wanted = |attack: &Attack| {
        let only = options.only.as_deref();
        only.is_none_or(|word| attack.name.contains(word))
    };
    for attack in all().into_iter().filter(wanted) {
        let measured = measure(Arc::new(attack), options, out).await?;
        is_kept &= measured;
    }
    Ok(is_kept)
}

/// One attack against a fresh server.
async fn measure(attack: Arc<Attack>, options: &Options, out: &mut impl Write) -> io::Result<bool> {
    let data = Folder::new()?;
    let server = Process::serve_with_limits(data.path())?;
    let sink = Process::sink()?;
    let mut stranger = Stranger::connect(server.web).await?;
    stranger.ask_for(BETWEEN).await?;
    let idle_kb = server.usage()?.resident_kb;
    let turn = Duration::from_secs(options.seconds.into()) / options.turns;
    let (mut beside_sink, mut under_attack, mut peak_kb) = (Vec::new(), Vec::new(), idle_kb);
    for _ in 0..options.turns {
        for (process, latencies) in [(&sink, &mut beside_sink), (&server, &mut under_attack)] {
            let attackers = Attackers::start(&attack, process, options.connections)?;
            latencies.extend(stranger.ask_for(turn).await?);
            peak_kb = peak_kb.max(server.usage()?.resident_kb);
            attackers.stop();
            stranger.ask_for(BETWEEN).await?;
        }
    }
    let (beside_sink, under_attack) = (p95(beside_sink), p95(under_attack));
    let ratio = under_attack.as_secs_f64() / beside_sink.as_secs_f64().max(1e-9);
    let above_kb = peak_kb - idle_kb;
    let is_kept = ratio <= MOST_RATIO && above_kb <= MOST_KB;
    writeln!(
        out,
        "{:34} {:8.2} ms beside a sink {:8.2} ms attacked {ratio:6.2} x {:6.1} MB above idle  {}",
        attack.name,
        beside_sink.as_secs_f64() * 1e3,
        under_attack.as_secs_f64() * 1e3,
        above_kb as f64 / 1024.0,
        if is_kept { "kept" } else { "NOT KEPT" }
    )?;
    Ok(is_kept)
}

/// The time that all but one of twenty requests take at most.
fn p95(mut latencies: Vec<Duration>) -> Duration {
    latencies.sort();
    let index = latencies.len() * 95 / 100;
    latencies.get(index).copied().unwrap_or(Duration::MAX)
}

/// A stranger to the attack.
struct Stranger {
    socket: tokio_tungstenite::WebSocketStream<TcpStream>,
}

impl Stranger {
    async fn connect(server: SocketAddr) -> io::Result<Stranger> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(STRANGER, 0))?;
        let stream = socket.connect(server).await?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{server}/ws");
        let (socket, _) = tokio_tungstenite::client_async(url, stream)
            .await
            .map_err(broken)?;
        Ok(Stranger { socket })
    }

    /// Asks for a while; how long each answer took.
    async fn ask_for(&mut self, span: Duration) -> io::Result<Vec<Duration>> {
        let until = Instant::now() + span;
        let mut latencies = Vec::new();
        while Instant::now() < until {
            let asked = Instant::now();
            let ping = r#"{"tag":"p","request":{"type":"ping"}}"#;
            self.socket
                .send(Message::text(ping))
                .await
                .map_err(broken)?;
            match self.socket.next().await {
                Some(Ok(_)) => latencies.push(asked.elapsed()),
                Some(Err(error)) => return Err(broken(error)),
                None => return Err(io::Error::other("the stranger was sent away")),
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(latencies)
    }
}

/// Attackers at work, on a thread of their own.
struct Attackers {
    is_over: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<()>,
}

impl Attackers {
    fn start(attack: &Arc<Attack>, victim: &Process, n: usize) -> io::Result<Attackers> {
        let address = match attack.door {
            Door::Web => victim.web,
            Door::Ccp => victim.ccp.unwrap_or(victim.web),
        };
        let is_over = Arc::new(AtomicBool::new(false));
        let (attack, over) = (Arc::clone(attack), Arc::clone(&is_over));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let thread = std::thread::spawn(move || {
            runtime.block_on(async {
                let attackers: Vec<_> = (0..n)
                    .map(|_| tokio::spawn(keep_attacking(Arc::clone(&attack), address)))
                    .collect();
                while !over.load(Ordering::Relaxed) {
                    tokio::time::sleep(PAUSE).await;
                }
                attackers.iter().for_each(tokio::task::JoinHandle::abort);
            });
        });
        Ok(Attackers { is_over, thread })
    }

    fn stop(self) {
        self.is_over.store(true, Ordering::Relaxed);
        // An attacker that panicked has printed why.
        drop(self.thread.join());
    }
}

/// Comes back whenever the connection is closed.
async fn keep_attacking(attack: Arc<Attack>, address: SocketAddr) {
    loop {
        // Being cut off is what attackers are used to.
        drop(attack_once(&attack, address).await);
        tokio::time::sleep(PAUSE).await;
    }
}

async fn attack_once(attack: &Attack, address: SocketAddr) -> io::Result<()> {
    let stream = TcpStream::connect(address).await?;
    let (mut reading, mut writing) = stream.into_split();
    let reader = tokio::spawn(async move {
        let mut buffer = vec![0; 16 * 1024];
        while reading
            .read(&mut buffer)
            .await
            .is_ok_and(|n_read| n_read > 0)
        {}
    });
    let sent = send(attack, &mut writing).await;
    reader.abort();
    sent
}

async fn send(attack: &Attack, writing: &mut (impl AsyncWriteExt + Unpin)) -> io::Result<()> {
    writing.write_all(&attack.first).await?;
    loop {
        for payload in &attack.again {
            writing.write_all(payload).await?;
            match attack.pause.is_zero() {
                true => tokio::task::yield_now().await,
                false => tokio::time::sleep(attack.pause).await,
            }
        }
    }
}

/// `rookery bench sink`: takes whatever comes, and throws it away.
pub(super) async fn serve_sink(out: &mut impl Write) -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    writeln!(out, "Play at http://{address}\nCCP at {address}")?;
    out.flush()?;
    loop {
        let (mut stream, _) = listener.accept().await?;
        tokio::spawn(async move {
            let mut buffer = vec![0; 16 * 1024];
            while stream
                .read(&mut buffer)
                .await
                .is_ok_and(|n_read| n_read > 0)
            {}
        });
    }
}
