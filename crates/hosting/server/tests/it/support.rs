//! A server on a port of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use host::{Computer, Host, Opponent, Rival, Settings};
use rules::Seat;
use server::{Config, Extra, Parts, Server};
use session::{Ask, Clock, GameId, Millis, View};
use store::{MemoryStore, Store};
use tokio::net::TcpListener;
use wire::native::{Answer, Audience, Request, SeatChoice, Start};

use crate::client::Client;

/// The variant the tests play.
pub(crate) const CHESS: &str = "orthodox";

pub(crate) const BLITZ: Clock = Clock::Fischer {
    initial: Millis::from_secs(300),
    increment: Millis::from_secs(3),
};

/// Limits that do not get into the way of a test that is about something else.
pub(crate) fn config() -> Config {
    let mut config = Config::default();
    config.limits.requests_per_second = 10_000;
    config.limits.creations_per_minute = 10_000;
    config.limits.address_requests_per_second = 100_000;
    config.limits.address_creations_per_minute = 10_000;
    config.limits.address_newcomers_per_minute = 10_000;
    config.limits.address_ccp_connections_per_minute = 10_000;
    config
}

pub(crate) async fn start_with(store: Arc<dyn Store>, config: Config) -> Server {
    open(parts(store, config, None, Vec::new()).await).await
}

/// A computer player and an engine of others, by their names, who play chess and nothing else.
pub(crate) fn rivals(variant: &str, own: &str, engine: (&str, &str)) -> Vec<Rival> {
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

/// A server where one can play this computer.
pub(crate) async fn start_computer(
    store: Arc<dyn Store>,
    config: Config,
    computer: Arc<dyn Computer>,
) -> Server {
    open(parts(store, config, Some(computer), Vec::new()).await).await
}

/// A server with protocols of other paths.
pub(crate) async fn start_with_extras(
    store: Arc<dyn Store>,
    config: Config,
    extras: Vec<Extra>,
) -> Server {
    open(parts(store, config, None, extras).await).await
}

/// A server that keeps everything in this store, before its doors are open.
pub(crate) async fn parts(
    store: Arc<dyn Store>,
    config: Config,
    computer: Option<Arc<dyn Computer>>,
    extras: Vec<Extra>,
) -> Parts {
    let settings = Settings {
        variants: catalog::standard().variants(),
        max_games: config.limits.games,
        computer,
    };
    Parts {
        host: Host::start(store, settings).await.unwrap(),
        extras,
        referees: Vec::new(),
        config,
    }
}

async fn open(parts: Parts) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    Server::start(listener, parts).unwrap()
}

pub(crate) async fn start() -> Server {
    start_with(Arc::new(MemoryStore::new()), config()).await
}

pub(crate) fn create(clock: Clock, seat: SeatChoice, audience: Audience) -> Request {
    Request::Create {
        variant: CHESS.to_owned(),
        start: Start::Usual,
        clock,
        seat,
        audience,
    }
}

/// Two clients at one board, both with the game open.
pub(crate) struct Pairing {
    pub(crate) white: Client,
    pub(crate) black: Client,
    pub(crate) game: GameId,
}

impl Pairing {
    pub(crate) async fn new(address: SocketAddr, clock: Clock) -> Pairing {
        let wish = create(clock, SeatChoice::White, Audience::Anybody);
        Pairing::after(address, wish).await
    }

    /// A game that began with this wish of White.
    pub(crate) async fn after(address: SocketAddr, wish: Request) -> Pairing {
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

    pub(crate) fn client(&mut self, seat: Seat) -> &mut Client {
        match seat {
            Seat::White => &mut self.white,
            Seat::Black => &mut self.black,
        }
    }

    /// Plays moves in turn, as people write them; both are told of each.
    pub(crate) async fn play(&mut self, moves: &[&str]) {
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

pub(crate) fn act(game: &GameId, action: &str) -> Request {
    ask(
        game,
        Ask::Act {
            action: action.to_owned(),
            after: None,
        },
    )
}

pub(crate) fn ask(game: &GameId, ask: Ask) -> Request {
    Request::Ask {
        game: game.clone(),
        seat: None,
        ask,
    }
}

/// The moves of a game as people write them.
pub(crate) fn written(view: &View) -> Vec<&str> {
    let moves = view.moves.iter();
    moves.map(|played| played.notation.as_str()).collect()
}
