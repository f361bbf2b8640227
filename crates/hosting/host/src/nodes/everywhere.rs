//! What a node tells the others.

use bus::Topic;
use rules::BySeat;
use session::{Ending, GameId, PlayerId, Sitter};

use super::wire::{LobbyNews, PeopleNews, PersonalNews, text};
use crate::{Host, LobbyChange, PlayerEvent, Seek};

impl Host {
    fn tell_nodes(&self, topic: Topic, text: impl FnOnce() -> String) {
        if !self.nodes().is_alone() {
            self.nodes().bus().tell(topic, text());
        }
    }

    /// Tells all connections of a player, wherever they are.
    pub(crate) fn tell_player(&self, player: &PlayerId, event: PlayerEvent) {
        if !self.nodes().is_alone()
            && let Some(event) = PersonalNews::of(&event)
        {
            let player = player.clone();
            let news = PeopleNews::Personal { player, event };
            self.tell_nodes(Topic::People, || text(&news));
        }
        self.tell_here(player, event);
    }

    pub(crate) fn tell_nodes_started(&self, game: &GameId, seats: &BySeat<Option<Sitter>>) {
        self.tell_nodes(Topic::People, || {
            let (game, seats) = (game.clone(), seats.clone());
            text(&PeopleNews::Started { game, seats })
        });
    }

    pub(crate) fn tell_nodes_ended(
        &self,
        game: &GameId,
        seats: &BySeat<Option<Sitter>>,
        ending: Option<&Ending>,
        unlisted: bool,
    ) {
        self.tell_nodes(Topic::People, || {
            text(&PeopleNews::Ended {
                game: game.clone(),
                seats: seats.clone(),
                ending: ending.cloned(),
                unlisted,
            })
        });
    }

    pub(crate) fn tell_nodes_seek(&self, seek: &Seek) {
        self.tell_nodes(Topic::Lobby, || {
            let seek = Box::new(seek.clone());
            text(&LobbyNews::Listed { seek })
        });
    }

    pub(crate) fn tell_nodes_seek_gone(&self, seek: &Seek) {
        self.tell_nodes(Topic::Lobby, || {
            text(&LobbyNews::Gone {
                game: seek.game.clone(),
                created_at: seek.created_at,
            })
        });
    }

    /// Tells those who watch the lobby, at all nodes.
    pub(crate) fn publish_everywhere(&self, change: LobbyChange) {
        self.tell_nodes(Topic::Lobby, || {
            let change = Box::new(change.clone());
            text(&LobbyNews::Changed { change })
        });
        self.publish_here(change);
    }

    pub(crate) fn publish_here(&self, change: LobbyChange) {
        self.lobby().publish(self.n_running(), change);
    }

    /// Tells a protocol of this name on all other nodes something; see [`Host::protocol_news`].
    pub fn tell_protocol(&self, name: &str, what: String) {
        self.tell_nodes(Topic::People, || {
            let name = name.to_owned();
            text(&PeopleNews::Protocol { name, text: what })
        });
    }
}
