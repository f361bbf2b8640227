//! The host: all live games and what they share.

mod absence;
mod consequences;
mod damage;
mod heartbeat;
mod lifecycle;
mod presence;
mod talk;
mod unconfirmed_games;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::{BySeat, Seat, Variants};
use session::{
    Ask, Clock, Command, Created, GameId, Millis, PlayerId, Report, Sealed, Session, Sitter, Tag,
};
use store::{AppendError, Store};
use tokio::task::AbortHandle;

pub(crate) use self::absence::{Absence, Absences};
pub(crate) use self::damage::DamagedGames;
use self::heartbeat::{Heartbeat, LiveGames};
use self::lifecycle::{Lifecycle, SharedLifecycle};
use self::unconfirmed_games::UnconfirmedGames;
use crate::accounts::Accounts;
use crate::actor::Actor;
use crate::deadline_timer::DeadlineTimer;
use crate::game::{Asked, Asking, Game, Message, Opening};
use crate::game_context::GameContext;
use crate::game_list::GameList;
use crate::lobby::{Lobby, LobbyChange};
use crate::switchboard::Switchboard;
use crate::thinking::Thinking;
use crate::time_source::{self, TimeSource};
use crate::turns::Turns;
use crate::{
    Computer, Edition, HostError, HostRefusal, Opponent, PlayerEvent, Rejection, Subscriber,
    computer, ids,
};

/// What a host needs to know.
#[derive(Clone)]
pub struct Settings {
    /// What can be played.
    pub variants: Variants,
    /// Games in memory at the same time. Beyond that [`HostError::Overloaded`] is the answer.
    pub max_games: usize,
    /// The computer players.
    pub computer: Option<Arc<dyn Computer>>,
}

/// Numbers about a host, for metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Games in memory.
    pub awake: usize,
    /// Games that are being played.
    pub running: u64,
    /// Actions stored since the start.
    pub actions: u64,
    /// Games that were found to be damaged.
    pub damaged: usize,
    /// How often the host did not run for more than a second.
    pub absences: u64,
    /// How long that was together.
    pub absent: Millis,
}

/// All live games and what they share. Cloning it is cheap.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

struct Inner {
    settings: Settings,
    time: TimeSource,
    store: Arc<dyn Store>,
    games: Arc<GameList>,
    lobby: Lobby,
    turns: Turns,
    accounts: Accounts,
    switchboard: Arc<Switchboard>,
    deadlines: Arc<DeadlineTimer>,
    thinking: Thinking,
    heartbeat: Heartbeat,
    absences: Arc<Absences>,
    lifecycle: SharedLifecycle,
    unconfirmed: UnconfirmedGames,
    damaged: Arc<DamagedGames>,
    counters: Counters,
    /// Tasks that end with the host.
    background: Mutex<Vec<AbortHandle>>,
}

/// What [`Counts`] is made of.
#[derive(Default)]
struct Counters {
    /// Games that are being played.
    running: AtomicU64,
    /// Actions stored since the start.
    actions: AtomicU64,
}

/// How long a player may be gone in a timed game before the opponent can claim it.
const GRACE: Millis = Millis::from_secs(60);

impl Host {
    /// Starts a host on a store. Games that were being played go on.
    ///
    /// # Errors
    /// The store fails.
    pub async fn start(store: Arc<dyn Store>, settings: Settings) -> Result<Host, HostError> {
        Host::start_with_clock(store, settings, time_source::now).await
    }

