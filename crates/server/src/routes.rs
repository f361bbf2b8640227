//! All paths of the server.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, get, on};

use crate::api::{self, ROUTES, Route};
use crate::shared::Shared;
use crate::{extra, json_desk, metrics, openapi, socket, stream};

/// All paths of the server.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new()
        .route("/ws", get(socket::upgrade))
        .route("/json", get(json_desk::upgrade).post(json_desk::post))
        .route("/api/games/{game}/stream", get(stream::game))
        .route("/api/openapi.json", get(openapi_json))
        .route("/healthz", get(healthz))
        .route("/metrics", get(render_metrics))
        .fallback(extra::serve);
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

async fn openapi_json() -> impl IntoResponse {
    axum::Json(openapi::document())
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
