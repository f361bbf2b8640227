//! A client that sends what lichess-bot sends, in the same order and in the same form, and expects what it expects.

use serde_json::{Value, json};

use crate::support::{Client, Hall, Lines, begin};

/// The bridge between an engine and the server, as far as the server sees it.
struct Bridge {
    client: Client,
    name: String,
    events: Lines,
}

impl Bridge {
    /// What it does when it starts.
    async fn start(mut client: Client) -> Bridge {
        let token = client.token.clone();
        // Bare text without a content type.
        let test = client.send("POST", "/api/token/test", "", &token).await;
        let scopes = test.json()[&token]["scopes"].as_str().unwrap().to_owned();
        assert!(
            scopes.split(',').any(|scope| scope == "bot:play"),
            "{scopes}"
        );
        let mut account = client.ok("GET", "/api/account").await;
        if account["title"] != "BOT" {
            client.ok("POST", "/api/bot/account/upgrade").await;
            account = client.ok("GET", "/api/account").await;
        }
        assert_eq!(account["title"], "BOT");
        client.kind = "bot";
        client.ok("GET", "/api/account/playing").await;
        let events = client.events().await;
        Bridge {
            name: account["username"].as_str().unwrap().to_owned(),
            client,
            events,
        }
    }

    /// Answers the next challenge as a bridge that plays chess and Chess960 does.
    async fn answer_challenge(&mut self) -> Value {
        let event = self
            .events
            .until(|event| event["type"] == "challenge")
            .await;
        let challenge = &event["challenge"];
        let id = challenge["id"].as_str().unwrap();
        for needed in ["perf", "speed", "rated", "timeControl", "color", "variant"] {
            assert!(!challenge[needed].is_null(), "{needed}: {challenge}");
        }
        if challenge["color"] == "random" {
            assert!(challenge["finalColor"].is_string());
        }
        let playing = self.client.ok("GET", "/api/account/playing").await;
        assert!(playing["nowPlaying"].is_array());
        let key = challenge["variant"]["key"].as_str().unwrap();
        if ["standard", "chess960", "fromPosition"].contains(&key) {
            let path = format!("/api/challenge/{id}/accept");
            self.client.ok("POST", &path).await;
        } else {
            let path = format!("/api/challenge/{id}/decline");
            let declined = self.client.post_form(&path, "reason=variant").await;
            assert_eq!(declined.status, 200);
        }
        challenge.clone()
    }

    /// Opens the game that begins, greets both rooms and says which colour it has.
    async fn take_up(&mut self) -> BridgedGame {
        let start = self
            .events
            .until(|event| event["type"] == "gameStart")
            .await;
        let id = start["game"]["id"].as_str().unwrap().to_owned();
        let mut lines = self.client.game(&id).await;
        // The first line is the game itself, never an empty one.
        let first = lines.any_line().await.unwrap();
        let full: Value = serde_json::from_str(&first).unwrap();
        assert_eq!(full["type"], "gameFull");
        let name = full["white"]["name"].as_str().unwrap_or_default();
        let is_white = name.eq_ignore_ascii_case(&self.name);
        for room in ["player", "spectator"] {
            let path = format!("/api/bot/game/{id}/chat");
            let body = format!("room={room}&text=Good+luck%21");
            let said = self.client.post_form(&path, &body).await;
            assert_eq!(said.body, r#"{"ok":true}"#);
        }
        BridgedGame {
            client: self.client.clone(),
            id,
            lines,
            is_white,
            state: full["state"].clone(),
        }
    }
}

/// A game of the bridge.
struct BridgedGame {
    client: Client,
    id: String,
    lines: Lines,
    is_white: bool,
    state: Value,
}

impl BridgedGame {
    async fn makes(&self, action: &str) {
        self.client
            .plays(&self.id, &format!("move/{action}?offeringDraw=false"))
            .await;
    }

