//! `rookery bench bots`: what people notice of computers that think on the same server.
//!
//! People play at an easy pace, in turns without and with computers that think all the time. The turns
//! alternate, so that whatever else the machine does disturbs both alike, and of all turns of a kind the
//! middle one counts, so that a disturbance of one of them decides nothing.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::server_load::{Kind, Latencies, Pair, at};
use super::server_process::{Folder, Process};
use super::server_socket;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Computers that think at the same time.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=16))]
    bots: u16,
    /// How strong they are.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=9))]
    level: u8,
    /// Games that people play at the same time.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    games: u16,
    /// How long each turn takes, in seconds.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=60))]
    seconds: u64,
    /// Turns without and with computers.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=20))]
    turns: u16,
}

/// How long people think about a move.
const PAUSE: Duration = Duration::from_millis(20);

/// How long computers may take to finish their last thought.
const CALM: Duration = Duration::from_secs(1);

/// What computers may add at most.
const MOST: f64 = 2.0;

/// Says whether the figure was kept.
pub(super) async fn run(options: &Options, out: &mut impl Write) -> io::Result<bool> {
    let data = Folder::new()?;
    let served = Process::serve(data.path())?;
    // The first turn wakes everything up and is not counted.
    turn(options, served.web, 0).await?;
    let (mut quiet, mut busy) = (Turns::default(), Turns::default());
    let mut thought = Duration::ZERO;
    for _ in 0..options.turns {
        quiet.add(turn(options, served.web, 0).await?);
        let before = served.usage()?.cpu;
        busy.add(turn(options, served.web, options.bots).await?);
        thought += served.usage()?.cpu.saturating_sub(before);
        tokio::time::sleep(CALM).await;
    }
    quiet.write("nobody thinks", out)?;
    busy.write(&format!("{} computers think", options.bots), out)?;
    let wall = (options.seconds * u64::from(options.turns)) as f64;
    let share = 100.0 * thought.as_secs_f64() / wall;
    writeln!(out, "with computers the server used {share:.0} % of a core")?;
    let ratio = busy.late().as_secs_f64() / quiet.late().as_secs_f64().max(1e-9);
    writeln!(out, "p99 grows by a factor of {ratio:.2}, at most {MOST}")?;
    Ok(ratio <= MOST)
}

/// What people noticed in all turns of a kind.
#[derive(Default)]
struct Turns {
    n_moves: usize,
    /// Of each turn, what half and what 99 of a hundred moves did not exceed.
    middles: Vec<Duration>,
    lates: Vec<Duration>,
}

impl Turns {
    fn add(&mut self, mut latencies: Latencies) {
        latencies.sort();
        self.n_moves += latencies.len();
        self.middles.push(at(&latencies, 0.5));
        self.lates.push(at(&latencies, 0.99));
        self.middles.sort();
        self.lates.sort();
    }

    /// The 99th percentile of the middle turn.
    fn late(&self) -> Duration {
        at(&self.lates, 0.5)
    }

    fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let (n_moves, middle, late) = (self.n_moves, at(&self.middles, 0.5), self.late());
        let worst = at(&self.lates, 1.0);
        writeln!(
            out,
            "{name}: {n_moves} moves, p50 {middle:.2?}, p99 {late:.2?} in the middle turn, {worst:.2?} in the worst"
        )?;
        out.flush()
    }
}

/// One turn: people play, and so many computers think.
async fn turn(options: &Options, address: SocketAddr, n_bots: u16) -> io::Result<Latencies> {
    let until = Instant::now() + Duration::from_secs(options.seconds);
    let mut thinking = JoinSet::new();
    for _ in 0..n_bots {
        thinking.spawn(server_socket::play_computer(address, options.level, until));
    }
    let mut pairs = JoinSet::new();
    for _ in 0..options.games {
        pairs.spawn(async move {
            let mut pair = Pair::connect(Kind::Native, address).await?;
            pair.play(until, PAUSE).await
        });
    }
    let mut latencies = Latencies::new();
    while let Some(pair) = pairs.join_next().await {
        latencies.extend(pair.map_err(io::Error::other)??);
    }
    while let Some(bot) = thinking.join_next().await {
        bot.map_err(io::Error::other)??;
    }
    Ok(latencies)
}
