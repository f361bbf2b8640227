//! Who is told what.

use super::{ConnectionId, Desk, Outgoing};
use crate::request::RequestId;
use crate::response::Message;

/// Messages for the one who asked, and for everybody else in the game.
pub(super) struct Answer {
    pub(super) game: Option<u64>,
    pub(super) messages: Vec<Message>,
    pub(super) audience: Audience,
    /// Whether the answer names its game in any case.
    pub(super) names_game: bool,
}

#[derive(PartialEq, Eq)]
pub(super) enum Audience {
    Requester,
    Everybody,
    /// Everybody but the one who asked.
    Others,
}

impl Desk {
    pub(super) fn deliver(
        &self,
        from: ConnectionId,
        answer: Answer,
        request_id: Option<RequestId>,
    ) -> Vec<Outgoing> {
        let others = match answer.game {
            Some(id) if answer.audience != Audience::Requester => {
                self.broadcast(id, &answer.messages, Some(from))
            }
            _ => Vec::new(),
        };
        let named = answer
            .game
            .filter(|_| answer.names_game || self.uses_several(from))
            .map(name);
        let own = answer
            .messages
            .into_iter()
            .filter(|_| answer.audience != Audience::Others);
        let own = own.map(|mut message| {
            message.stamp(named.as_deref(), request_id.clone());
            Outgoing {
                to: from,
                text: message.to_text(),
            }
        });
        own.chain(others).collect()
    }

    /// Sends messages to everybody in a game but `except`.
    pub(super) fn broadcast(
        &self,
        game: u64,
        messages: &[Message],
        except: Option<ConnectionId>,
    ) -> Vec<Outgoing> {
        let mut outgoing = Vec::new();
        for (&to, connection) in &self.connections {
            if except == Some(to) || !connection.roles.contains_key(&game) {
                continue;
            }
            for message in messages {
                let mut message = message.clone();
                let named = self.uses_several(to).then(|| name(game));
                message.stamp(named.as_deref(), None);
                outgoing.push(Outgoing {
                    to,
                    text: message.to_text(),
                });
            }
        }
        outgoing
    }

    pub(super) fn uses_several(&self, connection: ConnectionId) -> bool {
        self.connections
            .get(&connection)
            .is_some_and(|connection| connection.roles.len() > 1)
    }
}

fn name(game: u64) -> String {
    format!("g{game}")
}
