//! `rookery bench scale`: several nodes on PostgreSQL, as processes on this machine, and what a move costs there.
//!
//! A machine with few cores cannot show that more nodes do more. What it shows is whether a move costs the same, however many
//! there are: processor time of the nodes and of the database, with all layouts playing in turns.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::cores::Cores;
use super::scale_database::{self, Nats};
use super::scale_layout::{Layout, Plan, Seating};
use super::server_process::raise_limit;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Games played at the same time in each layout.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(2..=512))]
    games: u16,
    /// How many turns each layout plays.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=100))]
    turns: u32,
    /// The most nodes; 1, 2, 4 and so on are measured.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(2..=16))]
    nodes: u16,
    /// Let nodes talk over a NATS server, which is started; otherwise they talk over the database.
    #[arg(long)]
    nats: bool,
}

/// How long a layout plays before it is the turn of the next.
const TURN: Duration = Duration::from_millis(400);

/// What a row may cost the database where enough of them share a commit.
const MOST_A_ROW: Duration = Duration::from_micros(30);

/// How many rows in a commit are enough.
const FULL_COMMIT: f64 = 32.0;

/// The whole measurement. Says whether every figure was kept.
pub(super) async fn run(options: &Options, out: &mut impl Write) -> io::Result<bool> {
    raise_limit();
    let cores = Cores::divide()?;
    let database = cores.start(scale_database::start)?;
    let nats = match options.nats {
        true => Some(cores.start(Nats::start)?),
        false => None,
    };
    let bus = nats.as_ref().map(|nats| ["--bus".to_owned(), nats.address()]);
    let on_postgres = |n_nodes: usize, seating: Seating| {
        let how = match (n_nodes, seating) {
            (1, _) => "",
            (_, Seating::Together) => ", players together",
            (_, Seating::Apart) => ", players apart",
        };
        Plan {
            name: format!("PostgreSQL, {n_nodes} nodes{how}"),
            n_nodes,
            seating,
            arguments: ["--store".to_owned(), database.new_database()]
                .into_iter()
                .chain(bus.clone().into_iter().flatten())
                .collect(),
            database: Some(&database),
        }
    };
    let sqlite = Plan {
        name: "SQLite, 1 node".to_owned(),
        n_nodes: 1,
        seating: Seating::Together,
        arguments: Vec::new(),
        database: None,
    };
    let mut plans = vec![sqlite, on_postgres(1, Seating::Together)];
    for n_nodes in [2, 4, 8, 16] {
        if n_nodes <= usize::from(options.nodes) {
            plans.push(on_postgres(n_nodes, Seating::Together));
            plans.push(on_postgres(n_nodes, Seating::Apart));
        }
    }
    let mut layouts = Vec::new();
    for plan in plans {
        layouts.push(Layout::start(plan, &cores, options.games).await?);
    }
    for _ in 0..options.turns {
        for layout in &mut layouts {
            layout.play(TURN).await?;
        }
    }
    for layout in &layouts {
        layout.write(out)?;
    }
    compare(&layouts, out)
}

/// A ratio, what it is, and what it may be at most.
struct Bar {
    what: String,
    is: f64,
    most: f64,
}

impl Bar {
    fn write(&self, out: &mut impl Write) -> io::Result<bool> {
        let Bar { what, is, most } = self;
        let is_kept = is <= most;
        let word = if is_kept { "kept" } else { "not kept" };
        writeln!(out, "{what}: {is:.2}, at most {most}: {word}")?;
        Ok(is_kept)
    }
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-12)
}

/// Compares layouts: SQLite, one node on PostgreSQL, then two of each number of nodes.
fn compare(layouts: &[Layout<'_>], out: &mut impl Write) -> io::Result<bool> {
    let [sqlite, one, more @ ..] = layouts else {
        return Ok(false);
    };
    let bar = |what: &str, is: f64, most: f64| Bar {
        what: what.to_owned(),
        is,
        most,
    };
    let on_sqlite = ratio(one.node_cpu(), sqlite.node_cpu());
    let mut bars = vec![bar(
        "one node on PostgreSQL, its processor time in that of one on SQLite",
        on_sqlite,
        1.15,
    )];
    if one.rows_a_commit() >= FULL_COMMIT {
        let row = ratio(one.row_cpu(), MOST_A_ROW) * MOST_A_ROW.as_micros() as f64;
        bars.push(bar("microseconds of the database a row", row, 30.0));
    }
    if let [together, apart, ..] = more {
        let cost = ratio(together.node_cpu(), one.node_cpu());
        bars.push(bar("two nodes, players together, in one node", cost, 1.10));
        let cost = ratio(apart.node_cpu(), one.node_cpu());
        bars.push(bar("two nodes, players apart, in one node", cost, 1.8));
        let wait = ratio(apart.median(), together.median());
        bars.push(bar("how long half of the moves take then", wait, 1.5));
    }
    let together = || std::iter::once(one).chain(more.iter().step_by(2));
    bars.push(bar(
        "the dearest number of nodes in the cheapest, processor time of nodes",
        spread(together().map(Layout::node_cpu)),
        1.10,
    ));
    bars.push(bar(
        "the same, processor time of the database",
        spread(together().map(Layout::row_cpu)),
        1.10,
    ));
    let mut are_kept = true;
    for bar in &bars {
        are_kept &= bar.write(out)?;
    }
    Ok(are_kept)
}

/// The greatest in the least.
fn spread(costs: impl Iterator<Item = Duration> + Clone) -> f64 {
    let (most, least) = (costs.clone().max(), costs.min());
    ratio(most.unwrap_or_default(), least.unwrap_or_default())
}

/// The numbers of a node.
pub(super) async fn metrics(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = "GET /metrics HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await?;
    let mut page = String::new();
    stream.read_to_string(&mut page).await?;
    Ok(page)
}
