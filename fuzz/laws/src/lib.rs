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
mod trees;

use rules::AnyVariant;

/// Panics where the law is broken.
type Law = Box<dyn Fn(&[u8]) + Send + Sync>;

/// A law, by the name that the fuzzer and the folders of seeds and findings use.
pub struct Target {
    /// Its name.
    pub name: String,
    /// The longest input worth trying, in bytes.
    pub max_len: usize,
    check: Law,
}

impl Target {
    fn new(
        name: impl Into<String>,
        max_len: usize,
        check: impl Fn(&[u8]) + Send + Sync + 'static,
    ) -> Target {
        Target {
            name: name.into(),
            max_len,
            check: Box::new(check),
        }
    }

    /// Checks the law for these bytes; panics where it is broken.
    pub fn check(&self, bytes: &[u8]) {
        (self.check)(bytes);
    }
}

/// All laws: four for every game, and those of protocols, records and the configuration.
pub fn targets() -> Vec<Target> {
    let mut targets = vec![
        Target::new("native-call", 500, native_calls::check),
        Target::new("ccp-lines", 600, ccp_lines::check),
        Target::new("record", 1000, records::check),
        Target::new("configuration", 500, configuration::check),
        Target::new("json-message", 400, json_messages::check),
        Target::new("http", 400, doors::check_http),
        Target::new("websocket", 400, doors::check_websocket),
    ];
    for entry in catalog::standard().iter() {
        targets.extend(of_game(entry.id(), entry.variant()));
    }
    targets
}

fn of_game(id: &str, variant: &'static dyn AnyVariant) -> [Target; 4] {
    let name = |kind: &str| format!("{kind}-{id}");
    [
        Target::new(name("setup"), 400, move |bytes| {
            setups::check(variant, bytes);
        }),
        Target::new(name("actions"), 300, move |bytes| {
            actions::check(variant, bytes);
        }),
        Target::new(name("import"), 600, move |bytes| {
            imports::check(variant, bytes);
        }),
        Target::new(name("tree"), 600, move |bytes| {
            trees::check(variant, bytes);
        }),
    ]
}

/// What the bytes say, if they are text.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
