//! The host: all live games and what they share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rules::{AnyVariant, Seat};
use session::{
    Ask, Change, Clock, Created, GameId, Millis, PlayerId, Record, Report, Sealed, Session, Tag,
};
use store::{AppendError, Entry, Page, Space, Stage, Store, Summary};
use tokio::sync::{Semaphore, mpsc};

use crate::actor::Actor;
use crate::alarm::Alarms;
use crate::game::{Asked, Game, Message, Opening};
use crate::lobby::{Lobby, LobbyChange};
use crate::people::People;
use crate::switchboard::Switchboard;
use crate::{Computer, Connection, Edition, HostError, PlayerEvent, Subscriber, letters};

/// Finds a variant by its id.
pub type Find = fn(&str) -> Option<&'static dyn AnyVariant>;

/// What a host needs to know.
#[derive(Clone)]
pub struct Settings {
    /// Finds a variant by its id.
    pub find: Find,
    /// Games in memory at the same time. Beyond that [`HostError::Overloaded`] is the answer.
    pub max_games: usize,
    /// Plays when somebody wants to play a computer.
    pub computer: Option<Arc<dyn Computer>>,
}

/// Numbers about a host, for whoever watches over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Games in memory.
    pub awake: usize,
    /// Games that are being played.
    pub running: u64,
    /// Actions stored since the start.
    pub actions: u64,
}

/// All live games and what they share. Cloning it is cheap.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

struct Inner {
    settings: Settings,
    store: Arc<dyn Store>,
    games: Mutex<HashMap<GameId, Game>>,
    lobby: Lobby,
    people: People,
    switchboard: Switchboard,
    alarms: Alarms,
    thinking: Arc<Semaphore>,
    started_at: Millis,
    last_alive: Millis,
    running: AtomicU64,
    actions: AtomicU64,
    is_closing: AtomicBool,
    is_stopping: AtomicBool,
}

/// How often the server notes that it is alive. After a crash, at most so much time is charged to nobody
/// although the server was there.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The name of that note.
const ALIVE: &str = "alive";

/// A player who has lost the connection is gone only after this.
const BLINK: Duration = Duration::from_secs(5);

/// How long a player may be gone in a timed game before the opponent can claim it.
const GRACE: Millis = Millis::from_secs(60);

/// Computer players that think at the same time.
const THINKING: usize = 2;

/// Games of a player looked at when the player comes or goes.
const GAMES_AT_ONCE: u32 = 50;

/// The time.
pub fn now() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

impl Host {
    /// Starts a host on a store. Games that were being played go on.
    ///
    /// # Errors
    /// The store fails.
    pub async fn start(store: Arc<dyn Store>, settings: Settings) -> Result<Host, HostError> {
        let started_at = now();
        let alive = store.get(&Space::Server, ALIVE).await?;
        let last_alive = alive.and_then(|entry| entry.value.parse().ok());
        let people = People::load(Arc::clone(&store)).await?;
        let host = Host(Arc::new(Inner {
            lobby: Lobby::load(&store).await?,
            people,
            settings,
            store,
            games: Mutex::default(),
            switchboard: Switchboard::default(),
            alarms: Alarms::default(),
            thinking: Arc::new(Semaphore::new(THINKING)),
            started_at,
            last_alive: last_alive.map_or(started_at, Millis),
            running: AtomicU64::new(0),
            actions: AtomicU64::new(0),
            is_closing: AtomicBool::new(false),
            is_stopping: AtomicBool::new(false),
        }));
        host.wake_live_games().await?;
        tokio::spawn(host.clone().beat());
        tokio::spawn(host.clone().ring());
        Ok(host)
    }

    /// Counts the games that are being played, and wakes those whose clocks run.
    async fn wake_live_games(&self) -> Result<(), HostError> {
        let mut page = Page::first(Page::MAX);
        loop {
            let games = self.0.store.live_games(page).await?;
            for summary in &games {
                self.0.running.fetch_add(1, Ordering::Relaxed);
                if summary.clock != Clock::Untimed {
                    // Woken at once, one after the other, by the task that rings alarms.
                    self.0.alarms.set(Millis::ZERO, summary.game.clone());
                }
            }
            match games.last() {
                Some(last) => page = Page::after(last, Page::MAX),
                None => return Ok(()),
            }
        }
    }

