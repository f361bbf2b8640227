//! Nothing acknowledged is lost: a server is killed again and again while games are played on it.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rules::{AnyGame, Seat, SplitMix};

use crate::child::{Api, Served, value};

const KILLS: usize = 50;
const TABLES: usize = 6;

/// After so many moves a table begins another game, and the old one must stay as it was.
const LENGTH: usize = 12;

/// So many moves are acknowledged in every life of the server, however slow the machine is.
const MOVES: usize = 10;

/// Unless that takes longer than this.
const PATIENCE: Duration = Duration::from_secs(5);

/// Nothing takes longer than this.
const LONGEST: Duration = Duration::from_secs(60);

/// One time in these the server stays away so long that a clock would show it.
const LONG_ABSENCE: usize = 20;

/// What both clocks start with, in milliseconds.
const INITIAL: u64 = 3_600_000;

/// Where the server is now; nowhere while it is dead, and in the end.
#[derive(Default)]
struct Whereabouts {
    state: Mutex<State>,
    changed: Condvar,
    /// Moves that were acknowledged so far, at all tables.
    acknowledged: AtomicUsize,
    /// Tables that have found their game as it should be, in all lives of the server together.
    compared: AtomicUsize,
}

#[derive(Clone, Copy, Default)]
struct State {
    /// Grows with every start.
    life: usize,
    address: Option<SocketAddr>,
    is_over: bool,
    /// How long there has been no server on purpose.
    absent: Duration,
}

impl Whereabouts {
    fn now(&self) -> State {
        *self.state.lock().expect("no table has failed")
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().expect("no table has failed"));
        self.changed.notify_all();
    }

    /// The next life of the server after this one; `None` when there is none.
    fn after(&self, life: usize) -> Option<State> {
        let state = self.state.lock().expect("no table has failed");
        let waits =
            |state: &mut State| !state.is_over && (state.life <= life || state.address.is_none());
        let state = self
            .changed
            .wait_while(state, waits)
            .expect("no table has failed");
        (!state.is_over).then_some(*state)
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let data = tempfile::tempdir().expect("a folder");
    let places = Whereabouts::default();
    let played = thread::scope(|scope| {
        let tables: Vec<_> = (1..=TABLES)
            .map(|number| {
                scope.spawn({
                    let places = &places;
                    move || play(places, number)
                })
            })
            .collect();
        let last = kill_again_and_again(data.path(), &places);
        let played = tables
            .into_iter()
            .map(|table| table.join().expect("a table fails"));
        let played = played.collect::<Vec<Played>>();
        last.kill();
        played
    });
    let acknowledged = places.acknowledged.load(Ordering::Relaxed);
    let cut_off: usize = played.iter().map(|played| played.cut_off).sum();
    let games = played.iter().flat_map(|played| &played.games);
    let n_games = compare_all(data.path(), games, places.now().absent);
    assert!(n_games > 2 * TABLES, "only {n_games} games were played");
    assert!(
        acknowledged > MOVES * KILLS / 2,
        "only {acknowledged} moves were acknowledged"
    );
    assert!(cut_off > KILLS / 2, "only {cut_off} moves were cut off");
}

/// Looks at every game that was ever begun, after all deaths of the server; how many there are.
fn compare_all<'a>(
    data: &Path,
    games: impl Iterator<Item = &'a KnownGame>,
    absent: Duration,
) -> usize {
    let served = Served::start(data);
    let mut api = Api::connect(served.web).expect("it is there");
    let compared = games.map(|game| game.compare(&mut api, absent).expect("it stays there"));
    let n_games = compared.count();
    served.kill();
    n_games
}

/// The server that is left in the end.
fn kill_again_and_again(data: &Path, places: &Whereabouts) -> Served {
    let mut numbers = SplitMix::new(1);
    for kill in 1..=KILLS {
        let served = Served::start(data);
        places.change(|state| {
            state.life += 1;
            state.address = Some(served.web);
        });
        let before = places.acknowledged.load(Ordering::Relaxed);
        let began = Instant::now();
        while places.acknowledged.load(Ordering::Relaxed) < before + MOVES
            && began.elapsed() < PATIENCE
        {
            thread::sleep(Duration::from_millis(5));
        }
        // It dies at any moment of what it does, not always right after a move.
        thread::sleep(Duration::from_millis(numbers.below(100) as u64));
        places.change(|state| state.address = None);
        served.kill();
        if kill % LONG_ABSENCE == 0 {
            thread::sleep(Duration::from_secs(2));
            places.change(|state| state.absent += Duration::from_secs(2));
        }
    }
    let before = places.compared.load(Ordering::Relaxed);
    let served = Served::start(data);
    places.change(|state| {
        state.life += 1;
        state.address = Some(served.web);
    });
    // Everybody looks at its game once more.
    let began = Instant::now();
    while places.compared.load(Ordering::Relaxed) < before + TABLES {
        assert!(began.elapsed() < LONGEST, "a table does not come back");
        thread::sleep(Duration::from_millis(5));
    }
    places.change(|state| state.is_over = true);
    served
}

/// A game as the players know it.
struct KnownGame {
    id: String,
    tokens: [String; 2],
    game: Box<dyn AnyGame>,
    acknowledged: Vec<String>,
    /// Sent, and maybe played.
    pending: Option<String>,
    began: Instant,
    absent_before: Duration,
}

