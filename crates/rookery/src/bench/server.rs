//! `rookery bench server`: a server in a process of its own, on this machine only, and players at full speed.
//!
//! What is compared is the processor time of the server for each message, which other programs on the
//! machine disturb least. Server and players have a core each. The floor is a relay that passes WebSocket
//! messages on and does nothing else.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use catalog::Catalog;

use super::cores::Cores;
use super::server_load::{Kind, Load};
use super::server_process::{Folder, Process, raise_limit};
use super::{server_lobby, server_programs, server_sizes, server_socket, server_spectators};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Games played at the same time.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=512))]
    games: u16,
    /// How long each kind of players plays, in turns of a fifth of a second.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=60))]
    seconds: u64,
    /// WebSocket connections that do nothing.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    idle: u16,
    /// Finished games in the store, among which the lobby and the moves are measured again.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    finished: u32,
    /// An earlier program, whose moves take turns with those of this one.
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
}

/// What a move may cost without the store.
const MOST_WITHOUT_STORE: Duration = Duration::from_micros(50);

/// How long the first start in an empty folder may take, until the server says where to play.
const FIRST_START: Duration = Duration::from_secs(1);

/// How long the pairs of one kind play before it is the turn of the next: less than it takes the machine to
/// change its speed.
pub(super) const TURN: Duration = Duration::from_millis(200);

const TURNS_A_SECOND: u64 = 5;

/// What a move in brief may cost, in moves of an earlier program.
const MOST_OF_EARLIER: f64 = 1.03;

/// The whole measurement. Says whether every figure was kept.
pub(super) async fn run(
    catalog: &Catalog,
    options: &Options,
    out: &mut impl Write,
) -> io::Result<bool> {
    raise_limit();
    let cores = Cores::divide()?;
    let relay = cores.start(Process::relay)?;
    let data = Folder::new()?;
    let before = Instant::now();
    let served = cores.start(|| Process::serve(data.path()))?;
    let first_start = before.elapsed();
    writeln!(
        out,
        "first start: {first_start:.2?}, at most {FIRST_START:?}"
    )?;
    let at_rest = served.usage()?;
    writeln!(out, "server at rest: {} KB resident", at_rest.resident_kb)?;
    let cost = in_turns(options, &cores, &relay, &served, out).await?;
    let per_spectator = server_spectators::run(&relay, &served, options.games, out).await?;
    drop(relay);
    let are_short = server_sizes::run(catalog, &served, out).await?;
    let of_act = server_programs::run(&served, options.seconds, out).await?;
    let per_connection = idle(options, &served, out).await?;
    let empty = server_lobby::look(&served, out).await?;
    drop(served);

    server_lobby::fill(catalog, data.path(), options.finished).await?;
    writeln!(out, "now with {} finished games:", options.finished)?;
    let served = cores.start(|| Process::serve(data.path()))?;
    let crowded = server_lobby::look(&served, out).await?;
    let mut later = Load::connect(Kind::Native, &served, served.web, options.games).await?;
    for _ in 0..options.seconds * TURNS_A_SECOND {
        later.play(TURN).await?;
    }
    later.write("durable moves over WebSocket", out)?;

    let slower = later.cpu_per_move().as_secs_f64() / cost.durable.as_secs_f64().max(1e-12);
    writeln!(
        out,
        "a durable move costs {:.2} relayed messages, at most 4; {:.1?} without the store, at most {MOST_WITHOUT_STORE:?}; {slower:.2} of it among finished games, at most 1.5",
        cost.in_relayed, cost.without_store,
    )?;
    writeln!(
        out,
        "with all that the page needs, for both players and a spectator: {:.2} relayed messages, at most 5.5; {:.2} of a move in brief, at most 1.5",
        cost.page_in_relayed, cost.page_in_brief,
    )?;
    let is_page_cheap =
        cost.page_in_relayed <= 5.5 && cost.page_in_brief <= 1.5 && per_spectator <= 1.3;
    let is_cheap = is_page_cheap
        && are_short
        && of_act <= server_programs::MOST_OF_ACT
        && cost.of_earlier.is_none_or(|cost| cost <= MOST_OF_EARLIER)
        && cost.in_relayed <= 4.0
        && cost.without_store <= MOST_WITHOUT_STORE;
    let is_small = per_connection <= 12.0 && at_rest.resident_kb < 50 * 1024;
    // A look at the lobby is short; what it may take more is time that other programs take.
    let is_steady = slower <= 1.5 && crowded <= empty * 3 + Duration::from_millis(1);
    Ok(is_cheap && is_small && is_steady && first_start <= FIRST_START)
}

