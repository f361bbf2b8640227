//! The groups of crates and their one-way arrows: games, hosting, protocols, and the program on top.
//!
//! Manifests say what a crate depends on, without what only its tests need. Sources are searched for what a
//! manifest does not show: names of protocols in hosting, and clocks, files and threads in crates that are pure.

use std::collections::BTreeMap;
use std::path::Path;

/// The group of a crate: the folder it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Games,
    Hosting,
    Protocols,
    /// The program, which may use everything.
    Program,
}

/// A dependency that the groups do not allow.
struct Exception {
    from: &'static str,
    to: &'static str,
    #[expect(dead_code, reason = "it is there to be read")]
    reason: &'static str,
}

const DEPENDENCIES: [Exception; 7] = [
    Exception {
        from: "explorer",
        to: "search",
        reason: "people ask for the best lines of a position too",
    },
    Exception {
        from: "puzzles",
        to: "search",
        reason: "puzzles are made of games of computer players, and proved by the search",
    },
    Exception {
        from: "timetravel",
        to: "orthodox",
        reason: "its moves are those of orthodox chess",
    },
    Exception {
        from: "wisconsin-host",
        to: "wisconsin",
        reason: "the host protocol of this game",
    },
    Exception {
        from: "json-interface",
        to: "orthodox",
        reason: "its messages have the board and the castling rights of orthodox chess",
    },
    Exception {
        from: "lichess",
        to: "orthodox",
        reason: "its clients know this game by other names, which depend on its castling mode",
    },
    Exception {
        from: "native",
        to: "catalog",
        reason: "only with the feature testkit: the test server has to offer games",
    },
];

/// What all groups may use of the games: the contract, the tree of a written game, and questions about positions.
const SHARED: [&str; 3] = ["rules", "game-tree", "explorer"];

/// Hosting sources that have the word of a protocol.
const WORDS: [Exception; 1] = [Exception {
    from: "crates/hosting/store/src/entry.rs",
    to: "ccp",
    reason: "the stored name of a space of values, which never changes",
}];

/// Names of the standard library and of tokio that a pure crate does not use.
const IMPURE: [&str; 10] = [
    "SystemTime",
    "Instant",
    "std::fs",
    "std::net",
    "std::thread",
    "std::process",
    "std::env",
    "tokio",
    "LazyLock",
    "static mut",
];

/// What the crates of the workspace are and use.
#[derive(Default)]
pub(crate) struct Layers {
    crates: BTreeMap<String, (Group, Vec<String>)>,
    /// Sources of hosting and of pure crates, without their tests.
    sources: Vec<(String, String)>,
}

impl Layers {
    /// Adds a tracked file.
    pub(crate) fn add(&mut self, path: &str, text: &str) {
        let Some((group, name, rest)) = place(path) else {
            return;
        };
        if rest == "Cargo.toml" {
            let names = dependencies(text).map(str::to_owned).collect();
            self.crates.insert(name.to_owned(), (group, names));
        } else if rest.starts_with("src/") {
            // Tests inside a file stand at its end.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            self.sources.push((path.to_owned(), code.to_owned()));
        }
    }

