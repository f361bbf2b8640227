//! Serves requests about who the client is.

use crate::message::Answer;
use host::{Identity, Rejection};

use crate::caller::Caller;
use crate::family::{AccessRequest, AccountRequest, KeepRequest};
use crate::service::Service;

/// Finds out who the caller is from now on.
pub(crate) async fn identify(
    service: &Service,
    caller: &mut Caller,
    request: AccountRequest,
) -> Result<Identity, Rejection> {
    let host = &service.context.host;
    let (accounts, visitor) = (host.accounts(), caller.visitor());
    let identity = match request {
        AccountRequest::Hello { token } => return hello(service, caller, token).await,
        AccountRequest::Rename { name } => return host.rename(caller.who()?, &name).await,
        AccountRequest::LogOut => return log_out(service, caller).await,
        AccountRequest::EndSessions => {
            let who = caller.who()?;
            return Ok(host.end_sessions(who, visitor.client).await?);
        }
        AccountRequest::Register { name, password } => {
            let who = caller.who()?;
            host.register(who, &name, &password, &visitor).await?
        }
        AccountRequest::LogIn { name, password } => {
            accounts.log_in(&name, &password, &visitor).await?
        }
        AccountRequest::ChangePassword { old, new } => {
            let who = caller.who()?;
            host.change_password(who, &old, &new, &visitor).await?
        }
        AccountRequest::ResetPassword { link, password } => {
            host.reset_password(&link, &password, &visitor).await?
        }
    };
    caller.has_logged_in = true;
    Ok(identity)
}

/// The player of a token, or of the connection's own; without either, a new player.
async fn hello(
    service: &Service,
    caller: &Caller,
    token: Option<String>,
) -> Result<Identity, Rejection> {
    let accounts = service.context.host.accounts();
    if let Some(token) = token {
        let known = accounts.identify(&token).await?;
        return known.ok_or_else(|| server::bad_token().into());
    }
    let known = match &caller.proof {
        Some(proof) => accounts.identify(proof).await?,
        None => None,
    };
    if let Some(identity) = known {
        return Ok(identity);
    }
    caller.address.newcomer()?;
    Ok(accounts.newcomer()?)
}

/// Logging out makes a new player, who is counted like any other.
async fn log_out(service: &Service, caller: &Caller) -> Result<Identity, Rejection> {
    let (host, who) = (&service.context.host, caller.who()?);
    caller.address.newcomer()?;
    host.log_out(who).await?;
    Ok(host.accounts().newcomer()?)
}

/// Serves requests about programs that play for the caller's player.
pub(crate) async fn access(
    service: &Service,
    caller: &Caller,
    request: AccessRequest,
) -> Result<Answer, Rejection> {
    let (host, who) = (&service.context.host, caller.who()?);
    let accounts = host.accounts();
    Ok(match request {
        AccessRequest::Tokens => Answer::AccessTokens {
            tokens: accounts.access_tokens(who).await?,
        },
        AccessRequest::Make(wanted) => {
            let (info, secret) = accounts.make_access_token(who, wanted).await?;
            Answer::AccessToken { info, secret }
        }
        AccessRequest::End { id } => {
            host.end_access_token(who, &id).await?;
            Answer::Done
        }
        AccessRequest::Authorize(authorization) => Answer::Authorized {
            code: accounts.authorize(who, authorization).await?,
        },
        AccessRequest::BecomeBot => {
            accounts.make_bot(who).await?;
            Answer::Done
        }
    })
}

/// Serves requests about analyses that the caller's player keeps.
pub(crate) async fn keep(
    service: &Service,
    caller: &Caller,
    request: KeepRequest,
) -> Result<Answer, Rejection> {
    let (host, who) = (&service.context.host, caller.who()?);
    Ok(match request {
        KeepRequest::List => Answer::Analyses {
            analyses: host.analyses(who).await?,
        },
        KeepRequest::One { id } => {
            let (info, text) = host.analysis(who, &id).await?;
            Answer::Analysis { info, text }
        }
        KeepRequest::Save(wanted) => Answer::AnalysisSaved {
            info: host.save_analysis(who, wanted).await?,
        },
        KeepRequest::Rename { id, name } => Answer::AnalysisSaved {
            info: host.rename_analysis(who, &id, &name).await?,
        },
        KeepRequest::Delete { id } => {
            host.delete_analysis(who, &id).await?;
            Answer::Done
        }
    })
}

/// Where the caller's player is logged in.
pub(crate) async fn sessions(service: &Service, caller: &Caller) -> Result<Answer, Rejection> {
    let accounts = service.context.host.accounts();
    let sessions = accounts.sessions(caller.who()?).await?;
    Ok(Answer::Sessions { sessions })
}
