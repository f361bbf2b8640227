//! The native protocol over a WebSocket.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::message::{
    Answer, Detail, Frame, MAX_FRAME, Notice, OfferSet, Opened, decode, encode, encode_notice,
};
use axum::extract::{Extension, Request as HttpRequest, State};
use axum::response::Response;
use host::{Connection, Game, LobbyEvent, PlayerEvent, Push, Pushes, Rejection, Subscriber};
use rules::RefusalKind;
use session::{GameId, Phase, Tag};
use tokio::sync::broadcast;
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::caller::Caller;
use crate::dispatch;
use crate::encoders::{edition, short_offers};
use crate::family::{AdviceRequest, AskRequest, Family, PlainRequest, SubscriptionRequest};
use crate::service::Service;
use crate::{cost, translate};
use server::Peer;
use server::{Bucket, Pace, rate_limited};
use server::{CloseCode, Message, Upgrade, WebSocket, WebSocketError, close_message, text_message};
use server::{Keepalive, KeepaliveAction};
use server::{Metrics, Verdict};

/// Messages that may wait for a connection. When there are more, it is closed: it comes back and goes on.
const QUEUE: usize = 256;

/// Games one connection may have open.
const MAX_OPEN: usize = 64;

/// Questions of one connection that a computer may think about at the same time. With more of them the
/// connection waits.
const MAX_ADVICE: usize = 4;

/// How long a client may take to accept a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// Refused calls in a minute after which a client that sends too much, or nonsense, is closed.
const MAX_EXCESS: u32 = 100;

/// For so long, or twice, a client is not listened to after it was told that it sends too much. A refusal costs little, and
/// thousands of them do not.
const EXCESS_PAUSE: Duration = Duration::from_millis(25);

pub(crate) async fn upgrade(
    State(service): State<Arc<Service>>,
    Extension(peer): Extension<Peer>,
    request: HttpRequest,
) -> Response {
    let headers = request.headers();
    let caller = Caller::new(&peer, headers);
    let upgrade = match Upgrade::new(&service.context, request) {
        Ok(upgrade) => upgrade,
        Err(error) => return server::refuse(&error),
    };
    upgrade.accept(MAX_FRAME, async move |socket| {
        Visit::new(service, caller, socket).run().await;
        drop(peer);
    })
}

/// One connection's visit.
struct Visit {
    service: Arc<Service>,
    caller: Caller,
    socket: WebSocket,
    subscriber: Subscriber,
    pushes: Pushes,
    presence: Option<Connection>,
    games: HashMap<GameId, Game>,
    lobby: Option<broadcast::Receiver<Arc<LobbyEvent>>>,
    /// Questions that a computer thinks about; forgotten with the visit.
    advice: JoinSet<Timed>,
    pace: Pace,
    /// Refused calls. What is allowed in between does not make up for them.
    excess: Bucket,
    keepalive: Keepalive,
    /// Whether the last thing that happened was a push.
    was_told: bool,
}

/// A reply, and when its request came.
struct Timed {
    frame: Frame,
    started: Instant,
}

/// Why a connection ends.
enum End {
    /// The client has gone, or cannot be reached.
    Gone,
    /// The server closes it.
    Bye(Bye),
}

/// Why the server closes a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bye {
    TooSlow,
    ShuttingDown,
    SessionEnded,
    TextOnly,
    TooManyRequests,
}

impl Bye {
    /// What a WebSocket is closed with: the reason in a number, for clients that do not read notices.
    const fn close_code(self) -> CloseCode {
        match self {
            // Service restart: the client may connect again at once, and finds this server or another one.
            Bye::ShuttingDown => CloseCode::Restart,
            Bye::TooSlow | Bye::SessionEnded | Bye::TooManyRequests => CloseCode::Policy,
            Bye::TextOnly => CloseCode::Unsupported,
        }
    }

    /// A stable code and a sentence.
    const fn describe(self) -> (&'static str, &'static str) {
        match self {
            Bye::TooSlow => ("too-slow", "you do not read what you are sent"),
            Bye::ShuttingDown => ("shutting-down", "the server stops; come back soon"),
            Bye::SessionEnded => ("session-ended", "your token was ended elsewhere"),
            Bye::TextOnly => ("text-only", "frames are text"),
            Bye::TooManyRequests => ("too-many-requests", "you send too much"),
        }
    }
}