    /// The same by another wall clock than that of the system, such as one that tests can set. It is read at the
    /// start; from then on time passes by the runtime's clock.
    ///
    /// # Errors
    /// The store fails.
    pub async fn start_with_clock(
        store: Arc<dyn Store>,
        settings: Settings,
        wall: impl Fn() -> Millis + Send + Sync + 'static,
    ) -> Result<Host, HostError> {
        let last_alive = heartbeat::last_alive(&*store).await?;
        let live_games = LiveGames::load(&*store, last_alive).await?;
        let wall = TimeSource::new(Arc::new(wall));
        let time = heartbeat::go_on(wall, last_alive, live_games.changed_at);
        let heartbeat = Heartbeat::new(time.now(), last_alive);
        let accounts = Accounts::load(Arc::clone(&store), time.clone()).await?;
        let host = Host(Arc::new(Inner {
            lobby: Lobby::load(&store).await?,
            accounts,
            settings,
            time,
            store,
            games: Arc::default(),
            turns: Turns::default(),
            switchboard: Arc::default(),
            deadlines: Arc::default(),
            thinking: Thinking::start()?,
            heartbeat,
            absences: Arc::new(Absences::new()),
            lifecycle: SharedLifecycle::new(),
            unconfirmed: UnconfirmedGames::default(),
            damaged: Arc::default(),
            counters: Counters {
                running: AtomicU64::new(live_games.count),
                ..Counters::default()
            },
            background: Mutex::default(),
        }));
        host.run_in_background(host.clone().run_pulse());
        host.run_in_background(host.clone().run_heartbeat(live_games.resumed));
        host.run_in_background(host.clone().run_deadlines());
        for owner in host.lobby().owners() {
            host.bring_together(owner);
        }
        Ok(host)
    }

    fn run_in_background(&self, task: impl Future<Output = ()> + Send + 'static) {
        let task = tokio::spawn(task);
        self.background().push(task.abort_handle());
    }

    fn background(&self) -> MutexGuard<'_, Vec<AbortHandle>> {
        let background = self.0.background.lock();
        background.unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that players are being sent away: what passes from now on is charged to nobody.
    pub async fn close(&self) {
        match self.0.lifecycle.advance(Lifecycle::Closing) {
            Lifecycle::Running => self.note_alive().await,
            // The old note still tells how long the server was away before.
            Lifecycle::Resuming => {}
            Lifecycle::Closing | Lifecycle::Stopped => {}
        }
    }

    /// Ends all games' tasks after what they are doing. Nothing is lost: what was answered is stored.
    pub async fn stop(&self) {
        if !self.is_closing() {
            self.close().await;
        }
        self.0.lifecycle.advance(Lifecycle::Stopped);
        let mut games: Vec<Game> = self.games().drain().map(|(_, game)| game).collect();
        games.sort_by(|one, other| one.id().cmp(other.id()));
        for game in &games {
            // A game that is asleep already needs no telling.
            drop(game.send_surely(Message::Stop).await);
        }
        for game in &games {
            game.ended().await;
        }
        for task in self.background().drain(..) {
            task.abort();
        }
    }

    fn is_closing(&self) -> bool {
        self.0.lifecycle.now() >= Lifecycle::Closing
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.0.lifecycle.now() >= Lifecycle::Stopped
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameId, Game>> {
        self.0.games.lock()
    }

    /// The time by the host's clock.
    pub fn now(&self) -> Millis {
        self.0.time.now()
    }

    /// Where everything is kept.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.0.store
    }

    /// What can be played.
    pub fn variants(&self) -> &Variants {
        &self.0.settings.variants
    }

    /// Accounts of players, their names and their tokens.
    pub fn accounts(&self) -> &Accounts {
        &self.0.accounts
    }

    pub(crate) fn turns(&self) -> &Turns {
        &self.0.turns
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.0.lobby
    }

    pub(crate) fn computer(&self) -> Option<&Arc<dyn Computer>> {
        self.0.settings.computer.as_ref()
    }

    pub(crate) fn thinking(&self) -> &Thinking {
        &self.0.thinking
    }

    /// The levels at which computers play a variant, and what they are called.
    pub fn computers(&self, variant: &str) -> Vec<(u8, String)> {
        let rivals = self.rivals(variant).into_iter();
        let levels = rivals.filter_map(|rival| match rival.opponent {
            Opponent::Level(level) => Some((level, rival.name)),
            Opponent::Engine(_) => None,
        });
        levels.collect()
    }

