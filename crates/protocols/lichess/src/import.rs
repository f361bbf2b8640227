//! Games that are written down. They are read and checked; the page that shows one has it in its own address, so
//! nothing is stored for a game that somebody only wants to look at.

use axum::response::{IntoResponse, Response};
use game_tree::TreeReader;
use host::Rejection;
use rules::{AnyVariant, Refusal};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::call::Call;
use crate::refusal::ApiRefusal;
use crate::variants::CHESS;

/// The longest game, in bytes: it has to fit into the address of a page.
const MAX_PGN: usize = 65_536;

/// Letters of the name that a text gets.
const ID: usize = 12;

/// Reads the first game of a text, in whichever of our games it is one.
pub(crate) async fn import(call: Call) -> Result<Response, Rejection> {
    let pgn = call.fields.text("pgn").ok_or(ApiRefusal::NoPgn)?;
    if pgn.len() > MAX_PGN {
        return Err(server::too_large(MAX_PGN).into());
    }
    call.peer.address.request(10)?;
    let variants = call.host().variants().clone();
    let text = pgn.to_owned();
    let read = tokio::task::spawn_blocking(move || {
        let first = variants
            .find(CHESS)
            .ok_or_else(|| server::bad_request(""))?;
        let refused = match first_game(first, &text) {
            Ok(()) => return Ok(()),
            Err(why) => why,
        };
        // If no other game can read it, people are told what the usual one says.
        let mut others = variants.iter().filter(|variant| variant.meta().id != CHESS);
        match others.any(|variant| first_game(variant, &text).is_ok()) {
            true => Ok(()),
            false => Err(Refusal::new("bad-pgn", refused)),
        }
    });
    let read = read.await.map_err(|_| host::HostError::Stopping)?;
    read?;
    let encoded: String = form_urlencoded::byte_serialize(pgn.as_bytes()).collect();
    let digest = Sha256::digest(pgn);
    let letters = digest
        .iter()
        .take(ID)
        .map(|byte| char::from(b'a' + byte % 26));
    let id: String = letters.collect();
    let url = format!("{}/import#pgn={encoded}", call.base());
    Ok(axum::Json(json!({"id": id, "url": url})).into_response())
}

/// Whether the first game of a text is one of this kind, and if not, why.
fn first_game(variant: &dyn AnyVariant, text: &str) -> Result<(), String> {
    match TreeReader::new(variant, text).next() {
        Some(Ok(_)) => Ok(()),
        Some(Err(fault)) => Err(fault.to_string()),
        None => Err("there is no game in this text".to_owned()),
    }
}
