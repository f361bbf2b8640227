//! Everything that is sent has the shape that the document gives it. Every call is made once.

use std::collections::BTreeSet;

use jsonschema::Validator;
use lichess::{ROUTES, Sends};
use native::testkit::http::send;
use serde_json::{Value, json};

use crate::openapi::document;
use crate::support::{Client, Hall, Lines, begin};

/// Compares what is sent with the document, and notes which calls it saw.
struct Judge {
    document: Value,
    seen: BTreeSet<(String, &'static str)>,
}

impl Judge {
    fn new() -> Judge {
        Judge {
            document: document(),
            seen: BTreeSet::new(),
        }
    }

    fn validator(&self, schema: Value) -> Validator {
        let mut schema = schema;
        schema["components"] = self.document["components"].clone();
        jsonschema::validator_for(&schema).unwrap()
    }

    fn check(&self, schema: Value, value: &Value) {
        let validator = self.validator(schema.clone());
        let faults: Vec<String> = validator
            .iter_errors(value)
            .map(|it| it.to_string())
            .collect();
        assert!(faults.is_empty(), "{schema}\n{value}\n{faults:?}");
    }

    /// Checks an answer by the call that it is one to.
    fn answer(&mut self, method: &str, pattern: &'static str, value: &Value) {
        self.seen.insert((method.to_owned(), pattern));
        let operation = &self.document["paths"][pattern][method.to_lowercase()];
        let content = &operation["responses"]["200"]["content"];
        let kinds = ["application/json", "application/x-ndjson"];
        let schema = kinds.iter().find_map(|kind| content.get(kind));
        let schema = schema.unwrap_or_else(|| panic!("{method} {pattern} is not documented"));
        self.check(schema["schema"].clone(), value);
    }

    async fn call(
        &mut self,
        who: &Client,
        method: &str,
        pattern: &'static str,
        path: &str,
    ) -> Value {
        let value = who.ok(method, path).await;
        self.answer(method, pattern, &value);
        value
    }

