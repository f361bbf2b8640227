//! What the owner of the host has decided about players, for the oracle.

use std::collections::BTreeMap;

use host::AdminAction;
use session::PlayerId;

/// What is known of the decisions about all players.
#[derive(Default)]
pub(crate) struct Decisions {
    players: BTreeMap<PlayerId, Decided>,
    /// What was done, in this order.
    pub(crate) done: Vec<(PlayerId, AdminAction)>,
}

/// What is known of the decisions about a player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decided {
    /// Since when the player is kept out, in milliseconds since the world began.
    pub(crate) kept_out_since: Option<u64>,
    /// Whether the player was, or may have been, kept out at some time.
    pub(crate) was_kept_out: bool,
    /// What was decided, as far as that is sure.
    pub(crate) banned: bool,
    pub(crate) closed: bool,
    pub(crate) muted: bool,
    /// Whether the end of a decision was not seen.
    is_unsure: bool,
    is_under_way: bool,
}

impl Decided {
    /// Whether it is known what is stored.
    pub(crate) fn is_sure(&self) -> bool {
        !self.is_unsure && !self.is_under_way
    }
}

impl Decisions {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PlayerId, &Decided)> {
        self.players.iter()
    }

    pub(crate) fn of(&self, player: &PlayerId) -> Option<&Decided> {
        self.players.get(player)
    }

    /// From now on a decision may be done in part.
    pub(crate) fn note_begun(&mut self, player: &PlayerId, action: &AdminAction) {
        let decided = self.players.entry(player.clone()).or_default();
        decided.is_unsure |= decided.is_under_way;
        decided.is_under_way = true;
        match action {
            AdminAction::Ban | AdminAction::Close => decided.was_kept_out = true,
            // The player may be let in from here on.
            AdminAction::Unban => decided.kept_out_since = None,
            AdminAction::Reset
            | AdminAction::Rename { .. }
            | AdminAction::Mute
            | AdminAction::Unmute => {}
        }
    }

    /// It is known that nothing was done.
    pub(crate) fn note_refused(&mut self, player: &PlayerId) {
        if let Some(decided) = self.players.get_mut(player) {
            decided.is_under_way = false;
        }
    }

    /// It is known that everything was done.
    pub(crate) fn note_done(&mut self, player: &PlayerId, action: AdminAction, at: u64) {
        let decided = self.players.entry(player.clone()).or_default();
        decided.is_under_way = false;
        match &action {
            AdminAction::Ban => decided.banned = true,
            AdminAction::Close => decided.closed = true,
            AdminAction::Unban => (decided.banned, decided.closed) = (false, false),
            AdminAction::Mute => decided.muted = true,
            AdminAction::Unmute => decided.muted = false,
            AdminAction::Reset | AdminAction::Rename { .. } => {}
        }
        if matches!(action, AdminAction::Ban | AdminAction::Close) {
            decided.kept_out_since.get_or_insert(at);
        }
        self.done.push((player.clone(), action));
    }
}
