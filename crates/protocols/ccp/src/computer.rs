//! A computer as the second client of the line protocol. It looks at the hosted game to think, and asks for its moves
//! with the same requests as a program would.

use std::collections::VecDeque;

use crate::{Arrival, Kind, Message, Request, Settings, Square, Vote};
use host::{Host, Opponent, Rejection, SearchTask};
use rules::Seat;
use session::GameId;
use tokio::sync::mpsc;

/// A computer that plays with a client.
pub(crate) struct ComputerClient {
    host: Host,
    opponent: Opponent,
    name: String,
    requests: VecDeque<Request>,
    /// The actions it has chosen; none where it found nothing.
    chosen: mpsc::Receiver<Option<String>>,
    chooser: mpsc::Sender<Option<String>>,
}

impl ComputerClient {
    /// A computer of this level, if it plays this game.
    pub(crate) fn new(host: Host, settings: &Settings, level: u8) -> Option<ComputerClient> {
        let opponent = Opponent::Level(level);
        let rivals = host.rivals(settings.variant.meta().id);
        let rival = rivals
            .into_iter()
            .find(|rival| rival.opponent == opponent)?;
        let (chooser, chosen) = mpsc::channel(1);
        Some(ComputerClient {
            host,
            opponent,
            name: rival.name,
            requests: VecDeque::new(),
            chosen,
            chooser,
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
            match self.chosen.recv().await {
                Some(action) => self.ask_for(&action.unwrap_or_default()),
                // It holds a sender itself, so this does not happen while it is there.
                None => return Arrival::Left,
            }
        }
    }

    /// Asks for what it has chosen; without anything that can be asked for, it leaves.
    fn ask_for(&mut self, action: &str) {
        match requests(action) {
            requests if requests.is_empty() => self.requests.push_back(Request::Leave),
            requests => self.requests.extend(requests),
        }
    }

    /// Hears lines. If its move was refused it has nothing better, and leaves.
    pub(crate) fn hear(&mut self, lines: &str) {
        let is_error = |line| matches!(Message::read(line), Some(Message::Error(_)));
        if lines.lines().any(is_error) {
            self.requests.push_back(Request::Leave);
        }
    }

    /// A game has begun, or a move was played in it. It thinks if it is on move, and always plays again.
    pub(crate) fn turn(&mut self, game: &GameId, own: Seat, to_act: Option<Seat>) {
        match to_act {
            None => self.requests.push_back(Request::Replay(Ok(Vote::Yes))),
            Some(seat) if seat == own => self.think(game.clone()),
            Some(_) => {}
        }
    }

    fn think(&self, game: GameId) {
        let (host, opponent) = (self.host.clone(), self.opponent.clone());
        let chooser = self.chooser.clone();
        tokio::spawn(async move {
            let action = choose(&host, &game, opponent).await;
            let action = action.unwrap_or_else(|error| {
                tracing::warn!(%error, "a computer cannot look at its CCP game");
                None
            });
            // If nobody listens any more the game is over.
            drop(chooser.send(action).await);
        });
    }
}

/// What the computer plays in a hosted game.
async fn choose(
    host: &Host,
    game: &GameId,
    opponent: Opponent,
) -> Result<Option<String>, Rejection> {
    let position = host
        .look(game, |session, now| SearchTask::of(session, None, now))
        .await?;
    Ok(host.choose(game, position, opponent).await)
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
    }
}