/// What a move in the native protocol costs the server.
struct Cost {
    durable: Duration,
    without_store: Duration,
    in_relayed: f64,
    /// A move with all that the page needs, for both players and a spectator.
    page_in_relayed: f64,
    page_in_brief: f64,
    /// A move in brief, in moves of an earlier program.
    of_earlier: Option<f64>,
}

/// An earlier program and a second server of this one. Both have the same games and nothing else, for a server that
/// has more of them finds less in the processor's caches.
struct Earlier {
    earlier: Process,
    present: Process,
    _data: [Folder; 2],
}

impl Earlier {
    fn start(options: &Options, cores: &Cores) -> io::Result<Option<Earlier>> {
        let Some(program) = &options.against else {
            return Ok(None);
        };
        let data = [Folder::named("earlier")?, Folder::named("present")?];
        Ok(Some(Earlier {
            earlier: cores.start(|| Process::serve_with(program, data[0].path()))?,
            present: cores.start(|| Process::serve(data[1].path()))?,
            _data: data,
        }))
    }

    async fn connect(&self, games: u16) -> io::Result<[Load<'_>; 2]> {
        let Earlier {
            earlier, present, ..
        } = self;
        Ok([
            Load::connect(Kind::Native, earlier, earlier.web, games).await?,
            Load::connect(Kind::Native, present, present.web, games).await?,
        ])
    }
}

/// Lets pairs of every kind play, kind after kind and again, so that a machine which changes its speed
/// is slow for all of them.
async fn in_turns(
    options: &Options,
    cores: &Cores,
    relay: &Process,
    served: &Process,
    out: &mut impl Write,
) -> io::Result<Cost> {
    let earlier = Earlier::start(options, cores)?;
    let no_ccp = || io::Error::other("the server has no CCP");
    let ccp = served.ccp.ok_or_else(no_ccp)?;
    let games = options.games;
    let mut floor = Load::connect(Kind::Relay, relay, relay.web, games).await?;
    let mut native = Load::connect(Kind::Native, served, served.web, games).await?;
    let mut full = Load::connect(Kind::Full, served, served.web, games).await?;
    let mut page = Load::connect(Kind::Page, served, served.web, games).await?;
    let mut lines = Load::connect(Kind::Ccp, served, ccp, games).await?;
    let mut compared = match &earlier {
        Some(earlier) => Some(earlier.connect(games).await?),
        None => None,
    };
    for turn in 0..options.seconds * TURNS_A_SECOND {
        for load in [&mut floor, &mut native, &mut page, &mut full, &mut lines] {
            load.play(TURN).await?;
        }
        if let Some([earlier, present]) = &mut compared {
            // The second one finds the machine as the first has left it, which costs it some percent.
            let in_order = match turn % 2 {
                0 => [earlier, present],
                _ => [present, earlier],
            };
            for load in in_order {
                load.play(TURN).await?;
            }
        }
    }
    floor.write("bare WebSocket relay", out)?;
    native.write("durable moves over WebSocket", out)?;
    page.write("the same as the page needs it, with a spectator", out)?;
    full.write("the same with whole pictures for both", out)?;
    lines.write("durable moves over CCP", out)?;
    let mut of_earlier = None;
    if let Some([before, present]) = &compared {
        before.write("durable moves over WebSocket, the earlier program", out)?;
        present.write("the same of this program, beside it", out)?;
        let cost = present.cost_in(before);
        writeln!(
            out,
            "a durable move costs {cost:.3} of one of the earlier program, at most {MOST_OF_EARLIER}"
        )?;
        of_earlier = Some(cost);
    }
    Ok(Cost {
        durable: native.cpu_per_move(),
        without_store: native.cpu_without_store(),
        in_relayed: native.cost_in(&floor),
        page_in_relayed: page.cost_in(&floor),
        page_in_brief: page.cost_in(&native),
        of_earlier,
    })
}

/// What a connection costs that does nothing, in KB.
async fn idle(options: &Options, served: &Process, out: &mut impl Write) -> io::Result<f64> {
    if options.idle == 0 {
        return Ok(0.0);
    }
    let before = served.usage()?;
    let mut connections = Vec::new();
    for _ in 0..options.idle {
        connections.push(server_socket::connect(served.web).await?);
    }
    let after = served.usage()?;
    let more = after.resident_kb.saturating_sub(before.resident_kb) as f64;
    let each = more / f64::from(options.idle);
    writeln!(
        out,
        "{} idle connections: {each:.1} KB resident each, at most 12",
        options.idle
    )?;
    Ok(each)
}
