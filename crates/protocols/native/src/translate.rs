//! From what the host says to what the native protocol says.
//!
//! One rule: a type that says the same in both is one type, defined where it is made (`SeatChoice`, `GameSummary`, records,
//! views). Translated is only what differs: a seek shows no seed but whether its owner is connected, an audience names an
//! account, and a lobby change holds a seek.

use crate::message::{
    Answer, Audience, Evaluation, Failure, ForcedWin, Frame, LobbyChange, LobbyNotice, Notice,
    Seek, SessionInfo, Welcome,
};
use host::{
    Advice, Host, HostError, Identity, Joined, LobbyEvent, OpenSession, Opponent, PlayerEvent,
    Rejection,
};
use session::{GameId, Millis, Tag};

/// Who the client is. The token is only for a client that cannot keep it in a cookie.
pub(crate) fn welcome(identity: &Identity, token: String, now: Millis, chat: bool) -> Answer {
    Answer::Welcome(Welcome {
        player: identity.player.clone(),
        name: identity.name.clone(),
        has_account: identity.has_account,
        token,
        now,
        chat,
    })
}

pub(crate) fn session(session: OpenSession) -> SessionInfo {
    SessionInfo {
        id: session.id,
        client: session.client,
        since: session.since,
        seen: session.seen,
        current: session.is_current,
    }
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

pub(crate) fn seek(host: &Host, seek: &host::Seek) -> Seek {
    Seek {
        game: seek.game.clone(),
        player: seek.owner.player.clone(),
        name: seek.owner.name.clone(),
        present: host.is_owner_present(seek),
        variant: seek.variant.clone(),
        preset: seek.preset.clone(),
        setup: seek.setup.clone(),
        clock: seek.clock,
        seat: seek.seat,
        audience: match &seek.audience {
            host::Audience::Anybody => Audience::Anybody,
            host::Audience::Invited => Audience::Invited,
            host::Audience::Player { player } => Audience::Player {
                name: player.to_string(),
            },
            host::Audience::Computer { opponent } => rival(opponent.clone()),
        },
        created_at: seek.created_at,
    }
}

/// How a computer player is asked for.
fn rival(opponent: Opponent) -> Audience {
    match opponent {
        Opponent::Level(level) => Audience::Computer { level },
        Opponent::Engine(id) => Audience::Engine { id },
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

pub(crate) fn joined(host: &Host, joined: Joined) -> Answer {
    match joined {
        Joined::Waiting(waiting) => Answer::Seeking {
            seek: seek(host, &waiting),
        },
        Joined::Playing { game, seat } => Answer::Playing { game, seat },
    }
}

pub(crate) fn lobby_notice(host: &Host, event: &LobbyEvent) -> Notice {
    let change = match &event.change {
        host::LobbyChange::SeekAdded(added) => LobbyChange::SeekAdded {
            seek: seek(host, added),
        },
        host::LobbyChange::SeekGone(game) => LobbyChange::SeekGone { game: game.clone() },
        host::LobbyChange::GameStarted(started) => LobbyChange::GameStarted {
            summary: started.clone(),
        },
        host::LobbyChange::GameEnded(game) => LobbyChange::GameEnded { game: game.clone() },
    };
    Notice::Lobby(LobbyNotice {
        number: event.number,
        n_running: event.n_running,
        change,
    })
}

/// What a player is told, if it is something to tell.
pub(crate) fn player_notice(host: &Host, event: &PlayerEvent) -> Option<Notice> {
    match event {
        PlayerEvent::Started { game, seat } => Some(Notice::Started {
            game: game.clone(),
            seat: *seat,
        }),
        PlayerEvent::Challenged(challenge) => Some(Notice::Challenged {
            seek: seek(host, challenge),
        }),
        PlayerEvent::ChallengeGone { game } => {
            let game = game.clone();
            Some(Notice::ChallengeGone { game })
        }
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
        PlayerEvent::TokensEnded => None,
    }
}

pub(crate) fn bye(code: &str, message: &str) -> Notice {
    Notice::Bye {
        code: code.to_owned(),
        message: message.to_owned(),
    }
}
