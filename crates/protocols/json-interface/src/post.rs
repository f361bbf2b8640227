//! The interface as POST: one request in, an array of answers out.
//!
//! Each client that uses it has a task of its own, which keeps what the client is told until its next request.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderName, Uri, header};
use axum::response::{IntoResponse, Response};
use host::{HostError, Rejection};
use server::{Address, BodyPace, Peer};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::protocol::{MAX_FRAME, Service};
use crate::{Client, Work};

/// Requests of one client that may wait.
const MAILBOX: usize = 16;

/// Messages kept for a client. When there are more the oldest goes: each tells the whole state.
const QUEUE: usize = 128;

/// The same in bytes. The last message stays, however long it is.
const QUEUE_BYTES: usize = 262_144;

/// Clients that use POST at the same time.
const MAX_CLIENTS: usize = 5000;

/// Clients of one address that use POST at the same time.
const MAX_CLIENTS_OF_ADDRESS: usize = 100;

/// What a newcomer costs besides its request, counted in requests.
const NEWCOMER_COST: u32 = 9;

/// A client has gone when it has sent nothing for so long and no game waits for its move.
const AWAY: Duration = Duration::from_secs(300);

/// A client whose move a game waits for may think for so long.
const THINKING: Duration = Duration::from_secs(24 * 3600);

/// The longest time that a request can wait for a message, in seconds.
const MAX_WAIT: u64 = 60;

/// The cookie by which a client is known again.
const COOKIE: &str = "rookery_desk";

/// The header that tells a client its name. One without cookies, such as a page of another origin, sends it back as
/// bearer token.
const NAME: HeaderName = HeaderName::from_static("rookery-client");

/// The clients that use POST, by their names.
#[derive(Clone, Default)]
pub(crate) struct Posters(Arc<Mutex<HashMap<String, Poster>>>);

struct Poster {
    address: Arc<str>,
    requests: mpsc::Sender<Posted>,
}

/// A request on its way to a client's task.
struct Posted {
    message: Vec<u8>,
    /// How long to wait for something that the request itself does not lead to.
    wait: Duration,
    /// Who is charged for what it takes.
    address: Option<Arc<Address>>,
    answer: oneshot::Sender<Vec<String>>,
}

impl Posters {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Poster>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn knows(&self, name: &str) -> bool {
        let posters = self.lock();
        let known = posters.get(name);
        known.is_some_and(|poster| !poster.requests.is_closed())
    }

    /// The way to a client's task, which is started for a newcomer; `None` if there are too many.
    fn find(
        &self,
        name: &str,
        address: &str,
        client: impl FnOnce() -> Client,
    ) -> Option<mpsc::Sender<Posted>> {
        let mut posters = self.lock();
        if let Some(poster) = posters
            .get(name)
            .filter(|poster| !poster.requests.is_closed())
        {
            return Some(poster.requests.clone());
        }
        let is_neighbour = |poster: &&Poster| &*poster.address == address;
        let n_neighbours = posters.values().filter(is_neighbour).count();
        if posters.len() >= MAX_CLIENTS || n_neighbours >= MAX_CLIENTS_OF_ADDRESS {
            return None;
        }
        let (requests, mailbox) = mpsc::channel(MAILBOX);
        let poster = Poster {
            address: address.into(),
            requests: requests.clone(),
        };
        posters.insert(name.to_owned(), poster);
        let (posters, name, own) = (self.clone(), name.to_owned(), requests.clone());
        let task = PosterTask {
            client: client(),
            mailbox,
            kept: VecDeque::new(),
            waiting: None,
            last_heard: Instant::now(),
            idle_due: Instant::now() + AWAY,
        };
        tokio::spawn(async move {
            task.run().await;
            // Its client may have come back already.
            let mut posters = posters.lock();
            let is_own = |poster: &Poster| poster.requests.same_channel(&own);
            if posters.get(&name).is_some_and(is_own) {
                posters.remove(&name);
            }
        });
        Some(requests)
    }
}

/// Serves one client.
struct PosterTask {
    client: Client,
    mailbox: mpsc::Receiver<Posted>,
    /// Messages for the next request.
    kept: VecDeque<String>,
    /// A request that waits, and until when.
    waiting: Option<(oneshot::Sender<Vec<String>>, Instant)>,
    last_heard: Instant,
    /// When to look whether the client has gone.
    idle_due: Instant,
}

impl PosterTask {
    async fn run(mut self) {
        loop {
            let due = self
                .waiting
                .as_ref()
                .map_or(self.idle_due, |(_, until)| *until);
            tokio::select! {
                posted = self.mailbox.recv() => match posted {
                    Some(posted) => self.on_request(posted).await,
                    None => return,
                },
                told = self.client.next() => match told {
                    Some(told) => self.on_told(told),
                    None => return,
                },
                () = sleep_until(due) => {
                    if self.waiting.is_some() {
                        self.answer_waiting();
                    } else if !self.stays().await {
                        return;
                    }
                }
            }
        }
    }

