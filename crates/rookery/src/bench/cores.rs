//! One core for the server and another for the players, so that what one of them costs is not hidden by
//! the other, and no thread is moved from core to core while it is measured.

use std::io;

/// Where the server runs and where the players run. On a machine with one core they share it.
pub(super) struct Cores {
    #[cfg(target_os = "linux")]
    server: rustix::thread::CpuSet,
    #[cfg(target_os = "linux")]
    players: rustix::thread::CpuSet,
}

#[cfg(target_os = "linux")]
impl Cores {
    /// The first core this program may use is for the server, the last one for the players.
    pub(super) fn divide() -> io::Result<Cores> {
        use rustix::thread::{CpuSet, sched_getaffinity};
        let allowed = sched_getaffinity(None)?;
        let alone = |core: Option<usize>| {
            let mut set = CpuSet::new();
            if let Some(core) = core {
                set.set(core);
            }
            set
        };
        let all = || (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
        Ok(Cores {
            server: alone(all().next()),
            players: alone(all().next_back()),
        })
    }

    /// Starts a process on the server's core. This thread stays with the players.
    pub(super) fn start<T>(&self, start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        use rustix::thread::sched_setaffinity;
        // A child has the cores of the thread that started it.
        sched_setaffinity(None, &self.server)?;
        let started = start();
        sched_setaffinity(None, &self.players)?;
        started
    }
}

#[cfg(not(target_os = "linux"))]
impl Cores {
    /// Other systems divide the cores themselves.
    pub(super) fn divide() -> io::Result<Cores> {
        Ok(Cores {})
    }

    pub(super) fn start<T>(&self, start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        start()
    }
}
