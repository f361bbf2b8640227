//! What the owner of the host decides about players, with another program on the same store.

use std::sync::Arc;

use host::{Admin, AdminAction, Rejection, TimeSource};
use session::PlayerId;

use crate::client::SharedClient;
use crate::fault::Fault;
use crate::store::SimulatedStore;
use crate::time;
use crate::world::World;

/// Decides about players now and then.
#[derive(Clone)]
pub(crate) struct Owner {
    pub(crate) world: World,
    pub(crate) store: Arc<SimulatedStore>,
    pub(crate) clients: Vec<SharedClient>,
}

impl Owner {
    /// Decides something about one of the players, and waits until it is done.
    pub(crate) async fn decide(&self) {
        let players: Vec<PlayerId> = self
            .clients
            .iter()
            .filter_map(|client| client.lock().player().cloned())
            .collect();
        let (player, action) = self
            .world
            .draw(|random| (random.pick(&players).cloned(), action(random.below(10))));
        let Some(player) = player else {
            return;
        };
        if !self.world.strikes(Fault::Decision, 1000) {
            return;
        }
        self.world
            .trace(format_args!("the owner decides about {player}: {action:?}"));
        self.world.ledger().decisions.note_begun(&player, &action);
        let done = match self.admin().await {
            Ok(admin) => admin.act(player.as_str(), action.clone(), None).await,
            Err(error) => Err(error),
        };
        let is_refused = match done {
            Ok(_) => false,
            // Nothing is stored of a newcomer who has done nothing, or the name will not do.
            Err(Rejection::Refused(_)) => true,
            // What has become of it is not known.
            Err(Rejection::Failed(_)) => return,
        };
        let mut ledger = self.world.ledger();
        match is_refused {
            true => ledger.decisions.note_refused(&player),
            false => ledger.decisions.note_done(&player, action, time::passed()),
        }
    }

    async fn admin(&self) -> Result<Admin, Rejection> {
        let time = TimeSource::new(Arc::new(time::wall));
        let store = Arc::clone(&self.store);
        Ok(Admin::open(store, time, &[]).await?)
    }
}

fn action(lot: u64) -> AdminAction {
    match lot {
        0..3 => AdminAction::Ban,
        3..5 => AdminAction::Unban,
        5 => AdminAction::Close,
        6 => AdminAction::Mute,
        7 => AdminAction::Unmute,
        number => AdminAction::Rename {
            to: format!("Renamed {number}"),
        },
    }
}
