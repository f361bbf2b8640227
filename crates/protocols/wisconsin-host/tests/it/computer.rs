//! Games with the computer.

use rules::BySeat;
use serde_json::Value;

use crate::client::Client;
use crate::hall::Hall;

/// The value of an attribute of a game's page.
pub(crate) fn attribute<'a>(page: &'a str, name: &str) -> &'a str {
    let start = format!("data-{name}=\"");
    let value = page.split(start.as_str()).nth(1).unwrap();
    value.split('"').next().unwrap()
}

/// The first move of an answer to `/moves`, as a request.
fn first_move(moves: &str) -> String {
    let moves: Value = serde_json::from_str(moves).unwrap();
    let index =
        |address: &Value| address["f"].as_u64().unwrap() + 8 * address["r"].as_u64().unwrap();
    let set = &moves["m"][0];
    format!(
        r#"{{"f":{},"t":{}}}"#,
        index(&set["f"]),
        index(&set["m"][0])
    )
}

#[tokio::test]
async fn the_computer_answers_moves_and_begins_when_it_is_white() {
    let hall = Hall::open().await;
    let mut sides = Vec::new();
    // Sides are drawn by lot: sooner or later both have come up.
    for round in 0..40 {
        let ada = hall.guest(&format!("Ada {round}")).await;
        let response = ada.post("/computer", "[]").await;
        assert_eq!((response.status, response.body.as_str()), (200, ""));
        assert!(response.header("rookery-game").is_some());
        let again = ada.post("/computer", "[]").await;
        assert_eq!(
            (again.status, again.header("location")),
            (303, Some("/wisconsin/computer"))
        );
        let page = ada.ok("/computer").await;
        let number: u64 = attribute(&page, "game").parse().unwrap();
        let own = match attribute(&page, "white") {
            "Computer Player" => "black",
            _ => "white",
        };
        // With either colour it is the player's turn now.
        assert_eq!(attribute(&page, "active"), own);
        let has_begun = own == "black";
        assert_eq!(attribute(&page, "from") == "64", !has_begun);
        if !sides.contains(&has_begun) {
            sides.push(has_begun);
            play_on(&ada, number).await;
        }
        if sides.len() == 2 {
            hall.close().await;
            return;
        }
    }
    panic!("the lots always fall the same way");
}

async fn play_on(ada: &Client, number: u64) {
    let mut alerts = ada.listen(number).await;
    // With a fifth move a pawn could be at its goal, and a promotion to be chosen first.
    for _ in 0..4 {
        let moves = ada.ok(&format!("/moves/{number}")).await;
        ada.play(number, &first_move(&moves)).await;
        let alert = alerts.next().await.unwrap();
        assert!(
            alert.contains(r#""d":"#) && !alert.contains(r#""s""#),
            "{alert}"
        );
    }
    assert_eq!(ada.ok("/peopleid").await, r#"{"id":0}"#);
    assert_eq!(ada.get(&format!("/concede/{number}")).await.status, 200);
    assert_eq!(ada.get(&format!("/concede/{number}")).await.status, 400);
    assert_eq!(ada.get("/computer").await.status, 404);
    assert_eq!(ada.post("/computer", "[]").await.status, 200);
}

async fn alone(hall: &Hall, position: &str) -> (Client, u64) {
    let ada = hall.guest("Ada").await;
    let players = BySeat {
        white: ada.who.clone(),
        black: None,
    };
    let number = hall.arrange(position, players).await;
    (ada, number)
}

#[tokio::test]
async fn a_mate_is_answered_with_an_empty_update_and_counts_for_the_streak() {
    let hall = Hall::open().await;
    for round in 1..=2 {
        let (ada, number) = alone(&hall, "7k'e8/8/6K'e11/8/8/8/Q'd17/8 w -").await;
        let mut alerts = ada.listen(number).await;
        let acknowledge = format!("/acknowledge/{number}");
        assert_eq!(ada.get(&acknowledge).await.status, 400);
        ada.play(number, r#"{"f":8,"t":56}"#).await;
        let nothing = r#"{"m":{"f":{"f":0,"r":8},"t":{"f":0,"r":8}}}"#;
        assert_eq!(alerts.next().await.as_deref(), Some(nothing));
        assert_eq!(ada.ok(&format!("/moves/{number}")).await, r#"{"s":3}"#);
        assert_eq!(ada.get(&format!("/concede/{number}")).await.status, 400);
        assert_eq!(ada.get(&acknowledge).await.status, 200);
        assert_eq!(ada.get(&acknowledge).await.status, 400, "round {round}");
        let page = ada.ok("/match").await;
        assert!(
            page.contains("computer: <strong>1</strong>, at best <strong>1<"),
            "{page}"
        );
    }
    hall.close().await;
}

#[tokio::test]
async fn giving_up_sets_the_streak_back_and_keeps_the_best() {
    let hall = Hall::open().await;
    let (ada, number) = alone(&hall, "7k'e8/8/6K'e11/8/8/8/Q'd17/8 w -").await;
    ada.play(number, r#"{"f":8,"t":56}"#).await;
    assert_eq!(ada.get(&format!("/acknowledge/{number}")).await.status, 200);
    assert_eq!(ada.post("/computer", "[]").await.status, 200);
    let page = ada.ok("/computer").await;
    let number = attribute(&page, "game").to_owned();
    assert_eq!(ada.get(&format!("/concede/{number}")).await.status, 200);
    let page = ada.ok("/match").await;
    assert!(
        page.contains("computer: <strong>0</strong>, at best <strong>1<"),
        "{page}"
    );
    hall.close().await;
}

#[tokio::test]
async fn the_computer_promotes_in_the_same_step() {
    let hall = Hall::open().await;
    // Black can do nothing but promote on h1.
    let (ada, number) = alone(&hall, "k'e87/p7/P'a27/8/3K'e14/8/7p'h7/1R'a16 w -").await;
    let mut alerts = ada.listen(number).await;
    ada.play(number, r#"{"f":27,"t":19}"#).await;
    let promoted = concat!(
        r#"{"d":[{"a":{"f":7,"r":0},"p":{"o":1,"k":2}},{"a":{"f":7,"r":1},"p":{"o":0,"k":0}}],"#,
        r#""m":{"f":{"f":7,"r":1},"t":{"f":7,"r":0}}}"#
    );
    assert_eq!(alerts.next().await.as_deref(), Some(promoted));
    let moves = ada.ok(&format!("/moves/{number}")).await;
    ada.play(number, &first_move(&moves)).await;
    assert!(!alerts.next().await.unwrap().contains(r#""s""#));
    hall.close().await;
}

#[tokio::test]
async fn a_reverse_promotion_by_the_computer_comes_before_its_move() {
    let hall = Hall::open().await;
    let (ada, number) = alone(&hall, "6k'e81/8/8/8/8/8/3j'd72K'e11/R7 w -").await;
    let mut alerts = ada.listen(number).await;
    let answer = ada.play(number, r#"{"f":0,"t":2}"#).await;
    assert!(!answer.contains(r#""s""#), "{answer}");
    let promoted = alerts.next().await.unwrap();
    assert!(
        promoted.contains(r#"{"a":{"f":2,"r":0},"p":{"o":1,"k":2}}"#),
        "{promoted}"
    );
    assert!(promoted.contains(r#""s":"w""#), "{promoted}");
    let moved = alerts.next().await.unwrap();
    assert!(!moved.contains(r#""s""#), "{moved}");
    let players = ada.ok(&format!("/players/{number}")).await;
    assert_eq!(players, r#"{"w":"Ada","b":"Computer Player","a":0}"#);
    hall.close().await;
}
