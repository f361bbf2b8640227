//! `rookery match`: computer players against each other.

mod player;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use catalog::{Catalog, Entry};
use clap::Args;
use rules::{AnyGame, AnyVariant, Outcome, Refusal, Seat};
use search::Dice;

use self::player::{Player, Seated};
use crate::beginning::entry;
use crate::fail;

#[derive(Args)]
pub(crate) struct Options {
    /// Which kind of chess [default: the first that `rookery variants` lists].
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// Who plays White: a level, `9;movetime=MS;threads=N`, `random`, or `uci:PROGRAM ARGUMENTS;OPTION=VALUE;movetime=MS`.
    #[arg(long, value_name = "PLAYER")]
    white: Player,
    /// Who plays Black.
    #[arg(long, value_name = "PLAYER")]
    black: Player,
    /// How many games.
    #[arg(long, default_value_t = 10, value_name = "N")]
    games: u32,
    /// Decides openings, random armies and the taste of the players.
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    seed: u64,
    /// Random plies before the players begin. Games 1 and 2 share an opening, 3 and 4, and so on.
    #[arg(long, default_value_t = 0, value_name = "PLIES")]
    openings: u32,
    /// Change seats after each game.
    #[arg(long)]
    alternate: bool,
    /// Which ready-made setup; without it, the one a lobby offers first.
    #[arg(long, value_name = "ID")]
    preset: Option<String>,
    /// A game that goes on for so many actions is counted as unfinished.
    #[arg(long, default_value_t = 2000, value_name = "N")]
    longest: usize,
    /// Print a line for every game.
    #[arg(long)]
    verbose: bool,
    /// Fail if the player named by `--white` gets a smaller share of the points.
    #[arg(long, value_name = "PERCENT")]
    at_least: Option<f64>,
}

/// A game that is being played.
struct MatchGame {
    entry: Entry,
    start: String,
    /// Whether engines are to be told that castling is that of Chess960.
    is_chess960: bool,
    game: Box<dyn AnyGame>,
    actions: Vec<String>,
}

impl MatchGame {
    fn act(&mut self, action: &str) -> Result<(), Refusal> {
        let seat = self.game.status().seat_to_act()?;
        self.game = self.game.apply(seat, action)?.game;
        self.actions.push(action.to_owned());
        Ok(())
    }
}

/// What has happened in a match, from the point of view of the player who had White in the first game.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    unfinished: u32,
    lengths: Vec<usize>,
    reasons: BTreeMap<String, u32>,
}

impl Tally {
    fn add(&mut self, outcome: Option<&Outcome>, first: Seat, length: usize) {
        self.lengths.push(length);
        let Some(outcome) = outcome else {
            self.unfinished += 1;
            return;
        };
        *self.reasons.entry(outcome.reason.to_string()).or_default() += 1;
        match outcome.winner {
            None => self.drawn += 1,
            Some(winner) if winner == first => self.won += 1,
            Some(_) => self.lost += 1,
        }
    }

    fn points(&self) -> f64 {
        f64::from(self.won) + f64::from(self.drawn) / 2.0
    }

    /// The first player's share of the points, in percent.
    fn share(&self) -> f64 {
        100.0 * self.points() / self.lengths.len().max(1) as f64
    }

    /// Between which shares of the points a much longer match would end, in percent: the interval of Wilson, with the
    /// points in place of the wins.
    fn interval(&self) -> [f64; 2] {
        const DEVIATIONS: f64 = 1.96;
        let games = self.lengths.len().max(1) as f64;
        let (share, weight) = (self.points() / games, DEVIATIONS * DEVIATIONS / games);
        let middle = share + weight / 2.0;
        let width = DEVIATIONS * (share * (1.0 - share) / games + weight / (4.0 * games)).sqrt();
        [middle - width, middle + width].map(|end| (100.0 * end / (1.0 + weight)).clamp(0.0, 100.0))
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let games = self.lengths.len().max(1);
        let (points, share) = (self.points(), self.share());
        let (won, drawn, lost) = (self.won, self.drawn, self.lost);
        writeln!(
            out,
            "score {points} of {games} ({share:.0} %): +{won} ={drawn} -{lost}"
        )?;
        let [low, high] = self.interval();
        writeln!(out, "interval {low:.0} to {high:.0} % with 95 % confidence")?;
        let total: usize = self.lengths.iter().sum();
        let longest = self.lengths.iter().max().copied().unwrap_or_default();
        writeln!(
            out,
            "length {} on average, {longest} at most",
            total / games
        )?;
        for (reason, count) in &self.reasons {
            writeln!(out, "ended {count} by {}", reason.replace('_', " "))?;
        }
        match self.unfinished {
            0 => Ok(()),
            games => writeln!(out, "unfinished {games}"),
        }
    }
}