    /// The programs of others that play a variant: their ids, and what they are called.
    pub fn engines(&self, variant: &str) -> Vec<(String, String)> {
        let rivals = self.rivals(variant).into_iter();
        let engines = rivals.filter_map(|rival| match rival.opponent {
            Opponent::Level(_) => None,
            Opponent::Engine(id) => Some((id, rival.name)),
        });
        engines.collect()
    }

    /// The computer player of a level, for a seat of a game that is to begin.
    pub fn computer_sitter(&self, variant: &str, level: u8) -> Option<Sitter> {
        computer::sitter(&**self.computer()?, variant, &Opponent::Level(level))
    }

    fn game_context(&self) -> GameContext {
        let inner = &self.0;
        GameContext {
            time: inner.time.clone(),
            store: Arc::clone(&inner.store),
            variants: inner.settings.variants.clone(),
            started_at: inner.heartbeat.started_at,
            last_alive: inner.heartbeat.last_alive,
            absences: Arc::clone(&inner.absences),
            damaged: Arc::clone(&inner.damaged),
            switchboard: Arc::clone(&inner.switchboard),
            deadlines: Arc::clone(&inner.deadlines),
            games: Arc::clone(&inner.games),
            consequences: Arc::new(self.clone()),
        }
    }

    /// Numbers about this host.
    pub fn counts(&self) -> Counts {
        Counts {
            awake: self.games().len(),
            running: self.n_running(),
            actions: self.0.counters.actions.load(Ordering::Relaxed),
            damaged: self.0.damaged.count(),
            absences: self.n_absences(),
            absent: self.0.absences.total(),
        }
    }

    pub(crate) fn n_running(&self) -> u64 {
        self.0.counters.running.load(Ordering::Relaxed)
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
        let context = Arc::new(self.game_context());
        tokio::spawn(Actor::new(context, game.clone(), messages).run());
        Ok(game)
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
    ) -> Result<Asked, Rejection> {
        let command = Arc::new(Command::Ask {
            player: player.clone(),
            seat,
            tag,
            ask,
        });
        loop {
            let handle = self.game(game)?;
            let asked = handle.ask(Arc::clone(&command)).await;
            if !self.fell_asleep(&handle, &asked) {
                return asked;
            }
        }
    }

