//! Puzzles are handed out over HTTP.

use native::testkit::http::Program;
use serde_json::json;

use crate::support::{CHESS, start};

#[tokio::test]
async fn puzzles_are_listed_found_by_id_and_by_day() {
    let server = start().await;
    let program = Program::new(server.address()).await;
    let list = program.get("/api/puzzles?variant=orthodox").await.json();
    let puzzles = list["puzzles"].as_array().unwrap();
    assert_eq!((list["type"].as_str(), puzzles.len()), (Some("puzzles"), 2));
    let first = &puzzles[0];
    assert_eq!(first["goal"], json!({"type": "mate", "actions": 1}));
    assert_eq!(first["solution"], json!([{"action": "a1a8"}]));

    let one = program
        .get("/api/puzzles/one?variant=orthodox&id=one")
        .await
        .json();
    assert_eq!(one["puzzle"], *first);

    let day = async |date: &str| {
        let path = format!("/api/puzzles/daily?date={date}");
        program.get(&path).await.json()["puzzles"][0]["puzzle"]["id"].clone()
    };
    let days = [
        day("2026-11-18").await,
        day("2026-11-19").await,
        day("2026-11-20").await,
    ];
    assert_ne!(days[0], days[1]);
    assert_eq!(days[0], days[2]);
    let today = program.get("/api/puzzles/daily").await.json();
    let date = today["date"].as_str().unwrap();
    assert_eq!(day(date).await, today["puzzles"][0]["puzzle"]["id"]);
    assert_eq!(today["puzzles"][0]["variant"], CHESS);

    let variants = program.get("/api/variants").await.json();
    let counts: Vec<_> = (variants["variants"].as_array().unwrap().iter())
        .map(|variant| variant["puzzles"].as_u64())
        .collect();
    assert_eq!(counts, [Some(2), None, None, None]);
}

#[tokio::test]
async fn what_is_not_there_is_refused_with_a_code() {
    let server = start().await;
    let program = Program::new(server.address()).await;
    for (path, status, code) in [
        ("/api/puzzles?variant=tridim", 404, "no-puzzles"),
        ("/api/puzzles?variant=x", 404, "no-puzzles"),
        ("/api/puzzles", 400, "bad-request"),
        ("/api/puzzles/one?variant=orthodox&id=", 404, "no-puzzle"),
        ("/api/puzzles/one?variant=orthodox", 400, "bad-request"),
        ("/api/puzzles/daily?date=2026-02-30", 400, "bad-date"),
        ("/api/puzzles/daily?date=tomorrow", 400, "bad-date"),
        ("/api/puzzles/daily?day=1", 400, "bad-request"),
    ] {
        let answer = program.get(path).await;
        let found = (
            answer.status,
            answer.json()["code"].as_str().map(str::to_owned),
        );
        assert_eq!(found, (status, Some(code.to_owned())), "{path}");
    }
}
