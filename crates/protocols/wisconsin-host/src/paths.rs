//! The paths of the protocol and the methods they offer.

use axum::http::Method;

/// What a path asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path<'a> {
    Public(PublicPath<'a>),
    Player(PlayerPath<'a>),
}

/// What anybody may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublicPath<'a> {
    Login,
    Quit,
    Details,
    Rules,
    /// A file for pages.
    Web(&'a str),
    Icon,
}

/// What a player may ask for who is logged in. Texts are what stands behind the first word, mostly a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayerPath<'a> {
    /// The army page, and every unknown path.
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
        known(path).unwrap_or(Path::Player(PlayerPath::Home))
    }

    /// Whether the path has this method. `HEAD` is nowhere.
    pub(crate) fn offers(self, method: &Method) -> bool {
        let (get, post) = (method == Method::GET, method == Method::POST);
        match self {
            Path::Public(path) => match path {
                PublicPath::Login => get || post,
                PublicPath::Quit
                | PublicPath::Details
                | PublicPath::Rules
                | PublicPath::Web(_)
                | PublicPath::Icon => get,
            },
            Path::Player(path) => match path {
                PlayerPath::Computer | PlayerPath::Meet | PlayerPath::Game(Asked::Reward, _) => {
                    get || post
                }
                PlayerPath::People | PlayerPath::Game(Asked::Move, _) => post,
                PlayerPath::Home
                | PlayerPath::Match
                | PlayerPath::PeopleGame(_)
                | PlayerPath::PeopleId
                | PlayerPath::Picks
                | PlayerPath::Collection
                | PlayerPath::Hosted(_)
                | PlayerPath::WebClient(_)
                | PlayerPath::Game(
                    Asked::Boards
                    | Asked::Moves
                    | Asked::Players
                    | Asked::Concede
                    | Asked::Acknowledge
                    | Asked::Alert,
                    _,
                ) => get,
            },
        }
    }
}

/// Whether a path is one of the protocol's. The icon of the site is the web client's.
pub(crate) fn is_known(path: &str) -> bool {
    let is_own = |path| path != Path::Public(PublicPath::Icon);
    path == "/" || known(path).is_some_and(is_own)
}

fn known(path: &str) -> Option<Path<'_>> {
    let path = path.strip_prefix('/')?;
    let (word, rest) = match path.split_once('/') {
        Some((word, rest)) => (word, Some(rest)),
        None => (path, None),
    };
    let public = public(word, rest).map(Path::Public);
    public.or_else(|| player(word, rest).map(Path::Player))
}

fn public<'a>(word: &str, rest: Option<&'a str>) -> Option<PublicPath<'a>> {
    Some(match (word, rest) {
        ("login", None) => PublicPath::Login,
        ("quit", None) => PublicPath::Quit,
        ("details", None) => PublicPath::Details,
        ("rules", None) => PublicPath::Rules,
        ("web", Some(file)) => PublicPath::Web(file),
        ("favicon.ico", None) => PublicPath::Icon,
        _ => return None,
    })
}

fn player<'a>(word: &str, rest: Option<&'a str>) -> Option<PlayerPath<'a>> {
    let game = |asked| PlayerPath::Game(asked, rest.unwrap_or_default());
    Some(match (word, rest) {
        ("match", None) => PlayerPath::Match,
        ("people", None) => PlayerPath::People,
        ("people", Some(number)) => PlayerPath::PeopleGame(number),
        ("meet", None) => PlayerPath::Meet,
        ("computer", None) => PlayerPath::Computer,
        ("peopleid", None) => PlayerPath::PeopleId,
        ("picks", None) => PlayerPath::Picks,
        ("collection", None) => PlayerPath::Collection,
        ("hosted", Some(name)) => PlayerPath::Hosted(name),
        ("open", number) => PlayerPath::WebClient(number),
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
            assert_eq!(Path::of(path), Path::Player(PlayerPath::Home), "{path}");
        }
        assert!(!is_known("/game/abc") && !is_known("/favicon.ico") && is_known("/"));
    }

    #[test]
    fn what_stands_behind_the_first_word_names_the_game() {
        let boards = |number| PlayerPath::Game(Asked::Boards, number);
        for (path, expected) in [
            ("/boards/12", boards("12")),
            ("/boards", boards("")),
            ("/boards/12/3", boards("12/3")),
            ("/people/7", PlayerPath::PeopleGame("7")),
            ("/people", PlayerPath::People),
        ] {
            assert_eq!(Path::of(path), Path::Player(expected), "{path}");
        }
    }
}