    /// Notes again and again that the server is alive, and forgets what has expired.
    async fn beat(self) {
        let mut interval = tokio::time::interval(HEARTBEAT);
        loop {
            interval.tick().await;
            if self.0.is_closing.load(Ordering::SeqCst) {
                return;
            }
            self.note_alive().await;
            drop(self.0.store.prune(now()).await);
            self.0.lobby.prune(now());
        }
    }

    async fn note_alive(&self) {
        let entry = Entry {
            key: ALIVE.to_owned(),
            value: now().0.to_string(),
            expires: None,
        };
        if let Err(error) = self.0.store.put(&Space::Server, entry).await {
            tracing::warn!(%error, "the sign of life could not be stored");
        }
    }

    async fn ring(self) {
        while !self.is_stopping() {
            for id in self.0.alarms.ring().await {
                if let Ok(game) = self.game(&id) {
                    drop(game.send_surely(Message::Wake).await);
                }
            }
        }
    }

    /// Says that players are being sent away: what passes from now on is charged to nobody.
    pub async fn close(&self) {
        self.0.is_closing.store(true, Ordering::SeqCst);
        self.note_alive().await;
    }

    /// Ends all games' tasks after what they are doing. Nothing is lost: what was answered is stored.
    pub async fn stop(&self) {
        if !self.0.is_closing.load(Ordering::SeqCst) {
            self.close().await;
        }
        self.0.is_stopping.store(true, Ordering::SeqCst);
        let games: Vec<Game> = self.games().drain().map(|(_, game)| game).collect();
        for game in &games {
            // A game that is asleep already needs no telling.
            drop(game.send_surely(Message::Stop).await);
        }
        for game in &games {
            game.ended().await;
        }
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.0.is_stopping.load(Ordering::SeqCst)
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameId, Game>> {
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where everything is kept.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.0.store
    }

    /// The lookup of variants.
    pub fn find(&self) -> Find {
        self.0.settings.find
    }

    /// Who players are.
    pub fn people(&self) -> &People {
        &self.0.people
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.0.lobby
    }

    pub(crate) fn computer(&self) -> Option<&Arc<dyn Computer>> {
        self.0.settings.computer.as_ref()
    }

    /// The levels at which computers play a variant, and what they are called.
    pub fn computers(&self, variant: &str) -> Vec<(u8, String)> {
        let Some(computer) = self.computer() else {
            return Vec::new();
        };
        let named = |level| Some((level, computer.name(variant, level)?));
        (0..=u8::MAX).filter_map(named).collect()
    }

    pub(crate) fn started_at(&self) -> Millis {
        self.0.started_at
    }

    pub(crate) fn last_alive(&self) -> Millis {
        self.0.last_alive
    }

    /// Numbers about this host.
    pub fn counts(&self) -> Counts {
        Counts {
            awake: self.games().len(),
            running: self.n_running(),
            actions: self.0.actions.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn n_running(&self) -> u64 {
        self.0.running.load(Ordering::Relaxed)
    }

    /// The handle to a game, whose task is started if it sleeps. Whether there is such a game shows when
    /// something is asked of it.
    fn game(&self, id: &GameId) -> Result<Game, HostError> {
        let mut games = self.games();
        if self.is_stopping() {
            return Err(HostError::Stopping);
        }
        if let Some(game) = games.get(id).filter(|game| !game.is_asleep()) {
            return Ok(game.clone());
        }
        if games.len() >= self.0.settings.max_games {
            return Err(HostError::Overloaded);
        }
        let (game, messages) = Game::new(id.clone());
        games.insert(id.clone(), game.clone());
        tokio::spawn(Actor::new(self.clone(), game.clone(), messages).run());
        Ok(game)
    }

    /// Takes a game that fell asleep off the list, unless somebody wants something of it.
    pub(crate) fn retire(&self, game: &Game, messages: &mut mpsc::Receiver<Message>) -> bool {
        let mut games = self.games();
        if !messages.is_empty() {
            return false;
        }
        messages.close();
        if games
            .get(game.id())
            .is_some_and(|known| known.is_same(game))
        {
            games.remove(game.id());
        }
        true
    }

    pub(crate) fn forget(&self, game: &Game) {
        let mut games = self.games();
        if games
            .get(game.id())
            .is_some_and(|known| known.is_same(game))
        {
            games.remove(game.id());
        }
    }

    pub(crate) fn wake_at(&self, deadline: Millis, game: &GameId) {
        self.0.alarms.set(deadline, game.clone());
    }

    /// A player wants something of a game.
    ///
    /// # Errors
    /// It is refused, or cannot be stored.
    pub async fn ask(
        &self,
        game: &GameId,
        player: &PlayerId,
        seat: Option<Seat>,
        tag: Option<Tag>,
        ask: Ask,
    ) -> Result<Asked, HostError> {
        loop {
            let handle = self.game(game)?;
            let asked = handle
                .ask(player.clone(), seat, tag.clone(), ask.clone())
                .await;
            if !self.fell_asleep(&handle, &asked) {
                return asked;
            }
        }
    }

    /// Shows a game and tells a subscriber from then on what happens in it, without a gap.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub async fn open(
        &self,
        game: &GameId,
        player: Option<&PlayerId>,
        from: Option<u64>,
        subscriber: &Subscriber,
        edition: &'static Edition,
    ) -> Result<(Opening, Game), HostError> {
        loop {
            let handle = self.game(game)?;
            let opening = handle
                .open(subscriber.clone(), edition, player.cloned(), from)
                .await;
            if !self.fell_asleep(&handle, &opening) {
                return opening.map(|opening| (opening, handle));
            }
        }
    }

    /// Looks at a game.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub async fn look<T: Send + 'static>(
        &self,
        game: &GameId,
        look: impl FnOnce(&Session, Millis) -> T + Clone + Send + 'static,
    ) -> Result<T, HostError> {
        loop {
            let handle = self.game(game)?;
            let seen = handle.look(look.clone()).await;
            if !self.fell_asleep(&handle, &seen) {
                return seen;
            }
        }
    }

    /// A game that fell asleep at the very moment is simply asked again.
    fn fell_asleep<T>(&self, game: &Game, answer: &Result<T, HostError>) -> bool {
        matches!(answer, Err(HostError::Stopping)) && game.is_asleep() && !self.is_stopping()
    }

    /// The stored records of a game, with their hashes.
    ///
    /// # Errors
    /// There is no such game, or the store fails.
    pub async fn records(&self, game: &GameId) -> Result<Vec<Sealed>, HostError> {
        let records = self.0.store.read(game, 0).await?;
        match records.is_empty() {
            true => Err(HostError::no_such_game()),
            false => Ok(records),
        }
    }

    /// Begins a game. Beginning the same game twice does no harm; the answer says whether it is new.
    ///
    /// # Errors
    /// Nobody can play like this, or it cannot be stored.
    pub async fn begin(&self, created: Created) -> Result<bool, HostError> {
        let id = created.game.clone();
        let seats = created.seats.clone();
        let first = Session::create(now(), created, &self.find())?;
        match self.0.store.append(&id, 0, vec![first]).await {
            Ok(()) => {}
            Err(AppendError::Conflict { .. }) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        self.0.running.fetch_add(1, Ordering::Relaxed);
        for seat in Seat::BOTH {
            if let Some(sitter) = &seats[seat] {
                let game = id.clone();
                self.tell_player(&sitter.player, PlayerEvent::Started { game, seat });
            }
        }
        if self.lobby().is_watched() {
            let summary = self.0.store.summary(&id).await;
            if let Ok(Some(summary)) = summary {
                self.lobby()
                    .publish(self.n_running(), LobbyChange::GameStarted(summary));
            }
        }
        // A computer may have the first move, and a game should be in memory when its players come.
        drop(self.game(&id)?.send(Message::Wake));
        Ok(true)
    }

    /// How long a player may be away in a game with such a clock.
    pub fn grace(clock: Clock) -> Option<Millis> {
        matches!(clock, Clock::Fischer { .. } | Clock::Delay { .. }).then_some(GRACE)
    }

    /// A name for a game that nobody has had yet.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn new_game_id(&self) -> Result<GameId, HostError> {
        GameId::new(letters::random(12)?).map_err(|_| HostError::no_such_game())
    }

    /// Draws consequences of what is stored now.
    pub(crate) fn note(&self, session: &Session, records: &[Record]) {
        for record in records {
            match &record.change {
                Change::Acted { .. } => {
                    self.0.actions.fetch_add(1, Ordering::Relaxed);
                }
                Change::Ended { .. } => {
                    let running = &self.0.running;
                    let less = |count: u64| Some(count.saturating_sub(1));
                    // The closure never gives `None`, so this cannot fail.
                    let _ = running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
                    let change = LobbyChange::GameEnded(session.id().clone());
                    self.lobby().publish(self.n_running(), change);
                }
                Change::RematchAgreed { .. } => self.begin_rematch(session),
                _ => {}
            }
        }
    }

    /// Begins the agreed rematch; after a crash in between, again when the old game is looked at.
    pub(crate) fn begin_rematch(&self, session: &Session) {
        if let Some(created) = session.rematch() {
            let host = self.clone();
            tokio::spawn(async move {
                if let Err(error) = host.begin(created).await {
                    tracing::error!(%error, "a rematch could not begin");
                }
            });
        }
    }

    /// Lets a computer think about a position, on one of a few threads.
    pub(crate) fn ask_computer(&self, session: &Session, seat: Seat, level: u8) {
        let Some(computer) = self.computer().cloned() else {
            return;
        };
        let Some(sitter) = session.seats()[seat].clone() else {
            return;
        };
        let (host, id) = (self.clone(), session.id().clone());
        let game = session.game().clone_game();
        let after = u32::try_from(session.played().len()).ok();
        let places = Arc::clone(&self.0.thinking);
        tokio::spawn(async move {
            let Ok(_place) = places.acquire_owned().await else {
                return;
            };
            let choose = move || computer.choose(&*game, seat, level);
            let action = tokio::task::spawn_blocking(choose).await.ok().flatten();
            let ask = match action {
                Some(action) => Ask::Act { action, after },
                None => Ask::Resign,
            };
            if let Err(error) = host.ask(&id, &sitter.player, Some(seat), None, ask).await {
                tracing::debug!(game = %id, %error, "what the computer chose was not played");
            }
        });
    }

    /// A player is connected, until the connection is dropped.
    pub fn connect(&self, player: &PlayerId, subscriber: &Subscriber) -> Connection {
        let is_back = self.0.switchboard.connect(player, subscriber.clone());
        if is_back {
            let player = player.clone();
            self.report(player.clone(), Report::Back { player });
        }
        Connection {
            host: self.clone(),
            player: player.clone(),
            id: subscriber.id(),
        }
    }

    pub(crate) fn hang_up(&self, player: &PlayerId, id: u64) {
        if self.0.switchboard.disconnect(player, id) && !self.is_stopping() {
            let (host, player) = (self.clone(), player.clone());
            tokio::spawn(async move {
                tokio::time::sleep(BLINK).await;
                if !host.is_present(&player) {
                    host.report(player.clone(), Report::Gone { player });
                }
            });
        }
    }

    /// A player who has no connection of this host has done something.
    pub fn touch(&self, player: &PlayerId) {
        self.0.switchboard.touch(player, now());
    }

    pub(crate) fn is_present(&self, player: &PlayerId) -> bool {
        self.0.switchboard.is_present(player, now())
    }

    pub(crate) fn tell_player(&self, player: &PlayerId, event: PlayerEvent) {
        self.0.switchboard.tell(player, event);
    }

    /// Reports to the timed games of a player.
    fn report(&self, player: PlayerId, report: Report) {
        let host = self.clone();
        tokio::spawn(async move {
            let page = Page::first(GAMES_AT_ONCE);
            let games = host.0.store.games_of(&player, page).await;
            let matters =
                |game: &Summary| game.stage == Stage::Running && Host::grace(game.clock).is_some();
            for summary in games.into_iter().flatten().filter(matters) {
                if let Ok(game) = host.game(&summary.game) {
                    drop(game.send_surely(Message::Report(report.clone())).await);
                }
            }
        });
    }
}
