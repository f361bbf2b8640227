//! The paths of the protocol and the methods they offer.

use axum::http::Method;

/// What a path asks for. Texts are what stands behind the first word: a game, or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path<'a> {
    Login,
    Quit,
    Details,
    Rules,
    /// A file for pages.
    Web(&'a str),
    Icon,
    /// The army page, and whatever nobody knows.
    Home,
    Match,
    People,
    PeopleGame(&'a str),
    Meet,
    Computer,
    PeopleId,
    Picks,
    Collection,
    Game(Asked, &'a str),
    Hosted(&'a str),
    /// The way to the web client, for the lobby or for a game.
    WebClient(Option<&'a str>),
}

/// What is asked of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Boards,
    Moves,
    Move,
    Players,
    Concede,
    Acknowledge,
    Reward,
    Alert,
}

impl<'a> Path<'a> {
    pub(crate) fn of(path: &'a str) -> Path<'a> {
        known(path).unwrap_or(Path::Home)
    }

    /// Whether the path has this method. `HEAD` is nowhere.
    pub(crate) fn offers(self, method: &Method) -> bool {
        match self {
            Path::Login | Path::Computer | Path::Meet | Path::Game(Asked::Reward, _) => {
                method == Method::GET || method == Method::POST
            }
            Path::People | Path::Game(Asked::Move, _) => method == Method::POST,
            Path::Quit
            | Path::Details
            | Path::Rules
            | Path::Web(_)
            | Path::Icon
            | Path::Home
            | Path::Match
            | Path::PeopleGame(_)
            | Path::PeopleId
            | Path::Picks
            | Path::Collection
            | Path::Game(..)
            | Path::Hosted(_)
            | Path::WebClient(_) => method == Method::GET,
        }
    }
}

/// Whether a path is one of the protocol's. The little picture of a site is not ours to give.
pub(crate) fn is_known(path: &str) -> bool {
    path == "/" || known(path).is_some_and(|path| path != Path::Icon)
}

fn known(path: &str) -> Option<Path<'_>> {
    let path = path.strip_prefix('/')?;
    let (word, rest) = match path.split_once('/') {
        Some((word, rest)) => (word, Some(rest)),
        None => (path, None),
    };
    let game = |asked| Path::Game(asked, rest.unwrap_or_default());
    Some(match (word, rest) {
        ("login", None) => Path::Login,
        ("quit", None) => Path::Quit,
        ("details", None) => Path::Details,
        ("rules", None) => Path::Rules,
        ("web", Some(file)) => Path::Web(file),
        ("favicon.ico", None) => Path::Icon,
        ("match", None) => Path::Match,
        ("people", None) => Path::People,
        ("people", Some(number)) => Path::PeopleGame(number),
        ("meet", None) => Path::Meet,
        ("computer", None) => Path::Computer,
        ("peopleid", None) => Path::PeopleId,
        ("picks", None) => Path::Picks,
        ("collection", None) => Path::Collection,
        ("hosted", Some(name)) => Path::Hosted(name),
        ("open", number) => Path::WebClient(number),
        ("boards", _) => game(Asked::Boards),
        ("moves", _) => game(Asked::Moves),
        ("move", _) => game(Asked::Move),
        ("players", _) => game(Asked::Players),
        ("concede", _) => game(Asked::Concede),
        ("acknowledge", _) => game(Asked::Acknowledge),
        ("reward", _) => game(Asked::Reward),
        ("alert", _) => game(Asked::Alert),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_paths_are_answered_like_the_army_page() {
        for path in ["/", "/nothing", "/login/x", "/webb", "/details/x"] {
            assert_eq!(Path::of(path), Path::Home, "{path}");
        }
        assert!(!is_known("/game/abc") && !is_known("/favicon.ico") && is_known("/"));
    }

    #[test]
    fn what_stands_behind_the_first_word_names_the_game() {
        assert_eq!(Path::of("/boards/12"), Path::Game(Asked::Boards, "12"));
        assert_eq!(Path::of("/boards"), Path::Game(Asked::Boards, ""));
        assert_eq!(Path::of("/boards/12/3"), Path::Game(Asked::Boards, "12/3"));
        assert_eq!(Path::of("/people/7"), Path::PeopleGame("7"));
        assert_eq!(Path::of("/people"), Path::People);
    }
}
