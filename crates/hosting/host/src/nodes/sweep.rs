//! Looks again and again whether games in memory lack something that other nodes have stored: messages get lost.

use std::time::Duration;

use session::GameId;

use super::NodeCounters;
use crate::Host;
use crate::game::Message;

/// How often.
const SWEEP: Duration = Duration::from_secs(2);

/// After a gap it is not looked more often than this.
const AFTER_GAP: Duration = Duration::from_millis(300);

/// Games that are asked about at once.
const AT_ONCE: usize = 1000;

impl Host {
    pub(crate) async fn run_sweep(self) {
        while !self.is_stopping() {
            tokio::select! {
                () = tokio::time::sleep(SWEEP) => {}
                () = self.gap_heard() => tokio::time::sleep(AFTER_GAP).await,
            }
            if let Err(error) = self.sweep().await {
                tracing::debug!(%error, "what other nodes have stored could not be read");
            }
        }
    }

    async fn sweep(&self) -> Result<(), store::StoreError> {
        let known: Vec<(GameId, u64)> = self.known_records();
        for known in known.chunks(AT_ONCE) {
            for behind in self.store().behind(known).await? {
                let of_game = known.iter().find(|(game, _)| *game == behind.game);
                let Some((game, n_known)) = of_game else {
                    continue;
                };
                NodeCounters::count(&self.nodes().counters.found_late);
                self.send_awake(
                    game,
                    Message::Behind {
                        n_records: behind.n_records,
                        n_known: *n_known,
                    },
                );
            }
        }
        Ok(())
    }
}