/// What can happen in a visit.
enum Occasion {
    Message(Option<Result<Message, WebSocketError>>),
    Push(Option<Push>),
    Lobby(Result<Arc<LobbyEvent>, broadcast::error::RecvError>),
    Advice(Option<Box<Timed>>),
    Stopping,
    Quiet,
}

impl Visit {
    fn new(service: Arc<Service>, caller: Caller, socket: WebSocket) -> Visit {
        let (subscriber, pushes) = Subscriber::new(QUEUE);
        Visit {
            pace: service.context.budgets.pace(Arc::clone(&caller.address)),
            service,
            caller,
            socket,
            subscriber,
            pushes,
            presence: None,
            games: HashMap::new(),
            lobby: None,
            advice: JoinSet::new(),
            excess: Bucket::new(MAX_EXCESS, Duration::from_secs(60)),
            keepalive: Keepalive::new(),
            was_told: false,
        }
    }

    async fn run(mut self) {
        let end = self.serve_until_the_end().await;
        for game in self.games.values() {
            game.close(self.subscriber.id());
        }
        if let End::Bye(bye) = end {
            if bye == Bye::TooSlow {
                Metrics::count(&self.service.context.metrics.too_slow);
            }
            let (code, message) = bye.describe();
            let close = close_message(bye.close_code(), message);
            let bye = encode_notice(&translate::bye(code, message));
            // A client that does not take the goodbye is cut off without it.
            let goodbye = async {
                drop(self.socket.send(Message::text(bye)).await);
                drop(self.socket.send(close).await);
                // What the client still sends is read, for closing with unread bytes would make the
                // system throw our goodbye away.
                while let Some(Ok(_)) = self.socket.recv().await {}
            };
            drop(tokio::time::timeout(Duration::from_secs(1), goodbye).await);
        }
    }

    async fn serve_until_the_end(&mut self) -> End {
        let service = Arc::clone(&self.service);
        let mut stopped = pin!(service.context.stopped());
        let mut quiet = pin!(sleep_until(self.keepalive.due()));
        // Looked at once, it wakes this task when the server stops; then a flag, which costs less, tells why.
        if at_once(stopped.as_mut()).await.is_ready() {
            return End::Bye(Bye::ShuttingDown);
        }
        let host = &service.context.host;
        let mut cut_off = host.node_counts().map(|_| host.watch_cut_off());
        loop {
            let occasion = self.next(quiet.as_mut()).await;
            let is_quiet = matches!(occasion, Occasion::Quiet);
            // An answer that waits for a store which cannot be reached is had sooner at another node.
            let done = match &mut cut_off {
                None => self.on_all(occasion).await,
                Some(cut_off) => tokio::select! {
                    biased;
                    done = self.on_all(occasion) => done,
                    _ = cut_off.wait_for(|is_cut_off| *is_cut_off) => Err(End::Bye(Bye::ShuttingDown)),
                },
            };
            if let Err(end) = done {
                return end;
            }
            if is_quiet {
                quiet.as_mut().reset(self.keepalive.due());
            }
        }
    }

    /// Asks a client for a sign of life that has said nothing for a while, once.
    async fn ask_for_a_sign(&mut self) -> Result<(), End> {
        match self.keepalive.next_action() {
            KeepaliveAction::Wait => Ok(()),
            KeepaliveAction::Close => Err(End::Gone),
            KeepaliveAction::Ping => self.feed(Message::Ping(Vec::new().into())).await,
        }
    }

    /// Answers what has happened, together with the notices that wait: mostly that of the client's own
    /// action.
    async fn on_all(&mut self, occasion: Occasion) -> Result<(), End> {
        let mut waiting = None;
        if let Occasion::Push(Some(Push::Text(text))) = occasion {
            waiting = self.pushes.try_recv();
            if waiting.is_none() {
                return in_time(self.socket.send_text(text)).await;
            }
            self.feed(text_message(text)).await?;
        } else {
            self.on(occasion).await?;
        }
        for _ in 0..QUEUE {
            match waiting.take().or_else(|| self.pushes.try_recv()) {
                Some(push) => self.on(Occasion::Push(Some(push))).await?,
                None => break,
            }
        }
        self.flush().await
    }

