//! The routes of the HTTP API as rows of a table. The router is made from it, and so is the OpenAPI document.

use std::collections::HashMap;

use rules::Refusal;
use serde_json::{Map, Value, json};

use crate::message::{Format, Request};
use server::bad_request;

/// One route.
pub struct Route {
    /// Its path; `{game}` stands for the id of a game.
    pub path: &'static str,
    /// What it is for, in a few words.
    pub summary: &'static str,
    /// What it asks for.
    pub target: Target,
    /// The body that it takes, which decides the method.
    pub body: RouteBody,
    /// The `type` of every answer that it can have.
    pub answers: &'static [&'static str],
    /// Parameters after the question mark. There are no others.
    pub query: &'static [Parameter],
}

/// What a route asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A request with this `type`.
    Request(&'static str),
    /// Something to do in a game: the request `ask`, with an ask of this `type`.
    Ask(&'static str),
    /// The request `export`, in this format.
    Export(Format),
}

impl Target {
    /// The `type` of the request.
    pub fn request_type(self) -> &'static str {
        match self {
            Target::Request(name) => name,
            Target::Ask(_) => "ask",
            Target::Export(_) => "export",
        }
    }
}

/// The body that a route takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteBody {
    /// None: the method is `GET`.
    NoBody,
    /// An object without fields, or nothing.
    Empty,
    /// The fields of the request that the path does not say. There is an example.
    Fields(&'static str),
    /// The same, and a text among them may be longer than a frame.
    LongFields(&'static str),
}

/// A parameter after the question mark. A text may look like a number and stays a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number.
    Number(&'static str),
    /// A text.
    Text(&'static str),
}

impl Parameter {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::Number(name) | Parameter::Text(name) => name,
        }
    }

    /// A number that cannot be read stays a text, so that the request says what is wrong with it.
    fn read(self, text: String) -> Value {
        match self {
            Parameter::Text(_) => Value::String(text),
            Parameter::Number(_) => {
                let number = text.parse::<u64>().ok();
                number.map_or(Value::String(text), Value::from)
            }
        }
    }
}

macro_rules! routes {
    ($(
        $path:literal $target:ident($what:expr) $body:ident$(($example:literal))?
        [$($answer:literal)*] $summary:literal [$($parameter:ident($name:literal))*];
    )*) => {
        &[$(Route {
            path: $path,
            summary: $summary,
            target: Target::$target($what),
            body: RouteBody::$body$(($example))?,
            answers: &[$($answer),*],
            query: &[$(Parameter::$parameter($name)),*],
        }),*]
    };
}

