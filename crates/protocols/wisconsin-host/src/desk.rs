//! Takes requests in, looks at them in the order the protocol demands, and hands them on.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use host::{Host, Identity, Rejection};
use rules::RefusalKind;
use rules::Seat;
use server::RequestContext;

use crate::alerts::Alerts;
use crate::fault::{Fault, see_other};
use crate::fixture::Fixture;
use crate::ledger::Ledger;
use crate::paths::{Asked, Path};
use crate::room::Room;
use crate::sessions::{self, Sessions};
use crate::{alert_socket, files, games, matches, pages, spoils};

/// Largest body, in bytes.
const MAX_BODY: usize = 1024;

/// How long a client may take to send one.
const BODY_PATIENCE: Duration = Duration::from_secs(10);

/// Everything the protocol needs.
pub(crate) struct Desk {
    pub(crate) host: Host,
    pub(crate) ledger: Ledger,
    pub(crate) alerts: Arc<Alerts>,
    pub(crate) room: Room,
    pub(crate) patience: Duration,
    sessions: Sessions,
}

/// One request of a player.
pub(crate) struct Call {
    pub(crate) desk: Arc<Desk>,
    pub(crate) sender: RequestContext,
    pub(crate) who: Identity,
}

/// A request about one of the player's games.
pub(crate) struct GameCall {
    pub(crate) call: Call,
    pub(crate) fixture: Fixture,
    pub(crate) seat: Seat,
}

pub(crate) type Answer = Result<Response, Fault>;

impl Desk {
    pub(crate) fn new(host: Host, patience: Duration) -> Desk {
        Desk {
            ledger: Ledger::new(host.clone()),
            host,
            alerts: Arc::default(),
            room: Room::default(),
            patience,
            sessions: Sessions::default(),
        }
    }

    /// Who asks: by a token of the server, by a session of the protocol, or by the server's own cookie.
    async fn identify(
        &self,
        sender: &RequestContext,
        headers: &HeaderMap,
    ) -> Result<Identity, Fault> {
        let bearer = sender.bearer().await.map_err(|error| match error {
            Rejection::Refused(_) => Fault::Unauthorized,
            Rejection::Failed(error) => error.into(),
        })?;
        let session = || sessions::key(headers).and_then(|key| self.sessions.find(&key));
        let known = match bearer.or_else(session) {
            Some(who) => Some(who),
            None => sender.cookie().await?,
        };
        let who = known.ok_or_else(|| Fault::NotLoggedIn {
            base: sender.base().to_owned(),
        })?;
        self.host.touch(&who.player);
        Ok(who)
    }

