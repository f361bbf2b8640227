//! What the lobby shows of people who come and go: their games, their seeks, and how games have ended.

use rules::Seat;
use session::{GameId, Report};
use store::{Entry, Space, Stage, Store, Summary};

use super::Host;
use crate::LobbyChange;
use crate::{Audience, HostError, Seek};

/// Games of a player who comes back that the lobby shows again, the newest first.
pub(super) const SHOWN_AGAIN: usize = 5;

/// Under which name the ids of the newest results are kept, so that a restart does not forget them.
const RESULTS: &str = "results";

impl Host {
    /// Whether a person who plays in this game is present. Computers do not count.
    pub fn is_attended(&self, game: &Summary) -> bool {
        let seats = Seat::BOTH.into_iter();
        let mut sitters = seats.filter_map(|seat| game.seats[seat].as_ref());
        sitters.any(|sitter| self.is_present(&sitter.player))
    }

    /// Shows or hides the running games of a player who has come back or gone.
    pub(super) fn show_games(&self, games: &[Summary], report: &Report) {
        if self.nodes().is_alone() && !self.lobby().is_watched() {
            return;
        }
        let listed = games.iter().filter(|game| !game.unlisted);
        for game in listed.take(SHOWN_AGAIN) {
            let change = match (report, self.is_attended(game)) {
                (Report::Back { .. }, _) => LobbyChange::GameStarted {
                    summary: game.clone(),
                },
                (Report::Gone { .. }, false) => LobbyChange::GameLeft {
                    game: game.game.clone(),
                },
                (Report::Gone { .. }, true)
                | (
                    Report::Tick
                    | Report::Resume { .. }
                    | Report::Renamed { .. }
                    | Report::Left { .. },
                    _,
                ) => continue,
            };
            self.publish_everywhere(change);
        }
    }

    /// Tells the lobby again of a player's seeks: whether their owner is there has changed.
    pub(crate) fn show_seeks_here(&self, player: &session::PlayerId) {
        for game in self.lobby().seeks_of(player) {
            if let Some(seek) = self.lobby().seek(&game) {
                self.publish_seek_here(&seek);
            }
        }
    }

    /// Tells those who watch the lobby here of a seek that anybody can join.
    pub(crate) fn publish_seek_here(&self, seek: &Seek) {
        if seek.audience == Audience::Anybody {
            let seek = self.view_of(seek);
            self.publish_here(LobbyChange::SeekAdded { seek });
        }
    }

    /// Remembers how a listed game has ended, a moment later.
    pub(super) fn note_result(&self, game: &GameId) {
        let (host, game) = (self.clone(), game.clone());
        tokio::spawn(async move {
            let Ok(Some(summary)) = host.store().summary(&game).await else {
                return;
            };
            if is_result(&summary) && host.lobby().add_result(summary.clone()) {
                host.publish_here(LobbyChange::Result { summary });
            }
        });
    }

    /// Stores which results are the newest, if that has changed.
    pub(super) async fn keep_results(&self) {
        let Some(games) = self.lobby().changed_results() else {
            return;
        };
        let entry = Entry {
            key: RESULTS.to_owned(),
            // A list of texts always has a text.
            value: serde_json::to_string(&games).unwrap_or_default(),
            expires: None,
        };
        if let Err(error) = self.store().put(&Space::Server, entry).await {
            tracing::warn!(%error, "the newest results could not be stored");
        }
    }
}

/// The newest results of before, newest first.
pub(super) async fn kept_results(store: &dyn Store) -> Result<Vec<Summary>, HostError> {
    let kept = store.get(&Space::Server, RESULTS).await?;
    let games: Vec<GameId> = kept
        .and_then(|entry| serde_json::from_str(&entry.value).ok())
        .unwrap_or_default();
    let mut results = Vec::new();
    for game in games {
        let summary = store.summary(&game).await?;
        results.extend(summary.filter(is_result));
    }
    Ok(results)
}

/// Whether a game was played to an end: one that was called off has no result.
fn is_result(summary: &Summary) -> bool {
    match &summary.stage {
        Stage::Over { ending } => ending.reason != session::reason::ABORTED,
        Stage::Open | Stage::Running => false,
    }
}
