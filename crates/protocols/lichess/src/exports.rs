//! Games as PGN and as JSON.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use host::{Host, HostError, Rejection};
use rules::Seat;
use serde_json::{Map, Value, json};
use session::{Clock, GameId, Hash, Imprint, Sealed, Session, to_pgn};

use crate::body::Fields;
use crate::call::Call;
use crate::facts::{self, Facts};
use crate::refusal::ApiRefusal;
use crate::users::Users;

pub(crate) const PGN: &str = "application/x-chess-pgn";

/// What a client wants to have of games.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) is_json: bool,
    has_moves: bool,
    has_tags: bool,
    has_clocks: bool,
    has_pgn_in_json: bool,
    base: String,
}

impl Wanted {
    pub(crate) fn new(fields: &Fields, is_json: bool, base: String) -> Wanted {
        let is_on = |name: &str, usual: bool| fields.flag(name).unwrap_or(usual);
        Wanted {
            is_json,
            has_moves: is_on("moves", true),
            has_tags: is_on("tags", true),
            has_clocks: is_on("clocks", !is_json),
            has_pgn_in_json: is_on("pgnInJson", false),
            base,
        }
    }

    /// A game as PGN.
    pub(crate) fn pgn(&self, session: &Session) -> Result<String, Rejection> {
        let site = format!("{}/{}", self.base, session.id());
        let imprint = Imprint {
            event: "Rookery",
            site: &site,
            has_clocks: self.has_clocks,
        };
        let text = to_pgn(session, imprint)?;
        let (tags, moves) = text.split_once("\n\n").unwrap_or(("", &text));
        Ok(match (self.has_tags, self.has_moves) {
            (true, true) => text,
            (true, false) => format!("{tags}\n"),
            (false, true) => moves.to_owned(),
            (false, false) => String::new(),
        })
    }

    /// A game as JSON.
    pub(crate) async fn json(&self, host: &Host, session: &Session) -> Result<Value, Rejection> {
        let mut users = Users::new(host);
        let facts = Facts::of(session);
        let mut game = head(&mut users, &facts, session).await?;
        game.insert("lastMoveAt".to_owned(), json!(session.last_at().0));
        if let Some(preset) = &session.created().preset {
            game.insert("preset".to_owned(), json!(preset));
        }
        let told = || facts::told(session.played(), facts.is_chess);
        if self.has_moves {
            let notations: Vec<&str> = told().map(|played| &*played.notation).collect();
            game.insert("moves".to_owned(), json!(notations.join(" ")));
            if !facts.is_chess {
                let actions: Vec<&str> = told().map(|played| &*played.action).collect();
                game.insert("actions".to_owned(), json!(actions.join(" ")));
            }
        }
        let left = |played: &session::Played| played.left.map(|left| left.0 / 10);
        let clocks: Option<Vec<u64>> = told().map(left).collect();
        if let Some(clocks) = clocks.filter(|_| self.has_clocks && has_clock(&facts)) {
            game.insert("clocks".to_owned(), json!(clocks));
        }
        if self.has_pgn_in_json {
            game.insert("pgn".to_owned(), json!(self.pgn(session)?));
        }
        Ok(Value::Object(game))
    }
}

fn has_clock(facts: &Facts) -> bool {
    match facts.clock {
        Clock::Fischer { .. } | Clock::Delay { .. } => true,
        Clock::Untimed | Clock::Correspondence { .. } => false,
    }
}

/// What every form of a game begins with.
pub(crate) async fn head(
    users: &mut Users<'_>,
    facts: &Facts,
    session: &Session,
) -> Result<Map<String, Value>, HostError> {
    let phase = session.phase();
    let mut players = Map::new();
    for seat in Seat::BOTH {
        let player = match facts.seats[seat].as_ref() {
            None => json!({}),
            Some(sitter) => match users.seated(Some(sitter)).await? {
                crate::objects::SeatedUser::Computer { ai_level } => json!({"aiLevel": ai_level}),
                crate::objects::SeatedUser::User(user) => json!({"user": user}),
            },
        };
        players.insert(seat.to_string(), player);
    }
    let mut game = Map::from_iter([
        ("id".to_owned(), json!(facts.id)),
        ("rated".to_owned(), json!(false)),
        ("variant".to_owned(), json!(facts.variant.key)),
        ("speed".to_owned(), json!(facts.speed().key())),
        ("perf".to_owned(), json!(facts.perf_key())),
        ("createdAt".to_owned(), json!(facts.created_at.0)),
        ("status".to_owned(), json!(facts::status(&phase).name)),
        ("source".to_owned(), json!(facts.source())),
        ("players".to_owned(), Value::Object(players)),
    ]);
    if let Some(winner) = facts::winner(&phase) {
        game.insert("winner".to_owned(), json!(winner));
    }
    if facts.initial_fen != "startpos" {
        game.insert("initialFen".to_owned(), json!(facts.initial_fen));
    }
    if !facts.is_chess {
        game.insert("rulesVersion".to_owned(), json!(facts.rules_version));
    }
    let clock = match facts.clock {
        Clock::Fischer { initial, increment } => Some((initial.as_secs(), increment.as_secs())),
        Clock::Delay { initial, .. } => Some((initial.as_secs(), 0)),
        Clock::Untimed => None,
        Clock::Correspondence { days } => {
            game.insert("daysPerTurn".to_owned(), json!(days));
            None
        }
    };
    if let Some((initial, increment)) = clock {
        let total = initial + 40 * increment;
        let clock = json!({"initial": initial, "increment": increment, "totalTime": total});
        game.insert("clock".to_owned(), clock);
    }
    Ok(game)
}

/// A game from the store, replayed where nobody else has to wait for it. A game that is only read for this is not
/// taken into memory.
pub(crate) async fn load(host: &Host, id: &GameId) -> Result<Session, Rejection> {
    let records = host.records(id).await?;
    let variants = host.variants().clone();
    let replay = move || -> Result<Session, String> {
        let records = Sealed::open_all(&records, Some(Hash::START));
        let records = records.map_err(|why| why.to_string())?;
        Session::replay(&records, &variants.lookup()).map_err(|why| why.to_string())
    };
    let replayed = tokio::task::spawn_blocking(replay).await;
    let replayed = replayed.unwrap_or_else(|failure| Err(failure.to_string()));
    replayed.map_err(|why| HostError::Damaged { why }.into())
}

/// One game.
pub(crate) async fn one(call: Call) -> Result<Response, Rejection> {
    // A client may write the name of a form behind the id.
    let id = call.place("id").trim_end_matches(".pgn");
    let id = GameId::new(id).map_err(|_| ApiRefusal::NotYourGame)?;
    let session = load(call.host(), &id).await?;
    let wanted = Wanted::new(&call.fields, call.accepts("json"), call.base());
    if wanted.is_json {
        let game = wanted.json(call.host(), &session).await?;
        return Ok(axum::Json(game).into_response());
    }
    let pgn = wanted.pgn(&session)?;
    let kind = format!("{PGN}; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind)], pgn).into_response())
}
