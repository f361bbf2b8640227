//! An action is judged once, by the host, however many listen and however long the game is.

use rules::testkit::counted::{Counted, take_judged};
use rules::{BySeat, Erased};
use wisconsin::Wisconsin;

use crate::hall::Hall;

static WISCONSIN: Erased<Counted<Wisconsin>> = Erased::new();

/// White's knight and Black's, out and back again.
const SHUFFLE: [(u8, u8); 4] = [(1, 18), (57, 42), (18, 1), (42, 57)];

/// Pawns move now and then, because fifty quiet moves would be a draw.
fn long_game() -> Vec<(u8, u8)> {
    let pawns = |file: u8| [(8 + file, 16 + file), (48 + file, 40 + file)];
    let part = |file| SHUFFLE.repeat(10).into_iter().chain(pawns(file));
    (4..8).flat_map(part).collect()
}

#[tokio::test]
async fn a_long_game_is_judged_once_for_each_action() {
    let hall = Hall::open_on(&WISCONSIN).await;
    let (ada, ben, number) = hall.pair("army:regular/regular").await;
    let (mut to_ada, mut to_ben) = (ada.listen(number).await, ben.listen(number).await);
    take_judged();
    for (index, (from, to)) in long_game().into_iter().enumerate() {
        let (player, listener) = match index % 2 {
            0 => (&ada, &mut to_ben),
            _ => (&ben, &mut to_ada),
        };
        let body = format!(r#"{{"f":{from},"t":{to}}}"#);
        let answer = player.play(number, &body).await;
        assert!(answer.contains(r#""d":"#), "{answer}");
        assert!(listener.next().await.unwrap().contains(r#""d":"#));
        for path in ["boards", "moves", "players"] {
            player.ok(&format!("/{path}/{number}")).await;
        }
        assert_eq!(take_judged(), 1, "action {index}");
    }
    // The first page of a game replays it for the captured pieces; the next pages replay only what is new.
    let page = format!("/people/{number}");
    for expected in [long_game().len(), 0] {
        ada.ok(&page).await;
        assert_eq!(take_judged(), expected);
    }
    ada.play(number, r#"{"f":1,"t":18}"#).await;
    take_judged();
    ben.ok(&page).await;
    assert_eq!(take_judged(), 1);
    hall.close().await;
}

#[tokio::test]
async fn a_refused_move_changes_nothing() {
    let hall = Hall::open_on(&WISCONSIN).await;
    let (ada, ben, number) = hall.pair("army:regular/regular").await;
    let mut to_ben = ben.listen(number).await;
    let path = format!("/move/{number}");
    assert_eq!(ada.post(&path, r#"{"f":12,"t":36}"#).await.status, 400);
    assert_eq!(ben.post(&path, r#"{"f":52,"t":36}"#).await.status, 400);
    ada.play(number, r#"{"f":12,"t":28}"#).await;
    assert!(to_ben.next().await.unwrap().contains(r#""f":4,"r":3"#));
    hall.close().await;
}

/// The computer promotes with its move: what it captured on the way is told in the same alert.
#[tokio::test]
async fn the_computers_promotion_is_one_alert_with_its_move() {
    let hall = Hall::open().await;
    let ada = hall.guest("Ada").await;
    let players = BySeat {
        white: ada.who.clone(),
        black: None,
    };
    // Whatever the computer looks at, it takes the queen and promotes.
    let position = "7k'e8/8/8/8/8/8/3p'd74/K'e13Q'd13 w -";
    let number = hall.arrange(position, players).await;
    let mut to_ada = ada.listen(number).await;
    ada.play(number, r#"{"f":0,"t":8}"#).await;
    let alert = to_ada.next().await.unwrap();
    assert!(!alert.contains(r#""s""#), "{alert}");
    assert!(alert.contains(r#""c":[{"o":0"#), "{alert}");
    assert!(alert.contains(r#""m":{"f":{"f":3,"r":1}"#), "{alert}");
    hall.close().await;
}
