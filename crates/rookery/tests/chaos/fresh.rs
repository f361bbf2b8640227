//! Nodes that start at the same moment on a database without tables.

use std::thread;

use crate::child::{Api, value};
use crate::cluster::Cluster;

/// Who the owner of a token is, as a node sees it.
fn who(cluster: &Cluster, node: usize, token: &str) -> (u16, String) {
    let mut api = Api::connect(cluster.address(node).unwrap()).unwrap();
    api.ask("GET /api/me", token, "who", "").unwrap()
}

#[test]
fn nodes_that_start_together_on_an_empty_database_agree() {
    let test = "nodes_that_start_together_on_an_empty_database_agree";
    let Some(cluster) = Cluster::empty(test, 3) else {
        return;
    };
    thread::scope(|scope| {
        for number in 0..3 {
            let cluster = &cluster;
            scope.spawn(move || cluster.start_node(number));
        }
    });
    let database = cluster.database();
    let versions = "SELECT count(*) = max(version) FROM rookery_schema";
    assert_eq!(cluster.postgres().sql(database, versions).trim(), "t");
    // There is one key: what one node signs, all others believe, also after a restart.
    let mut tokens = Vec::new();
    for number in 0..3 {
        let mut api = Api::connect(cluster.address(number).unwrap()).unwrap();
        let (_, hello) = api.ask("POST /api/hello", "", "hello", "{}").unwrap();
        tokens.push(value(&hello)["token"].as_str().unwrap().to_owned());
    }
    cluster.stop_node(0);
    cluster.start_node(0);
    for token in &tokens {
        for number in 0..3 {
            let (status, answer) = who(&cluster, number, token);
            assert_eq!(status, 200, "node {number}: {answer}");
        }
    }
}
