//! Cases of the rules played through a running server: two players and a spectator, each on a connection of
//! its own, and a server that is killed after every action.
//!
//! What the three are shown is compared with the rules crate, which the cases themselves prove. So whatever
//! a case leads to (a promotion owed by either player, holes in the past, an acceptance that is not
//! answered yet) is there again after a restart and a reconnect.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use rules::{AnyGame, Seat, Status};
use serde_json::{Value, json};

use crate::child::Served;
use crate::socket::Socket;

#[test]
fn promotions_and_boards_of_tri_dimensional_chess() {
    play_cases("tridim", &["promotion", "edge", "boards"]);
}

#[test]
fn blanks_and_acceptance_in_time_travelling_chess() {
    play_cases("timetravel", &["settling", "replay", "turns"]);
}

#[test]
fn promotions_of_both_players_in_wisconsin_chess() {
    play_cases("wisconsin", &["promotion", "asserts", "fantasy"]);
}

fn play_cases(variant: &'static str, folders: &[&str]) {
    let data = tempfile::tempdir().unwrap();
    let mut tables = tables(variant, folders);
    let longest = tables.iter().map(|table| table.actions.len()).max();
    let mut tokens: [Option<String>; 3] = [None, None, None];
    for turn in 0..=longest.unwrap() {
        let served = Served::start(data.path());
        let mut room = Room::enter(served.web, &mut tokens);
        for table in &mut tables {
            if turn == 0 {
                table.begin(&mut room);
            }
            table.come_back(&mut room);
            table.act(&mut room, turn);
        }
        served.kill();
    }
    let served = Served::start(data.path());
    let mut room = Room::enter(served.web, &mut tokens);
    for table in &mut tables {
        table.come_back(&mut room);
        table.take_everything_back(&mut room);
    }
    served.kill();
}

