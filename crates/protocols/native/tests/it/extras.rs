//! Protocols that bring paths of their own.

use std::sync::Arc;

use axum::http::Uri;
use axum::{Extension, Router};
use server::{Context, Protocol, RequestContext, Server, Settings, Subtree};
use store::MemoryStore;

use crate::support::{Setup, settings, start_setup};
use native::testkit::http::send;

/// Says which path it was asked for, and what stood before it.
async fn echo(Extension(sender): Extension<RequestContext>, uri: Uri) -> String {
    let foreign = sender.is_cross_site();
    format!("{}|{uri}|{foreign}", sender.base())
}

struct Echo;

impl Protocol for Echo {
    fn name(&self) -> &'static str {
        "echo"
    }

    fn subtree(&self, _context: &Arc<Context>) -> Option<Subtree> {
        Some(Subtree {
            router: Router::new().fallback(echo),
            has_path: |path| path == "/" || path.starts_with("/say/"),
        })
    }
}

async fn start(settings: Settings) -> Server {
    let setup = Setup {
        settings,
        protocols: vec![Box::new(Echo)],
        ..Setup::default()
    };
    start_setup(Arc::new(MemoryStore::new()), setup).await
}

#[tokio::test]
async fn a_protocol_has_a_prefix_and_shares_the_root_only_when_asked_to() {
    let server = start(settings()).await;
    let get = async |path: &str| send(server.address(), "GET", path, "", "").await.body;
    assert_eq!(get("/echo").await, "/echo|/|false");
    assert_eq!(get("/echo/").await, "/echo|/|false");
    assert_eq!(get("/echo/say/it?to=me").await, "/echo|/say/it?to=me|false");
    for path in ["/", "/say/it", "/echoes", "/ws/echo"] {
        assert!(!get(path).await.contains('|'), "{path}");
    }
    server.stop().await;

    let root = Some("echo".to_owned());
    let server = start(Settings { root, ..settings() }).await;
    let get = async |path: &str| send(server.address(), "GET", path, "", "").await.body;
    assert_eq!(get("/").await, "|/|false");
    assert_eq!(get("/say/it").await, "|/say/it|false");
    assert_eq!(get("/echo/x").await, "/echo|/x|false");
    assert!(!get("/game/x").await.contains('|'));
    assert_eq!(get("/healthz").await, "ok\n");
    server.stop().await;
}

#[tokio::test]
async fn the_guards_of_the_server_stand_before_it() {
    let server = start(settings()).await;
    let evil = "Origin: http://evil.example\r\n";
    let ask = async |method: &str, headers: &str| {
        send(server.address(), method, "/echo/x", headers, "").await
    };
    assert_eq!(ask("POST", evil).await.status, 403);
    assert_eq!(ask("POST", "").await.status, 200);
    // Reading is allowed, and the protocol knows who sent the reader.
    assert_eq!(ask("GET", evil).await.body, "/echo|/x|true");
    // A token in a header is sent by nobody by accident.
    let bearer = format!("{evil}Authorization: Bearer x\r\n");
    assert_eq!(ask("POST", &bearer).await.status, 200);
    server.stop().await;

    let mut settings = settings();
    settings.limits.address_requests_per_second = 1;
    let server = start(settings).await;
    let mut limited = 0;
    for _ in 0..30 {
        let response = send(server.address(), "GET", "/echo/x", "", "").await;
        limited += usize::from(response.status == 429);
    }
    assert!(limited > 0);
    server.stop().await;
}
