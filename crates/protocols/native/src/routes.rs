//! All paths of this protocol.

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, get, on};

use crate::route::{ROUTES, Route};
use crate::service::Service;
use crate::{api, socket, stream};

/// All paths of this protocol.
pub(crate) fn router(service: Arc<Service>) -> Router {
    let mut router = Router::new()
        .route("/ws", get(socket::upgrade))
        .route("/api/games/{game}/stream", get(stream::game))
        .route("/api/openapi.json", get(openapi_json));
    for route in ROUTES {
        router = router.route(route.path, method(route));
    }
    router.with_state(service)
}

fn method(route: &'static Route) -> MethodRouter<Arc<Service>> {
    let filter = match route.is_change() {
        true => MethodFilter::POST,
        false => MethodFilter::GET,
    };
    on(
        filter,
        move |state, peer, path, query, request| async move {
            api::handle(route, state, peer, path, query, request).await
        },
    )
}

/// The HTTP API as an OpenAPI document. A test writes it and compares it with the code.
const OPENAPI: &str = include_str!("../../../../docs/protocol/openapi.json");

async fn openapi_json() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}
