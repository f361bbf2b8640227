//! All calls as rows of a table. The router is made from it, and so is the OpenAPI document.

use axum::response::Response;
use futures_util::future::BoxFuture;
use host::{Rejection, Scope};

use crate::call::Call;
use crate::{
    account, challenges, events, exports, game_lists, game_stream, import, play, seek, spectators,
    tokens,
};

/// One call.
pub struct Route {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// Its path, with variable parts in braces.
    pub path: &'static str,
    /// What it is for, in a few words.
    pub summary: &'static str,
    /// What the client has to prove.
    pub needs: Needs,
    /// What it is answered with.
    pub sends: Sends,
    /// What it costs its player, in plain requests. A move costs nothing: it is counted with its token when it comes in.
    pub cost: u32,
    pub(crate) answer: fn(Call) -> BoxFuture<'static, Result<Response, Rejection>>,
}

/// What a client has to prove for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Who it is.
    Token,
    /// That it has one of these scopes.
    AnyOf(&'static [Scope]),
    /// That it plays for the account of a program, and may.
    Bot,
    /// That it plays for somebody else, and may.
    Board,
}

/// What a call is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sends {
    /// A JSON object with this schema.
    Json(&'static str),
    /// An array of such objects.
    JsonList(&'static str),
    /// A line for each object, which may come much later.
    Lines(&'static [&'static str]),
    /// A game, or games, as PGN or JSON as the client wants.
    Games,
    /// Empty lines until something has happened.
    Nothing,
}

const CHALLENGES: Needs = Needs::AnyOf(&[Scope::ChallengeWrite, Scope::BotPlay, Scope::BoardPlay]);
const READS: Needs = Needs::AnyOf(&[
    Scope::ChallengeRead,
    Scope::ChallengeWrite,
    Scope::BotPlay,
    Scope::BoardPlay,
]);
const UPGRADE: Needs = Needs::AnyOf(&[Scope::BotPlay]);

macro_rules! route {
    ($method:ident, $path:expr, $needs:expr, $sends:expr, $cost:literal, $summary:literal, $answer:path) => {
        Route {
            method: stringify!($method),
            path: $path,
            summary: $summary,
            needs: $needs,
            sends: $sends,
            cost: $cost,
            answer: |call| Box::pin($answer(call)),
        }
    };
}

macro_rules! routes {
    (
        [$($method:ident $path:literal $needs:expr, $sends:expr, $cost:literal $summary:literal $answer:path;)*]
        play [$($play_method:ident $play_path:literal $play_sends:expr, $play_cost:literal $play_summary:literal $play_answer:path;)*]
    ) => {
        &[
            $(route!($method, $path, $needs, $sends, $cost, $summary, $answer),)*
            $(
                route!($play_method, concat!("/api/bot/game/", $play_path), Needs::Bot, $play_sends, $play_cost, $play_summary, $play_answer),
                route!($play_method, concat!("/api/board/game/", $play_path), Needs::Board, $play_sends, $play_cost, $play_summary, $play_answer),
            )*
        ]
    };
}

/// The answer of a call that has nothing to say.
const DONE: Sends = Sends::Json("Done");

/// All calls.
pub static ROUTES: &[Route] = routes! { [
    POST "/api/token/test" Needs::Nothing, Sends::Json("TokenTests"), 1 "What tokens are good for" tokens::test;
    POST "/api/token" Needs::Nothing, Sends::Json("GrantedToken"), 1 "Change a code into a token" tokens::grant;
    DELETE "/api/token" Needs::Token, DONE, 1 "End the token that makes this call" tokens::revoke;
    GET "/api/account" Needs::Token, Sends::Json("User"), 2 "Who you are" account::own;
    GET "/api/account/playing" Needs::Token, Sends::Json("NowPlaying"), 2 "Your games that go on" account::playing;
    POST "/api/bot/account/upgrade" UPGRADE, DONE, 10 "Make your account one of a bot, for good" account::upgrade;
    GET "/api/bot/online" Needs::Nothing, Sends::Lines(&["User"]), 2 "Bots that are here" account::online_bots;
    GET "/api/user/{username}" Needs::Nothing, Sends::Json("User"), 2 "A player" account::user;
    GET "/api/users/status" Needs::Nothing, Sends::JsonList("UserStatus"), 2 "Which players are here" account::statuses;
    GET "/api/stream/event" READS, Sends::Lines(&["Event"]), 2 "What happens to you" events::stream;
    GET "/api/challenge" READS, Sends::Json("Challenges"), 1 "Challenges by and to you" challenges::list;
    POST "/api/challenge/ai" CHALLENGES, Sends::Json("ComputerGame"), 1 "Play a computer of the server" challenges::computer;
    POST "/api/challenge/open" CHALLENGES, Sends::Json("Challenge"), 1 "A game for any two players who have the link" challenges::open;
    POST "/api/challenge/{id}" CHALLENGES, Sends::Json("Challenge"), 1 "Challenge the player with this name" challenges::create;
    POST "/api/challenge/{id}/accept" CHALLENGES, DONE, 1 "Accept a challenge" challenges::accept;
    POST "/api/challenge/{id}/decline" CHALLENGES, DONE, 1 "Decline a challenge" challenges::decline;
    POST "/api/challenge/{id}/cancel" CHALLENGES, DONE, 1 "Withdraw a challenge" challenges::cancel;
    POST "/api/board/seek" Needs::Board, Sends::Nothing, 1 "Play the first who comes" seek::seek;
    GET "/game/export/{id}" Needs::Nothing, Sends::Games, 2 "A game" exports::one;
    GET "/api/games/user/{username}" Needs::Nothing, Sends::Games, 10 "The games of a player" game_lists::of_user;
    POST "/api/games/export/_ids" Needs::Nothing, Sends::Games, 10 "Games by their ids" game_lists::by_ids;
    GET "/api/stream/game/{id}" Needs::Nothing, Sends::Lines(&["WatchedGame", "WatchedMove"]), 2 "What happens in a game" spectators::stream;
    POST "/api/import" Needs::Nothing, Sends::Json("Imported"), 10 "Read a game that is written down" import::import;
] play [
    GET "stream/{id}" Sends::Lines(&["GameFull", "GameState", "ChatLine", "OpponentGone"]), 2 "What happens in your game" game_stream::stream;
    POST "{id}/move/{move}" DONE, 0 "Make a move" play::act;
    POST "{id}/chat" DONE, 5 "Say something" play::chat;
    GET "{id}/chat" Sends::JsonList("ChatLine"), 1 "What was said: nothing is kept" play::chat_lines;
    POST "{id}/abort" DONE, 1 "Call the game off before its second action" play::abort;
    POST "{id}/resign" DONE, 1 "Give up" play::resign;
    POST "{id}/draw/{answer}" DONE, 1 "Offer, accept, claim or decline a draw" play::draw;
    POST "{id}/takeback/{answer}" DONE, 1 "Ask for a takeback, accept or decline one" play::takeback;
    POST "{id}/claim-victory" DONE, 1 "Win because the opponent has gone" play::claim_victory;
    POST "{id}/claim-draw" DONE, 1 "Have a draw because the opponent has gone" play::claim_draw;
] };

/// The path whose forms alone are ours: its JSON is another protocol's.
pub(crate) const IMPORT: &str = "/api/import";

impl Route {
    /// Whether its body may be longer than usual.
    pub(crate) fn has_long_body(&self) -> bool {
        self.path == IMPORT
    }

    /// Whether its body is text rather than fields.
    pub(crate) fn has_raw_body(&self) -> bool {
        ["/api/token/test", "/api/games/export/_ids"].contains(&self.path)
    }
}
