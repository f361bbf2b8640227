//! Reads requests, checks them in the order the protocol demands, and dispatches them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use host::{Host, Identity, Rejection};
use rules::RefusalKind;
use rules::Seat;
use server::{BodyPace, RequestContext};

use crate::Settings;
use crate::alerts::Alerts;
use crate::captures::CaptureCache;
use crate::matchmaking::Matchmaking;
use crate::paths::{Asked, Path, PlayerPath, PublicPath};
use crate::request_error::{RequestError, see_other, with_cookies};
use crate::sessions::{self, Sessions};
use crate::storage::Storage;
use crate::stored_game::StoredGame;
use crate::{alert_socket, files, games, matches, pages, rewards};

/// Largest body, in bytes.
const MAX_BODY: usize = 1024;

/// What all requests of the protocol share.
pub(crate) struct Service {
    pub(crate) host: Host,
    pub(crate) storage: Storage,
    pub(crate) alerts: Arc<Alerts>,
    pub(crate) matchmaking: Matchmaking,
    pub(crate) patience: Duration,
    /// The files of the original web client, if the host has them.
    web: Option<PathBuf>,
    pub(crate) captures: CaptureCache,
    sessions: Sessions,
}

/// One request of a player.
pub(crate) struct Call {
    pub(crate) service: Arc<Service>,
    pub(crate) sender: RequestContext,
    pub(crate) who: Identity,
}

/// A request about one of the player's games.
pub(crate) struct GameCall {
    pub(crate) call: Call,
    pub(crate) stored: StoredGame,
    pub(crate) seat: Seat,
}

pub(crate) type HttpResult = Result<Response, RequestError>;

impl Service {
    pub(crate) fn new(host: Host, settings: Settings) -> Service {
        Service {
            storage: Storage::new(host.clone()),
            alerts: Arc::new(Alerts::new(host.clone())),
            host,
            matchmaking: Matchmaking::default(),
            patience: settings.patience,
            web: settings.web,
            captures: CaptureCache::default(),
            sessions: Sessions::default(),
        }
    }

    /// Who asks: by a token of the server, by a session of the protocol, or by the server's own cookie.
    async fn identify(
        &self,
        sender: &RequestContext,
        headers: &HeaderMap,
    ) -> Result<Identity, RequestError> {
        let bearer = sender.bearer().await.map_err(|error| match error {
            Rejection::Refused(_) => RequestError::Unauthorized,
            Rejection::Failed(error) => error.into(),
        })?;
        let key = sessions::key(headers);
        let known = match bearer {
            Some(who) => Some(who),
            None => match self.find(key.as_deref()).await? {
                Some(who) => Some(who),
                None => sender.cookie().await?,
            },
        };
        let who = known.ok_or_else(|| RequestError::NotLoggedIn {
            base: sender.base().to_owned(),
            cleared: key.map(|_| sessions::cleared(sender.security())),
        })?;
        self.host.touch(&who.player);
        Ok(who)
    }

    /// Whose session has this key. One that the player has ended elsewhere is forgotten.
    async fn find(&self, key: Option<&str>) -> Result<Option<Identity>, RequestError> {
        let session = key.and_then(|key| Some((key, self.sessions.find(key)?)));
        let Some((key, who)) = session else {
            return Ok(None);
        };
        let known = self.host.accounts().identify(&who.token).await?;
        if known.is_none() {
            self.sessions.end(key);
        }
        Ok(known)
    }

    async fn log_in(&self, sender: &RequestContext, body: Body) -> HttpResult {
        let body = read(body).await?;
        let field = |wanted: &str| {
            let mut fields = form_urlencoded::parse(&body);
            let found = fields.find(|(name, _)| name == wanted);
            found
                .map(|(_, value)| value.into_owned())
                .filter(|value| !value.is_empty())
                .ok_or(RequestError::Bad)
        };
        let (name, password) = (field("name")?, field("password")?);
        if !sessions::is_name(&name) {
            return Err(RequestError::Bad);
        }
        let visitor = sender.visitor();
        let arrived = self.host.accounts().arrive(&name, &password, &visitor);
        let who = arrived.await.map_err(|rejection| match rejection {
            Rejection::Refused(no) if no.kind == RefusalKind::RateLimited => RequestError::TooMany,
            rejection @ (Rejection::Refused(_) | Rejection::Failed(_)) => rejection.into(),
        })?;
        self.storage.profile(&who.player).await?;
        // The other cookies are the server's own: one login counts here and everywhere else on the server.
        let security = sender.security();
        let device = self.host.accounts().device(&who.player)?;
        let cookies = [
            security.token_cookie(&who.token),
            security.device_cookie(&device),
        ];
        let own = sessions::set_cookie(&self.sessions.begin(who)?, security);
        let response = see_other(&format!("{}/", sender.base()));
        Ok(with_cookies(response, [&own].into_iter().chain(&cookies)))
    }

    async fn quit(&self, sender: &RequestContext, headers: &HeaderMap) -> HttpResult {
        if sender.is_cross_site() {
            return Err(RequestError::Forbidden);
        }
        if let Some(key) = sessions::key(headers) {
            if let Some(who) = self.find(Some(&key)).await? {
                self.host.log_out(&who).await?;
            }
            self.sessions.end(&key);
        }
        let security = sender.security();
        let response = see_other(&format!("{}/login", sender.base()));
        let cleared = [sessions::cleared(security), security.cleared_token_cookie()];
        Ok(with_cookies(response, &cleared))
    }
}

