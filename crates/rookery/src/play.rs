//! `rookery play`: a game at one keyboard, drawn in the terminal.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use catalog::Catalog;
use clap::Args;
use rules::{AnyGame, Scene, Seat, Status, Token, draw};

use crate::beginning::Beginning;
use crate::{fail, next_line};

const HELP: &str = "\
Type a move: e2e4, Nf3, O-O, e8=Q, or whatever `moves` shows.
  moves [PLACE]  what can be done, all of it or from one place
  why PLACE      what affects a piece
  undo           take the last action back
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
    let started = options.beginning.start(catalog);
    let mut table = match started {
        Ok(game) => TerminalGame {
            games: vec![game],
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
            "help" | "?" => writeln!(out, "{HELP}")?,
            "moves" => table.moves(rest.trim(), out)?,
            "why" => table.why(rest.trim(), out)?,
            "undo" => table.undo(out)?,
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

    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.games.len() == 1 {
            return writeln!(out, "There is nothing to take back.");
        }
        self.games.pop();
        self.show(out)
    }

    fn act(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let game = self.now();
        let seat = game.status().seat_to_act();
        match seat.and_then(|seat| game.play(seat, text)) {
            Ok(judged) => {
                self.games.push(judged.step.game);
                self.show(out)
            }
            Err(refusal) => writeln!(out, "{}", refusal.message),
        }
    }
}

/// Draws a game and says how it stands.
pub(crate) fn show(game: &dyn AnyGame, ascii: bool, out: &mut impl Write) -> io::Result<()> {
    let scene = game.scene();
    for line in picture(&scene, ascii) {
        writeln!(out, "{line}")?;
    }
    for note in &scene.notes {
        writeln!(out, "{}", note.text)?;
    }
    match game.status() {
        Status::ToAct(_) if scene.checked().is_some() => writeln!(out, "Check."),
        Status::ToAct(_) => Ok(()),
        Status::Over(outcome) => {
            let reason = outcome.reason.as_str().replace('_', " ");
            writeln!(out, "{} ({reason})", outcome.score())
        }
    }
}

/// The boards as lines, with coordinates where the places have names like `e4`.
fn picture(scene: &Scene, ascii: bool) -> Vec<String> {
    let sign = |token: &Token| if ascii { token.letter } else { glyph(token) };
    let lines = draw(scene, sign);
    if scene.boards.len() != 1 {
        return lines;
    }
    let name = |index: usize| {
        scene
            .cells
            .iter()
            .find(|cell| usize::try_from(cell.y) == Ok(index))
    };
    let height = lines.len();
    let ranks = lines.iter().enumerate().map(|(index, line)| {
        let rank = name(height - 1 - index).and_then(|cell| cell.id.as_str().get(1..));
        format!("{:>3}  {line}", rank.unwrap_or_default())
    });
    let mut bottom: Vec<_> = scene.cells.iter().filter(|cell| cell.y == 0).collect();
    bottom.sort_by_key(|cell| cell.x);
    let files: Vec<&str> = bottom
        .iter()
        .filter_map(|cell| cell.id.as_str().get(..1))
        .collect();
    ranks
        .chain([String::new(), format!("     {}", files.join(" "))])
        .collect()
}

/// Unicode has signs for the six usual kinds; others keep their letter.
fn glyph(token: &Token) -> char {
    let signs = match &*token.kind {
        "king" => ('♔', '♚'),
        "queen" => ('♕', '♛'),
        "rook" => ('♖', '♜'),
        "bishop" => ('♗', '♝'),
        "knight" => ('♘', '♞'),
        "pawn" => ('♙', '♟'),
        _ => (token.letter, token.letter),
    };
    match token.seat {
        Seat::White => signs.0,
        Seat::Black => signs.1,
    }
}
