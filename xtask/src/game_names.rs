//! A new game is one crate and one line in the catalog: nothing else may name it.
//!
//! The rule: the id of a game stands in its own crate, in the catalog, in tests and in documents, and nowhere
//! else. What is truly about one game is listed in [`EXCEPTIONS`] with the reason.

use std::fs;

/// What the catalog needs besides the games.
const NO_GAMES: [&str; 3] = ["puzzles", "rules", "search"];

/// A start of orthodox chess with a name of its own; code that names it knows that game.
const CHESS960: &str = "chess960";

/// Documents, and what plays games in order to test something. A `/` at the end means a folder anywhere.
const TESTS_AND_DOCUMENTS: [&str; 11] = [
    "docs/",
    "tests/",
    "test/",
    "testkit/",
    "examples/",
    "e2e/",
    "harness/",
    "fuzz/",
    "/tests.rs",
    ".md",
    ".mates",
];

/// Files that list all crates of the workspace.
const LISTS: [&str; 3] = ["Cargo.toml", "Cargo.lock", "crates/games/catalog/"];

/// Files that say which places may name a game, and which crate may depend on one.
const EXCEPTION_LISTS: [&str; 2] = ["xtask/src/game_names.rs", "xtask/src/layers.rs"];

/// A place that is about a game, although it is not the game's crate.
struct Exception {
    /// What the path begins with.
    place: &'static str,
    games: &'static [&'static str],
    #[expect(dead_code, reason = "it is there to be read")]
    reason: &'static str,
}

const EXCEPTIONS: [Exception; 24] = [
    Exception {
        place: "crates/games/game-tree/src/lib.rs",
        games: &["orthodox"],
        reason: "the example in the documentation, which is a test, has to read something",
    },
    Exception {
        place: "web/src/texts/",
        games: &["tridim"],
        reason: "its name in other languages contains its id",
    },
    Exception {
        place: "crates/rookery/src/bench/attack_kinds.rs",
        games: &["timetravel"],
        reason: "the positions with by far the most actions are of this game",
    },
    Exception {
        place: "crates/games/orthodox/",
        games: &[CHESS960],
        reason: "Chess960 is one of its starts",
    },
    Exception {
        place: "crates/games/timetravel/",
        games: &["orthodox"],
        reason: "its moves are those of orthodox chess",
    },
    Exception {
        place: "crates/games/search/src/lib.rs",
        games: &["orthodox"],
        reason: "the example in the documentation, which is a test, has to play something",
    },
    Exception {
        place: "crates/games/search/src/uci/",
        games: &[CHESS960],
        reason: "UCI has an option of this name",
    },
    Exception {
        place: "crates/protocols/json-interface/",
        games: &["orthodox", CHESS960],
        reason: "the interface is about this game: squares, promotions, FEN",
    },
    Exception {
        place: "crates/protocols/lichess/",
        games: &["orthodox", CHESS960],
        reason: "its clients know this game by other names",
    },
    Exception {
        place: "crates/protocols/wisconsin-host/",
        games: &["wisconsin"],
        reason: "the host protocol of this game",
    },
    Exception {
        place: "crates/rookery/src/referees.rs",
        games: &["orthodox", CHESS960],
        reason: "which game the JSON message interface and CCP offer",
    },
    Exception {
        place: "crates/rookery/src/serve.rs",
        games: &["wisconsin"],
        reason: "puts the host protocol of this game into the server",
    },
    Exception {
        place: "crates/rookery/Cargo.toml",
        games: &["wisconsin"],
        reason: "puts the host protocol of this game into the server",
    },
    Exception {
        place: "crates/rookery/src/config/limits_document.rs",
        games: &["wisconsin"],
        reason: "a test that looks up sizes in the crates that have queues",
    },
    Exception {
        place: "crates/rookery/src/uci/",
        games: &[CHESS960],
        reason: "UCI has an option of this name",
    },
    Exception {
        place: "crates/rookery/src/matches/",
        games: &[CHESS960],
        reason: "UCI has an option of this name",
    },
    Exception {
        place: "crates/rookery/src/bench/search.rs",
        games: &[CHESS960],
        reason: "UCI has an option of this name",
    },
    Exception {
        place: "crates/rookery/src/engines.rs",
        games: &[CHESS960],
        reason: "UCI has an option of this name",
    },
    Exception {
        place: "crates/rookery/src/bench/server_programs.rs",
        games: &["orthodox"],
        reason: "the bench plays a fixed line of moves",
    },
    Exception {
        place: "crates/rookery/src/bench/server_socket.rs",
        games: &["orthodox"],
        reason: "the bench plays a fixed line of moves",
    },
    Exception {
        place: "crates/rookery/src/bench/server_sizes.rs",
        games: &["orthodox"],
        reason: "the bench measures messages in a middle game of this game",
    },
    Exception {
        place: "web/src/pages/extras.tsx",
        games: &["wisconsin"],
        reason: "the one place where the page names what a game brings beyond its board",
    },
    Exception {
        place: "web/src/pages/wisconsin/",
        games: &["wisconsin"],
        reason: "armies, collection and rewards of this game",
    },
    Exception {
        place: "web/src/model/wisconsin/",
        games: &["wisconsin"],
        reason: "armies and collection of this game",
    },
];