    async fn next(&mut self, mut quiet: Pin<&mut Sleep>) -> Occasion {
        let lobby = async {
            match &mut self.lobby {
                Some(events) => events.recv().await,
                None => std::future::pending().await,
            }
        };
        let usual = poll_fn(|context| {
            // Mostly a push is what wakes a connection. After one the client is listened to first, so that no
            // flood of pushes drowns what it says.
            let was_told = std::mem::take(&mut self.was_told);
            if !was_told && let Poll::Ready(push) = self.pushes.poll_recv(context) {
                self.was_told = true;
                return Poll::Ready(Occasion::Push(push));
            }
            if let Poll::Ready(message) = self.socket.poll_recv(context) {
                return Poll::Ready(Occasion::Message(message));
            }
            if was_told && let Poll::Ready(push) = self.pushes.poll_recv(context) {
                return Poll::Ready(Occasion::Push(push));
            }
            if self.service.context.is_stopping() {
                return Poll::Ready(Occasion::Stopping);
            }
            quiet.as_mut().poll(context).map(|()| Occasion::Quiet)
        });
        // Whatever it is, the pushes that wait are told with it: no order is unfair. A client that never pauses
        // cannot keep the rest waiting either: the runtime makes every task pause.
        tokio::select! {
            biased;
            occasion = usual => occasion,
            event = lobby => Occasion::Lobby(event),
            Some(advice) = self.advice.join_next(), if !self.advice.is_empty() => {
                Occasion::Advice(advice.ok().map(Box::new))
            }
        }
    }

    async fn on(&mut self, occasion: Occasion) -> Result<(), End> {
        match occasion {
            Occasion::Message(Some(Ok(Message::Text(text)))) => {
                let now = Instant::now();
                self.keepalive.heard(now);
                match self.answer(text.as_str(), now).await? {
                    Some(reply) => self.feed(Message::text(reply)).await,
                    None => Ok(()),
                }
            }
            Occasion::Message(Some(Ok(Message::Binary(_)))) => Err(End::Bye(Bye::TextOnly)),
            Occasion::Message(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                let now = Instant::now();
                self.keepalive.heard(now);
                match self.pace.allow(now, 1) {
                    true => Ok(()),
                    false => self.check_excess(now),
                }
            }
            Occasion::Message(_) => Err(End::Gone),
            Occasion::Push(None) => Err(End::Bye(Bye::TooSlow)),
            Occasion::Push(Some(Push::Text(text))) => self.feed(text_message(text)).await,
            Occasion::Push(Some(Push::Player(event))) => {
                if *event == PlayerEvent::TokensEnded && !self.is_welcome().await {
                    return Err(End::Bye(Bye::SessionEnded));
                }
                match translate::player_notice(&event) {
                    Some(notice) => self.feed(Message::text(encode_notice(&notice))).await,
                    None => Ok(()),
                }
            }
            Occasion::Lobby(Ok(event)) => {
                let notice = Notice::Lobby(LobbyEvent::clone(&event));
                self.feed(Message::text(encode_notice(&notice))).await
            }
            Occasion::Advice(Some(timed)) => {
                let reply = self.reply(&timed.frame, timed.started);
                self.feed(Message::text(reply)).await
            }
            // It panicked, which is in the log. The client sends again what had no reply.
            Occasion::Advice(None) => Ok(()),
            Occasion::Stopping => Err(End::Bye(Bye::ShuttingDown)),
            Occasion::Quiet => self.ask_for_a_sign().await,
            // The client sees a gap in the numbers and looks again.
            Occasion::Lobby(Err(broadcast::error::RecvError::Lagged(_))) => Ok(()),
            Occasion::Lobby(Err(broadcast::error::RecvError::Closed)) => {
                self.lobby = None;
                Ok(())
            }
        }
    }