    async fn reads(&mut self) -> &Value {
        self.state = self
            .lines
            .until(|object| object["type"] == "gameState")
            .await;
        &self.state
    }
}

fn blitz() -> Value {
    json!({"rated": false, "clock.limit": 300, "clock.increment": 3, "color": "white"})
}

#[tokio::test]
async fn a_bridge_starts_accepts_and_plays_to_mate() {
    let hall = Hall::new().await;
    let mut bridge = Bridge::start(hall.person("Clanker").await).await;
    let ada = hall.person("Ada").await;
    ada.challenges("clanker", blitz()).await;
    bridge.answer_challenge().await;
    let mut table = bridge.take_up().await;
    assert!(!table.is_white);
    assert_eq!(table.state["status"], "started");
    for (white, black) in [("f2f3", "e7e5"), ("g2g4", "d8h4")] {
        ada.plays(&table.id, &format!("move/{white}")).await;
        let moves = table.reads().await["moves"].as_str().unwrap().to_owned();
        assert!(moves.ends_with(white), "{moves}");
        table.makes(black).await;
        table.reads().await;
    }
    assert_eq!(table.state["status"], "mate");
    assert_eq!(table.state["winner"], "black");
    table.lines.ends().await;
    let finish = bridge.events.next("gameFinish").await;
    assert_eq!(finish["game"]["winner"], "black");
    let path = format!("/game/export/{}", table.id);
    let pgn = bridge.client.send("GET", &path, "", "").await;
    assert!(pgn.body.contains("[BlackTitle \"BOT\"]"), "{}", pgn.body);
    assert!(pgn.body.contains("Qh4#"), "{}", pgn.body);
    // Asked once an hour: a bridge that is told it is offline restarts.
    let status = bridge
        .client
        .ok("GET", "/api/users/status?ids=clanker")
        .await;
    assert_eq!(status[0]["online"], true, "{status}");
    assert_eq!(status[0]["id"], "clanker");
}

#[tokio::test]
async fn our_own_games_are_declined_by_their_honest_names() {
    let hall = Hall::new().await;
    let mut bridge = Bridge::start(hall.person("Clanker").await).await;
    let ada = hall.person("Ada").await;
    let mut events = ada.events().await;
    for key in ["wisconsin", "tridim", "timetravel"] {
        ada.challenges("Clanker", json!({"variant": key, "days": 2}))
            .await;
        let challenge = bridge.answer_challenge().await;
        assert_eq!(challenge["variant"]["key"], key);
        assert_eq!(challenge["speed"], "correspondence");
        events.next("challenge").await;
        let declined = events.next("challengeDeclined").await;
        assert_eq!(declined["challenge"]["declineReasonKey"], "variant");
    }
}

#[tokio::test]
async fn a_move_that_is_sent_again_is_made_once() {
    let hall = Hall::new().await;
    let mut bridge = Bridge::start(hall.person("Clanker").await).await;
    let ada = hall.person("Ada").await;
    ada.challenges("Clanker", blitz()).await;
    bridge.answer_challenge().await;
    let table = bridge.take_up().await;
    ada.plays(&table.id, "move/e2e4").await;
    // Before and after the opponent has answered.
    for _ in 0..3 {
        table.makes("e7e5").await;
    }
    ada.plays(&table.id, "move/g1f3").await;
    table.makes("e7e5").await;
    let mut lines = bridge.client.game(&table.id).await;
    let full = lines.next("gameFull").await;
    assert_eq!(full["state"]["moves"], "e2e4 e7e5 g1f3");
    let wrong = table.client.play(&table.id, "move/e7e6").await;
    assert_eq!(wrong.status, 400);
    let illegal = table.client.play(&table.id, "move/a8a5").await;
    assert_eq!(illegal.status, 400);
    assert!(illegal.json()["code"].is_string());
}

#[tokio::test]
async fn games_with_bots_end_by_repetition_without_a_claim() {
    let hall = Hall::new().await;
    let (ada, bot) = (hall.person("Ada").await, hall.bot("Clanker").await);
    for terms in [
        blitz(),
        json!({"variant": "chess960", "clock.limit": 60, "clock.increment": 0, "color": "white",
            "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}),
    ] {
        let game = begin(&ada, &bot, "Clanker", terms).await;
        let mut lines = bot.game(&game).await;
        lines.next("gameFull").await;
        for _ in 0..2 {
            for (player, action) in [
                (&ada, "g1f3"),
                (&bot, "g8f6"),
                (&ada, "f3g1"),
                (&bot, "f6g8"),
            ] {
                player.plays(&game, &format!("move/{action}")).await;
            }
        }
        let last = lines.until(|state| state["status"] != "started").await;
        assert_eq!(last["status"], "draw", "{last}");
        lines.ends().await;
    }
}