/// The games of the cases in these folders.
fn tables(variant: &'static str, folders: &[&str]) -> Vec<HostedCase> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/{variant}/cases"));
    let files = folders.iter().flat_map(|folder| files(&cases.join(folder)));
    let tables: Vec<HostedCase> = files
        .filter_map(|file| HostedCase::read(variant, &file))
        .collect();
    assert!(tables.len() >= 20, "only {} cases are left", tables.len());
    tables
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Both players and a spectator.
struct Room {
    players: [Socket; 2],
    spectator: Socket,
}

impl Room {
    /// Everybody comes, as who they were before.
    fn enter(address: SocketAddr, tokens: &mut [Option<String>; 3]) -> Room {
        let [white, black, spectator] =
            tokens.each_mut().map(|token| Socket::hello(address, token));
        Room {
            players: [white, black],
            spectator,
        }
    }

    fn player(&mut self, seat: Seat) -> &mut Socket {
        &mut self.players[usize::from(seat == Seat::Black)]
    }

    fn everybody(&mut self) -> impl Iterator<Item = &mut Socket> {
        self.players.iter_mut().chain([&mut self.spectator])
    }
}

/// One case as a hosted game.
struct HostedCase {
    variant: &'static str,
    setup: String,
    actions: Vec<String>,
    id: String,
    /// What the rules say, before the first action and after each.
    games: Vec<Box<dyn AnyGame>>,
}

impl HostedCase {
    /// The setup of a case and what is done in it. Nothing if nothing is done: hosting adds nothing to that.
    fn read(variant: &'static str, file: &Path) -> Option<HostedCase> {
        let text = std::fs::read_to_string(file).unwrap();
        // A second setup begins another position.
        let mut n_setups = 0;
        let lines: Vec<&str> = text
            .lines()
            .take_while(|line| {
                n_setups += usize::from(line.starts_with("setup "));
                n_setups < 2
            })
            .collect();
        let said = |word: &'static str| {
            lines
                .iter()
                .filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
                .map(str::trim)
        };
        let is_seat = |word: &&str| Seat::BOTH.iter().any(|seat| seat.to_string() == **word);
        let actions: Vec<String> = said("do")
            .flat_map(str::split_whitespace)
            .filter(|word| !is_seat(word))
            .map(str::to_owned)
            .collect();
        let setup = said("setup").next().unwrap_or_default().to_owned();
        let game = catalog::standard()
            .variants()
            .find(variant)
            .unwrap()
            .start(&setup)
            .ok()?;
        (!actions.is_empty()).then(|| HostedCase {
            variant,
            setup,
            actions,
            id: String::new(),
            games: vec![game],
        })
    }

    fn now(&self) -> &dyn AnyGame {
        &**self.games.last().unwrap()
    }

    fn begin(&mut self, room: &mut Room) {
        let start = json!({"type": "setup", "text": self.setup});
        let created = room.player(Seat::White).ok(&json!({
            "type": "create", "variant": self.variant, "start": start, "clock": {"type": "untimed"},
            "seat": "white", "audience": {"type": "invited"},
        }));
        self.id = created["seek"]["game"].as_str().unwrap().to_owned();
        let joined = room
            .player(Seat::Black)
            .ok(&json!({"type": "join", "game": self.id}));
        assert_eq!(joined["seat"], "black");
    }

    /// Everybody opens the game and is shown what the rules say.
    fn come_back(&self, room: &mut Room) {
        for client in room.everybody() {
            let opened = client.ok(&json!({"type": "open", "game": self.id}));
            self.compare(&opened["view"]);
        }
    }

    /// The action of this turn, if the case has one. Everybody is told, and only who is to act may act.
    fn act(&mut self, room: &mut Room, turn: usize) {
        let (Some(action), Status::ToAct(seat)) = (self.actions.get(turn), self.now().status())
        else {
            return;
        };
        let action = action.clone();
        let act = json!({"type": "ask", "game": self.id, "ask": {"type": "act", "action": action}});
        room.player(!seat).refused(&act, "not-your-turn");
        room.spectator.refused(&act, "not-seated");
        room.player(seat).ok(&act);
        let step = self.now().apply(seat, &action).unwrap();
        self.games.push(step.game);
        self.everybody_is_told(room);
    }

    fn everybody_is_told(&self, room: &mut Room) {
        for client in room.everybody() {
            let notice = client.game_notice(&self.id);
            let mut shown = notice["update"].clone();
            shown["phase"] = notice["phase"].clone();
            self.compare(&shown);
        }
    }

    /// What is shown is what the rules say.
    fn compare(&self, shown: &Value) {
        let game = self.now();
        let name = format!("{} after {:?}", self.setup, self.actions);
        assert_eq!(shown["setup"], game.setup(), "{name}");
        assert_eq!(shown["scene"], json!(game.scene()), "{name}");
        assert_eq!(shown["offers"], json!(game.offers()), "{name}");
        match game.status() {
            Status::ToAct(seat) => assert_eq!(shown["phase"]["to_act"], json!(seat), "{name}"),
            Status::Over(outcome) => {
                assert_eq!(
                    shown["phase"]["ending"]["reason"],
                    json!(outcome.reason),
                    "{name}"
                );
            }
        }
    }

    /// One action after the other is taken back, each by the player who made it, with the opponent's consent.
    fn take_everything_back(&mut self, room: &mut Room) {
        while self.games.len() > 1 && self.now().status().to_act().is_some() {
            self.games.pop();
            let seat = self.now().status().to_act().unwrap();
            let takeback = json!({"kind": "takeback", "to": self.games.len() - 1});
            for (seat, word) in [(seat, "propose"), (!seat, "accept")] {
                let ask = json!({"type": word, "proposal": takeback});
                room.player(seat)
                    .ok(&json!({"type": "ask", "game": self.id, "ask": ask}));
            }
            // The proposal is a notice of its own.
            for client in room.everybody() {
                client.game_notice(&self.id);
            }
            self.everybody_is_told(room);
        }
    }
}
