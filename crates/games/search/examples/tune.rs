//! Tunes the weights of full strength from games that it plays against itself, and prints the new table.
//!
//! `cargo xtask tune --variant orthodox --games 400 --seed 1`
//!
//! What a position is worth is turned into a chance of winning by the logistic function. The weights are moved so that
//! these chances come near to how the games ended, and held back a little, because games are few: `PULL`. Weights that
//! act on the value in a straight line are told by one difference each, so the games are evaluated once for each weight
//! and then only summed up.

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use orthodox::Orthodox;
use orthodox::strength::{LAYOUT, N, VALUES};
use rules::{Evaluate, Seat, Status};
use search::{AnyBot, Bot, Dice, Effort, FullThinking, Limits, SearchMemory};

/// Random plies before each game.
const PLIES: usize = 8;
/// Games that go on for longer are draws.
const LONGEST: usize = 240;
/// How often the weights are moved.
const ROUNDS: i32 = 400;
/// How much a weight is drawn back to where it was.
const PULL: f64 = 2e-8;

/// A game whose weights can be tuned.
trait Tuned: Evaluate {
    /// Headings with the number of weights below each.
    fn layout() -> Vec<(&'static str, usize)>;
    /// The weights now.
    fn weights() -> Vec<i32>;
    /// How many weights stand in a bracket.
    const COLUMNS: usize;
    /// What a state is worth to White by these weights.
    fn value(weights: &[i32], state: &Self::State) -> i32;
}

impl Tuned for Orthodox {
    const COLUMNS: usize = 2;

    fn layout() -> Vec<(&'static str, usize)> {
        LAYOUT.to_vec()
    }

    fn weights() -> Vec<i32> {
        VALUES.as_flattened().to_vec()
    }

    fn value(weights: &[i32], state: &Self::State) -> i32 {
        let pairs: [[i32; 2]; N] = std::array::from_fn(|at| [weights[2 * at], weights[2 * at + 1]]);
        orthodox::strength::assess_by(&pairs, state, Seat::White)
    }
}

/// A position and how its game ended: 1, 0.5 or 0 for White.
struct Sample<S> {
    state: S,
    result: f64,
}

/// What was asked on the command line.
struct Wish {
    games: u64,
    seed: u64,
    nodes: u64,
}

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let named: HashMap<&str, &str> = words
        .chunks(2)
        .filter_map(|pair| Some((pair[0].strip_prefix("--")?, pair.get(1)?.as_str())))
        .collect();
    let number = |name, usual| {
        let text = named.get(name);
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let wish = Wish {
        games: number("games", 400),
        seed: number("seed", 1),
        nodes: number("nodes", 2_000),
    };
    let mut out = std::io::stdout().lock();
    match named.get("variant").copied() {
        Some("orthodox") => tune::<Orthodox>(&wish, &mut out),
        _ => writeln!(
            out,
            "usage: tune --variant orthodox [--games N] [--seed S] [--nodes N]"
        ),
    }
}

fn tune<V: Tuned>(wish: &Wish, out: &mut impl Write) -> std::io::Result<()> {
    let mut samples: Vec<Sample<V::State>> = Vec::new();
    for number in 0..wish.games {
        samples.extend(play::<V>(
            wish.seed.wrapping_mul(1_000_003).wrapping_add(number),
            wish.nodes,
        ));
    }
    let weights = V::weights();
    let rows = rows::<V>(&samples, &weights);
    let scale = best_scale(&rows);
    let tuned = descend(&rows, weights.len(), scale);
    let (before, after) = (
        error(&rows, &vec![0.0; weights.len()], scale),
        error(&rows, &tuned, scale),
    );
    let Wish { games, seed, nodes } = wish;
    let n = rows.len();
    writeln!(
        out,
        "//! Tuned by `cargo xtask tune --games {games} --seed {seed} --nodes {nodes}`: {n} positions, mean error {before:.5} before"
    )?;
    writeln!(out, "//! and {after:.5} after.")?;
    print::<V>(&weights, &tuned, out)
}

/// Plays a game and gives its quiet positions.
fn play<V: Evaluate>(seed: u64, nodes: u64) -> Vec<Sample<V::State>> {
    let mut dice = Dice::new(seed);
    let Some(setup) = V::META
        .presets
        .first()
        .and_then(|preset| V::preset(preset.id, dice.roll()))
    else {
        return Vec::new();
    };
    let Ok(mut state) = V::start(&setup) else {
        return Vec::new();
    };
    for _ in 0..PLIES {
        let actions: Vec<V::Action> = V::legal(&state).collect();
        match dice.pick(&actions) {
            Some(action) => state = V::play(&state, action),
            None => return Vec::new(),
        }
    }
    let start = V::setup(&state).to_string();
    let (bot, mut table) = (Bot::<V>::new(), SearchMemory::new(1 << 16));
    let (mut actions, mut quiet): (Vec<String>, Vec<V::State>) = (Vec::new(), Vec::new());
    while let Status::ToAct(_) = V::status(&state)
        && actions.len() < LONGEST
    {
        let thinking = FullThinking {
            effort: Effort::new(Limits::to_nodes(nodes)),
            is_allowed: &|_| true,
            cancel: &AtomicBool::new(false),
            report: &mut |_, _, _| {},
        };
        let Ok(view) = bot.think_fully(&start, &actions, &mut table, thinking) else {
            break;
        };
        let text = &view.lines[0].actions[0];
        let Some(action) = V::legal(&state).find(|action| action.to_string() == *text) else {
            break;
        };
        if !V::is_pressed(&state) && V::promise(&state, &action) <= 0 {
            quiet.push(state.clone());
        }
        actions.push(text.clone());
        state = V::play(&state, &action);
    }
    let result = match V::status(&state) {
        Status::Over(outcome) => match outcome.winner {
            Some(Seat::White) => 1.0,
            Some(Seat::Black) => 0.0,
            None => 0.5,
        },
        Status::ToAct(_) => 0.5,
    };
    quiet
        .into_iter()
        .map(|state| Sample { state, result })
        .collect()
}

/// A position as the tuning sees it: its value now, and by how much it changes with each weight.
struct Row {
    value: f64,
    slopes: Vec<(usize, f64)>,
    result: f64,
}

/// How far a weight is moved to see what it does.
const STEP: i32 = 16;

fn rows<V: Tuned>(samples: &[Sample<V::State>], weights: &[i32]) -> Vec<Row> {
    let mut moved = weights.to_vec();
    let mut row = |sample: &Sample<V::State>| {
        let value = V::value(weights, &sample.state);
        let mut slopes = Vec::new();
        for at in 0..weights.len() {
            moved[at] += STEP;
            let difference = V::value(&moved, &sample.state) - value;
            moved[at] -= STEP;
            if difference != 0 {
                slopes.push((at, f64::from(difference) / f64::from(STEP)));
            }
        }
        Row {
            value: f64::from(value),
            slopes,
            result: sample.result,
        }
    };
    samples.iter().map(&mut row).collect()
}

fn chance(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value * scale).exp())
}

