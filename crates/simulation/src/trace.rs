//! What happened in a world, as a hash and for people.

use std::fmt::{self, Write};

/// What happened so far. Two runs of one seed have the same hash, or the simulation cannot be repeated.
pub(crate) struct Trace {
    hash: Fnv,
    is_printed: bool,
}

struct Fnv(u64);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

impl Trace {
    pub(crate) fn new(is_printed: bool) -> Trace {
        Trace {
            hash: Fnv(0xcbf2_9ce4_8422_2325),
            is_printed,
        }
    }

    #[expect(clippy::print_stdout, reason = "a person asked for it")]
    pub(crate) fn add(&mut self, now: u64, what: fmt::Arguments<'_>) {
        // Writing into a hash never fails.
        let _ = writeln!(self.hash, "{now} {what}");
        if self.is_printed {
            println!("{:>9}.{:03}  {what}", now / 1000, now % 1000);
        }
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash.0
    }
}
