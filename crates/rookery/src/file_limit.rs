//! Whether the system lets the server have as many connections as it is configured for.

use crate::config::Config;

/// Open files besides connections: the database, the log, the listeners.
const OTHERS: u64 = 100;

/// Asks the system for as many open files as it gives without special rights, and warns if they are too few for the
/// connections that are allowed.
pub(crate) fn check(config: &Config) {
    #[cfg(unix)]
    if let Some(warning) = warning(raise(), config.limits.connections as u64) {
        tracing::warn!("{warning}");
    }
    #[cfg(not(unix))]
    let _ = config;
}

/// How many files may be open now; nothing, if there is no limit.
#[cfg(unix)]
fn raise() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = maximum;
    // If the system refuses, the limit is as it was.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
    getrlimit(Resource::Nofile).current
}

fn warning(limit: Option<u64>, connections: u64) -> Option<String> {
    let limit = limit.filter(|limit| *limit < connections.saturating_add(OTHERS))?;
    Some(format!(
        "limits.connections is {connections}, but the system allows only {limit} open files: \
         raise its limit (ulimit -n) or lower limits.connections"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_files_that_is_too_low_is_told() {
        assert_eq!(warning(None, 20_000), None);
        assert_eq!(warning(Some(65_536), 20_000), None);
        let told = warning(Some(1024), 20_000).unwrap_or_default();
        assert!(told.contains("20000") && told.contains("1024"), "{told}");
        assert!(warning(Some(20_010), 20_000).is_some());
    }
}
