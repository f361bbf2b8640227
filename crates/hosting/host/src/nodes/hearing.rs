//! What a node does with what other nodes say.

use std::time::Duration;

use bus::{Ear, Heard, Topic};

use super::wire::{LobbyNews, PeopleNews};
use crate::game::Message;
use crate::{Host, PlayerEvent};

/// After a gap, so many connections look at once whether their tokens have ended.
const LOOK_AT_ONCE: usize = 100;

/// And then a pause is made.
const PAUSE: Duration = Duration::from_millis(100);

impl Host {
    pub(crate) async fn run_ear(self, mut ear: Ear) {
        while let Some(heard) = ear.hear().await {
            if self.is_stopping() {
                return;
            }
            match heard {
                Heard::Stored {
                    game,
                    n_records,
                    records,
                } => {
                    // A game with a full mailbox finds out later.
                    self.send_awake(&game, Message::News { n_records, records });
                }
                Heard::Said { topic, text } => self.hear_text(&topic, &text),
                Heard::Gap => self.hear_gap(),
            }
        }
    }

    fn hear_text(&self, topic: &Topic, text: &str) {
        match topic {
            Topic::Lobby => match serde_json::from_str(text) {
                Ok(news) => self.hear_lobby(news),
                Err(error) => tracing::debug!(%error, "what a node said is not understood"),
            },
            Topic::People => match serde_json::from_str(text) {
                Ok(news) => self.hear_people(news),
                Err(error) => tracing::debug!(%error, "what a node said is not understood"),
            },
            Topic::Node(_) => {}
        }
    }

    fn hear_lobby(&self, news: LobbyNews) {
        match news {
            LobbyNews::Listed { seek } => self.hear_seek(*seek),
            LobbyNews::Gone { game, created_at } => self.hear_seek_gone(&game, created_at),
            LobbyNews::Changed { change } => self.publish_here(*change),
        }
    }

    fn hear_people(&self, news: PeopleNews) {
        match news {
            PeopleNews::Started { game, seats } => self.hear_started(game, &seats),
            PeopleNews::Ended {
                game,
                seats,
                ending,
                unlisted,
            } => self.hear_ended(&game, &seats, ending.as_ref(), unlisted),
            PeopleNews::Personal { player, event } => {
                self.tell_here(&player, event.into_event());
            }
            PeopleNews::Protocol { name, text } => self.hear_protocol(&name, text),
        }
    }

    /// Something was missed: a record of a game, a seek, or that a token has ended.
    fn hear_gap(&self) {
        self.note_gap();
        let host = self.clone();
        tokio::spawn(async move {
            let players = host.players_here();
            for some in players.chunks(LOOK_AT_ONCE) {
                for player in some {
                    host.tell_here(player, PlayerEvent::TokensEnded);
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
}
