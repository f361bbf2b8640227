//! The bus over a NATS server.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use bus::{Bus, NatsAddress, NatsBus};
use store::testkit::skip;

use crate::contract::{comes_back, holds, node, overflows_honestly};

/// A NATS server that ends with the test.
struct Server {
    program: &'static str,
    port: u16,
    child: Option<Child>,
}

impl Server {
    /// Without a NATS server the test is skipped.
    fn start(test: &str) -> Option<Server> {
        let places = [
            "/usr/sbin/nats-server",
            "/usr/bin/nats-server",
            "/usr/local/bin/nats-server",
        ];
        let program = places
            .into_iter()
            .find(|place| std::fs::exists(place).is_ok_and(|is_there| is_there));
        let Some(program) = program else {
            skip(test, "no nats-server");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let mut server = Server {
            program,
            port,
            child: None,
        };
        server.start_again();
        Some(server)
    }

    fn start_again(&mut self) {
        let mut command = Command::new(self.program);
        command.args([
            "-a",
            "127.0.0.1",
            "-p",
            &self.port.to_string(),
            "--user",
            "ada",
            "--pass",
            "p@ss",
        ]);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        self.child = Some(command.spawn().unwrap());
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    fn pair(&self) -> [Arc<dyn Bus>; 2] {
        ["one", "two"].map(|name| {
            let address = format!("nats://ada:p%40ss@127.0.0.1:{}/test", self.port);
            let address = NatsAddress::parse(&address).unwrap();
            Arc::new(NatsBus::start(address, node(name))) as Arc<dyn Bus>
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

#[tokio::test]
async fn it_holds_the_contract() {
    let Some(server) = Server::start("nats::it_holds_the_contract") else {
        return;
    };
    let [one, two] = server.pair();
    holds(one, two).await;
}

#[tokio::test]
async fn one_that_is_full_says_so() {
    let Some(server) = Server::start("nats::one_that_is_full_says_so") else {
        return;
    };
    let [one, two] = server.pair();
    overflows_honestly(one, two).await;
}

#[tokio::test]
async fn it_comes_back_when_the_server_does() {
    let Some(mut server) = Server::start("nats::it_comes_back_when_the_server_does") else {
        return;
    };
    let [one, two] = server.pair();
    comes_back(one, two, async || {
        server.kill();
        server.start_again();
    })
    .await;
}
