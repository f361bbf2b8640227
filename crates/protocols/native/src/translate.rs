//! From what the host says to what the native protocol says.
//!
//! One rule: what players are shown is defined where it is made, with its form on the wire (`SeekView`, `LobbyEvent`,
//! `SeatChoice`, `Summary`, records, views), and the protocol passes it on as it is. Here is only what a protocol adds:
//! which answer or notice something goes into.

use crate::message::{
    Answer, ChallengeEnd, Evaluation, Failure, ForcedWin, Frame, Notice, User, Welcome,
};
use host::{
    Advice, ChallengeFate, HostError, Identity, Joined, PlayerEvent, Profile, Rejection,
    ReviewState,
};
use session::{GameId, Millis, Tag};

/// Who the client is. The token is only for a client that cannot keep it in a cookie.
pub(crate) fn welcome(identity: &Identity, token: String, now: Millis, chat: bool) -> Answer {
    Answer::Welcome(Welcome {
        player: identity.player.clone(),
        name: identity.name.clone(),
        has_account: identity.has_account,
        bot: identity.is_bot,
        token,
        now,
        chat,
    })
}

/// What everybody may know of a player.
pub(crate) fn user(profile: Profile, present: bool) -> Answer {
    Answer::User(User {
        player: profile.player,
        name: profile.name,
        has_account: profile.has_account,
        bot: profile.is_bot,
        present,
        created_at: profile.created_at,
    })
}

pub(crate) fn reply(tag: Tag, result: Result<Answer, Rejection>) -> Frame {
    match result {
        Ok(answer) => Frame::Ok { tag, answer },
        Err(Rejection::Refused(refusal)) => Frame::Refused {
            tag: Some(tag),
            refusal,
        },
        Err(Rejection::Failed(error)) => Frame::Error {
            tag,
            error: failure(&error),
        },
    }
}

fn failure(error: &HostError) -> Failure {
    let (code, message) = error.describe();
    Failure {
        code: code.to_owned(),
        message: message.to_owned(),
    }
}

pub(crate) fn hint(game: GameId, advice: Advice) -> Answer {
    Answer::Hint {
        game,
        after: after(&advice),
        score: score(&advice),
        action: advice.judgement.action,
        label: advice.label,
    }
}

pub(crate) fn evaluated(game: GameId, advice: &Advice) -> Answer {
    Answer::Evaluated {
        game,
        after: after(advice),
        score: score(advice),
    }
}

pub(crate) fn review(game: GameId, state: ReviewState) -> Answer {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match state {
        ReviewState::Done(review) => Answer::Reviewed {
            game,
            review: Box::new(review),
        },
        ReviewState::UnderWay { done, total } => Answer::Reviewing {
            game,
            done: count(done),
            total: count(total),
        },
    }
}

fn after(advice: &Advice) -> u32 {
    u32::try_from(advice.after).unwrap_or(u32::MAX)
}

fn score(advice: &Advice) -> Evaluation {
    let win = advice.judgement.win.map(|win| ForcedWin {
        seat: win.seat,
        actions: win.actions,
    });
    Evaluation::new(advice.judgement.balance, win)
}

pub(crate) fn joined(joined: Joined) -> Answer {
    match joined {
        Joined::Waiting(seek) => Answer::Seeking { seek: *seek },
        Joined::Playing { game, seat } => Answer::Playing { game, seat },
    }
}

/// What a player is told, if it is something to tell.
pub(crate) fn player_notice(event: &PlayerEvent) -> Option<Notice> {
    match event {
        PlayerEvent::Started { game, seat } => Some(Notice::Started {
            game: game.clone(),
            seat: *seat,
        }),
        PlayerEvent::Challenged(challenge) => Some(Notice::Challenged {
            seek: challenge.clone(),
        }),
        PlayerEvent::ChallengeGone { seek, fate } => Some(Notice::ChallengeGone {
            game: seek.game.clone(),
            reason: match fate {
                ChallengeFate::Accepted => ChallengeEnd::Accepted,
                ChallengeFate::Declined { .. } => ChallengeEnd::Declined,
                ChallengeFate::Cancelled => ChallengeEnd::Cancelled,
            },
        }),
        PlayerEvent::Ended { game, seat, ending } => Some(Notice::Ended {
            game: game.clone(),
            seat: *seat,
            ending: ending.clone(),
        }),
        PlayerEvent::Said {
            game,
            seat,
            text,
            at,
        } => Some(Notice::Said {
            game: game.clone(),
            seat: *seat,
            text: text.clone(),
            now: *at,
        }),
        // The challenger is answered with it.
        PlayerEvent::ChallengeMade(_) | PlayerEvent::TokensEnded => None,
    }
}

pub(crate) fn bye(code: &str, message: &str) -> Notice {
    Notice::Bye {
        code: code.to_owned(),
        message: message.to_owned(),
    }
}
