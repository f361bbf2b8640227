//! The bus over PostgreSQL.

use std::sync::Arc;

use bus::{Bus, PgBus};
use store::PostgresAddress;
use store::testkit::PostgresServer;

use crate::contract::{comes_back, holds, node, overflows_honestly};

fn pair(database: &str) -> [Arc<dyn Bus>; 2] {
    ["one", "two"].map(|name| {
        let address = PostgresAddress::parse(database, None).unwrap();
        Arc::new(PgBus::start(address, node(name))) as Arc<dyn Bus>
    })
}

#[tokio::test]
async fn it_holds_the_contract() {
    let Some(server) = PostgresServer::shared("pg::it_holds_the_contract") else {
        return;
    };
    let [one, two] = pair(&server.new_database());
    holds(one, two).await;
}

#[tokio::test]
async fn one_that_is_full_says_so() {
    let Some(server) = PostgresServer::shared("pg::one_that_is_full_says_so") else {
        return;
    };
    let [one, two] = pair(&server.new_database());
    overflows_honestly(one, two).await;
}

#[tokio::test]
async fn it_comes_back_when_connections_are_lost() {
    let Some(server) = PostgresServer::shared("pg::it_comes_back_when_connections_are_lost") else {
        return;
    };
    let address = server.new_database();
    let database = address.rsplit('/').next().unwrap().to_owned();
    let [one, two] = pair(&address);
    comes_back(one, two, async || {
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        server.sql(&database, end);
    })
    .await;
}
