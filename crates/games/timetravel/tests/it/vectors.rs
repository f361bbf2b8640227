//! Examples and complete games with everything that is known about them.
//!
//! A data file is a list of statements. Those that only look compare one property of the game with the
//! text that follows; the others start a game or change it.

use rules::{Explain, Seat, Variant};
use timetravel::{Action, Illegal, Setup, Slot, State, TimeTravel, history};

#[test]
fn every_example_comes_out_as_written() {
    assert_eq!(check(include_str!("../data/examples.txt"), "example"), 76);
}

#[test]
fn every_game_comes_out_as_written() {
    assert_eq!(check(include_str!("../data/games.txt"), "game"), 18);
}

/// Runs all statements and gives the number of blocks.
fn check(text: &str, block: &str) -> usize {
    let mut run = Run::default();
    let mut blocks = 0;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap();
        blocks += usize::from(word == block);
        if word != block {
            run.statement(word, rest.trim())
                .unwrap_or_else(|why| panic!("line {}: {word}: {why}", index + 1));
        }
    }
    blocks
}

#[derive(Default)]
struct Run {
    game: Option<State>,
    before: Option<State>,
    refusal: Option<Illegal>,
}

impl Run {
    fn statement(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "setup" => {
                let setup: Setup = rest.parse().map_err(|no: Illegal| no.to_string())?;
                self.game = Some(TimeTravel::start(&setup).map_err(|no| no.to_string())?);
                Ok(())
            }
            "before" | "play" => rest.split(' ').try_for_each(|action| self.play(action)),
            "action" => {
                self.action(rest);
                Ok(())
            }
            "refused" => self.refused(rest),
            _ => self.look(word, rest),
        }
    }

    fn game(&self) -> &State {
        self.game.as_ref().expect("a block begins with its setup")
    }

    fn play(&mut self, action: &str) -> Result<(), String> {
        let action: Action = action.parse().map_err(|no: Illegal| no.to_string())?;
        let seat = self.game().actor();
        let step = TimeTravel::apply(self.game(), seat, &action);
        self.before = self.game.take();
        self.game = Some(step.map_err(|no| format!("{action}: {no}"))?.state);
        Ok(())
    }

    fn action(&mut self, text: &str) {
        let (seat, text) = match text.split_once(' ') {
            Some((seat, text)) => (seat.parse().unwrap(), text),
            None => (self.game().actor(), text),
        };
        let step = text
            .parse()
            .and_then(|action| TimeTravel::apply(self.game(), seat, &action));
        self.before = self.game.clone();
        self.refusal = None;
        match step {
            Ok(step) => self.game = Some(step.state),
            Err(no) => self.refusal = Some(no),
        }
    }

    fn refused(&mut self, wanted: &str) -> Result<(), String> {
        let no = self.refusal.take().ok_or("it is allowed")?;
        let (code, detail) = wanted.split_once(' ').unwrap_or((wanted, ""));
        let found = match detail {
            "" => no.code().to_owned(),
            _ => format!("{} {}", no.code(), no.detail().unwrap_or_default()),
        };
        same(&found, &format!("{code} {detail}"))
    }

    fn look(&mut self, word: &str, rest: &str) -> Result<(), String> {
        if let Some(no) = &self.refusal {
            return Err(format!("refused: {no}"));
        }
        let game = self.game();
        let timeline = game.timeline();
        let plies = |rest: &str, of: &dyn Fn(Seat) -> Vec<usize>| {
            let (seat, rest) = rest.split_once(' ').unwrap();
            same(&list(&of(seat.parse().unwrap())), rest)
        };
        match word {
            "line" => same(&Setup::of(game).to_string(), rest),
            "fen" => same(&timeline.last().fen(), rest),
            "history" => same(&history(timeline), rest),
            "terminus" => same(&or_dash(timeline.terminus()), rest),
            "actor" => same(&or_dash(game.status().to_act()), rest),
            "in-step" => same(if game.in_step() { "yes" } else { "no" }, rest),
            "blanks" => plies(rest, &|seat| game.open_blanks(seat)),
            "upgradable" => plies(rest, &|seat| game.upgradable(seat)),
            "count" => same(&TimeTravel::legal(game).len().to_string(), rest),
            "lost" => same(&list(&self.lost()), rest),
            "passed" => same(&or_dash(self.passed()), rest),
            "result" => {
                let line = Setup::of(game).to_string();
                same(line.rsplit(';').next().unwrap(), rest)
            }
            _ => Err("no such statement".to_owned()),
        }
    }

    /// Plies that hold a move before the last action and a blank after it.
    fn lost(&self) -> Vec<usize> {
        let before = self.before.as_ref().expect("something was done").timeline();
        let moves = before.slots().filter(|(_, slot)| slot.record().is_some());
        let now =
            |ply: &usize| matches!(self.game().timeline().slot(*ply), Some(Slot::Blank { .. }));
        moves.map(|(ply, _)| ply).filter(now).collect()
    }

    /// The ply the last action made a pass.
    fn passed(&self) -> Option<usize> {
        let known = self
            .before
            .as_ref()
            .map_or(0, |before| before.timeline().len());
        let mut new = self.game().timeline().slots().skip(known);
        new.find(|(_, slot)| *slot == Slot::Pass)
            .map(|(ply, _)| ply)
    }
}

fn same(found: &str, wanted: &str) -> Result<(), String> {
    match found == wanted.trim() {
        true => Ok(()),
        false => Err(format!("it is `{found}`, not `{wanted}`")),
    }
}

fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn list(plies: &[usize]) -> String {
    let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
    match plies.is_empty() {
        true => "-".to_owned(),
        false => plies.join(" "),
    }
}