    async fn lines(&mut self, pattern: &'static str, lines: &mut Lines, n: usize) {
        for _ in 0..n {
            let object = lines.object().await.expect("the stream goes on");
            self.answer("GET", pattern, &object);
        }
    }
}

#[tokio::test]
async fn everything_has_its_shape() {
    let hall = Hall::talking().await;
    let mut judge = Judge::new();
    let (ada, ben) = (hall.person("Ada").await, hall.person("Ben").await);
    let bot = hall.person("Clanker").await;
    judge
        .call(
            &bot,
            "POST",
            "/api/bot/account/upgrade",
            "/api/bot/account/upgrade",
        )
        .await;
    let bot = Client { kind: "bot", ..bot };
    let test = send(
        hall.address(),
        "POST",
        "/api/token/test",
        "",
        &format!("{},x", ada.token),
    )
    .await;
    judge.answer("POST", "/api/token/test", &test.json());
    judge
        .call(&bot, "GET", "/api/account", "/api/account")
        .await;
    judge
        .call(&ada, "GET", "/api/user/{username}", "/api/user/clanker")
        .await;
    judge
        .call(
            &ada,
            "GET",
            "/api/users/status",
            "/api/users/status?ids=ada,clanker",
        )
        .await;
    let mut events = bot.events().await;
    let online = send(hall.address(), "GET", "/api/bot/online", "", "").await;
    judge.answer("GET", "/api/bot/online", &online.json());
    challenges(&mut judge, &ada, &bot, &mut events).await;
    let terms = json!({"clock.limit": 300, "clock.increment": 3, "color": "white"});
    let game = begin(&ada, &bot, "Clanker", terms).await;
    judge
        .call(&ada, "GET", "/api/account/playing", "/api/account/playing")
        .await;
    play(&mut judge, &ada, &bot, &game).await;
    judge.lines("/api/stream/event", &mut events, 8).await;
    other_games(&mut judge, &hall, &ada, &ben).await;
    exports(&mut judge, &hall, &game).await;
    let imported = ada.post_form("/api/import", "pgn=1.+e4+*").await;
    judge.answer("POST", "/api/import", &imported.json());
    judge.call(&ben, "DELETE", "/api/token", "/api/token").await;
    let refused = ben.send("GET", "/api/account", "", "").await.json();
    judge.check(json!({"$ref": "#/components/schemas/Refused"}), &refused);
    let all = ROUTES.iter().filter(|route| {
        // Not JSON; other tests look at them. A code for a token is made in a test of its own.
        let is_json = !matches!(route.sends, Sends::Nothing);
        is_json && (route.method, route.path) != ("POST", "/api/token")
    });
    let all: BTreeSet<_> = all
        .map(|route| (route.method.to_owned(), route.path))
        .collect();
    let unseen: Vec<_> = all.difference(&judge.seen).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

/// Challenges that are listed, declined, withdrawn and accepted: four events and one more for each answer.
async fn challenges(judge: &mut Judge, ada: &Client, bot: &Client, events: &mut Lines) {
    let _ = events;
    let path = "/api/challenge/Clanker";
    let made = ada
        .post_json(path, json!({"clock.limit": 60, "clock.increment": 0}))
        .await
        .json();
    judge.answer("POST", "/api/challenge/{id}", &made);
    judge
        .call(bot, "GET", "/api/challenge", "/api/challenge")
        .await;
    let id = made["id"].as_str().unwrap();
    let pattern = "/api/challenge/{id}/decline";
    judge
        .call(
            bot,
            "POST",
            pattern,
            &format!("/api/challenge/{id}/decline"),
        )
        .await;
    let made = ada
        .post_json(path, json!({"variant": "chess960", "days": 2}))
        .await
        .json();
    let id = made["id"].as_str().unwrap();
    let pattern = "/api/challenge/{id}/cancel";
    judge
        .call(ada, "POST", pattern, &format!("/api/challenge/{id}/cancel"))
        .await;
    let made = ada
        .post_json(path, json!({"variant": "wisconsin"}))
        .await
        .json();
    let id = made["id"].as_str().unwrap();
    let pattern = "/api/challenge/{id}/accept";
    judge
        .call(bot, "POST", pattern, &format!("/api/challenge/{id}/accept"))
        .await;
}

/// One game with everything that can be done in it, for both kinds of accounts.
async fn play(judge: &mut Judge, ada: &Client, bot: &Client, game: &str) {
    let mut streams = [ada.game(game).await, bot.game(game).await];
    let done = json!({"ok": true});
    let routes = |kind: &str, suffix: &str| {
        let path = format!("/api/{kind}/game/{suffix}");
        ROUTES.iter().find(|route| route.path == path).unwrap().path
    };
    let mut did = async |who: &Client, what: &str, suffix: &str| {
        who.plays(game, what).await;
        judge.answer("POST", routes(who.kind, suffix), &done);
    };
    did(ada, "move/e2e4", "{id}/move/{move}").await;
    did(bot, "move/e7e5", "{id}/move/{move}").await;
    did(ada, "draw/yes", "{id}/draw/{answer}").await;
    did(bot, "draw/0", "{id}/draw/{answer}").await;
    did(ada, "takeback/yes", "{id}/takeback/{answer}").await;
    did(bot, "takeback/no", "{id}/takeback/{answer}").await;
    for who in [ada, bot] {
        let path = format!("/api/{}/game/{game}/chat", who.kind);
        let said = who.post_form(&path, "room=player&text=hello").await;
        judge.answer("POST", routes(who.kind, "{id}/chat"), &said.json());
        let kept = who.ok("GET", &path).await;
        judge.answer("GET", routes(who.kind, "{id}/chat"), &kept);
        for claim in ["claim-victory", "claim-draw"] {
            assert_eq!(who.play(game, claim).await.status, 400);
            judge.answer("POST", routes(who.kind, &format!("{{id}}/{claim}")), &done);
        }
        assert_eq!(who.play(game, "abort").await.status, 400);
        judge.answer("POST", routes(who.kind, "{id}/abort"), &done);
        judge.answer("POST", routes(who.kind, "{id}/resign"), &done);
    }
    bot.plays(game, "resign").await;
    for (stream, kind) in streams.iter_mut().zip(["board", "bot"]) {
        let mut n_lines = 0;
        while let Some(object) = stream.object().await {
            judge.answer("GET", routes(kind, "stream/{id}"), &object);
            n_lines += 1;
        }
        assert!(n_lines >= 8, "{n_lines}");
    }
}

async fn other_games(judge: &mut Judge, hall: &Hall, ada: &Client, ben: &Client) {
    let open = ada
        .post_json("/api/challenge/open", json!({"clock.limit": 60}))
        .await;
    judge.answer("POST", "/api/challenge/open", &open.json());
    let begun = ada
        .post_json("/api/challenge/ai", json!({"level": 1, "color": "black"}))
        .await;
    judge.answer("POST", "/api/challenge/ai", &begun.json());
    let game = begin(
        ada,
        ben,
        "Ben",
        json!({"variant": "timetravel", "color": "white"}),
    )
    .await;
    let path = format!("/api/stream/game/{game}");
    let mut lines = Lines::open(hall.address(), "GET", &path, "", "").await;
    ben.plays(&game, "abort").await;
    judge.lines("/api/stream/game/{id}", &mut lines, 2).await;
}

async fn exports(judge: &mut Judge, hall: &Hall, game: &str) {
    let json = "Accept: application/json\r\n";
    let path = format!("/game/export/{game}?pgnInJson=true&clocks=true");
    let exported = send(hall.address(), "GET", &path, json, "").await;
    judge.answer("GET", "/game/export/{id}", &exported.json());
    let lines = "Accept: application/x-ndjson\r\n";
    let path = "/api/games/user/ada";
    let mut games = Lines::open(hall.address(), "GET", path, lines, "").await;
    judge
        .lines("/api/games/user/{username}", &mut games, 1)
        .await;
    let path = "/api/games/export/_ids";
    let mut games = Lines::open(hall.address(), "POST", path, lines, game).await;
    let object = games.object().await.unwrap();
    judge.answer("POST", "/api/games/export/_ids", &object);
}
