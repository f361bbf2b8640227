//! Things worth timing. A rules crate lists them; `rookery bench rules` runs them.

use std::time::Duration;

/// Work that can be repeated. It gives a number that depends on the work, so that no compiler can
/// leave the work out, and so that two ways of doing it can be compared.
pub type Work = Box<dyn FnMut() -> u64>;

/// Something worth timing, with the figure it has to keep.
pub struct Scenario {
    /// What is done, in a few words.
    pub name: &'static str,
    /// Does it once.
    pub work: Work,
    /// The figure it has to keep.
    pub target: Target,
}

/// The figure a scenario has to keep.
pub enum Target {
    /// One run takes at most this long on one core.
    AtMost(Duration),
    /// One run takes at most `factor` times as long as the same work done by somebody else, measured in
    /// the same process, run by run in turn.
    Peer {
        /// Who does the same work.
        name: &'static str,
        /// Does it once; must give the same number.
        work: Work,
        /// How much longer we may take.
        factor: f64,
    },
    /// The number that [`Scenario::work`] gives is itself the figure (bytes, say) and may be at most
    /// this. Time does not count.
    NumberAtMost(u64),
}
