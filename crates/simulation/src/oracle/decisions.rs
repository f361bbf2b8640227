//! What holds of what the owner of the host decides about players.

use std::sync::Arc;

use host::{Admin, AuditEntry, Host, Standing, TimeSource};
use session::PlayerId;

use crate::decisions::Decided;
use crate::ledger::Span;
use crate::store::SimulatedStore;
use crate::time;
use crate::world::World;

/// A connection learns within this many milliseconds that its player is not welcome any more.
const NOTICED: u64 = 20_000;

/// A request of its own is refused within this many: so long the look at its token may take.
const LOOKED_AT: u64 = 2000;

/// A player is about to be served who may have been sent away.
pub(crate) fn check_kept_out(world: &World, player: &PlayerId, is_connected: bool) {
    let now = time::passed();
    let is_inside = {
        let ledger = world.ledger();
        let decided = ledger.decisions.of(player);
        let since = decided.and_then(|decided| decided.kept_out_since);
        since.is_some_and(|since| {
            let grace = match is_connected {
                true => NOTICED,
                false => LOOKED_AT,
            };
            let from = now.saturating_sub(grace);
            let span = Span { from, until: now };
            let is_calm = !ledger.has_trouble(span) && ledger.n_stalls(span) == 0;
            since < from && ledger.life_began <= from && is_calm
        })
    };
    if is_inside {
        world.broken(
            "a banned player is kept out",
            format_args!("{player} is served"),
        );
    }
}

/// Everything has come to rest: what was decided is stored and written down, and nobody who is kept out waits for anybody.
pub(crate) async fn check_decisions(world: &World, host: &Host, store: &Arc<SimulatedStore>) {
    let known: Vec<(PlayerId, Decided)> = {
        let ledger = world.ledger();
        let all = ledger.decisions.iter();
        all.map(|(player, decided)| (player.clone(), decided.clone()))
            .collect()
    };
    for (player, decided) in &known {
        let standing = host.accounts().standing(player).await.unwrap_or_default();
        if let Some(flaw) = flaw(decided, standing) {
            world.broken(
                "what the owner decided holds",
                format_args!("{player}: {flaw}"),
            );
        }
    }
    check_seeks(world, host, &known);
    check_audit(world, store).await;
}

fn flaw(decided: &Decided, standing: Standing) -> Option<String> {
    let stored = (standing.banned, standing.closed, standing.muted);
    let known = (decided.banned, decided.closed, decided.muted);
    (decided.is_sure() && stored != known).then(|| format!("{known:?} is stored as {stored:?}"))
}

fn check_seeks(world: &World, host: &Host, known: &[(PlayerId, Decided)]) {
    let kept_out = |player: &PlayerId| {
        let mut all = known.iter();
        all.any(|(other, decided)| other == player && decided.kept_out_since.is_some())
    };
    let seeks = host.watch_lobby(None).listed.seeks;
    if let Some(seek) = seeks.iter().find(|seek| kept_out(&seek.player)) {
        world.broken(
            "a banned player looks for nobody",
            format_args!("{} of {}", seek.game, seek.player),
        );
    }
}

/// Everything that was done is written down.
async fn check_audit(world: &World, store: &Arc<SimulatedStore>) {
    let time = TimeSource::new(Arc::new(time::wall));
    let admin = Admin::open(Arc::clone(store) as _, time, &[]).await;
    let written: Vec<AuditEntry> = match admin {
        Ok(admin) => admin.audit().await.unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    let missing = {
        let ledger = world.ledger();
        let mut done = ledger.decisions.done.iter();
        done.find(|(player, action)| {
            let mut written = written.iter();
            !written.any(|entry| entry.player == *player && entry.action == *action)
        })
        .cloned()
    };
    if let Some((player, action)) = missing {
        world.broken(
            "what the owner does is written down",
            format_args!("{action:?} {player}"),
        );
    }
}
