//! Runs one law under libFuzzer: `FUZZ_TARGET=record fuzz-driver [LIBFUZZER OPTIONS] [FOLDERS]`.
#![no_main]

use std::sync::LazyLock;

use fuzz_laws::Target;
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let mut targets = fuzz_laws::targets().into_iter();
    let found = targets.find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("FUZZ_TARGET names no law: `{name}`"))
});

// What is too long for a target is cut off, so that no execution is in vain.
fuzz_target!(|bytes: &[u8]| TARGET.check(&bytes[..bytes.len().min(TARGET.max_len)]));