    /// Which arrows point the wrong way, and which sources know too much.
    pub(crate) fn check(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, (group, dependencies)) in &self.crates {
            let used = dependencies
                .iter()
                .filter_map(|to| Some((to, self.group(to)?)));
            let bad = used.filter(|(to, target)| !may_depend(*group, name, *target, to));
            wrong.extend(bad.map(|(to, _)| format!("{name}: may not depend on {to}")));
        }
        for (path, code) in &self.sources {
            wrong.extend(self.check_protocols(path, code));
            wrong.extend(self.check_purity(path, code));
        }
        wrong
    }

    fn group(&self, name: &str) -> Option<Group> {
        self.crates.get(name).map(|(group, _)| *group)
    }

    fn check_protocols(&self, path: &str, code: &str) -> Vec<String> {
        if !path.starts_with("crates/hosting/") {
            return Vec::new();
        }
        let crates = self.crates.iter();
        let protocols = crates.filter(|(_, (group, _))| *group == Group::Protocols);
        let named = protocols.filter(|(name, _)| {
            let is_excused = |one: &Exception| one.from == path && one.to == *name;
            let is_there = has_word(code, name) || has_word(code, &name.replace('-', "_"));
            is_there && !WORDS.iter().any(is_excused)
        });
        let tell = |name| format!("{path}: names the protocol `{name}`");
        named.map(|(name, _)| tell(name)).collect()
    }

    fn check_purity(&self, path: &str, code: &str) -> Vec<String> {
        if !is_pure(path) {
            return Vec::new();
        }
        let used = IMPURE.iter().filter(|name| has_word(code, name));
        let tell = |name| format!("{path}: uses `{name}`, but this crate is pure");
        used.map(tell).collect()
    }
}

/// The group and the name of the crate that a path lies in, and the rest of the path.
fn place(path: &str) -> Option<(Group, &str, &str)> {
    let inside = path.strip_prefix("crates/")?;
    let (folder, rest) = inside.split_once('/')?;
    let group = match folder {
        "games" => Group::Games,
        "hosting" => Group::Hosting,
        "protocols" => Group::Protocols,
        _ => return Some((Group::Program, folder, rest)),
    };
    let (name, rest) = rest.split_once('/')?;
    Some((group, name, rest))
}

/// The names in all tables of dependencies but those of tests.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    let mut is_table = false;
    manifest.lines().filter_map(move |line| {
        if line.starts_with('[') {
            is_table = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
            return None;
        }
        let name = line.split(['.', ' ', '=']).next()?;
        (is_table && !name.is_empty() && name != "#").then_some(name)
    })
}

fn may_depend(group: Group, from: &str, target: Group, to: &str) -> bool {
    let is_excused = |one: &Exception| one.from == from && one.to == to;
    let is_allowed = match (group, target) {
        (Group::Program, _) => true,
        (Group::Games, Group::Games) => to == "rules" || from == "catalog",
        (Group::Hosting | Group::Protocols, Group::Games) => SHARED.contains(&to),
        (Group::Hosting | Group::Protocols, Group::Hosting) => true,
        (Group::Games, Group::Hosting | Group::Protocols | Group::Program)
        | (Group::Hosting | Group::Protocols, Group::Protocols | Group::Program) => false,
    };
    is_allowed || DEPENDENCIES.iter().any(is_excused)
}

/// The contract, the games and the session. `search` has deadlines and runs engines; the test kit of the contract
/// reads case files and counts.
fn is_pure(path: &str) -> bool {
    let Some((group, name, rest)) = place(path) else {
        return false;
    };
    match group {
        Group::Games => name != "search" && !rest.starts_with("src/testkit/"),
        Group::Hosting => name == "session",
        Group::Protocols | Group::Program => false,
    }
}

/// Whether a name occurs that is not part of a longer one.
fn has_word(text: &str, name: &str) -> bool {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_of_word) && !after.is_some_and(is_of_word)
    })
}

