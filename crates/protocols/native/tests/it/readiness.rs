//! What a server says to those who start it and to those who send clients to it.

use std::sync::Arc;
use std::time::Duration;

use native::message::Request;
use native::testkit::client::Client;
use native::testkit::http::{Response, send};
use server::Server;
use store::testkit::{Fault, FaultyStore};
use store::{MemoryStore, Store};

use crate::support::{settings, start, start_with};

async fn get(server: &Server, path: &str) -> Response {
    send(server.address(), "GET", path, "", "").await
}

async fn says(server: &Server, path: &str) -> (u16, String) {
    let response = get(server, path).await;
    (response.status, response.body)
}

/// A store that fails is not a reason to start a server again: all who share the store would be, at once.
#[tokio::test]
async fn a_failing_store_keeps_new_clients_away_and_restarts_nothing() {
    let faulty = Arc::new(FaultyStore::new(MemoryStore::new()));
    let server = start_with(Arc::clone(&faulty) as Arc<dyn Store>, settings()).await;
    assert_eq!(says(&server, "/readyz").await, (200, "ready\n".to_owned()));
    faulty.set_fault(Fault::Refuse);
    let fails = (503, "the store fails\n".to_owned());
    assert_eq!(says(&server, "/readyz").await, fails);
    assert_eq!(says(&server, "/healthz").await, (200, "ok\n".to_owned()));
    faulty.set_fault(Fault::None);
    // If a heartbeat has failed meanwhile, the next one has to succeed.
    while get(&server, "/readyz").await.status != 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_draining_server_serves_those_who_are_there_and_is_not_ready() {
    let server = start().await;
    let mut client = Client::hello(server.address(), None).await;
    server.drain(Duration::ZERO).await;
    assert_eq!(says(&server, "/readyz").await.1, "draining\n");
    assert_eq!(says(&server, "/readyz").await.0, 503);
    client.ok(Request::Ping).await;
    // A balancer that has not noticed yet may still send somebody.
    Client::hello(server.address(), None).await;
    assert_eq!(says(&server, "/healthz").await.0, 200);
    server.stop().await;
}
