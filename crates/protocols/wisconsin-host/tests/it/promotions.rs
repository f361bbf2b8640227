//! Promotions that the transcripts of the document do not show.

use crate::hall::Hall;

const NORMAL: &str = "8/4P'e23/k'e87/8/8/8/8/4K3 w -";
const REVERSE: &str = "6k'e81/8/8/8/8/8/3j'd72K'e11/R7 w -";

#[tokio::test]
async fn only_the_four_kinds_can_be_chosen_and_only_when_owed() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair(NORMAL).await;
    let path = format!("/move/{number}");
    assert_eq!(ada.post(&path, r#"{"p":2}"#).await.status, 400);
    ada.play(number, r#"{"f":52,"t":60}"#).await;
    for kind in ["1", "6", "7", "23", "24", "-1", "256", "2.5", "\"2\""] {
        let body = format!(r#"{{"p":{kind}}}"#);
        assert_eq!(ada.post(&path, &body).await.status, 400, "{kind}");
    }
    assert_eq!(ben.post(&path, r#"{"p":2}"#).await.status, 400);
    ada.play(number, r#"{"p":4}"#).await;
    assert_eq!(ada.post(&path, r#"{"p":4}"#).await.status, 400);
    hall.close().await;
}

/// A game in which somebody owes a promotion is not over.
#[tokio::test]
async fn a_game_with_a_promotion_owed_is_not_over() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair(REVERSE).await;
    ada.play(number, r#"{"f":0,"t":2}"#).await;
    for client in [&ada, &ben] {
        let path = format!("/acknowledge/{number}");
        assert_eq!(client.get(&path).await.status, 400);
        let taken = client
            .post(&format!("/reward/{number}"), r#"{"re":1}"#)
            .await;
        assert_eq!(taken.status, 400);
    }
    let conceded = ada.get(&format!("/concede/{number}")).await;
    assert_eq!(conceded.status, 200);
    assert_eq!(ben.ok(&format!("/moves/{number}")).await, r#"{"s":5}"#);
    hall.close().await;
}

#[tokio::test]
async fn the_one_who_waits_may_leave_during_a_promotion_and_come_back() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair(NORMAL).await;
    let listening = ben.listen(number).await;
    ada.play(number, r#"{"f":52,"t":60}"#).await;
    drop(listening);
    ada.play(number, r#"{"p":2}"#).await;
    let _listening = ben.listen(number).await;
    let board = ben.ok(&format!("/boards/{number}")).await;
    assert!(board.contains(r#"{"a":{"f":4,"r":7},"p":{"k":2,"o":0,"m":true,"s":{"f":4,"r":1}}}"#));
    let moves = ben.ok(&format!("/moves/{number}")).await;
    assert!(moves.ends_with(r#""s":0}"#), "{moves}");
    ben.play(number, r#"{"f":40,"t":32}"#).await;
    hall.close().await;
}

#[tokio::test]
async fn the_mover_may_leave_during_a_reverse_promotion_and_come_back() {
    let hall = Hall::open().await;
    let (ada, ben, number) = hall.pair(REVERSE).await;
    let mut to_ben = ben.listen(number).await;
    ada.play(number, r#"{"f":0,"t":2}"#).await;
    to_ben.next().await.unwrap();
    let answer = ben.play(number, r#"{"p":2}"#).await;
    assert!(answer.contains(r#""s":"c""#), "{answer}");
    // A player who comes back now sees that the other one is to move.
    let mut to_ada = ada.listen(number).await;
    let players = ada.ok(&format!("/players/{number}")).await;
    assert!(players.ends_with(r#""a":1}"#), "{players}");
    let body = r#"{"f":14,"t":22}"#;
    assert_eq!(ada.post(&format!("/move/{number}"), body).await.status, 400);
    ben.play(number, r#"{"f":2,"t":1}"#).await;
    assert!(!to_ada.next().await.unwrap().contains(r#""s""#));
    ada.play(number, body).await;
    hall.close().await;
}
