//! Playing the computer, and asking it for advice.

use std::sync::Arc;

use host::{Computer, Judgement, Opponent, Rival, SearchTask, Win};
use native::message::{
    Answer, EngineInfo, Evaluation, ForcedWin, Notice, Request, SeatChoice, WantedOpponent,
};
use rules::Seat;
use session::{Clock, GameId};
use store::MemoryStore;

use crate::support::{CHESS, Pairing, act, create, rivals, start_computer};
use native::testkit::client::Client;
use native::testkit::http::Program;

/// Knows how the shortest game of chess goes, and nothing else.
pub(crate) struct Scholar;

const GAME: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

impl Computer for Scholar {
    fn rivals(&self, variant: &str) -> Vec<Rival> {
        rivals(variant, "Scholar", ("cousin", "Cousin"))
    }

    fn choose(&self, position: &SearchTask, _opponent: &Opponent) -> Option<String> {
        Some((*GAME.get(position.actions.len())?).to_owned())
    }

    fn judge(&self, position: &SearchTask) -> Option<Judgement> {
        let n_played = position.actions.len();
        let win = Win {
            seat: Seat::Black,
            actions: 1,
        };
        Some(Judgement {
            action: (*GAME.get(n_played)?).to_owned(),
            balance: -50,
            win: (n_played == 3).then_some(win),
        })
    }
}

async fn start() -> server::Server {
    let store = Arc::new(MemoryStore::new());
    start_computer(store, Arc::new(Scholar)).await
}

fn hint(game: &GameId, after: Option<u32>) -> Request {
    let game = game.clone();
    Request::Hint { game, after }
}

fn evaluate(game: &GameId, after: Option<u32>) -> Request {
    let game = game.clone();
    Request::Evaluate { game, after }
}

/// A new game as White.
async fn play(client: &mut Client, audience: WantedOpponent) -> GameId {
    let wish = create(Clock::Untimed, SeatChoice::White, audience);
    match client.ok(wish).await {
        Answer::Playing { game, .. } => game,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_player_is_advised_from_the_first_move_to_the_mate() {
    let server = start().await;
    let mut client = Client::hello(server.address(), None).await;
    let game = play(&mut client, WantedOpponent::Computer { level: 1 }).await;
    client.open(&game).await;
    let expected = Answer::Hint {
        game: game.clone(),
        after: 0,
        action: "f2f3".to_owned(),
        label: "f3".to_owned(),
        score: Evaluation {
            balance: -50,
            win: None,
        },
    };
    assert_eq!(client.ok(hint(&game, None)).await, expected);
    client.ok(act(&game, "f3")).await;
    for _ in 0..2 {
        client.game_notice().await;
    }
    client.ok(act(&game, "g4")).await;
    for _ in 0..2 {
        client.game_notice().await;
    }
    // The game is over; the moment before its end can still be judged, by anybody.
    let mut stranger = Client::hello(server.address(), None).await;
    assert_eq!(stranger.refused(hint(&game, None)).await.code, "game-over");
    let win = ForcedWin {
        seat: Seat::Black,
        actions: 1,
    };
    let expected = Answer::Evaluated {
        game: game.clone(),
        after: 3,
        score: Evaluation {
            balance: -Evaluation::MAX,
            win: Some(win),
        },
    };
    assert_eq!(stranger.ok(evaluate(&game, Some(3))).await, expected);
    server.stop().await;
}

#[tokio::test]
async fn nobody_talks_to_a_computer() {
    let store = Arc::new(MemoryStore::new());
    let server = start_computer(store, Arc::new(Scholar)).await;
    let mut client = Client::hello(server.address(), None).await;
    let game = play(&mut client, WantedOpponent::Computer { level: 1 }).await;
    let text = "hello".to_owned();
    let refusal = client.refused(Request::Say { game, text }).await;
    assert_eq!(refusal.code, "nobody-listens");
    server.stop().await;
}

#[tokio::test]
async fn others_get_no_advice() {
    let server = start().await;
    let mut pairing = Pairing::new(server.address(), Clock::Untimed).await;
    let game = pairing.game.clone();
    let refusal = pairing.white.refused(evaluate(&game, None)).await;
    assert_eq!(refusal.code, "no-advice");
    let mut client = Client::hello(server.address(), None).await;
    let own = play(&mut client, WantedOpponent::Computer { level: 1 }).await;
    assert_eq!(
        pairing.white.refused(hint(&own, None)).await.code,
        "not-seated"
    );
    let late = client.refused(hint(&own, Some(9))).await;
    assert_eq!(late.code, "no-such-moment");
    server.stop().await;
}

#[tokio::test]
async fn computers_are_listed_with_what_to_ask_for() {
    let server = start().await;
    let mut client = Client::hello(server.address(), None).await;
    let Answer::Variants { variants } = client.ok(Request::Variants).await else {
        panic!("these are not variants")
    };
    let chess = variants.iter().find(|variant| variant.id == CHESS).unwrap();
    let (id, name) = ("cousin".to_owned(), "Cousin".to_owned());
    let audience = WantedOpponent::Engine { id: id.clone() };
    assert_eq!(chess.computers.len(), 1);
    assert_eq!(chess.engines, [EngineInfo { id, name }]);
    assert!(variants.iter().any(|variant| variant.computers.is_empty()));

    let game = play(&mut client, audience).await;
    let seat = client
        .notice(|notice| match notice {
            Notice::Started { seat, .. } => Some(*seat),
            _ => None,
        })
        .await;
    assert_eq!(seat, Seat::White);
    let view = client.view(&game).await;
    assert_eq!(view.seats.black.name.as_deref(), Some("Cousin"));
    let nobody = WantedOpponent::Engine {
        id: "nobody".to_owned(),
    };
    let wish = create(Clock::Untimed, SeatChoice::White, nobody);
    assert_eq!(client.refused(wish).await.code, "no-computer");
    server.stop().await;
}

#[tokio::test]
async fn advice_over_plain_http() {
    let server = start().await;
    let ada = Program::new(server.address()).await;
    let wish = serde_json::json!({
        "variant": CHESS,
        "start": {"type": "usual"},
        "clock": {"type": "untimed"},
        "seat": "white",
        "audience": {"type": "computer", "level": 1},
    });
    let playing = ada.post("/api/games", wish).await.json();
    let game = playing["game"].as_str().unwrap();
    let hint = ada.get(&format!("/api/games/{game}/hint")).await.json();
    assert_eq!(
        (&hint["action"], &hint["after"]),
        (&"f2f3".into(), &0.into())
    );
    let path = format!("/api/games/{game}/evaluation");
    let score = ada.get(&format!("{path}?after=0")).await.json();
    assert_eq!(score["score"]["balance"], -50);
    let eve = Program::new(server.address()).await;
    assert_eq!(eve.get(&path).await.status, 403);
    server.stop().await;
}
