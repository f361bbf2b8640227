//! A game started without a choice has the first preset, on every protocol, and its whole text is stored.

use catalog::Catalog;
use rules::AnyVariant;
use serde_json::{Value, json};

use crate::child::{Api, Served, value};
use crate::programs::access_token;
use crate::socket::Socket;
use crate::{lines, rookery};

/// Time-Travelling Chess as stored games without a text mean it.
const CLASSIC: &str = "TT1;-;-;1;-/-;0/0;-;-;wb;9/600/-;*";

/// The game whose empty setup and whose first preset differ.
const GAME: &str = "timetravel";

fn variant(catalog: &Catalog) -> &'static dyn AnyVariant {
    catalog.find(GAME).unwrap().variant()
}

/// What a stored game began with: its preset and its text.
fn began(api: &mut Api, game: &str) -> (Value, Value) {
    let line = format!("GET /api/games/{game}/records");
    let (status, records) = api.ask(&line, "", "records", "").unwrap();
    assert_eq!(status, 200, "{records}");
    let created = records.lines().map(value).find_map(|record| {
        let found = find(&record, "setup")?;
        Some((find(&record, "preset").unwrap_or_default(), found))
    });
    created.unwrap_or_else(|| panic!("{records}"))
}

/// The value of a key, however deep.
fn find(value: &Value, key: &str) -> Option<Value> {
    match value {
        Value::Object(fields) => fields
            .get(key)
            .cloned()
            .or_else(|| fields.values().find_map(|field| find(field, key))),
        Value::Array(items) => items.iter().find_map(|item| find(item, key)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

fn create(start: &Value, audience: &Value) -> Value {
    json!({
        "type": "create", "variant": GAME, "start": start, "clock": {"type": "untimed"},
        "seat": "white", "audience": audience,
    })
}

fn game_of(answer: &Value) -> String {
    find(answer, "game").unwrap().as_str().unwrap().to_owned()
}

#[test]
fn every_door_of_a_server_leads_to_the_first_preset() {
    let catalog = catalog::standard();
    let usual = variant(&catalog).usual_start(0);
    assert_eq!(usual.preset, Some("standard"));
    let first = (json!("standard"), json!(usual.setup));
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let mut ada = Socket::hello(served.web, &mut None);
    let mut ben = Socket::hello(served.web, &mut None);
    let mut api = Api::connect(served.web).unwrap();
    let nothing = json!({"type": "usual"});

    let computer = ada.ok(&create(&nothing, &json!({"type": "computer", "level": 1})));
    assert_eq!(began(&mut api, &game_of(&computer)), first, "the computer");

    let invited = game_of(&ada.ok(&create(&nothing, &json!({"type": "invited"}))));
    ben.ok(&json!({"type": "join", "game": invited}));
    assert_eq!(began(&mut api, &invited), first, "an invitation");

    let pair = json!({"type": "pair", "variant": GAME, "clock": {"type": "untimed"}});
    let seek = game_of(&ada.ok(&pair));
    assert_eq!(game_of(&ben.ok(&pair)), seek);
    assert_eq!(began(&mut api, &seek), first, "a quick game");

    // Who names the first preset and who chooses nothing want the same.
    let mut named = pair.clone();
    named["preset"] = json!("standard");
    let seek = game_of(&ada.ok(&pair));
    assert_eq!(game_of(&ben.ok(&named)), seek);

    let mut body = create(&nothing, &json!({"type": "computer", "level": 1}));
    body.as_object_mut().unwrap().remove("type");
    let body = body.to_string();
    let token = guest(&mut api);
    let (status, answer) = api.ask("POST /api/games", &token, "one", &body).unwrap();
    assert!(status < 300, "{status} {answer}");
    assert_eq!(began(&mut api, &game_of(&value(&answer))), first, "HTTP");

    let looked = json!({"variant": GAME, "start": nothing, "actions": []}).to_string();
    let (_, looked) = api.ask("POST /api/look", "", "look", &looked).unwrap();
    assert_eq!(value(&looked)["start"], usual.setup, "a look");

    let new_game = json!({"message_type": "new_game", "variant": GAME}).to_string();
    let (_, answer) = api.ask("POST /json", "", "json", &new_game).unwrap();
    let game = find(&value(&answer), "game_id").unwrap_or_else(|| panic!("{answer}"));
    let game = game.as_str().unwrap().to_owned();
    assert_eq!(began(&mut api, &game), first, "the JSON interface");

    for game in [
        bot_door(&mut api, &served),
        computer_door(&mut api, &served),
    ] {
        assert_eq!(began(&mut api, &game), first, "the API for bots");
    }

    let chosen = json!({"type": "preset", "id": "classic"});
    let classic = ada.ok(&create(&chosen, &json!({"type": "computer", "level": 1})));
    let classic = began(&mut api, &game_of(&classic));
    assert_eq!(classic, (json!("classic"), json!(CLASSIC)));
    served.kill();
}

/// A person challenges a bot, which accepts.
fn bot_door(api: &mut Api, served: &Served) -> String {
    let person = access_token(served.web, "Ada", &["board:play", "challenge:write"]);
    let bot = access_token(served.web, "Clanker", &["bot:play", "challenge:write"]);
    let upgrade = api.ask("POST /api/bot/account/upgrade", &bot, "upgrade", "");
    assert_eq!(upgrade.unwrap().0, 200);
    let wish = json!({"variant": GAME}).to_string();
    let made = api.ask("POST /api/challenge/Clanker", &person, "dare", &wish);
    let (status, made) = made.unwrap();
    assert_eq!(status, 200, "{made}");
    let id = value(&made)["id"].as_str().unwrap().to_owned();
    let accept = format!("POST /api/challenge/{id}/accept");
    let (status, accepted) = api.ask(&accept, &bot, "accept", "").unwrap();
    assert_eq!(status, 200, "{accepted}");
    id
}

/// A program plays a computer of the server.
fn computer_door(api: &mut Api, served: &Served) -> String {
    let token = access_token(served.web, "Ben", &["board:play", "challenge:write"]);
    let wish = json!({"variant": GAME, "level": 1}).to_string();
    let begun = api.ask("POST /api/challenge/ai", &token, "computer", &wish);
    let (status, begun) = begun.unwrap();
    assert_eq!(status, 201, "{begun}");
    value(&begun)["id"].as_str().unwrap().to_owned()
}

fn guest(api: &mut Api) -> String {
    let (_, answer) = api.ask("POST /api/hello", "", "guest", "{}").unwrap();
    let token = find(&value(&answer), "token").unwrap_or_else(|| panic!("{answer}"));
    token.as_str().unwrap().to_owned()
}

#[test]
fn every_door_of_the_command_line_leads_to_the_first_preset() {
    let usual = variant(&catalog::standard()).usual_start(0).setup;
    let setup_of = |arguments: &[&str], input: &[u8]| {
        let output = rookery(arguments, input);
        assert!(output.status.success(), "{arguments:?}");
        crate::json(&lines(&output)[0])["setup"].clone()
    };
    assert_eq!(setup_of(&["moves", "--variant", GAME], b""), usual);
    let played = lines(&rookery(&["play", "--variant", GAME], b"setup\n"));
    assert!(
        played.iter().any(|line| line.ends_with(&usual)),
        "{played:?}"
    );
    let exported = lines(&rookery(&["pgn", "export", "--variant", GAME], b"")).join("\n");
    assert!(exported.contains("9/300/10"), "{exported}");

    // What is written down or stored means what it always meant.
    assert_eq!(
        setup_of(&["moves", "--variant", GAME, "--setup", ""], b""),
        CLASSIC
    );
    let row = format!("{GAME}\t\t\n");
    assert_eq!(setup_of(&["moves", "--batch"], row.as_bytes()), CLASSIC);
    let fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    let from_fen = setup_of(&["moves", "--variant", GAME, "--setup", fen], b"");
    assert!(
        from_fen.as_str().unwrap().contains(";9/600/-;"),
        "{from_fen}"
    );
    let imported = rookery(&["pgn", "import", "--variant", GAME, "-"], b"1. e4 e5 *\n");
    let imported = lines(&imported).join("\n");
    assert!(imported.contains(";9/600/-;"), "{imported}");
}

/// A match and a person begin alike, in every game.
#[test]
fn the_usual_start_of_every_game_is_its_first_preset() {
    for entry in catalog::standard().iter() {
        let (id, variant) = (entry.id(), entry.variant());
        let usual = variant.usual_start(7);
        let first = variant.meta().presets[0].id;
        assert_eq!(usual.preset, Some(first), "{id}");
        assert_eq!(Some(usual.setup.clone()), variant.preset(first, 7), "{id}");
        assert!(!usual.setup.is_empty(), "{id}: the text is stored in full");
        assert!(variant.start(&usual.setup).is_ok(), "{id}");
    }
}

/// A game that begins now says that positions are counted; one that was stored without a word of it goes on as it was.
#[test]
fn new_games_of_wisconsin_chess_count_positions_and_old_ones_do_not() {
    let catalog = catalog::standard();
    let variant = catalog.find("wisconsin").unwrap().variant();
    let option = "; repetition=threefold";
    for preset in variant.meta().presets {
        let setup = variant.preset(preset.id, 3).unwrap();
        assert!(setup.ends_with(option), "{}: {setup}", preset.id);
        let begun = variant.start(&setup).unwrap().setup();
        assert!(begun.contains(option), "{}: {begun}", preset.id);
    }
    for old in ["", "army:regular/regular"] {
        let begun = variant.start(old).unwrap().setup();
        assert!(!begun.contains("repetition"), "{begun}");
    }
}