/// Answers a request.
pub(crate) async fn answer(
    State(service): State<Arc<Service>>,
    Extension(sender): Extension<RequestContext>,
    request: Request,
) -> Response {
    match serve(service, sender, request).await {
        Ok(response) => response,
        Err(fault) => fault.into_response(),
    }
}

async fn serve(service: Arc<Service>, sender: RequestContext, request: Request) -> HttpResult {
    let uri = request.uri().clone();
    let path = Path::of(uri.path());
    let is_offered = path.offers(request.method());
    match path {
        Path::Public(PublicPath::Details | PublicPath::Rules) if !is_offered => {
            Err(RequestError::WrongMethod)
        }
        Path::Public(_) | Path::Player(_) if !is_offered => Err(RequestError::Bad),
        Path::Public(path) => service.serve_anybody(&sender, path, request).await,
        Path::Player(path) => {
            let who = service.identify(&sender, request.headers()).await?;
            let call = Call {
                service,
                sender,
                who,
            };
            call.serve(path, request).await
        }
    }
}

impl Service {
    async fn serve_anybody(
        &self,
        sender: &RequestContext,
        path: PublicPath<'_>,
        request: Request,
    ) -> HttpResult {
        match path {
            PublicPath::Login if request.method() == Method::POST => {
                self.log_in(sender, request.into_body()).await
            }
            PublicPath::Login => Ok(pages::log_in(sender.base())),
            PublicPath::Details => pages::details(sender.base(), request.uri().query()),
            PublicPath::Rules => Ok(pages::rules(sender.base())),
            PublicPath::Web(file) => files::file(file, self.web.as_deref()).await,
            PublicPath::Icon => Err(RequestError::NotFound),
            PublicPath::Quit => self.quit(sender, request.headers()).await,
        }
    }
}

impl Call {
    async fn serve(self, path: PlayerPath<'_>, request: Request) -> HttpResult {
        let uri = request.uri().clone();
        let is_post = request.method() == Method::POST;
        match path {
            PlayerPath::Game(asked, number) => {
                self.about(number).await?.answer(asked, request).await
            }
            PlayerPath::PeopleGame(number) => matches::people_game(self, number).await,
            PlayerPath::Hosted(name) => rewards::hosted(&self, name).await,
            PlayerPath::WebClient(None) => Ok(pages::web_client(&self, "/lobby")),
            PlayerPath::WebClient(Some(number)) => games::in_web_client(self, number).await,
            PlayerPath::People => matches::people(self, uri.query(), request.into_body()).await,
            PlayerPath::Meet if is_post => {
                matches::meet(self, uri.query(), request.into_body()).await
            }
            PlayerPath::Meet => matches::meeting(&self),
            PlayerPath::Computer if is_post => {
                matches::play_computer(self, request.into_body()).await
            }
            PlayerPath::Computer => matches::computer(self).await,
            PlayerPath::Match => matches::match_page(&self).await,
            PlayerPath::PeopleId => matches::people_id(&self).await,
            PlayerPath::Picks => rewards::picks(&self).await,
            PlayerPath::Collection => rewards::collection(&self).await,
            PlayerPath::Home => matches::army_page(&self).await,
        }
    }

    /// The player's game with this number.
    pub(crate) async fn about(self, number: &str) -> Result<GameCall, RequestError> {
        let number: u64 = number.parse().map_err(|_| RequestError::Bad)?;
        let stored = self.service.storage.game(number).await?;
        let stored = stored.ok_or(RequestError::Bad)?;
        let seat = stored.seat_of(&self.who.player).ok_or(RequestError::Bad)?;
        Ok(GameCall {
            call: self,
            stored,
            seat,
        })
    }

    /// Whether pages are those of the original web client, which knows only paths at the root.
    pub(crate) fn has_original_pages(&self) -> bool {
        self.service.web.is_some() && self.sender.base().is_empty()
    }

    /// What changes something by a mere `GET` must not be set off by anything but our own pages and programs.
    fn check_origin(&self) -> Result<(), RequestError> {
        match self.sender.is_own_doing() {
            true => Ok(()),
            false => Err(RequestError::Forbidden),
        }
    }
}

impl GameCall {
    async fn answer(self, asked: Asked, request: Request) -> HttpResult {
        let is_post = request.method() == Method::POST;
        match asked {
            Asked::Boards => games::boards(&self).await,
            Asked::Moves => games::moves(&self).await,
            Asked::Move => games::play(&self, request.into_body()).await,
            Asked::Players => games::players(&self).await,
            Asked::Alert => alert_socket::upgrade(self, request).await,
            Asked::Concede => {
                self.call.check_origin()?;
                rewards::concede(self).await
            }
            Asked::Acknowledge => {
                self.call.check_origin()?;
                rewards::acknowledge(self).await
            }
            Asked::Reward if is_post => rewards::claim(self, request.into_body()).await,
            Asked::Reward => rewards::page(&self).await,
        }
    }
}

/// The body of a request, if it is short and comes soon.
pub(crate) async fn read(body: Body) -> Result<Vec<u8>, RequestError> {
    let read = server::read_body(body, MAX_BODY, BodyPace::Usual).await;
    read.map_err(|_| RequestError::Bad)
}

/// Does something to its end although the client may go away: what takes several steps must not stop
/// between them.
pub(crate) async fn uninterrupted<T: Send + 'static>(
    work: impl Future<Output = Result<T, RequestError>> + Send + 'static,
) -> Result<T, RequestError> {
    tokio::spawn(work)
        .await
        .unwrap_or(Err(RequestError::Failed))
}
