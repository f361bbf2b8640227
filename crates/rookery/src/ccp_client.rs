//! `rookery ccp`: plays over the line protocol CCP, at the keyboard.

use std::io::{self, BufRead, Write};
use std::net::TcpStream;
use std::process::ExitCode;

use catalog::Catalog;
use ccp::{Kind, Lines, Message, Settings, Square, TextLine, Vote};
use rules::{AnyGame, Seat, Status};

use crate::picture::show;
use crate::referees::ccp_settings;
use crate::{fail, next_line};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where the server is.
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Its port.
    #[arg(long, default_value_t = 6343)]
    port: u16,
    /// What is played there, if it is not standard chess.
    #[arg(long)]
    variant: Option<String>,
    /// Where games start there, if not as usual.
    #[arg(long)]
    setup: Option<String>,
    /// Draw with letters only.
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(
    catalog: &Catalog,
    options: &Options,
    input: impl BufRead,
    out: &mut impl Write,
) -> crate::Outcome {
    let settings = match ccp_settings(
        catalog,
        options.variant.as_deref(),
        options.setup.as_deref(),
    ) {
        Ok(settings) => settings,
        Err(why) => {
            writeln!(io::stderr(), "rookery: {why}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let stream = TcpStream::connect((options.host.as_str(), options.port))?;
    stream.set_nodelay(true)?;
    let game = match settings.variant.start(&settings.setup) {
        Ok(game) => game,
        Err(refusal) => return Ok(fail(&refusal)),
    };
    let mut client = Client {
        server: Server::new(stream),
        input,
        out: &mut *out,
        settings,
        game,
        ascii: options.ascii,
    };
    match client.play() {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(Trouble::Io(error)) => Err(error),
        Err(Trouble::Gone) => {
            writeln!(out, "The other player is gone.")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(Trouble::Quit) => Ok(ExitCode::SUCCESS),
        Err(Trouble::Server(line)) => {
            writeln!(
                io::stderr(),
                "rookery: the server said `{line}`, which is not expected here"
            )?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Why a game does not go on.
enum Trouble {
    Io(io::Error),
    /// The opponent, or the server, has left.
    Gone,
    /// The person at the keyboard has enough.
    Quit,
    /// The server said something that does not belong here.
    Server(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Io(error)
    }
}

/// The connection: lines out, messages in.
struct Server {
    stream: TcpStream,
    lines: Lines,
    arrived: std::collections::VecDeque<TextLine>,
}

impl Server {
    fn new(stream: TcpStream) -> Server {
        Server {
            stream,
            lines: Lines::default(),
            arrived: std::collections::VecDeque::new(),
        }
    }

    /// Sends messages in one piece. If the server has left, the next reading tells.
    fn send(&mut self, messages: &[Message]) {
        let lines: String = messages
            .iter()
            .map(|message| format!("{message}\n"))
            .collect();
        drop(self.stream.write_all(lines.as_bytes()));
    }

    fn receive(&mut self) -> Result<Message, Trouble> {
        let line = loop {
            match self.arrived.pop_front() {
                Some(line) => break line,
                None => self.read()?,
            }
        };
        let text = match line {
            TextLine::Text(text) => text,
            TextLine::Unreadable => return Err(Trouble::Server("?".to_owned())),
        };
        match Message::read(&text) {
            Some(Message::Error(6)) => Err(Trouble::Gone),
            Some(message) => Ok(message),
            None => Err(Trouble::Server(text)),
        }
    }

    fn read(&mut self) -> Result<(), Trouble> {
        let mut buffer = [0; 512];
        // A connection that breaks is an opponent who is gone.
        match io::Read::read(&mut self.stream, &mut buffer).unwrap_or(0) {
            0 => match self.lines.finish() {
                Some(line) => self.arrived.push_back(line),
                None => return Err(Trouble::Gone),
            },
            n_read => self.arrived.extend(self.lines.push(&buffer[..n_read])),
        }
        Ok(())
    }
}

struct Client<'a, I, O> {
    server: Server,
    input: I,
    out: &'a mut O,
    settings: Settings,
    game: Box<dyn AnyGame>,
    ascii: bool,
}

impl<I: BufRead, O: Write> Client<'_, I, O> {
    fn play(&mut self) -> Result<(), Trouble> {
        writeln!(self.out, "Waiting for an opponent.")?;
        self.out.flush()?;
        let seat = match self.server.receive()? {
            Message::Color(seat) => seat,
            other @ (Message::Move { .. }
            | Message::Promotion { .. }
            | Message::Replay(_)
            | Message::Error(_)) => return Err(Trouble::Server(other.to_string())),
        };
        writeln!(self.out, "You have {seat}. Type a move, or `quit`.")?;
        loop {
            self.one_game(seat)?;
            self.vote()?;
            let Ok(game) = self.settings.variant.start(&self.settings.setup) else {
                return Ok(());
            };
            self.game = game;
        }
    }

    fn one_game(&mut self, own: Seat) -> Result<(), Trouble> {
        loop {
            show(&*self.game, self.ascii, self.out)?;
            match self.game.status() {
                Status::Over(_) => return Ok(()),
                Status::ToAct(seat) if seat == own => self.own_move(own)?,
                Status::ToAct(seat) => self.their_move(seat)?,
            }
        }
    }

    /// Asks the person until there is a legal move, and sends it.
    fn own_move(&mut self, seat: Seat) -> Result<(), Trouble> {
        loop {
            let typed = self.ask(&format!("{seat}> "))?;
            match self.game.play(seat, &typed) {
                Ok(judged) => {
                    self.server.send(&messages(&judged.action));
                    self.game = judged.step.game;
                    return Ok(());
                }
                Err(refusal) => writeln!(self.out, "{}", refusal.message)?,
            }
        }
    }

    fn their_move(&mut self, seat: Seat) -> Result<(), Trouble> {
        self.out.flush()?;
        let message = self.server.receive()?;
        let Message::Move { from, to } = message else {
            return Err(Trouble::Server(message.to_string()));
        };
        let squares = format!("{}{}", from.name(), to.name());
        let action = match self.needs_promotion(&squares) {
            false => squares,
            true => match self.server.receive()? {
                Message::Promotion { kind, .. } => format!("{squares}{}", kind.letter()),
                other @ (Message::Color(_)
                | Message::Move { .. }
                | Message::Replay(_)
                | Message::Error(_)) => return Err(Trouble::Server(other.to_string())),
            },
        };
        let refused = |_| Trouble::Server(message.to_string());
        let judged = self.game.play(seat, &action).map_err(refused)?;
        writeln!(self.out, "{seat} plays {}", judged.notation)?;
        self.game = judged.step.game;
        Ok(())
    }

    /// Whether these squares are a pawn's move whose second half is still to come.
    fn needs_promotion(&self, squares: &str) -> bool {
        let queen = format!("{squares}{}", Kind::Queen.letter());
        self.game.legal().contains(&queen)
    }

    fn vote(&mut self) -> Result<(), Trouble> {
        let vote = loop {
            match self.ask("Another game (yes or no)? ")?.as_str() {
                "yes" | "y" => break Vote::Yes,
                "no" | "n" => break Vote::No,
                _ => {}
            }
        };
        self.server.send(&[Message::Replay(vote)]);
        match self.server.receive()? {
            Message::Replay(Vote::Yes) => Ok(()),
            Message::Replay(Vote::No) if vote == Vote::Yes => {
                writeln!(self.out, "The other player has enough.")?;
                Err(Trouble::Quit)
            }
            Message::Replay(Vote::No) => Err(Trouble::Quit),
            other @ (Message::Color(_)
            | Message::Move { .. }
            | Message::Promotion { .. }
            | Message::Error(_)) => Err(Trouble::Server(other.to_string())),
        }
    }

    fn ask(&mut self, prompt: &str) -> Result<String, Trouble> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        match next_line(&mut self.input)? {
            Some(line) if line.trim() != "quit" => Ok(line.trim().to_owned()),
            _ => {
                // The other player learns it from the end of the stream as well.
                self.server.send(&[Message::Error(6)]);
                Err(Trouble::Quit)
            }
        }
    }
}

/// An action text as the messages that tell it.
fn messages(action: &str) -> Vec<Message> {
    let square = |at: std::ops::Range<usize>| Square::named(action.get(at)?);
    let (Some(from), Some(to)) = (square(0..2), square(2..4)) else {
        return Vec::new();
    };
    let kind = action.chars().nth(4).and_then(Kind::lettered);
    let promotion = kind.map(|kind| Message::Promotion { kind, at: to });
    [Message::Move { from, to }]
        .into_iter()
        .chain(promotion)
        .collect()
}
