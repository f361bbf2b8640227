//! Challenges: seeks that are for one player, whose ids become those of the games.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use host::{
    Audience, ChallengeFate, Host, HostError, Joined, Opponent, Rejection, SeekView, WantedOpponent,
};
use rules::{BySeat, Seat};
use session::{Ask, Clock, Created, GameId, PlayerId, Tag};

use crate::account::done;
use crate::call::Call;
use crate::facts::{self, Seen};
use crate::objects::{Challenge, ChallengeStatus, Challenges, ComputerGame, Direction};
use crate::refusal::ApiRefusal;
use crate::users::Users;
use crate::variants::{self, Speed};
use crate::wish::{self, Draws};

/// Reasons for which a challenge may be declined, and what people are told. The first is for all others.
const REASONS: [(&str, &str); 11] = [
    ("generic", "I do not accept challenges now."),
    ("later", "Please ask me again later."),
    ("toofast", "This time control is too fast for me."),
    ("tooslow", "This time control is too slow for me."),
    ("timecontrol", "I do not play this time control."),
    ("rated", "Please make it a rated game."),
    ("casual", "Please make it a casual game."),
    ("standard", "I play standard chess only."),
    ("variant", "I do not play this variant."),
    ("nobot", "I do not play bots."),
    ("onlybot", "I play bots only."),
];

/// A random name for a request that comes without one.
pub(crate) fn random_tag() -> Result<Tag, HostError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| HostError::Overloaded)?;
    let text = format!("api-{:032x}", u128::from_le_bytes(bytes));
    Tag::new(text).map_err(|_| HostError::Overloaded)
}

/// A challenge as clients are told of it.
pub(crate) struct Told<'a> {
    pub(crate) host: &'a Host,
    pub(crate) base: &'a str,
}

impl Told<'_> {
    pub(crate) async fn challenge(
        &self,
        users: &mut Users<'_>,
        seek: &SeekView,
        reader: Option<&PlayerId>,
    ) -> Result<Challenge, HostError> {
        let (variant, initial_fen) = variants::of_seek(self.host, seek);
        let speed = Speed::of(seek.clock);
        let target = match &seek.audience {
            // The id of a player.
            WantedOpponent::Player { name } => PlayerId::new(name).ok(),
            WantedOpponent::Anybody
            | WantedOpponent::Invited
            | WantedOpponent::Computer { .. }
            | WantedOpponent::Engine { .. } => None,
        };
        let dest_user = match target {
            Some(player) => Some(users.player(&player).await?),
            None => None,
        };
        let direction = |reader: &PlayerId| match *reader == seek.player {
            true => Direction::Out,
            false => Direction::In,
        };
        Ok(Challenge {
            id: seek.game.to_string(),
            url: format!("{}/{}", self.base, seek.game),
            status: ChallengeStatus::Created,
            challenger: Some(users.player(&seek.player).await?),
            dest_user,
            perf: variants::perf(&variant, speed),
            variant,
            rated: false,
            speed: speed.key().to_owned(),
            time_control: facts::time_control(seek.clock),
            color: match seek.seat {
                host::SeatChoice::White => "white",
                host::SeatChoice::Black => "black",
                host::SeatChoice::Random => "random",
            }
            .to_owned(),
            final_color: seek.lot.unwrap_or(Seat::White).to_string(),
            direction: reader.map(direction),
            initial_fen,
            decline_reason: None,
            decline_reason_key: None,
            open: None,
            url_white: None,
            url_black: None,
        })
    }
}

/// What became of a challenge, in its own words; nothing for one that was accepted, for that is told by the game.
pub(crate) fn with_fate(challenge: Challenge, fate: &ChallengeFate) -> Option<Challenge> {
    match fate {
        ChallengeFate::Accepted => None,
        ChallengeFate::Cancelled => Some(Challenge {
            status: ChallengeStatus::Canceled,
            ..challenge
        }),
        ChallengeFate::Declined { why } => {
            let (key, text) = reason(why.as_deref().unwrap_or_default());
            Some(Challenge {
                status: ChallengeStatus::Declined,
                decline_reason: Some(text.to_owned()),
                decline_reason_key: Some(key.to_owned()),
                ..challenge
            })
        }
    }
}

fn reason(word: &str) -> (&'static str, &'static str) {
    let known = REASONS
        .into_iter()
        .find(|(key, _)| key.eq_ignore_ascii_case(word));
    known.unwrap_or(REASONS[0])
}

/// Whether a seek is a challenge to one player.
pub(crate) fn is_challenge(seek: &SeekView) -> bool {
    matches!(seek.audience, WantedOpponent::Player { .. })
}

