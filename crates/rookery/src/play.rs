//! `rookery play`: a game at one keyboard, drawn in the terminal.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use catalog::Catalog;
use clap::Args;
use rules::{AnyGame, Status};

use crate::beginning::Beginning;
use crate::computer::seed;
use crate::picture::{history, show};
use crate::{fail, next_line};

const HELP: &str = "\
Type a move: e2e4, Nf3, O-O, e8=Q, or whatever `moves` shows.
  moves [PLACE]  what can be done, all of it or from one place
  why PLACE      what affects a piece
  undo           take the last action back
  redo           play it again
  history        what was played
  board          draw the board again
  setup          the position as text
  help           this text
  quit           leave";

#[derive(Args, Default)]
pub(crate) struct Options {
    #[command(flatten)]
    beginning: Beginning,
    /// Draw with letters only.
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(
    catalog: &Catalog,
    options: &Options,
    mut input: impl BufRead,
    out: &mut impl Write,
) -> crate::Outcome {
    let started = options.beginning.start(catalog, seed());
    let mut table = match started {
        Ok(game) => TerminalGame {
            games: vec![game],
            played: Vec::new(),
            undone: Vec::new(),
            ascii: options.ascii,
        },
        Err(refusal) => return Ok(fail(&refusal)),
    };
    writeln!(out, "{}. Type `help` for help.", table.now().meta().name)?;
    table.show(out)?;
    loop {
        write!(out, "{}> ", table.prompt())?;
        out.flush()?;
        let Some(line) = next_line(&mut input)? else {
            break;
        };
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "" => {}
            "quit" | "exit" => break,
            "help" | "?" => table.help(out)?,
            "moves" => table.moves(rest.trim(), out)?,
            "why" => table.why(rest.trim(), out)?,
            "undo" => table.undo(out)?,
            "redo" => table.redo(out)?,
            "history" => table.history(out)?,
            "board" => table.show(out)?,
            "setup" => writeln!(out, "{}", table.now().setup())?,
            _ => table.act(line.trim(), out)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

struct TerminalGame {
    /// Every state so far; the last one is on the board.
    games: Vec<Box<dyn AnyGame>>,
    /// The actions between them, as people write them.
    played: Vec<String>,
    /// What `undo` took back, the last one first to be played again. A new action forgets it.
    undone: Vec<(String, Box<dyn AnyGame>)>,
    ascii: bool,
}

impl TerminalGame {
    fn now(&self) -> &dyn AnyGame {
        // There is always the first state, which `undo` never removes.
        &*self.games[self.games.len() - 1]
    }

    fn prompt(&self) -> String {
        match self.now().status() {
            Status::ToAct(seat) => seat.to_string(),
            Status::Over(_) => "over".to_owned(),
        }
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        show(self.now(), self.ascii, out)
    }

    fn moves(&self, place: &str, out: &mut impl Write) -> io::Result<()> {
        let game = self.now();
        let offers = game.offers().into_iter();
        let from = |taps: &[rules::CellId]| taps.first().is_some_and(|tap| tap.as_str() == place);
        let wanted = offers.filter(|offer| place.is_empty() || from(&offer.taps));
        let texts: Vec<String> = wanted
            .map(|offer| game.notation(&offer.action).unwrap_or(offer.action))
            .collect();
        match texts.is_empty() {
            true => writeln!(out, "Nothing can be done there."),
            false => writeln!(out, "{}", texts.join(" ")),
        }
    }

    fn why(&self, place: &str, out: &mut impl Write) -> io::Result<()> {
        let Some(explanation) = self.now().explain(place) else {
            return writeln!(out, "There is nothing to say about `{place}`.");
        };
        writeln!(out, "{}", explanation.title)?;
        for note in explanation.notes {
            writeln!(out, "  {}", note.text)?;
        }
        Ok(())
    }

    fn help(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{HELP}")?;
        let typing = self.now().meta().typing;
        if !typing.is_empty() {
            writeln!(out, "In {}:", self.now().meta().name)?;
        }
        for (example, meaning) in typing {
            writeln!(out, "  {example:<14} {meaning}")?;
        }
        Ok(())
    }

    /// What was played: the line as it now stands where the past is part of the game, otherwise every action.
    fn history(&self, out: &mut impl Write) -> io::Result<()> {
        if self.played.is_empty() {
            return writeln!(out, "Nothing was played yet.");
        }
        for line in history(&self.now().scene()) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "Played: {}", self.played.join(" "))
    }

    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(action) = self.played.pop() else {
            return writeln!(out, "There is nothing to take back.");
        };
        self.undone
            .extend(self.games.pop().map(|game| (action, game)));
        self.show(out)
    }

    fn redo(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some((action, game)) = self.undone.pop() else {
            return writeln!(out, "There is nothing to play again.");
        };
        self.played.push(action);
        self.games.push(game);
        self.show(out)
    }

    fn act(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let game = self.now();
        let seat = game.status().seat_to_act();
        match seat.and_then(|seat| game.play(seat, text)) {
            Ok(judged) => {
                self.played.push(judged.notation);
                self.games.push(judged.step.game);
                self.undone.clear();
                self.show(out)
            }
            Err(refusal) => writeln!(out, "{}", refusal.message),
        }
    }
}
