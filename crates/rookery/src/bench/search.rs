//! `rookery bench search`: how many states full strength looks at in a second, in every game, on one thread and on two;
//! for chess beside engines of others.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use catalog::{Catalog, Entry};
use clap::Args;
use search::uci::{Engine, EngineSpec, Pace, Question};
use search::{Deadline, Dice, Effort, FullThinking, Limits, SearchMemory};

/// Engines that are measured where they are installed.
const ENGINES: [&str; 2] = ["stockfish", "fairy-stockfish"];
/// Random plies before each position.
const PLIES: [usize; 4] = [0, 6, 12, 18];
const TABLE: usize = 1 << 20;
/// How much faster two threads have to be, where there are two cores.
const GROWTH: f64 = 1.2;

#[derive(Args)]
pub(crate) struct Options {
    /// Only this variant.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// How long each of the four positions of a game is thought about.
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    movetime: u64,
}

/// Measures all games, or one. Says whether two threads were faster than one, where there are two cores.
pub(super) fn run(catalog: &Catalog, options: &Options, out: &mut impl Write) -> io::Result<bool> {
    let time = Duration::from_millis(options.movetime.max(1));
    let has_cores = std::thread::available_parallelism().is_ok_and(|cores| cores.get() >= 2);
    let mut kept = true;
    for entry in catalog.iter() {
        let is_wanted = |only: &String| only == entry.id();
        if !options.variant.as_ref().is_none_or(is_wanted) {
            continue;
        }
        let positions = positions(entry);
        let [one, two] = [1, 2].map(|threads| speed(entry, &positions, threads, time));
        let ratio = two / one.max(1.0);
        let is_kept = !has_cores || ratio >= GROWTH;
        kept &= is_kept;
        let verdict = if is_kept { "ok  " } else { "MISS" };
        let id = entry.id();
        writeln!(
            out,
            "{verdict} {id}: {one:.0} states/s on one thread, {two:.0} on two, {ratio:.2} x, at least {GROWTH} x"
        )?;
        out.flush()?;
        if entry.is_known_to_uci() {
            engines(&positions, time, out)?;
        }
    }
    Ok(kept)
}

/// A few positions of a game, always the same.
fn positions(entry: &Entry) -> Vec<String> {
    let variant = entry.variant();
    let at = |plies: usize| {
        let mut dice = Dice::new(plies as u64);
        let mut game = variant.start(&variant.usual_start(0).setup).ok()?;
        for _ in 0..plies {
            let (seat, legal) = (game.status().to_act()?, game.legal());
            game = game.apply(seat, dice.pick(&legal)?).ok()?.game;
        }
        game.status().to_act().map(|_| game.setup())
    };
    PLIES.into_iter().filter_map(at).collect()
}

/// States a second over all positions.
fn speed(entry: &Entry, positions: &[String], threads: usize, time: Duration) -> f64 {
    let mut table = SearchMemory::new(TABLE);
    let (mut nodes, mut seconds) = (0, 0.0);
    for setup in positions {
        let limits = Limits {
            deadline: Some(Deadline::within(time)),
            ..Limits::default()
        };
        let thinking = FullThinking {
            effort: Effort {
                threads,
                ..Effort::new(limits)
            },
            is_allowed: &|_| true,
            cancel: &AtomicBool::new(false),
            report: &mut |_, _, _| {},
        };
        let began = Instant::now();
        if let Ok(view) = entry.bot().think_fully(setup, &[], &mut table, thinking) {
            nodes += view.nodes;
            seconds += began.elapsed().as_secs_f64();
        }
    }
    nodes as f64 / f64::max(seconds, 1e-6)
}

/// The same of engines that are installed.
fn engines(positions: &[String], time: Duration, out: &mut impl Write) -> io::Result<()> {
    for name in ENGINES {
        let spec = EngineSpec {
            program: name.to_owned(),
            options: vec![("Threads".to_owned(), "1".to_owned())],
            pace: Pace::Time(time),
        };
        let Ok(mut engine) = Engine::start(&spec) else {
            writeln!(out, "     {name} is not installed")?;
            continue;
        };
        let speeds = positions.iter().filter_map(|setup| {
            let question = Question {
                fen: setup.split(';').next().unwrap_or_default().trim(),
                moves: &[],
                pace: spec.pace,
                chess960: false,
            };
            engine.speed(&question).ok().flatten()
        });
        let speeds: Vec<u64> = speeds.collect();
        let mean = speeds.iter().sum::<u64>() / (speeds.len() as u64).max(1);
        writeln!(out, "     {} on one thread: {mean} states/s", engine.name())?;
    }
    Ok(())
}