/// Challenges by and to the caller.
pub(crate) async fn list(call: Call) -> Result<Response, Rejection> {
    let (player, base) = (call.player()?, call.base());
    let told = Told {
        host: call.host(),
        base: &base,
    };
    let mut users = Users::new(call.host());
    let mut challenges = Challenges {
        r#in: Vec::new(),
        out: Vec::new(),
    };
    let own = call.host().watch_lobby(Some(player)).own;
    for seek in own.iter().filter(|seek| is_challenge(seek)) {
        let challenge = told.challenge(&mut users, seek, Some(player)).await?;
        match seek.player == *player {
            true => challenges.out.push(challenge),
            false => challenges.r#in.push(challenge),
        }
    }
    Ok(axum::Json(challenges).into_response())
}

/// Challenges a player. The same challenge again, while it waits, is the one that waits: a client whose answer was late
/// sends it again.
pub(crate) async fn create(call: Call) -> Result<Response, Rejection> {
    let target = call
        .host()
        .accounts()
        .profile_named(call.place("id"))
        .await?;
    let who = call.who()?;
    let draws = match who.is_bot || target.is_bot {
        true => Draws::Automatic,
        false => Draws::Usual,
    };
    let clock = wish::challenge_clock(&call.fields)?;
    let audience = Audience::Player {
        player: target.player,
    };
    let wish = wish::wish(&call, clock, audience, draws)?;
    let seek = match waiting(&call, &wish)? {
        Some(seek) => seek,
        None => {
            let admit = || {
                let budgets = &call.service.context.budgets;
                budgets.creation(&who.player, &call.peer.address)
            };
            let joined = call.host().create(who, &random_tag()?, wish, admit).await?;
            match joined {
                Joined::Waiting(seek) => *seek,
                // A challenge waits for an answer.
                Joined::Playing { .. } => return Ok(done()),
            }
        }
    };
    let base = call.base();
    let told = Told {
        host: call.host(),
        base: &base,
    };
    let mut users = Users::new(call.host());
    let challenge = told.challenge(&mut users, &seek, Some(&who.player)).await?;
    Ok(axum::Json(challenge).into_response())
}

/// A challenge of the caller's that is just like this.
fn waiting(call: &Call, wish: &host::Wish) -> Result<Option<SeekView>, Rejection> {
    let player = call.player()?;
    let audience = WantedOpponent::from(&wish.audience);
    // A shuffled start is another one each time.
    let is_shuffled = |setup: &str| setup.starts_with(variants::CHESS960);
    let is_same = |seek: &SeekView| {
        let has_start =
            seek.setup == wish.setup || (is_shuffled(&seek.setup) && is_shuffled(&wish.setup));
        seek.player == *player
            && seek.audience == audience
            && seek.variant == wish.variant
            && seek.preset == wish.preset
            && has_start
            && seek.clock == wish.clock
            && seek.seat == wish.seat
    };
    let own = call.host().watch_lobby(Some(player)).own;
    Ok(own.into_iter().find(is_same))
}

/// Begins a game against a computer of the server.
pub(crate) async fn computer(call: Call) -> Result<Response, Rejection> {
    let level = call.fields.number("level")?.unwrap_or(1.0);
    let is_level = (1.0..=8.0).contains(&level) && level.fract() == 0.0;
    if !is_level {
        return Err(ApiRefusal::BadLevel.into());
    }
    let who = call.who()?;
    let draws = match who.is_bot {
        true => Draws::Automatic,
        false => Draws::Usual,
    };
    let audience = Audience::Computer {
        opponent: Opponent::Level(level as u8),
    };
    let clock = wish::challenge_clock(&call.fields)?;
    let wish = wish::wish(&call, clock, audience, draws)?;
    let admit = || {
        let budgets = &call.service.context.budgets;
        budgets.creation(&who.player, &call.peer.address)
    };
    let joined = call.host().create(who, &random_tag()?, wish, admit).await?;
    let Joined::Playing { game, seat } = joined else {
        return Err(ApiRefusal::NoSuchChallenge.into());
    };
    let seen = call.host().look(&game, Seen::of).await?;
    // A position in which nobody can act is over at once.
    let player = seen.to_act().unwrap_or(seat);
    let facts = seen.facts;
    let begun = ComputerGame {
        id: game.to_string(),
        speed: facts.speed().key().to_owned(),
        perf: facts.perf_key(),
        variant: facts.variant,
        rated: false,
        fen: seen.fen,
        turns: seen.n_played,
        source: "ai".to_owned(),
        status: facts::status(&seen.phase),
        created_at: facts.created_at.0,
        player,
        full_id: game.to_string(),
    };
    Ok((StatusCode::CREATED, axum::Json(begun)).into_response())
}