/// Whether a file has something to do with the groups.
pub(crate) fn is_concerned(path: &Path) -> bool {
    let is_source = path.extension().is_some_and(|ending| ending == "rs");
    path.starts_with("crates") && (is_source || path.ends_with("Cargo.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small workspace with one crate of every kind.
    fn layers() -> Layers {
        let mut layers = Layers::default();
        for (path, manifest) in [
            ("crates/games/rules/Cargo.toml", ""),
            (
                "crates/games/tridim/Cargo.toml",
                "[dependencies]\nrules.workspace = true",
            ),
            (
                "crates/games/search/Cargo.toml",
                "[dependencies]\nrules.workspace = true",
            ),
            (
                "crates/games/catalog/Cargo.toml",
                "[dependencies]\nrules.workspace = true\ntridim.workspace = true",
            ),
            (
                "crates/hosting/host/Cargo.toml",
                "[dependencies]\nrules.workspace = true\n[dev-dependencies]\ncatalog.workspace = true",
            ),
            (
                "crates/protocols/ccp/Cargo.toml",
                "[dependencies]\nhost.workspace = true",
            ),
            (
                "crates/protocols/native/Cargo.toml",
                "[dependencies]\nhost.workspace = true",
            ),
            (
                "crates/rookery/Cargo.toml",
                "[dependencies]\nccp.workspace = true\ncatalog.workspace = true",
            ),
        ] {
            layers.add(path, manifest);
        }
        layers
    }

    fn with(path: &str, text: &str) -> Vec<String> {
        let mut layers = layers();
        layers.add(path, text);
        layers.check()
    }

    #[test]
    fn arrows_point_one_way() {
        assert_eq!(layers().check(), [""; 0]);
        for (name, dependency) in [
            ("games/rules", "tridim"),
            ("games/tridim", "search"),
            ("games/tridim", "host"),
            ("games/search", "tridim"),
            ("hosting/host", "tridim"),
            ("hosting/host", "catalog"),
            ("hosting/host", "ccp"),
            ("protocols/ccp", "tridim"),
            ("protocols/ccp", "catalog"),
            ("protocols/ccp", "native"),
        ] {
            for table in ["dependencies", "target.'cfg(unix)'.dependencies"] {
                let manifest = format!("[{table}]\n{dependency} = {{ workspace = true }}");
                let wrong = with(&format!("crates/{name}/Cargo.toml"), &manifest);
                assert_eq!(wrong.len(), 1, "{name} on {dependency}: {wrong:?}");
            }
        }
    }

    #[test]
    fn tests_may_depend_on_everything() {
        let manifest = "[dev-dependencies]\nnative.workspace = true\ncatalog.workspace = true";
        assert_eq!(with("crates/protocols/ccp/Cargo.toml", manifest), [""; 0]);
    }

    #[test]
    fn an_exception_is_one_arrow() {
        let manifest = "[dependencies]\ncatalog = { workspace = true, optional = true }";
        assert_eq!(
            with("crates/protocols/native/Cargo.toml", manifest),
            [""; 0]
        );
        let manifest = "[dependencies]\ntridim.workspace = true";
        assert_eq!(
            with("crates/protocols/native/Cargo.toml", manifest).len(),
            1
        );
    }

    #[test]
    fn hosting_names_no_protocol() {
        let source = "crates/hosting/host/src/lib.rs";
        assert_eq!(with(source, "use ccp::Line;").len(), 1);
        assert_eq!(with(source, "let nativeness = accept(1);"), [""; 0]);
        assert_eq!(with(source, "#[cfg(test)]\nuse ccp::Line;"), [""; 0]);
        assert_eq!(
            with("crates/rookery/src/serve.rs", "use ccp::Line;"),
            [""; 0]
        );
        let space = "crates/hosting/store/src/entry.rs";
        assert_eq!(with(space, "Space::Ccp => \"ccp\""), [""; 0]);
    }

    #[test]
    fn rules_and_sessions_are_pure() {
        let clock = "let now = std::time::Instant::now();";
        for path in [
            "crates/games/rules/src/lib.rs",
            "crates/games/tridim/src/judge/boards.rs",
            "crates/hosting/session/src/clock.rs",
        ] {
            assert_eq!(with(path, clock).len(), 1, "{path}");
            assert_eq!(with(path, "an Instantaneous change"), [""; 0], "{path}");
        }
        for path in [
            "crates/games/rules/src/testkit/cases.rs",
            "crates/games/search/src/limits.rs",
            "crates/games/tridim/benches/moves.rs",
            "crates/hosting/host/src/lib.rs",
        ] {
            assert_eq!(with(path, clock), [""; 0], "{path}");
        }
    }
}
