//! A computer as the second client of the line protocol: it hears the same lines as a program would, and
//! answers with the same requests.

use std::collections::VecDeque;

use crate::{Arrival, Kind, Message, Request, Settings, Square, Vote};
use host::{Host, Opponent, Position};
use rules::{AnyGame, Refusal, Seat};
use tokio::sync::mpsc;

/// A computer that plays with a client.
pub(crate) struct ComputerClient {
    host: Host,
    settings: Settings,
    opponent: Opponent,
    name: String,
    seat: Seat,
    game: Box<dyn AnyGame>,
    actions: Vec<String>,
    requests: VecDeque<Request>,
    thoughts: mpsc::Receiver<Thought>,
    thinker: mpsc::Sender<Thought>,
}

/// What thinking came to.
struct Thought {
    action: Option<String>,
}

impl ComputerClient {
    /// A computer of this level, if it plays this game.
    pub(crate) fn new(host: Host, settings: Settings, level: u8) -> Option<ComputerClient> {
        let opponent = Opponent::Level(level);
        let rivals = host.rivals(settings.variant.meta().id);
        let rival = rivals
            .into_iter()
            .find(|rival| rival.opponent == opponent)?;
        let game = settings.variant.start(&settings.setup).ok()?;
        let (thinker, thoughts) = mpsc::channel(1);
        Some(ComputerClient {
            host,
            settings,
            opponent,
            name: rival.name,
            seat: Seat::Black,
            game,
            actions: Vec::new(),
            requests: VecDeque::new(),
            thoughts,
            thinker,
        })
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What it asks for next.
    pub(crate) async fn arrival(&mut self) -> Arrival {
        loop {
            if let Some(request) = self.requests.pop_front() {
                return Arrival::Asked(request);
            }
            match self.thoughts.recv().await {
                Some(thought) => self.decide(thought),
                // It holds a sender itself, so this does not happen while it is there.
                None => return Arrival::Left,
            }
        }
    }

    /// Asks for what it has chosen; without anything that can be asked for, it leaves.
    fn decide(&mut self, thought: Thought) {
        let action = thought.action.unwrap_or_default();
        let requests = requests(&action);
        match self.follow(self.seat, &action) {
            Ok(()) if !requests.is_empty() => {
                self.requests.extend(requests);
                self.go_on();
            }
            _ => self.requests.push_back(Request::Leave),
        }
    }

    /// Hears lines, which belong together if they are several.
    pub(crate) fn hear(&mut self, lines: &str) {
        let messages: Vec<Message> = lines.lines().filter_map(Message::read).collect();
        let heard = match *messages.as_slice() {
            [Message::Color(seat)] => {
                self.seat = seat;
                self.begin()
            }
            [Message::Replay(Vote::Yes)] => self.begin(),
            [Message::Move { from, to }] => self.follow(!self.seat, &action(from, to, None)),
            [Message::Move { from, to }, Message::Promotion { kind, .. }] => {
                self.follow(!self.seat, &action(from, to, Some(kind)))
            }
            _ => Ok(()),
        };
        match heard {
            Ok(()) => self.go_on(),
            Err(_) => self.requests.push_back(Request::Leave),
        }
    }

    fn begin(&mut self) -> Result<(), Refusal> {
        self.game = self.settings.variant.start(&self.settings.setup)?;
        self.actions.clear();
        Ok(())
    }

    fn follow(&mut self, seat: Seat, action: &str) -> Result<(), Refusal> {
        self.game = self.game.apply(seat, action)?.game;
        self.actions.push(action.to_owned());
        Ok(())
    }

    /// Thinks if it is on move, and always plays again.
    fn go_on(&mut self) {
        match self.game.status().to_act() {
            None => self.requests.push_back(Request::Replay(Ok(Vote::Yes))),
            Some(seat) if seat == self.seat => self.think(),
            Some(_) => {}
        }
    }

    fn think(&self) {
        let position = Position {
            variant: self.settings.variant.meta().id,
            setup: self.settings.setup.clone(),
            actions: self.actions.clone(),
            left: None,
        };
        let (host, opponent) = (self.host.clone(), self.opponent.clone());
        let thinker = self.thinker.clone();
        tokio::spawn(async move {
            let action = host.choose(position, opponent).await;
            // If nobody listens any more the game is over.
            drop(thinker.send(Thought { action }).await);
        });
    }
}

/// An action as two messages tell it.
fn action(from: Square, to: Square, kind: Option<Kind>) -> String {
    let letter = kind.map(Kind::letter);
    let squares = format!("{}{}", from.name(), to.name());
    squares.chars().chain(letter).collect()
}

/// An action as a client asks for it; nothing if the protocol has no words for it.
fn requests(action: &str) -> Vec<Request> {
    let squares = || {
        let from = Square::named(action.get(0..2)?)?;
        Some((from, Square::named(action.get(2..4)?)?))
    };
    let Some((from, to)) = squares() else {
        return Vec::new();
    };
    let moved = Request::Move(Ok((from, to)));
    match action.chars().nth(4) {
        None => vec![moved],
        Some(letter) => match Kind::lettered(letter) {
            Some(kind) => vec![moved, Request::Promotion(Ok((kind, Some(to))))],
            None => Vec::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_asked_for_as_moves_and_promotions() {
        let square = |name| Square::named(name).unwrap();
        let (from, to) = (square("e7"), square("e8"));
        let moved = Request::Move(Ok((from, to)));
        assert_eq!(requests("e7e8"), [moved]);
        let promoted = Request::Promotion(Ok((Kind::Queen, Some(to))));
        assert_eq!(requests("e7e8q"), [moved, promoted]);
        for nonsense in ["", "claim", "e7e8x", "é7e8"] {
            assert_eq!(requests(nonsense), [], "{nonsense}");
        }
        assert_eq!(action(from, to, Some(Kind::Rook)), "e7e8r");
    }
}