    /// A player wants something of a game; the answer is what `look` sees right after it was done, before
    /// anything else happens in the game.
    ///
    /// # Errors
    /// It is refused, or cannot be stored.
    pub async fn ask_and_look<T: Send + 'static>(
        &self,
        game: &GameId,
        asking: Asking<'_>,
        look: impl FnOnce(&Session, Millis) -> T + Clone + Send + 'static,
    ) -> Result<T, Rejection> {
        let command = Arc::new(Command::Ask {
            player: asking.player.clone(),
            seat: asking.seat,
            tag: asking.tag,
            ask: asking.ask,
        });
        loop {
            let handle = self.game(game)?;
            let seen = handle
                .ask_and_look(Arc::clone(&command), look.clone())
                .await;
            if !self.fell_asleep(&handle, &seen) {
                return seen;
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
    ) -> Result<(Opening, Game), Rejection> {
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
    ) -> Result<T, Rejection> {
        loop {
            let handle = self.game(game)?;
            let seen = handle.look(look.clone()).await;
            if !self.fell_asleep(&handle, &seen) {
                return seen;
            }
        }
    }

    /// Tells a game what has happened around it, and comes back when that is stored. Protocols that know more
    /// about their clients' presence than this host tell it so.
    ///
    /// # Errors
    /// There is no such game, or the store fails.
    pub async fn report_to(&self, game: &GameId, report: Report) -> Result<(), Rejection> {
        loop {
            let handle = self.game(game)?;
            let told = handle.report(report.clone()).await;
            if !self.fell_asleep(&handle, &told) {
                return told;
            }
        }
    }

    /// Removes a game for good, unless somebody reads it; whether it is gone now.
    ///
    /// # Errors
    /// There is no such game, or the store fails.
    pub async fn remove_game(&self, game: &GameId) -> Result<bool, Rejection> {
        loop {
            let handle = self.game(game)?;
            let removed = handle.remove().await;
            if !self.fell_asleep(&handle, &removed) {
                return removed;
            }
        }
    }

    /// A game that fell asleep at the very moment is simply asked again.
    fn fell_asleep<T>(&self, game: &Game, answer: &Result<T, Rejection>) -> bool {
        let is_stopped = matches!(answer, Err(Rejection::Failed(HostError::Stopping)));
        is_stopped && game.is_asleep() && !self.is_stopping()
    }

    /// The stored records of a game, with their hashes.
    ///
    /// # Errors
    /// There is no such game, or the store fails.
    pub async fn records(&self, game: &GameId) -> Result<Vec<Sealed>, Rejection> {
        let records = self.0.store.read(game, 0).await?;
        match records.is_empty() {
            true => Err(HostRefusal::NoSuchGame.into()),
            false => Ok(records),
        }
    }

    /// Begins a game. Beginning the same game twice does no harm; the answer says whether it is new. Once it is
    /// stored, nothing that follows makes this fail.
    ///
    /// # Errors
    /// The game cannot be played like this, or cannot be stored; or it is not known whether it was.
    pub async fn begin(&self, created: Created) -> Result<bool, Rejection> {
        let id = created.game.clone();
        let seats = created.seats.clone();
        let first = Session::create(self.now(), created, &self.variants().lookup())?;
        match self.0.store.append(&id, 0, Arc::new([first])).await {
            // If an earlier attempt was unconfirmed, it did not get so far.
            Ok(()) => drop(self.0.unconfirmed.confirm(&id)),
            Err(AppendError::Conflict { .. }) => {
                self.confirm(&id).await;
                return Ok(false);
            }
            Err(AppendError::Failed(error)) => {
                self.0.unconfirmed.add(id);
                return Err(error.into());
            }
        }
        self.announce(&id, &seats).await;
        Ok(true)
    }

    /// It is not known whether a game has begun.
    pub(super) fn note_unconfirmed(&self, id: &GameId) {
        self.0.unconfirmed.add(id.clone());
    }

    /// A game exists. If that was unconfirmed, what has to follow is done now.
    pub(crate) async fn confirm(&self, id: &GameId) {
        if !self.0.unconfirmed.confirm(id) {
            return;
        }
        match self.0.store.summary(id).await {
            Ok(Some(summary)) => self.announce(id, &summary.seats).await,
            Ok(None) | Err(_) => self.0.unconfirmed.add(id.clone()),
        }
    }

    /// Does what has to follow the beginning of a game, once.
    async fn announce(&self, id: &GameId, seats: &BySeat<Option<Sitter>>) {
        self.0.counters.running.fetch_add(1, Ordering::Relaxed);
        for seat in Seat::BOTH {
            if let Some(sitter) = &seats[seat] {
                let game = id.clone();
                self.tell_player(&sitter.player, PlayerEvent::Started { game, seat });
            }
        }
        if self.lobby().is_watched() {
            let summary = self.0.store.summary(id).await;
            if let Ok(Some(summary)) = summary
                && !summary.unlisted
            {
                self.lobby()
                    .publish(self.n_running(), LobbyChange::GameStarted { summary });
            }
        }
        // A computer may have the first move, and a game should be in memory when its players come.
        match self.game(id) {
            Ok(game) => drop(game.send(Message::Wake)),
            // There is no room for it now.
            Err(_) => self
                .0
                .deadlines
                .set(self.now() + Millis::from_secs(1), id.clone()),
        }
    }

    /// How long a player may be away in a game with such a clock.
    pub fn grace(clock: Clock) -> Option<Millis> {
        matches!(clock, Clock::Fischer { .. } | Clock::Delay { .. }).then_some(GRACE)
    }

    /// A new id for a game.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn new_game_id(&self) -> Result<GameId, HostError> {
        ids::game(ids::random(12)?)
    }
}
