//! The bus within one process.

use std::sync::Arc;

use bus::testkit::{Hub, Weather};
use bus::{Alone, Bus, Heard, Topic};

use crate::contract::{node, overflows_honestly};

#[tokio::test]
async fn messages_fare_as_the_weather_is() {
    let hub = Hub::new();
    let (one, two) = (hub.add(node("one")), hub.add(node("two")));
    let mut ear = two.open();
    one.tell(Topic::Lobby, "a".to_owned());
    hub.set_weather(Weather::Lost);
    one.tell(Topic::Lobby, "b".to_owned());
    hub.set_weather(Weather::Doubled);
    one.tell(Topic::Lobby, "c".to_owned());
    hub.set_weather(Weather::Late);
    one.tell(Topic::Lobby, "d".to_owned());
    one.tell(Topic::Lobby, "e".to_owned());
    hub.set_weather(Weather::OneLostOf(1));
    one.tell(Topic::Lobby, "f".to_owned());
    hub.gap();
    for expected in ["a", "c", "c", "e", "d"] {
        let heard = ear.hear().await;
        assert!(matches!(heard, Some(Heard::Said { text, .. }) if text == expected));
    }
    assert_eq!(ear.hear().await, Some(Heard::Gap));
}

#[tokio::test]
async fn one_that_is_full_says_so() {
    let hub = Hub::new();
    overflows_honestly(hub.add(node("one")), hub.add(node("two"))).await;
}

#[tokio::test]
async fn a_single_node_hears_nothing() {
    let alone: Arc<dyn Bus> = Arc::new(Alone);
    alone.tell(Topic::Lobby, "a".to_owned());
    assert!(alone.is_alone() && alone.open().hear().await.is_none());
}
