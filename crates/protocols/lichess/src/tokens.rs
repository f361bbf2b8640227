//! Tokens: what they are good for, how a program gets one by a player's leave, and how it gives it back.

use axum::response::{IntoResponse, Response};
use host::{Access, Rejection};
use serde_json::{Map, Value, json};

use crate::account::done;
use crate::call::Call;
use crate::objects::TokenTest;
use crate::refusal::ApiRefusal;
use crate::users;

/// Tokens that are tested at once.
const MAX_TESTED: usize = 100;

/// What each of these tokens is good for, or null. A client that has one may ask: it is the secret itself.
pub(crate) async fn test(call: Call) -> Result<Response, Rejection> {
    let text = String::from_utf8_lossy(&call.body);
    let tokens = text.trim().split(',').map(str::trim);
    let tokens: Vec<&str> = tokens.filter(|token| !token.is_empty()).collect();
    if tokens.len() > MAX_TESTED {
        let why = format!("at most {MAX_TESTED} tokens are tested at once");
        return Err(server::bad_request(why).into());
    }
    // Each of them is looked up.
    let cost = u32::try_from(tokens.len()).unwrap_or(u32::MAX);
    call.peer.address.request(cost)?;
    let mut tests = Map::new();
    for token in tokens {
        let access = call.host().accounts().access(token).await?;
        tests.insert(token.to_owned(), json!(access.as_ref().map(tested)));
    }
    Ok(axum::Json(Value::Object(tests)).into_response())
}

fn tested(access: &Access) -> TokenTest {
    let scopes: Vec<&str> = access.scopes.iter().map(|scope| scope.as_str()).collect();
    TokenTest {
        user_id: users::of_identity(&access.identity).id,
        scopes: scopes.join(","),
        expires: access.expires.map(|end| end.0),
    }
}

/// Changes a code into a token: the end of what a player has agreed to on our page (OAuth with PKCE).
pub(crate) async fn grant(call: Call) -> Result<Response, Rejection> {
    let field = |name: &str| call.fields.text(name).unwrap_or_default();
    if field("grant_type") != "authorization_code" {
        return Err(ApiRefusal::BadGrant.into());
    }
    let redeemed = call.host().accounts().redeem(
        field("code"),
        field("client_id"),
        field("redirect_uri"),
        field("code_verifier"),
    );
    let (token, days) = redeemed.await?;
    let granted = json!({
        "token_type": "Bearer",
        "access_token": token,
        "expires_in": u64::from(days) * 86_400,
    });
    Ok(axum::Json(granted).into_response())
}

/// Ends the token that makes the call. A session is not ended here: it is not the program's.
pub(crate) async fn revoke(call: Call) -> Result<Response, Rejection> {
    call.host().end_held_token(call.who()?).await?;
    Ok(done())
}
