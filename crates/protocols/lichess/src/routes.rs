//! All paths of this protocol.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Extension, Path, RawQuery, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, get, on};
use host::Rejection;
use server::{FormRoute, Peer, Verdict};

use crate::call::Call;
use crate::cross_origin;
use crate::refusal;
use crate::route::{IMPORT, ROUTES, Route};
use crate::service::Service;

/// All paths of this protocol, but for the one that it shares.
pub(crate) fn router(service: Arc<Service>) -> Router {
    let mut router = Router::new().route("/api/lichess/openapi.json", get(openapi_json));
    for route in ROUTES.iter().filter(|route| route.path != IMPORT) {
        router = router.route(route.path, method(route));
        // A client writes a slash behind some paths.
        if route.path.ends_with("/claim-victory") {
            router = router.route(&format!("{}/", route.path), method(route));
        }
    }
    cross_origin::allow(router.with_state(service))
}

/// The path that this protocol shares: only forms are its own.
pub(crate) fn import_form(service: Arc<Service>) -> FormRoute {
    let mut router = Router::new();
    for route in ROUTES.iter().filter(|route| route.path == IMPORT) {
        router = router.route(route.path, method(route));
    }
    FormRoute {
        path: IMPORT,
        router: cross_origin::allow(router.with_state(service)),
    }
}

fn method(route: &'static Route) -> MethodRouter<Arc<Service>> {
    let filter = match route.method {
        "GET" => MethodFilter::GET,
        "DELETE" => MethodFilter::DELETE,
        _ => MethodFilter::POST,
    };
    on(
        filter,
        move |state, peer, path, query, request| async move {
            handle(route, state, peer, path, query, request).await
        },
    )
}

/// Answers one call.
async fn handle(
    route: &'static Route,
    State(service): State<Arc<Service>>,
    Extension(peer): Extension<Peer>,
    path: Result<Path<HashMap<String, String>>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Response {
    let started = Instant::now();
    let context = Arc::clone(&service.context);
    let answered = async {
        let Path(places) = path.map_err(|why| server::bad_request(why.body_text()))?;
        let (parts, body) = request.into_parts();
        let query = query.unwrap_or_default();
        let call = Call::admit(service, peer, route, parts.headers, &query, places, body);
        (route.answer)(call.await?).await
    };
    let answered: Result<Response, Rejection> = answered.await;
    let verdict = match &answered {
        Ok(_) => Verdict::Ok,
        Err(Rejection::Refused(_)) => Verdict::Refused,
        Err(Rejection::Failed(_)) => Verdict::Failed,
    };
    context.metrics.request(verdict, started.elapsed());
    answered.unwrap_or_else(|rejection| refusal::respond(&rejection))
}

/// The letters of an id of a game.
const ID: usize = 12;

/// The page of a game that clients link to as `/id` and `/id/white`. Players, to whom they link as `/@/name`, have no
/// pages here.
pub(crate) fn page_of(path: &str) -> Option<String> {
    let rest = path.strip_prefix('/')?;
    if rest.starts_with("@/") {
        return Some("/".to_owned());
    }
    let (id, rest) = rest.split_once('/').unwrap_or((rest, ""));
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || (b'2'..=b'7').contains(&byte);
    let is_id = id.len() == ID && id.bytes().all(is_letter);
    let is_side = ["", "white", "black"].contains(&rest);
    (is_id && is_side).then(|| format!("/game/{id}"))
}

/// Whether a path is one of this protocol's.
pub(crate) fn has(path: &str) -> bool {
    ROUTES.iter().any(|route| fits(route.path, path))
}

fn fits(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('/'), path.split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(wanted), Some(found)) if wanted == found || wanted.starts_with('{') => {}
            (Some(_), Some(_) | None) | (None, Some(_)) => return false,
        }
    }
}

/// The API as an OpenAPI document. A test writes it and compares it with the code.
const OPENAPI: &str = include_str!("../../../../docs/protocol/lichess-openapi.json");

async fn openapi_json() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_games_lead_to_their_pages() {
        let page = Some("/game/abcdefgh2345".to_owned());
        for link in [
            "/abcdefgh2345",
            "/abcdefgh2345/white",
            "/abcdefgh2345/black",
        ] {
            assert_eq!(page_of(link), page, "{link}");
        }
        for other in [
            "/",
            "/account",
            "/abcdefgh2345/red",
            "/Abcdefgh2345",
            "/abcdefgh23456",
        ] {
            assert_eq!(page_of(other), None, "{other}");
        }
    }

    #[test]
    fn paths_of_this_protocol_are_known() {
        assert!(has("/api/bot/game/x/move/e2e4") && has("/game/export/x") && has("/api/import"));
        assert!(!has("/api/games/x") && !has("/api/bot/game") && !has("/"));
    }
}
