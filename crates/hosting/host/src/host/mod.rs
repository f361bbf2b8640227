//! The host: all live games and what they share.

mod absence;
mod asking;
mod attendance;
mod beginning;
mod consequences;
mod damage;
mod heartbeat;
mod lifecycle;
mod naming;
mod presence;
mod sessions;
mod talk;
mod unconfirmed_games;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::Variants;
use session::{Clock, GameId, Millis, Sealed, Sitter};
use store::Store;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

pub(crate) use self::absence::{Absence, Absences};
pub(crate) use self::damage::DamagedGames;
use self::heartbeat::{Heartbeat, LiveGames};
pub(crate) use self::lifecycle::Lifecycle;
use self::lifecycle::SharedLifecycle;
use self::unconfirmed_games::UnconfirmedGames;
use crate::accounts::Accounts;
use crate::actor::Actor;
use crate::deadline_timer::DeadlineTimer;
use crate::game::{Game, Message};
use crate::game_context::GameContext;
use crate::game_list::GameList;
use crate::lobby::Lobby;
use crate::nodes::{Node, Nodes, Resume};
use crate::review::Reviews;
use crate::switchboard::Switchboard;
use crate::thinking::Thinking;
use crate::time_source::{self, TimeSource};
use crate::turns::Turns;
use crate::{Computer, HostError, HostRefusal, Opponent, Rejection, Waits, computer, ids};

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

impl Settings {
    /// The names of all computer players: nobody else may have one of them.
    pub fn reserved_names(&self) -> Vec<String> {
        let Some(computer) = &self.computer else {
            return Vec::new();
        };
        let variants = self.variants.iter();
        let rivals = variants.flat_map(|variant| computer.rivals(variant.meta().id));
        rivals.map(|rival| rival.name).collect()
    }
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
    /// How long computers wait for their turns to think.
    pub thinking: Waits,
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
    reviews: Reviews,
    heartbeat: Heartbeat,
    absences: Arc<Absences>,
    lifecycle: SharedLifecycle,
    unconfirmed: UnconfirmedGames,
    damaged: Arc<DamagedGames>,
    nodes: Arc<Nodes>,
    gaps: Gaps,
    /// What protocols are told by themselves at other nodes.
    protocol_news: tokio::sync::broadcast::Sender<(Arc<str>, Arc<str>)>,
    counters: Counters,
    /// Tasks that end with the host.
    background: Mutex<Vec<AbortHandle>>,
}

/// What [`Counts`] is made of.
#[derive(Default)]
pub(crate) struct Counters {
    /// Games that are being played.
    pub(crate) running: AtomicU64,
    /// Actions stored since the start.
    actions: AtomicU64,
}

/// Told when something that other nodes have said was missed.
#[derive(Default)]
struct Gaps {
    of_games: Notify,
    of_lobby: Notify,
}