    /// Whether the client's session goes on. Where the store cannot say so the client comes back and is asked again.
    async fn is_welcome(&mut self) -> bool {
        let welcome = self.caller.look_again(&self.service).await;
        welcome.unwrap_or(false)
    }

    /// Gives a message to the socket, which sends it with the next [`Visit::flush`] or before.
    async fn feed(&mut self, message: Message) -> Result<(), End> {
        in_time(self.socket.feed(message)).await
    }

    async fn flush(&mut self) -> Result<(), End> {
        in_time(self.socket.flush()).await
    }

    /// The text of the reply to a call that has just come, or nothing if it comes later.
    async fn answer(&mut self, text: &str, started: Instant) -> Result<Option<String>, End> {
        let call = match decode(text) {
            Ok(call) => call,
            Err(undecodable) => {
                // It costs like anything else; what matters here is that it is one of few.
                let _ = self.pace.allow(started, 1);
                self.check_excess(started)?;
                return Ok(Some(encode(&undecodable.into_frame())));
            }
        };
        if !self.pace.allow(started, cost::of(&call.request)) {
            self.check_excess(started)?;
            self.slow_down();
            let refused = translate::reply(call.tag, Err(rate_limited().into()));
            return Ok(Some(encode(&refused)));
        }
        // Answers are made on the heap, so that a quiet connection does not keep room for them. That of an
        // action, which most calls are, needs little.
        let frame = match call.request.family() {
            Family::Plain(PlainRequest::Ask(AskRequest { game, seat, ask })) => {
                let asked =
                    dispatch::ask(&self.service, &self.caller, &call.tag, &game, (seat, ask)).await;
                translate::reply(call.tag, asked.map(|seq| Answer::Asked { game, seq }))
            }
            Family::Plain(PlainRequest::Advise(advice)) if self.advice.len() < MAX_ADVICE => {
                self.advise(call.tag, advice, started);
                return Ok(None);
            }
            family @ (Family::Plain(_) | Family::Subscription(_)) => {
                Box::pin(self.serve(call.tag, family)).await
            }
        };
        if is_rate_limited(&frame) {
            self.slow_down();
        }
        Ok(Some(self.reply(&frame, started)))
    }

    fn slow_down(&mut self) {
        self.socket.pause(self.caller.address.delay(EXCESS_PAUSE));
    }

    /// Lets a computer think without making the client wait for anything else.
    fn advise(&mut self, tag: Tag, request: AdviceRequest, started: Instant) {
        let host = self.service.context.host.clone();
        let player = self.caller.identity.as_ref().map(|who| who.player.clone());
        let address = Arc::clone(&self.caller.address);
        self.advice.spawn(async move {
            let answer = dispatch::advise(&host, player, &address, request).await;
            let frame = translate::reply(tag, answer);
            Timed { frame, started }
        });
    }

    /// Notes how a request went, and gives the text of its reply.
    fn reply(&self, frame: &Frame, started: Instant) -> String {
        let verdict = match frame {
            Frame::Refused { .. } => Verdict::Refused,
            Frame::Error { .. } => Verdict::Failed,
            Frame::Ok { .. } | Frame::Notice { .. } => Verdict::Ok,
        };
        self.service
            .context
            .metrics
            .request(verdict, started.elapsed());
        encode(frame)
    }

    fn check_excess(&self, now: Instant) -> Result<(), End> {
        match self.excess.allow_at(now.into_std(), 1) {
            true => Ok(()),
            false => Err(End::Bye(Bye::TooManyRequests)),
        }
    }

    async fn serve(&mut self, tag: Tag, request: Family) -> Frame {
        let result = match request {
            Family::Subscription(request) => self.subscribe(request).await,
            Family::Plain(request) => {
                dispatch::serve(&self.service, &mut self.caller, &tag, request).await
            }
        };
        self.note_identity();
        translate::reply(tag, result)
    }

    async fn subscribe(&mut self, request: SubscriptionRequest) -> Result<Answer, Rejection> {
        match request {
            SubscriptionRequest::WatchLobby => self.watch_lobby().await,
            SubscriptionRequest::LeaveLobby => {
                self.lobby = None;
                Ok(Answer::Done)
            }
            SubscriptionRequest::Open { game, from, detail } => self.open(game, from, detail).await,
            SubscriptionRequest::Close { game } => {
                if let Some(game) = self.games.remove(&game) {
                    game.close(self.subscriber.id());
                }
                Ok(Answer::Done)
            }
        }
    }

