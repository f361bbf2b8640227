//! What the pages carry.

use crate::computer::attribute;
use crate::hall::Hall;

#[tokio::test]
async fn the_page_of_a_game_carries_what_clients_look_for() {
    let hall = Hall::open().await;
    let (ada, ben, id) = hall.pair("army:regular/regular").await;
    for (client, body) in [
        (&ada, r#"{"f":12,"t":28}"#),
        (&ben, r#"{"f":51,"t":35}"#),
        (&ada, r#"{"f":28,"t":35}"#),
    ] {
        client.play(id, body).await;
    }
    let response = ben.get(&format!("/people/{id}")).await;
    let policy = response.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    let page = response.body;
    let none = ["0"; 15].join(",");
    for (name, value) in [
        ("game", id.to_string()),
        ("conceded", "false".to_owned()),
        ("white", "Ada".to_owned()),
        ("black", "Ben".to_owned()),
        ("white-captures", format!("6,{none}")),
        ("black-captures", format!("0,{none}")),
        ("active", "black".to_owned()),
        ("from", "28".to_owned()),
        ("to", "35".to_owned()),
        ("name", "Ben".to_owned()),
    ] {
        assert_eq!(attribute(&page, name), value, "{name}");
    }
    assert!(page.contains("href=\"/wisconsin/open/"), "{page}");
    assert_eq!(ada.get(&format!("/concede/{id}")).await.status, 200);
    let page = ben.ok(&format!("/people/{id}")).await;
    assert_eq!(attribute(&page, "conceded"), "true");
    hall.close().await;
}

#[tokio::test]
async fn names_cannot_bring_their_own_html() {
    let hall = Hall::open().await;
    let ada = hall.guest("<b>\"Ada\"&'").await;
    let page = ada.ok("/").await;
    assert!(
        page.contains("&lt;b&gt;&quot;Ada&quot;&amp;&#39;"),
        "{page}"
    );
    assert!(!page.contains("<b>"));
    hall.close().await;
}