    /// A client that has begun nothing is like any newcomer, and nobody needs to keep it. What it has sent meanwhile is
    /// answered.
    fn dismiss_newcomer(&mut self) {
        if self.waiting.is_none() && self.client.is_newcomer() {
            self.mailbox.close();
        }
    }

    async fn on_request(&mut self, posted: Posted) {
        self.answer_waiting();
        self.last_heard = Instant::now();
        self.idle_due = self.last_heard + AWAY;
        let answers = self.client.receive(&posted.message).await;
        if let Some(address) = &posted.address {
            address.charge(self.client.take_processor_time());
        }
        let has_news = !self.kept.is_empty();
        self.kept.extend(answers);
        let waits = !posted.wait.is_zero()
            && !has_news
            && !matches!(self.client.last_work(), Work::Failed | Work::Unreadable)
            && self.client.expects_others().await;
        self.waiting = Some((posted.answer, Instant::now() + posted.wait));
        if !waits {
            self.answer_waiting();
        }
        self.dismiss_newcomer();
    }

    fn on_told(&mut self, told: Vec<String>) {
        if told.is_empty() {
            return;
        }
        self.kept.extend(told);
        while self.kept.len() > QUEUE || (self.kept.len() > 1 && self.n_bytes() > QUEUE_BYTES) {
            self.kept.pop_front();
        }
        self.answer_waiting();
    }

    fn n_bytes(&self) -> usize {
        self.kept.iter().map(String::len).sum()
    }

    fn answer_waiting(&mut self) {
        if let Some((answer, _)) = self.waiting.take() {
            let kept = self.kept.drain(..).collect();
            if let Err(unsent) = answer.send(kept) {
                // The client hung up meanwhile, and hears it with its next request.
                self.kept.extend(unsent);
            }
        }
    }

    /// Whether a client that has been quiet for a while is still expected.
    async fn stays(&mut self) -> bool {
        let thinks = self.last_heard.elapsed() < THINKING && self.client.is_awaited().await;
        self.idle_due = Instant::now() + AWAY;
        thinks
    }
}

/// The seconds that a request is ready to wait for a message that it does not lead to itself; nothing, if what
/// stands there is not a number.
fn wait_of(uri: &Uri) -> Option<u64> {
    let mut parameters = uri.query().unwrap_or_default().split('&');
    match parameters.find_map(|parameter| parameter.strip_prefix("wait=")) {
        Some(seconds) => seconds.parse().ok(),
        None => Some(0),
    }
}

/// One request in, an array of answers out.
pub(crate) async fn post(
    State(service): State<Arc<Service>>,
    Extension(peer): Extension<Peer>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let Some(wait) = wait_of(&uri) else {
        return server::refuse(&server::bad_request("wait is a number of seconds").into());
    };
    let wait = Duration::from_secs(wait.min(MAX_WAIT));
    match answer(&service, &peer, &headers, body, wait).await {
        Ok((name, answers)) => {
            let cookie = format!("{COOKIE}={name}; Path=/json; HttpOnly; SameSite=Strict");
            let headers = [
                (header::CONTENT_TYPE, "application/json".to_owned()),
                (header::SET_COOKIE, cookie),
                (NAME, name),
            ];
            (headers, format!("[{}]", answers.join(","))).into_response()
        }
        Err(error) => server::refuse(&error),
    }
}

/// The name of the client, and all messages for it.
async fn answer(
    service: &Service,
    peer: &Peer,
    headers: &HeaderMap,
    body: Body,
    wait: Duration,
) -> Result<(String, Vec<String>), Rejection> {
    server::check_origin(&service.context, headers)?;
    let message = server::read_body(body, MAX_FRAME, BodyPace::Usual).await?;
    let name = client_name(headers).ok_or(HostError::Overloaded)?;
    if !service.posters.knows(&name) {
        peer.address.request(NEWCOMER_COST)?;
    }
    let address = peer.address.name();
    let client = || service.engine.connect(Some(address));
    let requests = service.posters.find(&name, address, client);
    let requests = requests.ok_or(HostError::Overloaded)?;
    let (answer, answers) = oneshot::channel();
    let posted = Posted {
        message,
        wait,
        address: Some(Arc::clone(&peer.address)),
        answer,
    };
    let sent = requests.try_send(posted);
    sent.map_err(|_| HostError::Overloaded)?;
    tokio::select! {
        answers = answers => Ok((name, answers.map_err(|_| HostError::Overloaded)?)),
        () = service.context.stopped() => Err(HostError::Stopping.into()),
    }
}