fn value(row: &Row, moves: &[f64]) -> f64 {
    row.value
        + row
            .slopes
            .iter()
            .map(|(at, slope)| slope * moves[*at])
            .sum::<f64>()
}

/// The mean square of what is predicted wrongly.
fn error(rows: &[Row], moves: &[f64], scale: f64) -> f64 {
    let off = |row: &Row| (chance(value(row, moves), scale) - row.result).powi(2);
    rows.iter().map(off).sum::<f64>() / rows.len().max(1) as f64
}

/// The scale by which the weights of today predict best.
fn best_scale(rows: &[Row]) -> f64 {
    let still = vec![
        0.0;
        rows.iter()
            .flat_map(|row| &row.slopes)
            .map(|(at, _)| at + 1)
            .max()
            .unwrap_or(0)
    ];
    let scales = (4..40).map(|step| f64::from(step) * 0.000_25);
    let by_error =
        |one: &f64, other: &f64| error(rows, &still, *one).total_cmp(&error(rows, &still, *other));
    scales.min_by(by_error).unwrap_or(0.003)
}

/// How far a weight has been moved, and the mean and the mean square of its past slopes.
#[derive(Clone, Copy, Default)]
struct Moved {
    by: f64,
    mean: f64,
    square: f64,
}

/// Moves all weights at once against the slope of the error, each by a step that follows its own past slopes.
fn descend(rows: &[Row], n_weights: usize, scale: f64) -> Vec<f64> {
    let mut all = vec![Moved::default(); n_weights];
    for round in 1..=ROUNDS {
        let moves: Vec<f64> = all.iter().map(|moved| moved.by).collect();
        let [first, second] = [0.9f64, 0.999].map(|rate| 1.0 - rate.powi(round));
        for (moved, slope) in all.iter_mut().zip(slopes(rows, &moves, scale)) {
            moved.mean = 0.9 * moved.mean + 0.1 * slope;
            moved.square = 0.999 * moved.square + 0.001 * slope * slope;
            moved.by -= 0.5 * (moved.mean / first) / ((moved.square / second).sqrt() + 1e-12);
        }
    }
    all.iter().map(|moved| moved.by).collect()
}

/// How the error grows with each weight, where all are moved by so much.
fn slopes(rows: &[Row], moves: &[f64], scale: f64) -> Vec<f64> {
    let mut slopes: Vec<f64> = moves.iter().map(|moved| 2.0 * PULL * moved).collect();
    for row in rows {
        let told = chance(value(row, moves), scale);
        let pull = 2.0 * (told - row.result) * told * (1.0 - told) * scale / rows.len() as f64;
        for (at, by) in &row.slopes {
            slopes[*at] += pull * by;
        }
    }
    slopes
}

fn print<V: Tuned>(weights: &[i32], moves: &[f64], out: &mut impl Write) -> std::io::Result<()> {
    let tuned: Vec<i32> = weights
        .iter()
        .zip(moves)
        .map(|(weight, moved)| weight + moved.round() as i32)
        .collect();
    let mut brackets = tuned.chunks(V::COLUMNS);
    for (heading, n) in V::layout() {
        writeln!(out, "    // {heading}")?;
        let line: Vec<String> = brackets
            .by_ref()
            .take(n)
            .map(|row| format!("{row:?},"))
            .collect();
        writeln!(out, "    {}", line.join(" "))?;
    }
    Ok(())
}
