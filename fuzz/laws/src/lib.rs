//! Laws of everything that reads what strangers send, each a function of bytes that panics where the law is broken.
//!
//! The fuzzer in `fuzz/driver` looks for bytes that break them (`cargo xtask fuzz`). The tests of this crate check them
//! for the seeds in `fuzz/seeds`, for what the fuzzer has found (`fuzz/findings`), and for some thousand mutations.

mod actions;
mod ccp_lines;
mod configuration;
mod doors;
mod imports;
mod json_messages;
mod native_calls;
mod records;
mod setups;

use rules::AnyVariant;

/// A law, by the name that the fuzzer and the folders of seeds and findings use.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The longest input worth trying, in bytes.
    pub max_len: usize,
    /// Checks the law for these bytes.
    pub check: fn(&[u8]),
}

const fn target(name: &'static str, max_len: usize, check: fn(&[u8])) -> Target {
    Target {
        name,
        max_len,
        check,
    }
}

/// All laws.
pub const TARGETS: &[Target] = &[
    target("setup-orthodox", 200, |bytes| {
        setups::check("orthodox", bytes)
    }),
    target("setup-wisconsin", 400, |bytes| {
        setups::check("wisconsin", bytes)
    }),
    target("setup-tridim", 400, |bytes| setups::check("tridim", bytes)),
    target("setup-timetravel", 400, |bytes| {
        setups::check("timetravel", bytes)
    }),
    target("actions-orthodox", 300, |bytes| {
        actions::check("orthodox", bytes)
    }),
    target("actions-wisconsin", 300, |bytes| {
        actions::check("wisconsin", bytes)
    }),
    target("actions-tridim", 300, |bytes| {
        actions::check("tridim", bytes)
    }),
    target("actions-timetravel", 300, |bytes| {
        actions::check("timetravel", bytes)
    }),
    target("import-orthodox", 600, |bytes| {
        imports::check("orthodox", bytes)
    }),
    target("import-wisconsin", 600, |bytes| {
        imports::check("wisconsin", bytes)
    }),
    target("import-tridim", 600, |bytes| {
        imports::check("tridim", bytes)
    }),
    target("import-timetravel", 600, |bytes| {
        imports::check("timetravel", bytes)
    }),
    target("native-call", 500, native_calls::check),
    target("ccp-lines", 600, ccp_lines::check),
    target("record", 1000, records::check),
    target("configuration", 500, configuration::check),
    target("json-message", 400, json_messages::check),
    target("http", 400, doors::check_http),
    target("websocket", 400, doors::check_websocket),
];

/// The target with this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A game of the catalog.
fn variant(id: &str) -> &'static dyn AnyVariant {
    let catalog = catalog::standard();
    let entry = catalog.find(id);
    entry.unwrap_or_else(|| panic!("{id} is a game")).variant()
}

/// What the bytes say, if they are text.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
