//! All paths of the server.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, get, on, post};

use crate::api;
use crate::route::{ROUTES, Route};
use crate::shared::Shared;
use crate::{extra, json_desk, metrics, socket, stream};

/// A route that is no request of the native protocol.
pub struct PlainRoute {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// Its path; `{game}` stands for the id of a game.
    pub path: &'static str,
    /// What it is for, in a few words.
    pub summary: &'static str,
    serve: fn() -> MethodRouter<Arc<Shared>>,
}

/// All routes that are no request of the native protocol.
pub static PLAIN_ROUTES: [PlainRoute; 7] = [
    PlainRoute {
        method: "GET",
        path: "/ws",
        summary: "The native protocol over a WebSocket",
        serve: || get(socket::upgrade),
    },
    PlainRoute {
        method: "GET",
        path: "/json",
        summary: "The JSON message interface over a WebSocket",
        serve: || get(json_desk::upgrade),
    },
    PlainRoute {
        method: "POST",
        path: "/json",
        summary: "One request of the JSON message interface; all messages since the last one",
        serve: || post(json_desk::post),
    },
    PlainRoute {
        method: "GET",
        path: "/api/games/{game}/stream",
        summary: "What happens in a game, one JSON object a line; empty lines show that the server is there",
        serve: || get(stream::game),
    },
    PlainRoute {
        method: "GET",
        path: "/api/openapi.json",
        summary: "This document",
        serve: || get(openapi_json),
    },
    PlainRoute {
        method: "GET",
        path: "/healthz",
        summary: "Whether games can be served and stored",
        serve: || get(healthz),
    },
    PlainRoute {
        method: "GET",
        path: "/metrics",
        summary: "Numbers for Prometheus",
        serve: || get(render_metrics),
    },
];

/// All paths of the server.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new().fallback(extra::serve);
    for route in &PLAIN_ROUTES {
        router = router.route(route.path, (route.serve)());
    }
    for route in ROUTES {
        router = router.route(route.path, method(route));
    }
    router.with_state(shared)
}

fn method(route: &'static Route) -> MethodRouter<Arc<Shared>> {
    let filter = match route.method {
        "POST" => MethodFilter::POST,
        _ => MethodFilter::GET,
    };
    on(
        filter,
        move |state, peer, path, query, request| async move {
            api::handle(route, state, peer, path, query, request).await
        },
    )
}

/// The HTTP API as an OpenAPI document. A test writes it and keeps it true.
const OPENAPI: &str = include_str!("../../../../docs/protocol/openapi.json");

async fn openapi_json() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

/// Whether games can be served and stored.
async fn healthz(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    let stored = shared.host.live_games(store::Page::first(1)).await;
    let stored = stored.is_ok() && shared.host.is_storing();
    match (shared.is_stopping(), stored) {
        (false, true) => (axum::http::StatusCode::OK, "ok\n"),
        (true, _) => (axum::http::StatusCode::SERVICE_UNAVAILABLE, "stopping\n"),
        (_, false) => (
            axum::http::StatusCode::SERVICE_UNAVAILABLE,
            "the store fails\n",
        ),
    }
}

async fn render_metrics(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], metrics::render(&shared))
}
