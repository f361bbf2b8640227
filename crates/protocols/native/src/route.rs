//! The routes of the HTTP API as rows of a table. The router is made from it, and so is the OpenAPI document.

use std::collections::HashMap;

use crate::message::Request;
use host::HostError;
use serde_json::{Map, Value, json};

use server::bad_request;

/// Parameters that are numbers. A typed text or an action may look like one and is none.
const NUMBERS: [&str; 6] = ["before", "limit", "moment", "from", "actions", "after"];

/// One route.
pub struct Route {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// Its path; `{game}` stands for the id of a game.
    pub path: &'static str,
    /// What it is for, in a few words.
    pub summary: &'static str,
    /// What it asks for: the `type` of a request, or `ask/` and the `type` of an ask.
    pub asks: &'static str,
    /// A body that could be sent, where there is one. An empty one has to be empty.
    pub example: &'static str,
    /// The `type` of every answer that it can have.
    pub answers: &'static [&'static str],
    /// Parameters after the question mark. There are no others.
    pub query: &'static [&'static str],
}

macro_rules! routes {
    ($($method:literal $path:literal $asks:literal [$($answer:literal)*] $summary:literal $example:literal [$($query:literal)*];)*) => {
        &[$(Route {
            method: $method,
            path: $path,
            summary: $summary,
            asks: $asks,
            answers: &[$($answer),*],
            example: $example,
            query: &[$($query),*],
        }),*]
    };
}

/// All routes that answer a request.
pub static ROUTES: &[Route] = routes! {
    "POST" "/api/hello" "hello" ["welcome"] "Say who you are; without a token somebody new arrives" r#"{"token":"what an earlier welcome gave"}"# [];
    "GET" "/api/me" "hello" ["welcome"] "Who you are" "" [];
    "POST" "/api/me/rename" "rename" ["welcome"] "Choose the name others see" r#"{"name":"Ada"}"# [];
    "POST" "/api/me/register" "register" ["welcome"] "Open an account and keep your games" r#"{"name":"Ada","password":"correct horse"}"# [];
    "POST" "/api/me/log-in" "log_in" ["welcome"] "Become the player of an account" r#"{"name":"Ada","password":"correct horse"}"# [];
    "POST" "/api/me/log-out" "log_out" ["welcome"] "End this token" "{}" [];
    "POST" "/api/me/end-sessions" "end_sessions" ["welcome"] "End all your tokens and get a new one" "{}" [];
    "GET" "/api/me/games" "my_games" ["games"] "Your games, newest first" "" ["before" "limit"];
    "GET" "/api/variants" "variants" ["variants"] "What can be played" "" [];
    "POST" "/api/look" "look" ["looked"] "What actions lead to, without a game" r#"{"variant":"x","start":{"type":"usual"},"actions":["e4"]}"# [];
    "POST" "/api/import" "import" ["imported"] "Read games that are written down" r#"{"variant":"x","text":"1. e4 e5"}"# [];
    "GET" "/api/lobby" "watch_lobby" ["lobby"] "Seeks and games" "" [];
    "GET" "/api/games" "live_games" ["games"] "Games that are being played, newest first" "" ["before" "limit"];
    "POST" "/api/games" "create" ["seeking" "playing"] "Look for an opponent" r#"{"variant":"x","start":{"type":"usual"},"clock":{"type":"untimed"},"seat":"white","audience":{"type":"anybody"}}"# [];
    "POST" "/api/pair" "pair" ["seeking" "playing"] "Play the first who comes" r#"{"variant":"x","clock":{"type":"untimed"}}"# [];
    "GET" "/api/games/{game}" "open" ["opened" "seeking"] "A game now" "" [];
    "POST" "/api/games/{game}/join" "join" ["playing"] "Play against whoever made this seek" "{}" [];
    "POST" "/api/games/{game}/cancel" "cancel" ["done"] "Withdraw a seek, or turn down a challenge" "{}" [];
    "POST" "/api/games/{game}/act" "ask/act" ["asked"] "Do something on the board" r#"{"action":"e2e4","after":0}"# [];
    "POST" "/api/games/{game}/propose" "ask/propose" ["asked"] "Propose a draw, a takeback or a rematch" r#"{"proposal":{"kind":"draw"}}"# [];
    "POST" "/api/games/{game}/accept" "ask/accept" ["asked"] "Agree to a proposal" r#"{"proposal":{"kind":"takeback","to":4}}"# [];
    "POST" "/api/games/{game}/decline" "ask/decline" ["asked"] "Do not agree to a proposal" r#"{"proposal":{"kind":"draw"}}"# [];
    "POST" "/api/games/{game}/withdraw" "ask/withdraw" ["asked"] "Take your proposal back" r#"{"proposal":{"kind":"draw"}}"# [];
    "POST" "/api/games/{game}/resign" "ask/resign" ["asked"] "Give up" "{}" [];
    "POST" "/api/games/{game}/abort" "ask/abort" ["asked"] "Call the game off before its second action" "{}" [];
    "POST" "/api/games/{game}/claim-win" "ask/claim_win" ["asked"] "Win because the opponent has gone" "{}" [];
    "POST" "/api/games/{game}/claim-draw" "ask/claim_draw" ["asked"] "Have a draw because the opponent has gone" "{}" [];
    "POST" "/api/games/{game}/say" "say" ["done"] "Say something to the opponent, where the host lets you" r#"{"text":"good luck"}"# [];
    "GET" "/api/games/{game}/explain" "explain" ["explained"] "What affects a place" "" ["cell"];
    "GET" "/api/games/{game}/preview" "preview" ["previewed"] "What an action would do beyond the obvious" "" ["action"];
    "GET" "/api/games/{game}/scene" "scene_at" ["scene"] "The picture of a moment of the timeline" "" ["moment"];
    "GET" "/api/games/{game}/position" "scene_after" ["position"] "How the game stood after some of its actions" "" ["actions"];
    "GET" "/api/games/{game}/read" "read" ["read"] "Which action a typed text means" "" ["text"];
    "GET" "/api/games/{game}/hint" "hint" ["hint"] "What a computer would do" "" ["after"];
    "GET" "/api/games/{game}/evaluation" "evaluate" ["evaluated"] "What the position is worth" "" ["after"];
    "GET" "/api/games/{game}/pgn" "export" ["exported"] "The game as tags and a score sheet" "" [];
    "GET" "/api/games/{game}/records" "export" ["exported"] "The game as records with hashes, one JSON object a line" "" [];
    "GET" "/api/games/{game}/file" "export" ["exported"] "The game as a file of the variant's own, where it has one" "" [];
};