    async fn log_in(&self, sender: &RequestContext, body: Body) -> Answer {
        let body = read(body).await?;
        let field = |wanted: &str| {
            let mut fields = form_urlencoded::parse(&body);
            let found = fields.find(|(name, _)| name == wanted);
            found
                .map(|(_, value)| value.into_owned())
                .filter(|value| !value.is_empty())
                .ok_or(Fault::Bad)
        };
        let (name, password) = (field("name")?, field("password")?);
        if !sessions::is_name(&name) {
            return Err(Fault::Bad);
        }
        let arrived = self
            .host
            .accounts()
            .arrive(&name, &password, sender.address());
        let who = arrived.await.map_err(|rejection| match rejection {
            Rejection::Refused(no) if no.kind == RefusalKind::RateLimited => Fault::TooMany,
            rejection @ (Rejection::Refused(_) | Rejection::Failed(_)) => rejection.into(),
        })?;
        self.ledger.profile(&who.player).await?;
        let cookie = sessions::set_cookie(&self.sessions.begin(who)?);
        let mut response = see_other(&format!("{}/", sender.base()));
        if let Ok(cookie) = HeaderValue::try_from(cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }

    fn quit(&self, sender: &RequestContext, headers: &HeaderMap) -> Answer {
        if sender.is_cross_site() {
            return Err(Fault::Forbidden);
        }
        if let Some(key) = sessions::key(headers) {
            self.sessions.end(&key);
        }
        let base = sender.base().to_owned();
        Err(Fault::NotLoggedIn { base })
    }
}

/// Answers a request.
pub(crate) async fn answer(
    State(desk): State<Arc<Desk>>,
    Extension(sender): Extension<RequestContext>,
    request: Request,
) -> Response {
    match serve(desk, sender, request).await {
        Ok(response) => response,
        Err(fault) => fault.into_response(),
    }
}

async fn serve(desk: Arc<Desk>, sender: RequestContext, request: Request) -> Answer {
    let uri = request.uri().clone();
    let path = Path::of(uri.path());
    if !path.offers(request.method()) {
        return Err(match matches!(path, Path::Details | Path::Rules) {
            true => Fault::WrongMethod,
            false => Fault::Bad,
        });
    }
    let is_post = request.method() == Method::POST;
    match path {
        Path::Login if is_post => return desk.log_in(&sender, request.into_body()).await,
        Path::Login => return Ok(pages::log_in(sender.base())),
        Path::Details => return pages::details(sender.base(), uri.query()),
        Path::Rules => return Ok(pages::rules(sender.base())),
        Path::Web(file) => return files::file(file),
        Path::Icon => return Err(Fault::NotFound),
        Path::Quit => return desk.quit(&sender, request.headers()),
        Path::Home
        | Path::Match
        | Path::People
        | Path::PeopleGame(_)
        | Path::Meet
        | Path::Computer
        | Path::PeopleId
        | Path::Picks
        | Path::Collection
        | Path::Game(..)
        | Path::Hosted(_) => {}
    }
    let who = desk.identify(&sender, request.headers()).await?;
    let call = Call { desk, sender, who };
    match path {
        Path::Game(asked, number) => call.about(number).await?.answer(asked, request).await,
        Path::PeopleGame(number) => matches::people_game(call, number).await,
        Path::Hosted(name) => spoils::hosted(&call, name).await,
        Path::People => matches::people(call, uri.query(), request.into_body()).await,
        Path::Meet if is_post => matches::meet(call, uri.query(), request.into_body()).await,
        Path::Meet => matches::meeting(&call),
        Path::Computer if is_post => matches::play_computer(call, request.into_body()).await,
        Path::Computer => matches::computer(call).await,
        Path::Match => matches::match_page(&call).await,
        Path::PeopleId => matches::people_id(&call).await,
        Path::Picks => spoils::picks(&call).await,
        Path::Collection => spoils::collection(&call).await,
        Path::Login
        | Path::Quit
        | Path::Details
        | Path::Rules
        | Path::Web(_)
        | Path::Icon
        | Path::Home => matches::army_page(&call).await,
    }
}

impl Call {
    /// The player's game with this number.
    pub(crate) async fn about(self, number: &str) -> Result<GameCall, Fault> {
        let number: u64 = number.parse().map_err(|_| Fault::Bad)?;
        let fixture = self.desk.ledger.fixture(number).await?;
        let fixture = fixture.ok_or(Fault::Bad)?;
        let seat = fixture.seat_of(&self.who.player).ok_or(Fault::Bad)?;
        Ok(GameCall {
            call: self,
            fixture,
            seat,
        })
    }

    /// What changes something by a mere `GET` must not be set off by a page of another site.
    fn check_origin(&self) -> Result<(), Fault> {
        match self.sender.is_cross_site() {
            true => Err(Fault::Forbidden),
            false => Ok(()),
        }
    }
}

impl GameCall {
    async fn answer(self, asked: Asked, request: Request) -> Answer {
        let is_post = request.method() == Method::POST;
        match asked {
            Asked::Boards => games::boards(&self).await,
            Asked::Moves => games::moves(&self).await,
            Asked::Move => games::play(&self, request.into_body()).await,
            Asked::Players => games::players(&self).await,
            Asked::Alert => alert_socket::upgrade(self, request).await,
            Asked::Concede => {
                self.call.check_origin()?;
                spoils::concede(self).await
            }
            Asked::Acknowledge => {
                self.call.check_origin()?;
                spoils::acknowledge(self).await
            }
            Asked::Reward if is_post => spoils::claim(self, request.into_body()).await,
            Asked::Reward => spoils::page(&self).await,
        }
    }
}

/// The body of a request, if it is short and comes soon.
pub(crate) async fn read(body: Body) -> Result<Vec<u8>, Fault> {
    let read = tokio::time::timeout(BODY_PATIENCE, to_bytes(body, MAX_BODY)).await;
    match read {
        Ok(Ok(bytes)) => Ok(bytes.to_vec()),
        _ => Err(Fault::Bad),
    }
}

/// Does something to its end although the client may go away: what takes several steps must not stop
/// between them.
pub(crate) async fn uninterrupted<T: Send + 'static>(
    work: impl Future<Output = Result<T, Fault>> + Send + 'static,
) -> Result<T, Fault> {
    tokio::spawn(work).await.unwrap_or(Err(Fault::Failed))
}