/// The name by which a client is known; a new one for a newcomer.
fn client_name(headers: &HeaderMap) -> Option<String> {
    let named = server::bearer(headers).or_else(|| server::cookie_named(headers, COOKIE));
    let known = named.filter(|name| name.len() == 32);
    known.or_else(|| {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(format!("{:032x}", u128::from_le_bytes(bytes)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use host::{Host, Settings};
    use serde_json::Value;
    use session::Millis;
    use store::MemoryStore;

    thread_local! {
        static START: Instant = Instant::now();
    }

    /// A clock that goes with the runtime's.
    fn now() -> Millis {
        let passed = START.with(Instant::elapsed);
        Millis::from_days(20_000) + Millis(u64::try_from(passed.as_millis()).unwrap())
    }

    struct Place {
        engine: Engine,
        posters: Posters,
    }

    impl Place {
        async fn new() -> Place {
            let settings = Settings {
                variants: catalog::standard().variants(),
                max_games: 1000,
                computer: None,
            };
            let store = Arc::new(MemoryStore::new());
            let host = Host::start_with_clock(store, settings, now).await.unwrap();
            Place {
                engine: Engine::new(host),
                posters: Posters::default(),
            }
        }

        /// What a client gets back; `None` if it is not served.
        async fn post(&self, name: &str, address: &str, message: &str) -> Option<Vec<Value>> {
            let client = || self.engine.connect(Some(address));
            let requests = self.posters.find(name, address, client)?;
            let (answer, answers) = oneshot::channel();
            let posted = Posted {
                message: message.as_bytes().to_vec(),
                wait: Duration::ZERO,
                address: None,
                answer,
            };
            requests.send(posted).await.ok()?;
            let answers = answers.await.ok()?;
            let values = answers
                .iter()
                .map(|text| serde_json::from_str(text).unwrap());
            Some(values.collect())
        }
    }

    const NEW_GAME: &str = r#"{"message_type":"new_game"}"#;
    const STATE: &str = r#"{"message_type":"state_request"}"#;

    /// The teacher begins a game, and what a pupil posts to watch it.
    async fn lesson(place: &Place) -> String {
        let begun = place.post("teacher", "office", NEW_GAME).await.unwrap();
        let game = begun[0]["game_id"].as_str().unwrap();
        format!(r#"{{"message_type":"spectate","game_id":"{game}"}}"#)
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_posts_no_more_is_forgotten_although_others_go_on() {
        let place = Place::new().await;
        let watch = lesson(&place).await;
        let pupil = async |name: String| place.post(&name, "school", &watch).await.is_some();
        for number in 0..MAX_CLIENTS_OF_ADDRESS {
            assert!(pupil(format!("pupil {number}")).await);
        }
        assert!(!pupil("one too many".to_owned()).await);
        assert!(place.post("busy", "home", &watch).await.is_some());
        let began = Instant::now();
        while began.elapsed() < AWAY + Duration::from_secs(1) {
            tokio::time::sleep(Duration::from_secs(10)).await;
            assert!(pupil("pupil 0".to_owned()).await);
        }
        for number in 0..MAX_CLIENTS_OF_ADDRESS - 1 {
            assert!(pupil(format!("next {number}")).await, "{number}");
        }
        assert!(!pupil("one too many".to_owned()).await);
    }

    /// A client that has begun nothing takes nobody's place.
    #[tokio::test(start_paused = true)]
    async fn any_number_of_newcomers_may_say_nothing_of_importance() {
        let place = Place::new().await;
        for message in ["{}", STATE, "nonsense"] {
            for number in 0..3 * MAX_CLIENTS_OF_ADDRESS {
                let name = format!("{message} {number}");
                let answered = place.post(&name, "school", message).await;
                assert!(answered.is_some(), "{name}");
            }
        }
        let begun = place.post("pupil", "school", NEW_GAME).await.unwrap();
        assert!(begun[0]["game_id"].is_string(), "{begun:?}");
    }

    /// A client may think for a day, and no longer.
    #[tokio::test(start_paused = true)]
    async fn a_client_whose_move_is_awaited_is_not_forgotten() {
        let place = Place::new().await;
        place.post("thinks", "home", NEW_GAME).await.unwrap();
        tokio::time::sleep(THINKING - Duration::from_secs(3600)).await;
        let state = place.post("thinks", "home", STATE).await.unwrap();
        assert_eq!(state.last().unwrap()["seat"], "both");
        tokio::time::sleep(THINKING + 2 * AWAY).await;
        let state = place.post("thinks", "home", STATE).await.unwrap();
        assert_eq!(state[0]["code"], "no_game");
    }

    /// Where the opponent is to move, nobody waits for this client.
    #[tokio::test(start_paused = true)]
    async fn a_client_that_only_watches_is_forgotten() {
        let place = Place::new().await;
        let begun = place.post("plays", "home", NEW_GAME).await.unwrap();
        let game = begun[0]["game_id"].as_str().unwrap();
        let watch = format!(r#"{{"message_type":"spectate","game_id":"{game}"}}"#);
        place.post("watches", "home", &watch).await.unwrap();
        tokio::time::sleep(AWAY + Duration::from_secs(1)).await;
        let state = place.post("watches", "home", STATE).await.unwrap();
        assert_eq!(state[0]["code"], "no_game");
        let state = place.post("plays", "home", STATE).await.unwrap();
        assert_eq!(state.last().unwrap()["seat"], "both");
    }
}