/// Messages of protocols to themselves that may wait.
const PROTOCOL_NEWS: usize = 256;

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
        Host::start_node(store, settings, Node::alone()?, wall).await
    }

    /// The same for one of several nodes that share the store.
    ///
    /// # Errors
    /// The store fails.
    pub async fn start_node(
        store: Arc<dyn Store>,
        settings: Settings,
        node: Node,
        wall: impl Fn() -> Millis + Send + Sync + 'static,
    ) -> Result<Host, HostError> {
        let ear = node.bus.open();
        let nodes = Arc::new(Nodes::new(node));
        let last_alive = heartbeat::last_alive(&*store).await?;
        let wall = TimeSource::new(Arc::new(wall));
        let (time, live_games) = match nodes.is_alone() {
            true => begin_alone(&nodes, &store, wall, last_alive).await?,
            false => begin_with_others(&nodes, &store, wall, last_alive).await?,
        };
        let heartbeat = Heartbeat::new();
        let reserved = settings.reserved_names();
        let accounts = Accounts::load(Arc::clone(&store), time.clone(), &reserved).await?;
        let results = attendance::kept_results(&*store).await?;
        let host = Host(Arc::new(Inner {
            lobby: Lobby::load(&store, results).await?,
            accounts,
            settings,
            time,
            store,
            games: Arc::default(),
            turns: Turns::default(),
            switchboard: Arc::default(),
            deadlines: Arc::default(),
            thinking: Thinking::start()?,
            reviews: Reviews::default(),
            heartbeat,
            absences: Arc::new(Absences::new()),
            lifecycle: SharedLifecycle::new(),
            unconfirmed: UnconfirmedGames::default(),
            damaged: Arc::default(),
            nodes,
            gaps: Gaps::default(),
            protocol_news: tokio::sync::broadcast::channel(PROTOCOL_NEWS).0,
            counters: Counters {
                running: AtomicU64::new(live_games.count),
                ..Counters::default()
            },
            background: Mutex::default(),
        }));
        host.run_in_background(host.clone().run_pulse());
        host.run_in_background(host.clone().run_heartbeat(live_games.resumed));
        host.run_in_background(host.clone().run_deadlines());
        host.run_in_background(host.clone().run_admin_notices());
        if !host.nodes().is_alone() {
            host.run_in_background(host.clone().run_ear(ear));
            host.run_in_background(host.clone().run_beats());
            host.run_in_background(host.clone().run_sweep());
            host.run_in_background(host.clone().run_lobby_sync());
            host.run_in_background(host.clone().run_presence_notes());
            host.run_in_background(host.clone().run_presence_watch());
        }
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
            Lifecycle::Running => {
                self.note_alive().await;
                if !self.nodes().is_alone() {
                    self.beat_goodbye().await;
                }
            }
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

    pub(crate) fn is_closing(&self) -> bool {
        self.0.lifecycle.now() >= Lifecycle::Closing
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.0.lifecycle.now() >= Lifecycle::Stopped
    }

    pub(crate) fn lifecycle_now(&self) -> Lifecycle {
        self.0.lifecycle.now()
    }

    pub(crate) fn nodes(&self) -> &Arc<Nodes> {
        &self.0.nodes
    }

    pub(crate) fn time(&self) -> &TimeSource {
        &self.0.time
    }

    pub(crate) fn absences(&self) -> &Absences {
        &self.0.absences
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.0.counters
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameId, Game>> {
        self.0.games.lock()
    }

    /// The name of this node.
    pub fn node_id(&self) -> &store::NodeId {
        self.nodes().id()
    }

    /// Ends without a word, as a process does that is killed.
    #[cfg(feature = "testkit")]
    pub fn vanish(&self) {
        self.0.lifecycle.advance(Lifecycle::Stopped);
        for task in self.background().drain(..) {
            task.abort();
        }
        for (_, game) in self.games().drain() {
            drop(game.send(Message::Stop));
        }
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

    pub(crate) fn reviews(&self) -> &Reviews {
        &self.0.reviews
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
            nodes: Arc::clone(&inner.nodes),
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
            thinking: self.thinking().waits(),
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

    /// The same, for what nodes do.
    pub(crate) fn game_handle(&self, id: &GameId) -> Result<Game, HostError> {
        self.game(id)
    }

    pub(crate) fn n_awake(&self) -> usize {
        self.games().len()
    }

    pub(crate) fn is_awake(&self, id: &GameId) -> bool {
        self.games().contains_key(id)
    }

    /// Sleeping games of which this node knows when they are due.
    pub(crate) fn known_deadlines(&self) -> HashSet<GameId> {
        self.0.deadlines.known()
    }

    /// Tells a game something, if it is in memory.
    pub(crate) fn send_awake(&self, id: &GameId, message: Message) {
        let game = self.games().get(id).cloned();
        if let Some(game) = game {
            // One that has no room for it looks by itself a moment later.
            drop(game.send(message));
        }
    }

    /// How many records are known here of the games in memory.
    pub(crate) fn known_records(&self) -> Vec<(GameId, u64)> {
        let games = self.games();
        let known = games.values();
        known
            .filter_map(|game| Some((game.id().clone(), game.n_records()?)))
            .collect()
    }

    /// Something that other nodes have said was missed.
    pub(crate) fn note_gap(&self) {
        self.0.gaps.of_games.notify_one();
        self.0.gaps.of_lobby.notify_one();
    }

    pub(crate) async fn gap_heard(&self) {
        self.0.gaps.of_games.notified().await;
    }

    pub(crate) async fn lobby_gap_heard(&self) {
        self.0.gaps.of_lobby.notified().await;
    }

    pub(crate) fn hear_protocol(&self, name: &str, text: String) {
        // It fails if nobody listens, which is fine.
        drop(self.0.protocol_news.send((name.into(), text.into())));
    }

    /// What protocols tell themselves at other nodes by [`Host::tell_protocol`]: the name of the protocol, and a text. Some of it
    /// may be lost.
    pub fn protocol_news(&self) -> tokio::sync::broadcast::Receiver<(Arc<str>, Arc<str>)> {
        self.0.protocol_news.subscribe()
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

/// The time and the games of a node that is alone: all games that were being played are resumed.
async fn begin_alone(
    nodes: &Nodes,
    store: &Arc<dyn Store>,
    wall: TimeSource,
    last_alive: Option<Millis>,
) -> Result<(TimeSource, LiveGames), HostError> {
    let live_games = LiveGames::load(&**store, last_alive).await?;
    let time = heartbeat::go_on(wall, last_alive, live_games.changed_at);
    nodes.set_resume(Some(Resume {
        before: time.now(),
        // Without a note nobody knows how long the server was away: nothing since the last record is charged.
        since: last_alive.unwrap_or_default(),
    }));
    Ok((time, live_games))
}

/// The same for one of several nodes, which goes by the time of the store. If others run, games go on already.
async fn begin_with_others(
    nodes: &Nodes,
    store: &Arc<dyn Store>,
    wall: TimeSource,
    last_alive: Option<Millis>,
) -> Result<(TimeSource, LiveGames), HostError> {
    let time = wall.correctable();
    let live_games = match nodes.begin(store, &time, last_alive).await? {
        true => LiveGames::load(&**store, last_alive).await?,
        false => LiveGames {
            count: store.count_live().await?,
            resumed: Vec::new(),
            changed_at: None,
        },
    };
    Ok((time, live_games))
}
