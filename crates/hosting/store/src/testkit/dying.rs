//! A process that dies between storing something and saying so.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The environment variable that says after how many stored appends the process dies. It does not begin like the settings
/// of the server, which refuses those that it does not know.
const VARIABLE: &str = "DIE_AFTER_APPENDS";

/// Counts appends that the database has committed and nobody has heard of yet, and ends the process as a crash would when
/// it is time.
pub(crate) fn die_if_due(n_appends: usize) {
    static DUE: OnceLock<Option<u64>> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let given = || std::env::var(VARIABLE).ok()?.parse().ok();
    let Some(due) = *DUE.get_or_init(given) else {
        return;
    };
    let n_appends = n_appends as u64;
    if COUNT.fetch_add(n_appends, Ordering::SeqCst) + n_appends >= due {
        std::process::abort();
    }
}