/// What was played at a table.
#[derive(Default)]
struct Played {
    /// All games, the last one included.
    games: Vec<KnownGame>,
    /// How many moves were cut off.
    cut_off: usize,
}

/// Plays until the end, game after game, and compares after every death of the server.
fn play(places: &Whereabouts, number: usize) -> Played {
    let mut numbers = SplitMix::new(number as u64 * 7919);
    let mut played = Played::default();
    let mut life = 0;
    while let Some(state) = places.after(life) {
        life = state.life;
        let address = state.address.expect("a server that lives");
        let Ok(mut api) = Api::connect(address) else {
            continue;
        };
        if let Some(table) = played.games.last()
            && table.compare(&mut api, state.absent).is_none()
        {
            continue;
        }
        places.compared.fetch_add(1, Ordering::Relaxed);
        // Plays until the connection breaks.
        while !places.now().is_over
            && table_moves(&mut played.games, &mut api, &mut numbers, places).is_some()
        {
            places.acknowledged.fetch_add(1, Ordering::Relaxed);
        }
        let table = played.games.last();
        played.cut_off += usize::from(table.is_some_and(|table| table.pending.is_some()));
    }
    played
}

/// One acknowledged move, in a new game if there is none. `None` when the server is gone.
fn table_moves(
    games: &mut Vec<KnownGame>,
    api: &mut Api,
    numbers: &mut SplitMix,
    places: &Whereabouts,
) -> Option<()> {
    let is_over = |table: &KnownGame| {
        table.acknowledged.len() >= LENGTH || table.game.status().to_act().is_none()
    };
    if games.last().is_none_or(is_over) {
        games.push(KnownGame::begin(api, places.now().absent)?);
    }
    games.last_mut()?.move_on(api, numbers)
}

impl KnownGame {
    fn begin(api: &mut Api, absent: Duration) -> Option<KnownGame> {
        let mut hello = || -> Option<String> {
            let (_, body) = api.ask("POST /api/hello", "", "hello", "{}").ok()?;
            Some(value(&body)["token"].as_str().expect("a token").to_owned())
        };
        let tokens = [hello()?, hello()?];
        let began = Instant::now();
        let wish = format!(
            r#"{{"variant":"orthodox","start":{{"type":"usual"}},"clock":{{"type":"fischer","initial":{INITIAL},"increment":0}},"seat":"white","audience":{{"type":"invited"}}}}"#
        );
        let (_, body) = api
            .ask("POST /api/games", &tokens[0], "create", &wish)
            .ok()?;
        let id = value(&body)["seek"]["game"]
            .as_str()
            .expect(&body)
            .to_owned();
        let join = format!("POST /api/games/{id}/join");
        let (status, body) = api.ask(&join, &tokens[1], "join", "{}").ok()?;
        assert_eq!(status, 200, "{body}");
        Some(KnownGame {
            id,
            tokens,
            game: catalog::standard()
                .first()
                .variant()
                .start("")
                .expect("the usual start"),
            acknowledged: Vec::new(),
            pending: None,
            began,
            absent_before: absent,
        })
    }

    fn move_on(&mut self, api: &mut Api, numbers: &mut SplitMix) -> Option<()> {
        let legal = self.game.legal();
        // A move that was cut off is sent again with the same tag.
        let action = match self.pending.take() {
            Some(action) => action,
            None => legal[numbers.below(legal.len())].clone(),
        };
        self.pending = Some(action.clone());
        let seat = self.game.status().to_act().expect("a game that goes on");
        let token = &self.tokens[usize::from(seat == Seat::Black)];
        let after = self.acknowledged.len();
        let body = format!(r#"{{"action":"{action}","after":{after}}}"#);
        let line = format!("POST /api/games/{}/act", self.id);
        let (status, body) = api
            .ask(&line, token, &format!("move-{after}"), &body)
            .ok()?;
        assert_eq!(
            status, 200,
            "{action} after {:?}: {body}",
            self.acknowledged
        );
        self.game = self.game.apply(seat, &action).expect("a legal move").game;
        self.acknowledged.push(action);
        self.pending = None;
        Some(())
    }

    /// Looks whether the server knows every acknowledged move, at most the pending one more, and no absence
    /// on the clocks.
    fn compare(&self, api: &mut Api, absent: Duration) -> Option<()> {
        let line = format!("GET /api/games/{}", self.id);
        let (status, body) = api.ask(&line, "", "look", "").ok()?;
        assert_eq!(status, 200, "{}: {body}", self.id);
        let view = &value(&body)["view"];
        let moves = view["moves"].as_array().expect("the moves");
        let kept: Vec<&str> = moves
            .iter()
            .map(|played| played["action"].as_str().expect("text"))
            .collect();
        let (before, more) = kept
            .split_at_checked(self.acknowledged.len())
            .expect("no move is lost");
        assert_eq!(before, self.acknowledged);
        assert!(
            more.is_empty() || more == self.pending.as_slice(),
            "{more:?} {:?}",
            self.pending
        );
        // This compares two clocks and no speed: however slow the machine is, the players' clocks show no more
        // than has passed while there was a server.
        let left = |seat: &str| view["clock"]["left"][seat].as_u64().expect("a clock");
        let charged = Duration::from_millis(2 * INITIAL - left("white") - left("black"));
        let present = self
            .began
            .elapsed()
            .saturating_sub(absent - self.absent_before);
        assert!(
            charged <= present + Duration::from_millis(500),
            "{charged:?} of {present:?}"
        );
        Some(())
    }
}