/// A game for any two players who have the link: both seats are free.
pub(crate) async fn open(call: Call) -> Result<Response, Rejection> {
    let who = call.who()?;
    let clock = wish::challenge_clock(&call.fields)?;
    let wish = wish::wish(&call, clock, Audience::Invited, Draws::Usual)?;
    let budgets = &call.service.context.budgets;
    budgets.creation(&who.player, &call.peer.address)?;
    let host = call.host();
    let variant = host::find_variant(host.variants(), &wish.variant)?;
    let seed = random_seed()?;
    let setup = match &wish.preset {
        Some(preset) => host::preset(variant, preset, seed)?,
        None => {
            variant.begin(&wish.setup)?;
            wish.setup.clone()
        }
    };
    let id = host.new_game_id()?;
    let created = Created {
        game: id.clone(),
        variant: wish.variant,
        rules_version: variant.meta().rules_version,
        setup,
        preset: wish.preset,
        seed,
        clock,
        clock_start: session::ClockStart::default(),
        grace: Host::grace(clock),
        seats: BySeat::new_with(|_| None),
        rematch_of: None,
        unlisted: true,
    };
    host.begin(created).await?;
    let challenge = opened(&call, &id, clock).await?;
    Ok(axum::Json(challenge).into_response())
}

async fn opened(call: &Call, id: &GameId, clock: Clock) -> Result<Challenge, Rejection> {
    let facts = call.host().look(id, Seen::of).await?.facts;
    let speed = facts.speed();
    let url = format!("{}/{id}", call.base());
    Ok(Challenge {
        id: id.to_string(),
        status: ChallengeStatus::Created,
        challenger: None,
        dest_user: None,
        perf: variants::perf(&facts.variant, speed),
        variant: facts.variant,
        rated: false,
        speed: speed.key().to_owned(),
        time_control: facts::time_control(clock),
        color: "random".to_owned(),
        final_color: Seat::White.to_string(),
        direction: None,
        initial_fen: Some(facts.initial_fen).filter(|text| text != "startpos"),
        decline_reason: None,
        decline_reason_key: None,
        open: Some(serde_json::Map::new()),
        url_white: Some(format!("{url}/white")),
        url_black: Some(format!("{url}/black")),
        url,
    })
}

fn random_seed() -> Result<u64, HostError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| HostError::Overloaded)?;
    Ok(u64::from_le_bytes(bytes))
}

/// The challenge that the path names.
fn named(call: &Call) -> Result<GameId, Rejection> {
    let id = GameId::new(call.place("id"));
    id.map_err(|_| ApiRefusal::NoSuchChallenge.into())
}

/// Accepts a challenge, or sits down in a game that is open to any two.
pub(crate) async fn accept(call: Call) -> Result<Response, Rejection> {
    let (id, who) = (named(&call)?, call.who()?);
    let seek = call.host().waiting_seek(&id).await?;
    if seek.is_none() && has_free_seat(call.host(), &id).await {
        let seat = match call.fields.text("color") {
            Some("white") => Some(Seat::White),
            Some("black") => Some(Seat::Black),
            Some(_) | None => None,
        };
        let name = who.name.clone();
        let sit = Ask::Sit { seat, name };
        call.host().ask(&id, &who.player, None, None, sit).await?;
        return Ok(done());
    }
    match call.host().join(who, &id).await {
        Ok(_) => Ok(done()),
        // One that is gone, was taken by somebody else or is for somebody else is none of the caller's.
        Err(Rejection::Refused(_)) => Err(ApiRefusal::NoSuchChallenge.into()),
        Err(failed @ Rejection::Failed(_)) => Err(failed),
    }
}

async fn has_free_seat(host: &Host, id: &GameId) -> bool {
    let look = |session: &session::Session, _| session.phase() == session::Phase::Open;
    host.look(id, look).await.unwrap_or(false)
}

/// Declines a challenge to the caller.
pub(crate) async fn decline(call: Call) -> Result<Response, Rejection> {
    let (id, player) = (named(&call)?, call.player()?);
    let seek = call.host().waiting_seek(&id).await?.filter(is_challenge);
    let is_mine = |seek: &SeekView| matches!(&seek.audience, WantedOpponent::Player { name } if name == player.as_str());
    seek.filter(is_mine).ok_or(ApiRefusal::NoSuchChallenge)?;
    let (key, _) = reason(call.fields.text("reason").unwrap_or_default());
    call.host()
        .turn_down(player, &id, Some(key.to_owned()))
        .await?;
    Ok(done())
}

/// Withdraws a challenge of the caller, or calls off its game while that is possible.
pub(crate) async fn cancel(call: Call) -> Result<Response, Rejection> {
    let (id, player) = (named(&call)?, call.player()?);
    match call.host().waiting_seek(&id).await? {
        Some(seek) if seek.player == *player => call.host().cancel(player, &id).await?,
        Some(_) => return Err(ApiRefusal::NoSuchChallenge.into()),
        None => {
            let asked = call.host().ask(&id, player, None, None, Ask::Abort).await;
            match asked {
                Ok(_) => {}
                Err(Rejection::Refused(_)) => return Err(ApiRefusal::NoSuchChallenge.into()),
                Err(failed @ Rejection::Failed(_)) => return Err(failed),
            }
        }
    }
    Ok(done())
}
