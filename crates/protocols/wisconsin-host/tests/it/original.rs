//! The original web client: its files, and what its scripts find in the window.

use serde_json::{Value, json};

use crate::client::{Client, Response};
use crate::hall::Hall;

/// A variable of the window as the page sets it.
fn variable(page: &str, name: &str) -> Value {
    let value = page.split(&format!("window.{name} = ")).nth(1).unwrap();
    let (value, _) = value.split_once(";\n").unwrap();
    serde_json::from_str(value).unwrap()
}

/// The page lets its own scripts run, and no others.
fn check_policy(response: &Response) {
    let policy = response.header("content-security-policy").unwrap();
    let nonce = policy.split("'nonce-").nth(1).unwrap();
    let nonce = nonce.split('\'').next().unwrap();
    assert_eq!(nonce.len(), 32, "{policy}");
    let script = format!("<script nonce=\"{nonce}\">window.");
    assert!(response.body.contains(&script), "{}", response.body);
    assert!(!policy.contains("script-src 'unsafe-inline'"), "{policy}");
}

/// A server at the root with some files of the client.
async fn open() -> (Hall, tempfile::TempDir) {
    let web = tempfile::tempdir().unwrap();
    std::fs::create_dir(web.path().join("game")).unwrap();
    std::fs::write(web.path().join("game.js"), "import './game/board.js'").unwrap();
    std::fs::write(web.path().join("game/board.js"), "// board").unwrap();
    std::fs::write(web.path().join("secret.txt"), "secret").unwrap();
    (Hall::open_original(web.path()).await, web)
}

async fn log_in(hall: &Hall, name: &str) -> Client {
    let mut client = Client::log_in(hall.address(), name).await;
    client.base = "";
    client
}

#[tokio::test]
async fn the_pages_carry_what_the_original_scripts_read() {
    let (hall, _web) = open().await;
    let ada = log_in(&hall, "Ada").await;
    let army = ada.get("/").await;
    check_policy(&army);
    assert!(army.body.contains("src=\"/web/index.js\""));
    assert_eq!(variable(&army.body, "Name"), "Ada");
    let picks: Value = serde_json::from_str(&ada.ok("/picks").await).unwrap();
    assert_eq!(variable(&army.body, "LeftPiece"), picks["l"]);
    assert_eq!(variable(&army.body, "RightPiece"), picks["r"]);
    let owned: Value = serde_json::from_str(&ada.ok("/collection").await).unwrap();
    assert_eq!(variable(&army.body, "Collection"), owned["c"]);
    let matches = ada.get("/match").await;
    check_policy(&matches);
    assert_eq!(
        variable(&matches.body, "RecentOpponents"),
        json!(["", "", "", "", ""])
    );
    for id in [
        "comp",
        "opp",
        "oppsubmit",
        "matchingtext",
        "matchingname",
        "cancel",
        "r0",
        "r4",
    ] {
        assert!(matches.body.contains(&format!("id=\"{id}\"")), "{id}");
    }
    hall.close().await;
}

#[tokio::test]
async fn a_game_and_its_reward_are_there_for_the_original_scripts() {
    let (hall, _web) = open().await;
    let ada = log_in(&hall, "Ada").await;
    ada.post("/computer", "[]").await;
    let page = ada.get("/computer").await;
    check_policy(&page);
    assert!(page.body.contains("src=\"/web/game.js\""));
    let game = variable(&page.body, "GameInformation");
    assert_eq!(
        (&game["Player"], &game["Conceded"]),
        (&json!("Ada"), &json!(false))
    );
    let names = [&game["White"]["Name"], &game["Black"]["Name"]];
    assert!(names.contains(&&json!("Ada")) && names.contains(&&json!("Computer Player")));
    assert_eq!(game["White"]["Captures"], json!(vec![0; 16]));
    let own = if names[0] == "Ada" { "white" } else { "black" };
    assert_eq!(game["Active"], own);
    let has_begun = own == "black";
    assert_eq!(game["Previous"]["from"] == 64, !has_begun);
    let number = &game["ID"];
    let reward = ada.get(&format!("/reward/{number}")).await;
    check_policy(&reward);
    assert_eq!(variable(&reward.body, "GameID"), *number);
    for name in ["LeftPiece", "RightPiece", "RewardPiece"] {
        assert!(variable(&reward.body, name).is_u64(), "{name}");
    }
    hall.close().await;
}

#[tokio::test]
async fn files_come_from_the_folder_and_from_nowhere_else() {
    let (hall, _web) = open().await;
    let mut nobody = Client::nobody(hall.address());
    nobody.base = "";
    let script = nobody.get("/web/game.js").await;
    assert_eq!(
        script.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    assert_eq!(nobody.ok("/web/game/board.js").await, "// board");
    for path in [
        "secret.txt",
        "nothing.js",
        "../Cargo.toml",
        "%2e%2e/x.js",
        "game",
        "",
    ] {
        let response = nobody.get(&format!("/web/{path}")).await;
        assert_eq!(response.status, 404, "{path}");
    }
    hall.close().await;
}

/// Below the prefix the original scripts would find nothing, so our own pages are there. A proxy can put the scripts in.
#[tokio::test]
async fn our_own_page_of_a_game_has_the_variable_too() {
    let hall = Hall::open().await;
    let ada = hall.guest("</script><b>").await;
    ada.post("/computer", "[]").await;
    let page = ada.get("/computer").await;
    check_policy(&page);
    let game = variable(&page.body, "GameInformation");
    assert_eq!(game["Player"], "</script><b>");
    assert!(!page.body.contains("</script><b>"));
    assert!(!page.body.contains("/web/game.js"));
    hall.close().await;
}
