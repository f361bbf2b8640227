//! A server on a port of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::PuzzleList;
use crate::message::{
    Answer, PuzzleGoal, PuzzleInfo, PuzzleTurn, Request, SeatChoice, Start, WantedOpponent,
};
use explorer::Explorer;
use host::{Computer, Host, Node, Opponent, Rival, Settings};
use rules::{Seat, Variants};
use server::{Parts, Server};
use session::{Ask, Clock, GameId, Millis, View};
use store::Store;
use tokio::net::TcpListener;

use super::client::Client;

/// The variant the tests play.
pub const CHESS: &str = "orthodox";

pub const BLITZ: Clock = Clock::Fischer {
    initial: Millis::from_secs(300),
    increment: Millis::from_secs(3),
};

/// Limits that do not get in the way of a test that is about something else.
pub fn settings() -> server::Settings {
    server::Settings {
        limits: server::Limits {
            requests_per_second: 10_000,
            creations_per_minute: 10_000,
            address_requests_per_second: 100_000,
            address_creations_per_minute: 10_000,
            address_newcomers_per_minute: 10_000,
            ..server::Limits::default()
        },
        ..server::Settings::default()
    }
}

/// What a test server is made of, besides its store.
pub struct Setup {
    /// Limits and origins.
    pub settings: server::Settings,
    /// Whether players may chat.
    pub chat: bool,
    /// Games in memory at the same time.
    pub max_games: usize,
    /// The games that can be played.
    pub variants: Variants,
    /// The computer players.
    pub computer: Option<Arc<dyn Computer>>,
    /// Protocols besides the native one.
    pub protocols: Vec<Box<dyn server::Protocol>>,
    /// Which of several nodes it is; without it, the only one.
    pub node: Option<Node>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            settings: settings(),
            chat: false,
            max_games: 50_000,
            variants: catalog::standard().variants(),
            computer: None,
            protocols: Vec::new(),
            node: None,
        }
    }
}

impl Setup {
    /// A server on a port of its own that keeps everything in this store.
    pub async fn start(self, store: Arc<dyn Store>) -> (Server, Host) {
        let host_settings = Settings {
            variants: self.variants,
            max_games: self.max_games,
            computer: self.computer,
        };
        let node = self.node.unwrap_or_else(|| Node::alone().unwrap());
        let host = Host::start_node(store, host_settings, node, host::now);
        let host = host.await.unwrap();
        let native = crate::Settings { chat: self.chat };
        let native = crate::Protocol::new(native)
            .with_explorer(explorer())
            .with_puzzles(puzzles());
        let mut protocols: Vec<Box<dyn server::Protocol>> = vec![Box::new(native)];
        protocols.extend(self.protocols);
        let parts = Parts {
            host: host.clone(),
            protocols,
            settings: self.settings,
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        (Server::start(listener, parts).unwrap(), host)
    }
}

/// Two mates in one, of chess.
fn puzzles() -> Vec<PuzzleList> {
    let mate = |id: &str, setup: &str| PuzzleInfo {
        id: id.to_owned(),
        goal: PuzzleGoal::Mate { actions: 1 },
        grade: 1,
        theme: "check".to_owned(),
        setup: setup.to_owned(),
        solution: vec![PuzzleTurn {
            action: "a1a8".to_owned(),
            replies: Vec::new(),
        }],
    };
    let puzzles = vec![
        mate("one", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
        mate("two", "7k/6pp/8/8/8/8/8/R3K3 w - - 0 1"),
    ];
    vec![PuzzleList {
        variant: CHESS.to_owned(),
        puzzles,
    }]
}

/// Answers questions about positions of all games.
fn explorer() -> Explorer {
    let catalog = catalog::standard();
    Explorer::new(catalog.iter().map(|entry| explorer::Game {
        variant: entry.variant(),
        bot: Some(entry.bot()),
    }))
}

/// A computer player and an external engine, by their names, who play chess and nothing else.
pub fn rivals(variant: &str, own: &str, engine: (&str, &str)) -> Vec<Rival> {
    let rival = |opponent, name: &str| Rival {
        opponent,
        name: name.to_owned(),
    };
    let (id, name) = engine;
    match variant == CHESS {
        true => vec![
            rival(Opponent::Level(1), own),
            rival(Opponent::Engine(id.to_owned()), name),
        ],
        false => Vec::new(),
    }
}

pub fn create(clock: Clock, seat: SeatChoice, audience: WantedOpponent) -> Request {
    Request::Create {
        variant: CHESS.to_owned(),
        start: Start::Usual,
        clock,
        seat,
        audience,
    }
}

/// Two clients at one board, both with the game open.
pub struct Pairing {
    pub white: Client,
    pub black: Client,
    pub game: GameId,
}

impl Pairing {
    pub async fn new(address: SocketAddr, clock: Clock) -> Pairing {
        let wish = create(clock, SeatChoice::White, WantedOpponent::Anybody);
        Pairing::after(address, wish).await
    }

    /// A game that began with this wish of White.
    pub async fn after(address: SocketAddr, wish: Request) -> Pairing {
        let mut white = Client::hello(address, None).await;
        let mut black = Client::hello(address, None).await;
        let Answer::Seeking { seek } = white.ok(wish).await else {
            panic!("the seek should wait")
        };
        let game = seek.game;
        let joined = black.ok(Request::Join { game: game.clone() }).await;
        let seat = Seat::Black;
        assert_eq!(
            joined,
            Answer::Playing {
                game: game.clone(),
                seat
            }
        );
        white.open(&game).await;
        black.open(&game).await;
        Pairing { white, black, game }
    }

    pub fn client(&mut self, seat: Seat) -> &mut Client {
        match seat {
            Seat::White => &mut self.white,
            Seat::Black => &mut self.black,
        }
    }

    /// Plays moves in turn, as people write them; both are told of each.
    pub async fn play(&mut self, moves: &[&str]) {
        let game = self.game.clone();
        for text in moves {
            let played = self.white.view(&game).await.moves.len();
            let seat = Seat::BOTH[played % 2];
            self.client(seat).ok(act(&game, text)).await;
            for seat in Seat::BOTH {
                let notice = self.client(seat).game_notice().await;
                assert_eq!(notice.game, game);
            }
        }
    }
}

pub fn act(game: &GameId, action: &str) -> Request {
    ask(
        game,
        Ask::Act {
            action: action.to_owned(),
            after: None,
        },
    )
}

pub fn ask(game: &GameId, ask: Ask) -> Request {
    Request::Ask {
        game: game.clone(),
        seat: None,
        ask,
    }
}

/// The moves of a game as people write them.
pub fn written(view: &View) -> Vec<&str> {
    let moves = view.moves.iter();
    moves.map(|played| played.notation.as_str()).collect()
}