/// All routes that answer a request.
pub static ROUTES: &[Route] = routes! {
    "/api/hello" Request("hello") Fields(r#"{"token":"what an earlier welcome gave"}"#) ["welcome"] "Say who you are; without a token you become a new player" [];
    "/api/me" Request("hello") NoBody ["welcome"] "Who you are" [];
    "/api/me/rename" Request("rename") Fields(r#"{"name":"Ada"}"#) ["welcome"] "Choose the name others see" [];
    "/api/me/register" Request("register") Fields(r#"{"name":"Ada","password":"correct horse"}"#) ["welcome"] "Open an account and keep your games" [];
    "/api/me/log-in" Request("log_in") Fields(r#"{"name":"Ada","password":"correct horse"}"#) ["welcome"] "Become the player of an account" [];
    "/api/me/log-out" Request("log_out") Empty ["welcome"] "End this session and become a new player" [];
    "/api/me/end-sessions" Request("end_sessions") Empty ["welcome"] "End all your sessions and begin a new one" [];
    "/api/me/sessions" Request("sessions") NoBody ["sessions"] "Where you are logged in" [];
    "/api/me/sessions/end" Request("end_session") Fields(r#"{"id":"what the list has"}"#) ["done"] "End one of your sessions" [];
    "/api/me/access-tokens" Request("access_tokens") NoBody ["access_tokens"] "Your access tokens" [];
    "/api/me/access-tokens" Request("make_access_token") Fields(r#"{"name":"my bot","scopes":["bot:play"],"days":90}"#) ["access_token"] "Make an access token for a program" [];
    "/api/me/access-tokens/end" Request("end_access_token") Fields(r#"{"id":"what the list has"}"#) ["done"] "End one of your access tokens" [];
    "/api/me/authorize" Request("authorize") Fields(r#"{"client":"board.example","redirect":"https://board.example/back","challenge":"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM","scopes":["board:play"]}"#) ["authorized"] "Let a program have the access token that it asks for" [];
    "/api/me/become-bot" Request("become_bot") Empty ["done"] "Make your account one of a program" [];
    "/api/user" Request("user") NoBody ["user"] "A player by name" [Text("name")];
    "/api/me/password" Request("change_password") Fields(r#"{"old":"correct horse","new":"battery staple"}"#) ["welcome"] "Choose a new password, which ends all other sessions" [];
    "/api/me/reset-password" Request("reset_password") Fields(r#"{"link":"what stands behind the # of the link","password":"battery staple"}"#) ["welcome"] "Choose a new password by a link from the host" [];
    "/api/me/games" Request("my_games") NoBody ["games"] "Your games, newest first" [Number("before") Number("limit")];
    "/api/variants" Request("variants") NoBody ["variants"] "What can be played" [];
    "/api/puzzles" Request("puzzles") NoBody ["puzzles"] "All puzzles of a variant" [Text("variant")];
    "/api/puzzles/one" Request("puzzle") NoBody ["puzzle"] "A puzzle by its id" [Text("variant") Text("id")];
    "/api/puzzles/daily" Request("daily_puzzles") NoBody ["daily_puzzles"] "The puzzle of the day of each variant" [Text("date")];
    "/api/look" Request("look") Fields(r#"{"variant":"x","start":{"type":"usual"},"actions":["e4"]}"#) ["looked"] "What actions lead to, without a game" [];
    "/api/rules" Request("rules") Fields(r#"{"question":{"type":"look","place":{"variant":"x","start":{"type":"usual"},"actions":["e4"]}}}"#) ["rules"] "A question about a position, without a game" [];
    "/api/import" Request("import") LongFields(r#"{"variant":"x","text":"1. e4 e5"}"#) ["imported"] "Read games that are written down" [];
    "/api/trees/read" Request("read_tree") LongFields(r#"{"variant":"x","text":"1. e4 e5 (1... c5) *"}"#) ["tree"] "Read a game with its variations" [];
    "/api/trees/write" Request("write_tree") LongFields(r#"{"variant":"x","tree":{"setup":"","moves":[{"parent":0,"action":"e4"}]}}"#) ["tree_written"] "Write a tree as PGN" [];
    "/api/me/analyses" Request("analyses") NoBody ["analyses"] "The analyses that you keep" [];
    "/api/me/analyses" Request("save_analysis") LongFields(r#"{"name":"Sicilian","variant":"x","text":"what you read again"}"#) ["analysis_saved"] "Keep an analysis" [];
    "/api/me/analysis" Request("analysis") NoBody ["analysis"] "One of your analyses" [Text("id")];
    "/api/me/analyses/rename" Request("rename_analysis") Fields(r#"{"id":"what the list has","name":"Sicilian"}"#) ["analysis_saved"] "Give an analysis another name" [];
    "/api/me/analyses/delete" Request("delete_analysis") Fields(r#"{"id":"what the list has"}"#) ["done"] "Delete an analysis" [];
    "/api/lobby" Request("watch_lobby") NoBody ["lobby"] "Seeks and games" [];
    "/api/seeks" Request("seeks") NoBody ["seeks"] "Seeks that anybody can join, oldest first" [Number("after")];
    "/api/games" Request("live_games") NoBody ["games"] "Games that are being played, newest first" [Number("before") Number("limit")];
    "/api/games" Request("create") Fields(r#"{"variant":"x","start":{"type":"usual"},"clock":{"type":"untimed"},"seat":"white","audience":{"type":"anybody"}}"#) ["seeking" "playing"] "Look for an opponent" [];
    "/api/pair" Request("pair") Fields(r#"{"variant":"x","clock":{"type":"untimed"}}"#) ["seeking" "playing"] "Play the first who comes" [];
    "/api/games/{game}" Request("open") NoBody ["opened" "seeking"] "A game now" [];
    "/api/games/{game}/join" Request("join") Empty ["playing"] "Play against the owner of this seek" [];
    "/api/games/{game}/cancel" Request("cancel") Empty ["done"] "Withdraw a seek, or turn down a challenge" [];
    "/api/games/{game}/act" Ask("act") Fields(r#"{"action":"e2e4","after":0}"#) ["asked"] "Do something on the board" [];
    "/api/games/{game}/propose" Ask("propose") Fields(r#"{"proposal":{"kind":"draw"}}"#) ["asked"] "Propose a draw, a takeback or a rematch" [];
    "/api/games/{game}/accept" Ask("accept") Fields(r#"{"proposal":{"kind":"takeback","to":4}}"#) ["asked"] "Agree to a proposal" [];
    "/api/games/{game}/decline" Ask("decline") Fields(r#"{"proposal":{"kind":"draw"}}"#) ["asked"] "Do not agree to a proposal" [];
    "/api/games/{game}/withdraw" Ask("withdraw") Fields(r#"{"proposal":{"kind":"draw"}}"#) ["asked"] "Take your proposal back" [];
    "/api/games/{game}/resign" Ask("resign") Empty ["asked"] "Give up" [];
    "/api/games/{game}/abort" Ask("abort") Empty ["asked"] "Call the game off before its second action" [];
    "/api/games/{game}/claim-win" Ask("claim_win") Empty ["asked"] "Win because the opponent has gone" [];
    "/api/games/{game}/claim-draw" Ask("claim_draw") Empty ["asked"] "Have a draw because the opponent has gone" [];
    "/api/games/{game}/say" Request("say") Fields(r#"{"text":"good luck"}"#) ["done"] "Say something to the opponent, where the host lets you" [];
    "/api/games/{game}/explain" Request("explain") NoBody ["explained"] "What affects a place" [Text("cell")];
    "/api/games/{game}/preview" Request("preview") NoBody ["previewed"] "What an action would do beyond the obvious" [Text("action")];
    "/api/games/{game}/scene" Request("scene_at") NoBody ["scene"] "The picture of a moment of the timeline" [Number("moment")];
    "/api/games/{game}/position" Request("scene_after") NoBody ["position"] "How the game stood after some of its actions" [Number("actions")];
    "/api/games/{game}/read" Request("read") NoBody ["read"] "Which action a typed text means" [Text("text")];
    "/api/games/{game}/hint" Request("hint") NoBody ["hint"] "What a computer would do" [Number("after")];
    "/api/games/{game}/evaluation" Request("evaluate") NoBody ["evaluated"] "What the position is worth" [Number("after")];
    "/api/games/{game}/review" Request("review") Empty ["reviewed" "reviewing"] "What a computer thinks of every action of a game that is over" [];
    "/api/games/{game}/pgn" Export(Format::Pgn) NoBody ["exported"] "The game as tags and a score sheet" [];
    "/api/games/{game}/records" Export(Format::Records) NoBody ["exported"] "The game as records with hashes, one JSON object a line" [];
    "/api/games/{game}/file" Export(Format::File) NoBody ["exported"] "The game as a file of the variant's own, where it has one" [];
};

impl Route {
    /// `GET` or `POST`.
    pub fn method(&self) -> &'static str {
        match self.is_change() {
            true => "POST",
            false => "GET",
        }
    }

    /// Whether it may change something.
    pub(crate) fn is_change(&self) -> bool {
        match self.body {
            RouteBody::NoBody => false,
            RouteBody::Empty | RouteBody::Fields(_) | RouteBody::LongFields(_) => true,
        }
    }

    /// Whether its body may be longer than a frame.
    pub(crate) fn has_long_body(&self) -> bool {
        match self.body {
            RouteBody::LongFields(_) => true,
            RouteBody::NoBody | RouteBody::Empty | RouteBody::Fields(_) => false,
        }
    }

    /// The fields that parameters after the question mark stand for.
    ///
    /// # Errors
    /// The route has no such parameter.
    pub(crate) fn parameters(
        &self,
        query: HashMap<String, String>,
    ) -> Result<Map<String, Value>, Refusal> {
        let field = |(name, text): (String, String)| {
            let known = self.query.iter().find(|known| known.name() == name);
            match known {
                Some(parameter) => Ok((name, parameter.read(text))),
                None => Err(bad_request(format!("unknown parameter `{name}`"))),
            }
        };
        query.into_iter().map(field).collect()
    }

    /// Whether a body can have a field: none that the path says already, and none at all for a request without
    /// fields, whose type would not notice.
    fn can_have(&self, name: &str) -> bool {
        let is_said = ["type", "game", "format"].contains(&name);
        let is_seat = name == "seat" && matches!(self.target, Target::Ask(_));
        let has_fields = match self.body {
            RouteBody::Fields(_) | RouteBody::LongFields(_) => true,
            // Its fields are parameters.
            RouteBody::NoBody => true,
            RouteBody::Empty => false,
        };
        !is_said && (has_fields || is_seat)
    }

    /// The request that this route makes of its parts.
    ///
    /// # Errors
    /// The parts do not make one.
    pub(crate) fn request(
        &self,
        game: Option<&str>,
        body: Map<String, Value>,
    ) -> Result<Request, Refusal> {
        if let Some(name) = body.keys().find(|name| !self.can_have(name)) {
            return Err(bad_request(format!("unknown field `{name}`")));
        }
        let mut object = match self.target {
            Target::Request(_) => body,
            Target::Ask(name) => ask_fields(name, body),
            Target::Export(format) => {
                let mut object = body;
                object.insert("format".to_owned(), json!(format));
                object
            }
        };
        object.insert("type".to_owned(), json!(self.target.request_type()));
        if let Some(game) = game {
            object.insert("game".to_owned(), json!(game));
        }
        serde_json::from_value(Value::Object(object)).map_err(bad_request)
    }
}

/// The fields of the request `ask`, of which a body has those of the ask and the seat.
fn ask_fields(name: &str, mut body: Map<String, Value>) -> Map<String, Value> {
    let mut outer = Map::new();
    if let Some(seat) = body.remove("seat") {
        outer.insert("seat".to_owned(), seat);
    }
    body.insert("type".to_owned(), json!(name));
    outer.insert("ask".to_owned(), Value::Object(body));
    outer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_makes_its_request_of_its_example() {
        for route in ROUTES {
            let mut fields: Map<String, Value> = match route.body {
                RouteBody::NoBody | RouteBody::Empty => Map::new(),
                RouteBody::Fields(example) | RouteBody::LongFields(example) => {
                    serde_json::from_str(example).unwrap()
                }
            };
            for parameter in route.query {
                let value = match parameter {
                    Parameter::Number(_) => json!(7),
                    Parameter::Text(_) => json!("e4"),
                };
                fields.insert(parameter.name().to_owned(), value);
            }
            let game = route.path.contains("{game}").then_some("g1");
            let request = route.request(game, fields);
            let request = request.unwrap_or_else(|why| panic!("{}: {why}", route.path));
            let written = serde_json::to_value(&request).unwrap();
            assert_eq!(written["type"], route.target.request_type());
        }
    }
}
