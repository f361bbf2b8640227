//! A disk with a log of writes. What was not synced when the power goes is there, in part or not at all.

use std::sync::Arc;

use store::MemoryStore;

use crate::random::Random;

/// Does one write. It is done again when the log is read after a start.
pub(crate) type Write = Arc<dyn Fn(&MemoryStore) + Send + Sync>;

/// What survives of the server.
#[derive(Default)]
pub(crate) struct Disk {
    log: Vec<Frame>,
    /// So many frames are certainly on the disk.
    n_synced: usize,
    /// Whether what follows them belongs to a transaction of which the store said that it failed.
    has_ghost: bool,
}

#[derive(Clone)]
struct Frame {
    write: Write,
    /// Whether a transaction ends with it.
    is_commit: bool,
}

/// What a power cut did to a disk.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Damage {
    pub(crate) n_lost: usize,
    pub(crate) is_torn: bool,
    pub(crate) is_ghost_alive: bool,
}

impl Disk {
    /// Writes a transaction, over whatever a failed one has left.
    pub(crate) fn write(&mut self, writes: impl IntoIterator<Item = Write>) {
        self.log.truncate(self.n_synced);
        self.has_ghost = false;
        let frame = |write| Frame {
            write,
            is_commit: false,
        };
        self.log.extend(writes.into_iter().map(frame));
        if let Some(last) = self.log.last_mut() {
            last.is_commit = true;
        }
    }

    pub(crate) fn sync(&mut self) {
        self.n_synced = self.log.len();
    }

    /// The sync of what was written last failed.
    pub(crate) fn leave_ghost(&mut self) {
        self.has_ghost = true;
    }

    /// The power goes: of what was not synced a part is there, and the last of it may be torn. A transaction that
    /// is not whole is not read.
    pub(crate) fn cut_power(&mut self, random: &mut Random) -> Damage {
        let n_unsynced = self.log.len() - self.n_synced;
        let n_written = random.below(n_unsynced as u64 + 1) as usize;
        let is_torn = n_written > 0 && random.per_mille(400);
        let n_intact = self.n_synced + n_written - usize::from(is_torn);
        let intact = &self.log[..n_intact];
        let whole = intact.iter().rposition(|frame| frame.is_commit);
        let n_kept = whole.map_or(0, |last| last + 1);
        let damage = Damage {
            n_lost: self.log.len() - n_kept,
            is_torn,
            is_ghost_alive: self.has_ghost && n_kept > self.n_synced,
        };
        self.log.truncate(n_kept);
        self.n_synced = n_kept;
        self.has_ghost = false;
        damage
    }

    /// What a server finds when it starts.
    pub(crate) fn read(&self) -> MemoryStore {
        let memory = MemoryStore::new();
        for frame in &self.log[..self.n_synced] {
            (frame.write)(&memory);
        }
        memory
    }
}

#[cfg(test)]
mod tests {
    use session::PlayerId;
    use store::{Entry, Space, Store};

    use super::*;
    use crate::store::now;

    fn put(key: &str) -> Write {
        let entry = Entry {
            key: key.to_owned(),
            value: String::new(),
            expires: None,
        };
        Arc::new(move |memory| drop(now(memory.put(&space(), entry.clone()))))
    }

    fn space() -> Space {
        Space::Player(PlayerId::new("p").unwrap_or_else(|_| unreachable!()))
    }

    fn keys(disk: &Disk) -> Vec<String> {
        let entries = now(disk.read().entries(&space()));
        let entries = entries.and_then(Result::ok).into_iter().flatten();
        entries.map(|entry| entry.key).collect()
    }

    #[test]
    fn what_is_synced_survives_and_transactions_are_whole() {
        for seed in 0..200 {
            let mut disk = Disk::default();
            disk.write([put("a")]);
            disk.sync();
            disk.write([put("b"), put("c")]);
            disk.cut_power(&mut Random::new(seed));
            let keys = keys(&disk);
            assert!(keys == ["a"] || keys == ["a", "b", "c"], "{keys:?}");
        }
    }

    #[test]
    fn a_failed_write_is_written_over_or_comes_back() {
        let mut alive = 0;
        for seed in 0..200 {
            let mut disk = Disk::default();
            disk.write([put("a")]);
            disk.leave_ghost();
            let damage = disk.cut_power(&mut Random::new(seed));
            alive += usize::from(damage.is_ghost_alive);
            assert_eq!(damage.is_ghost_alive, keys(&disk) == ["a"]);
            disk.write([put("b")]);
            disk.leave_ghost();
            disk.write([put("c")]);
            disk.sync();
            assert!(!keys(&disk).contains(&"b".to_owned()));
        }
        assert!((1..200).contains(&alive));
    }
}