/// The ids of all games: what the catalog depends on.
pub(crate) fn games() -> Result<Vec<String>, String> {
    let file = "crates/games/catalog/Cargo.toml";
    let text = fs::read_to_string(file).map_err(|why| format!("{file}: {why}"))?;
    let dependencies = text.split("[dependencies]").nth(1).unwrap_or_default();
    let lines = dependencies.lines().skip(1);
    let names = lines
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['.', ' ', '=']).next());
    let games = names.filter(|name| !name.is_empty() && !NO_GAMES.contains(name));
    let games: Vec<String> = games.map(str::to_owned).collect();
    match games.is_empty() {
        true => Err(format!("{file}: no game is listed")),
        false => Ok(games),
    }
}

/// Says which game a file names although it may not.
pub(crate) fn check(path: &str, text: &str, games: &[String]) -> Option<String> {
    let is_this_list = EXCEPTION_LISTS.contains(&path);
    let is_list = LISTS.iter().any(|list| path.starts_with(list));
    if is_this_list || is_list || is_test_or_document(path) {
        return None;
    }
    // Tests inside a file stand at its end.
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = code.split("[dev-dependencies]").next().unwrap_or_default();
    let names = games.iter().map(String::as_str).chain([CHESS960]);
    let mut wrong = names.filter(|game| code.contains(game) && !may_name(path, game));
    let game = wrong.next()?;
    Some(format!(
        "{path}: names the game `{game}`, which only its crate and the catalog may"
    ))
}

fn is_test_or_document(path: &str) -> bool {
    TESTS_AND_DOCUMENTS.iter().any(|place| {
        let in_folder = path.starts_with(place) || path.contains(&format!("/{place}"));
        match place.ends_with('/') {
            true => in_folder,
            false => path.ends_with(place),
        }
    })
}

fn may_name(path: &str, game: &str) -> bool {
    let exceptions = EXCEPTIONS.iter();
    path.starts_with(&format!("crates/games/{game}/"))
        || exceptions
            .filter(|exception| path.starts_with(exception.place))
            .any(|exception| exception.games.contains(&game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_named_by_its_own_crate_only() {
        let games = ["tridim".to_owned(), "wisconsin".to_owned()];
        let is_allowed = |path: &str| check(path, "use tridim::Tridim;", &games).is_none();
        for path in [
            "crates/games/tridim/src/lib.rs",
            "crates/games/catalog/src/lib.rs",
            "crates/hosting/host/tests/it/main.rs",
            "web/e2e/tests/levels.test.mjs",
            "docs/rules/README.md",
        ] {
            assert!(is_allowed(path), "{path}");
        }
        for path in [
            "crates/games/search/src/any.rs",
            "crates/games/wisconsin/src/lib.rs",
            "crates/hosting/host/src/lib.rs",
            "crates/protocols/wisconsin-host/src/lib.rs",
            "crates/rookery/src/main.rs",
            "web/src/pages/picture.tsx",
            "xtask/src/strength.rs",
        ] {
            assert!(!is_allowed(path), "{path}");
        }
    }

    #[test]
    fn tests_inside_a_file_and_in_its_dependencies_may_play_something() {
        let games = ["tridim".to_owned()];
        let host = "crates/hosting/host/src/lib.rs";
        assert!(check(host, "#[cfg(test)]\nuse tridim::Tridim;", &games).is_none());
        assert!(check(host, "use tridim::Tridim;\n#[cfg(test)]", &games).is_some());
        let manifest = "crates/games/search/Cargo.toml";
        assert!(check(manifest, "[dev-dependencies]\ntridim", &games).is_none());
        assert!(check(manifest, "[dependencies]\ntridim", &games).is_some());
    }
}