pub(crate) fn run(catalog: &Catalog, options: &Options, out: &mut impl Write) -> crate::Outcome {
    let entry = match entry(catalog, options.variant.as_deref()) {
        Ok(entry) => entry,
        Err(refusal) => return Ok(fail(&refusal)),
    };
    let began = Instant::now();
    let mut tally = Tally::default();
    for number in 0..options.games {
        let first = match options.alternate && number % 2 == 1 {
            true => Seat::Black,
            false => Seat::White,
        };
        let table = match play(entry, options, number, first) {
            Ok(table) => table,
            Err(refusal) => return Ok(fail(&refusal)),
        };
        let status = table.game.status();
        tally.add(status.outcome(), first, table.actions.len());
        if options.verbose {
            let score = status.outcome().map_or("*", Outcome::score);
            let reason = status
                .outcome()
                .map_or("unfinished", |end| end.reason.as_str());
            let (number, length) = (number + 1, table.actions.len());
            writeln!(
                out,
                "game {number}: {score} {reason}, {length} actions, first player is {first}"
            )?;
        }
    }
    tally.print(out)?;
    writeln!(out, "time {:.0} s", began.elapsed().as_secs_f64())?;
    Ok(match options.at_least {
        Some(wanted) if tally.share() < wanted => {
            writeln!(out, "too few points: {wanted} % were wanted")?;
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    })
}

/// Plays one game to its end. An illegal action ends the whole match: no player may ask for one.
fn play(entry: &Entry, options: &Options, number: u32, first: Seat) -> Result<MatchGame, Refusal> {
    // The two games of a pair begin alike.
    let mut dice = Dice::new(options.seed.wrapping_add(u64::from(number / 2)));
    let (start, game) = opening(options, entry.variant(), &mut dice)?;
    let mut table = MatchGame {
        entry: *entry,
        is_chess960: entry.is_chess960(&*game),
        start,
        game,
        actions: Vec::new(),
    };
    let seed = options
        .seed
        .wrapping_mul(1_000)
        .wrapping_add(u64::from(number));
    let mut white = Seated::new(&options.white, seed)?;
    let mut black = Seated::new(&options.black, seed.wrapping_add(500))?;
    while let Some(seat) = table.game.status().to_act()
        && table.actions.len() < options.longest
    {
        let player = match seat == first {
            true => &mut white,
            false => &mut black,
        };
        let action = player.choose(&table)?;
        table.act(&action)?;
    }
    Ok(table)
}

/// A start position some random plies into a game.
fn opening(
    options: &Options,
    variant: &dyn AnyVariant,
    dice: &mut Dice,
) -> Result<(String, Box<dyn AnyGame>), Refusal> {
    loop {
        let setup = match options.preset.as_deref() {
            None => variant.usual_start(dice.roll()).setup,
            Some(id) => variant.preset(id, dice.roll()).ok_or_else(|| {
                Refusal::new("unknown-preset", format!("there is no preset `{id}`"))
            })?,
        };
        let mut game = variant.start(&setup)?;
        for _ in 0..options.openings {
            let Some(action) = dice.pick(&game.legal()).cloned() else {
                break;
            };
            let seat = game.status().seat_to_act()?;
            game = game.apply(seat, &action)?.game;
        }
        // A game that random plies have ended is not an opening.
        if game.status().to_act().is_some() {
            return Ok((game.setup(), game));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_match_tells_more() {
        let tally = |won, lost| Tally {
            won,
            lost,
            lengths: vec![1; (won + lost) as usize],
            ..Tally::default()
        };
        let [low, high] = tally(7, 3).interval();
        let [closer_low, closer_high] = tally(70, 30).interval();
        assert!(low < closer_low && closer_low < 70.0 && 70.0 < closer_high && closer_high < high);
        let [_, most] = tally(5, 0).interval();
        assert!(most <= 100.0);
    }
}