    /// Is reachable as the player that the client is now.
    fn note_identity(&mut self) {
        let now = self.caller.identity.as_ref().map(|who| &who.player);
        let before = self.presence.as_ref().map(Connection::player);
        if now != before {
            let connect = |player| self.service.context.host.connect(player, &self.subscriber);
            self.presence = now.map(connect);
            self.service
                .context
                .budgets
                .note_player(&mut self.pace, now);
        }
    }

    async fn watch_lobby(&mut self) -> Result<Answer, Rejection> {
        let player = self.caller.identity.as_ref().map(|who| &who.player);
        let view = self.service.context.host.watch_lobby(player);
        let lobby = dispatch::lobby_of(&self.service, &view).await?;
        self.lobby = Some(view.events);
        Ok(Answer::Lobby(lobby))
    }

    async fn open(
        &mut self,
        id: GameId,
        from: Option<u64>,
        detail: Detail,
    ) -> Result<Answer, Rejection> {
        if let Some(seek) = self.service.context.host.waiting_seek(&id).await? {
            return Ok(Answer::Seeking { seek });
        }
        if self.games.len() >= MAX_OPEN && !self.games.contains_key(&id) {
            let message = "a connection has at most 64 games open";
            return Err(Rejection::refused("too-many-games", message));
        }
        let player = self.caller.identity.as_ref().map(|who| &who.player);
        let (opening, game) = self
            .service
            .context
            .host
            .open(&id, player, from, &self.subscriber, edition(detail))
            .await?;
        self.caller.charge(&self.service, opening.work);
        self.games.insert(id.clone(), game);
        Ok(Answer::Opened(opened(id, opening, detail)))
    }
}

fn is_rate_limited(frame: &Frame) -> bool {
    match frame {
        Frame::Refused { refusal, .. } => refusal.kind == RefusalKind::RateLimited,
        Frame::Ok { .. } | Frame::Error { .. } | Frame::Notice { .. } => false,
    }
}

/// What has become of a future so far. It wakes this task when there is more to say.
async fn at_once<F: Future>(mut future: Pin<&mut F>) -> Poll<F::Output> {
    poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await
}

/// Waits for a client no longer than it may take.
async fn in_time(sent: impl Future<Output = Result<(), WebSocketError>>) -> Result<(), End> {
    let mut sent = pin!(sent);
    // Most messages are taken at once and need no alarm.
    let sent = match at_once(sent.as_mut()).await {
        Poll::Ready(sent) => Ok(sent),
        Poll::Pending => tokio::time::timeout(PATIENCE, sent).await,
    };
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::Bye(Bye::TooSlow)),
    }
}

/// The answer to a client that opens a game: the whole state, unless it is known or not wanted.
pub(crate) fn opened(game: GameId, opening: host::Opening, detail: Detail) -> Opened {
    let host::Opening {
        mut view,
        checksum,
        seats,
        missed,
        work: _,
    } = opening;
    let is_up_to_date = missed.as_ref().is_some_and(Vec::is_empty);
    let records_will_do = detail == Detail::Brief && missed.is_some();
    let offers = match detail {
        Detail::Full | Detail::Brief => None,
        Detail::Delta => {
            let offers = std::mem::take(&mut view.offers);
            let is_own_turn =
                matches!(view.phase, Phase::Running { to_act } if seats.contains(&to_act));
            let more = std::mem::take(&mut view.more);
            is_own_turn.then(|| match more.is_empty() {
                true => short_offers(offers),
                false => OfferSet {
                    more,
                    ..short_offers(offers)
                },
            })
        }
    };
    Opened {
        game,
        seq: view.seq,
        now: view.now,
        seats,
        missed,
        view: (!is_up_to_date && !records_will_do).then(|| Box::new(view)),
        checksum: checksum.map(|checksum| checksum.to_string()),
        offers,
    }
}