impl Route {
    /// The fields that parameters after the question mark stand for.
    ///
    /// # Errors
    /// One of them is none of this route.
    pub(crate) fn parameters(
        &self,
        query: HashMap<String, String>,
    ) -> Result<Map<String, Value>, HostError> {
        let field = |(name, text): (String, String)| {
            if !self.query.contains(&name.as_str()) {
                return Err(bad_request(format!("unknown parameter `{name}`")));
            }
            let number = text.parse::<u64>().ok();
            let number = number.filter(|_| NUMBERS.contains(&name.as_str()));
            Ok((name, number.map_or(Value::String(text), Value::from)))
        };
        query.into_iter().map(field).collect()
    }

    /// Whether a field is none that the path says already, nor one too many for a request without fields,
    /// where the types do not look at them.
    fn can_have(&self, name: &str) -> bool {
        let is_said = ["type", "game", "format"].contains(&name);
        let is_seat = name == "seat" && self.asks.starts_with("ask/");
        !is_said && (self.example != "{}" || is_seat)
    }

    /// The request that this route makes of its parts.
    ///
    /// # Errors
    /// The parts do not make one.
    pub(crate) fn request(
        &self,
        game: Option<&str>,
        body: Map<String, Value>,
    ) -> Result<Request, HostError> {
        if let Some(name) = body.keys().find(|name| !self.can_have(name)) {
            return Err(bad_request(format!("unknown field `{name}`")));
        }
        let mut object = match self.asks.strip_prefix("ask/") {
            None => body,
            Some(ask) => {
                let mut outer = Map::new();
                let mut ask_body = body;
                if let Some(seat) = ask_body.remove("seat") {
                    outer.insert("seat".to_owned(), seat);
                }
                ask_body.insert("type".to_owned(), json!(ask));
                outer.insert("ask".to_owned(), Value::Object(ask_body));
                outer
            }
        };
        let name = self.asks.split('/').next().unwrap_or_default();
        object.insert("type".to_owned(), json!(name));
        if let Some(game) = game {
            object.insert("game".to_owned(), json!(game));
        }
        if name == "export" {
            let format = self.path.rsplit('/').next().unwrap_or_default();
            object.insert("format".to_owned(), json!(format));
        }
        serde_json::from_value(Value::Object(object)).map_err(bad_request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_makes_its_request_of_its_example() {
        for route in ROUTES {
            let mut fields: Map<String, Value> = match route.example {
                "" => Map::new(),
                example => serde_json::from_str(example).unwrap(),
            };
            for name in route.query {
                let value = match NUMBERS.contains(name) {
                    true => json!(7),
                    false => json!("e4"),
                };
                fields.insert((*name).to_owned(), value);
            }
            let game = route.path.contains("{game}").then_some("g1");
            let request = route.request(game, fields);
            let request = request.unwrap_or_else(|why| panic!("{}: {why}", route.path));
            let written = serde_json::to_value(&request).unwrap();
            assert_eq!(written["type"], route.asks.split('/').next().unwrap());
        }
    }
}
