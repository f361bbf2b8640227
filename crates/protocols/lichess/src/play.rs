//! What players do in their games.

use axum::response::{IntoResponse, Response};
use host::Rejection;
use rules::Seat;
use session::{Ask, GameId, PlayerId, Proposal, Session};

use crate::account::done;
use crate::body::is_yes;
use crate::call::Call;
use crate::game_stream::not_yours;
use crate::objects::ChatLine;
use crate::refusal::ApiRefusal;

/// The action by which a draw is claimed, in games that have one.
const CLAIM: &str = "claim";

/// Before this many actions a game is called off rather than given up.
const WARM_UP: usize = 2;

async fn ask(call: &Call, game: &GameId, ask: Ask) -> Result<(), Rejection> {
    let player = call.player()?;
    call.host().ask(game, player, None, None, ask).await?;
    Ok(())
}

/// What a player sees of a game before doing something in it.
struct Glimpse {
    n_played: usize,
    can_claim: bool,
    /// What the opponent has proposed.
    theirs: Vec<Proposal>,
    /// How many actions would remain if the player took the last own one back.
    takeback: Option<u32>,
}

async fn glimpse(call: &Call, game: &GameId) -> Result<Glimpse, Rejection> {
    let player = call.player()?.clone();
    let look = move |session: &Session, _| {
        let seat = session.seat_of(&player, None)?;
        Some(Glimpse {
            n_played: session.played().len(),
            can_claim: can_claim(session, seat),
            theirs: session.proposals(!seat).to_vec(),
            takeback: own_last(session, seat).and_then(|index| u32::try_from(index).ok()),
        })
    };
    let seen = call.host().look(game, look).await.map_err(not_yours)?;
    seen.ok_or_else(|| ApiRefusal::NotYourGame.into())
}

/// Whether the rules let this seat claim a draw now. Only a position with a claim lists one, and it is cheap to ask.
fn can_claim(session: &Session, seat: Seat) -> bool {
    let game = session.game();
    game.status().to_act() == Some(seat) && game.apply(seat, CLAIM).is_ok()
}

fn own_last(session: &Session, seat: Seat) -> Option<usize> {
    session
        .played()
        .iter()
        .rposition(|played| played.seat == seat)
}

/// Makes a move. One that comes again because its answer was late is not made again: the seat has made it last.
pub(crate) async fn act(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    let offers_draw = call.fields.flag("offeringDraw").unwrap_or(false);
    if offers_draw
        && glimpse(&call, &game)
            .await?
            .theirs
            .contains(&Proposal::Draw)
    {
        ask(
            &call,
            &game,
            Ask::Accept {
                proposal: Proposal::Draw,
            },
        )
        .await?;
        return Ok(done());
    }
    let action = call.place("move").to_owned();
    let act = Ask::Act {
        action: action.clone(),
        after: None,
    };
    if let Err(rejection) = ask(&call, &game, act).await {
        let is_repeated = match &rejection {
            Rejection::Refused(_) => was_last(&call, &game, action).await?,
            Rejection::Failed(_) => false,
        };
        return match is_repeated {
            true => Ok(done()),
            false => Err(rejection),
        };
    }
    if offers_draw {
        let proposal = Proposal::Draw;
        // The move is made; an offer that is not possible now does not undo it.
        drop(ask(&call, &game, Ask::Propose { proposal }).await);
    }
    Ok(done())
}

/// Whether this was the last action of the caller's seat.
async fn was_last(call: &Call, game: &GameId, action: String) -> Result<bool, Rejection> {
    let player: PlayerId = call.player()?.clone();
    let look = move |session: &Session, _| {
        let seat = session.seat_of(&player, None)?;
        let last = own_last(session, seat).map(|index| &session.played()[index]);
        Some(last.is_some_and(|last| last.action == action || last.notation == action))
    };
    let seen = call.host().look(game, look).await.map_err(not_yours)?;
    seen.ok_or_else(|| ApiRefusal::NotYourGame.into())
}

/// Says something. It is always answered with yes: a client whose greeting was refused would not play. Where nobody
/// can hear it, nobody does.
pub(crate) async fn chat(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    let is_for_player = call.fields.text("room").is_none_or(|room| room == "player");
    if call.service.settings.chat && is_for_player {
        let text = call.fields.text("text").unwrap_or_default();
        match call.host().say(call.player()?, &game, text).await {
            Ok(()) | Err(Rejection::Refused(_)) => {}
            Err(failed @ Rejection::Failed(_)) => return Err(failed),
        }
    }
    Ok(done())
}

/// What was said: nothing is kept.
pub(crate) async fn chat_lines(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    glimpse(&call, &game).await?;
    Ok(axum::Json(Vec::<ChatLine>::new()).into_response())
}

/// Calls the game off.
pub(crate) async fn abort(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    ask(&call, &game, Ask::Abort).await?;
    Ok(done())
}

/// Gives up, or calls off a game that has hardly begun.
pub(crate) async fn resign(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    let has_begun = glimpse(&call, &game).await?.n_played >= WARM_UP;
    let end = match has_begun {
        true => Ask::Resign,
        false => Ask::Abort,
    };
    ask(&call, &game, end).await?;
    Ok(done())
}

/// Whether the path says yes.
fn says_yes(call: &Call) -> bool {
    is_yes(call.place("answer"))
}

/// Offers, accepts or claims a draw, or declines one.
pub(crate) async fn draw(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    let seen = glimpse(&call, &game).await?;
    let proposal = Proposal::Draw;
    let is_offered = seen.theirs.contains(&proposal);
    let wanted = match (says_yes(&call), is_offered) {
        (true, true) => Ask::Accept { proposal },
        (true, false) if seen.can_claim => Ask::Act {
            action: CLAIM.to_owned(),
            after: None,
        },
        (true, false) => Ask::Propose { proposal },
        (false, true) => Ask::Decline { proposal },
        (false, false) => return Ok(done()),
    };
    ask(&call, &game, wanted).await?;
    Ok(done())
}

/// Asks for a takeback or accepts one, or declines it.
pub(crate) async fn takeback(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    let seen = glimpse(&call, &game).await?;
    let is_takeback = |proposal: &&Proposal| matches!(proposal, Proposal::Takeback { .. });
    let asked = seen.theirs.iter().find(is_takeback).copied();
    let wanted = match (says_yes(&call), asked) {
        (true, Some(proposal)) => Ask::Accept { proposal },
        (false, Some(proposal)) => Ask::Decline { proposal },
        (true, None) => Ask::Propose {
            // With nothing to take back, the session says so.
            proposal: Proposal::Takeback {
                to: seen.takeback.unwrap_or_default(),
            },
        },
        (false, None) => return Ok(done()),
    };
    ask(&call, &game, wanted).await?;
    Ok(done())
}

/// Wins because the opponent has gone.
pub(crate) async fn claim_victory(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    ask(&call, &game, Ask::ClaimWin).await?;
    Ok(done())
}

/// Has a draw because the opponent has gone.
pub(crate) async fn claim_draw(call: Call) -> Result<Response, Rejection> {
    let game = call.game()?;
    ask(&call, &game, Ask::ClaimDraw).await?;
    Ok(done())
}
