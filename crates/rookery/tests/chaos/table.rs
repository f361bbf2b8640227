//! A table: two players, who may be at different nodes, play game after game at random and know the rules themselves.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rules::{AnyGame, Seat, SplitMix};
use serde_json::{Value, json};
use session::Record;

use crate::player::{Lost, Player};
use crate::setting;
use crate::world::{Acknowledged, GameLog, World};

/// Plies after which somebody gives up.
const LENGTH: usize = 30;

/// How soon something is tried again that failed.
const RETRY: Duration = Duration::from_millis(50);

/// How long a player who waits for news looks at the connection before looking at the time.
const GLANCE: Duration = Duration::from_millis(500);

/// How long players think, in milliseconds.
pub(crate) fn thinking() -> Duration {
    Duration::from_millis(setting("THINKING", 30) as u64)
}

/// Plays until the world is over.
pub(crate) async fn play(world: Arc<World>, number: usize) {
    let n_nodes = world.cluster.n_nodes();
    let mut table = Table {
        number,
        numbers: SplitMix::new(number as u64 + 1),
        // Some pairs share a node, most do not.
        sides: [0, steps(number, n_nodes)].map(|step| Side {
            player: Player::new(number, (number + step) % n_nodes),
            n_known: 0,
            is_open: false,
        }),
        log: GameLog::default(),
        n_games: 0,
        world,
    };
    while !table.world.is_over() {
        table.game().await;
        let log = std::mem::take(&mut table.log);
        table.world.logs.lock().unwrap().push(log);
    }
}

/// How many nodes further on the second player of a table is.
fn steps(number: usize, n_nodes: usize) -> usize {
    match setting("TOGETHER", 0) {
        0 => 1 + number / n_nodes,
        _ => 0,
    }
}

/// A player at the table.
struct Side {
    player: Player,
    /// How many records the player was told.
    n_known: u64,
    /// Whether the player's connection is told of the game.
    is_open: bool,
}

struct Table {
    world: Arc<World>,
    number: usize,
    numbers: SplitMix,
    sides: [Side; 2],
    log: GameLog,
    n_games: usize,
}

fn index(seat: Seat) -> usize {
    usize::from(seat == Seat::Black)
}

/// Notes what a notice or an answer says of a game. Nobody is told two different things about one record.
fn note(log: &mut GameLog, side: &mut u64, records: &Value, n_records: &Value) {
    for record in records.as_array().into_iter().flatten() {
        let record: Record = serde_json::from_value(record.clone()).expect("a record");
        let text = record.to_text();
        let before = log.records.insert(record.seq, text.clone());
        assert!(
            before.as_ref().is_none_or(|before| *before == text),
            "{}: {before:?} became {text}",
            log.game
        );
    }
    *side = n_records.as_u64().unwrap_or(*side).max(*side);
}

impl Table {
    async fn game(&mut self) {
        self.n_games += 1;
        self.begin().await;
        let mut game = catalog::standard().first().variant().start("").unwrap();
        let mut n_plies = 0;
        while let Some(seat) = game.status().to_act() {
            tokio::time::sleep(thinking()).await;
            if n_plies >= LENGTH || self.world.is_over() {
                self.ask(seat, "resign", &json!({"type": "resign"})).await;
                break;
            }
            let action = self.choose(&*game);
            let ask = json!({"type": "act", "action": action, "after": n_plies});
            self.ask(seat, &format!("ply-{n_plies}"), &ask).await;
            game = game.apply(seat, &action).expect("a legal move").game;
            n_plies += 1;
        }
        self.log.has_ended = true;
        // A connection has a limited number of games open. One that is lost meanwhile has none.
        let close = json!({"type": "close", "game": self.log.game});
        for side in &mut self.sides {
            if side.player.call(&close, &mut |_| ()).await.is_err() {
                side.player.leave(&self.world);
            }
        }
    }

    fn choose(&mut self, game: &dyn AnyGame) -> String {
        let legal = game.legal();
        legal[self.numbers.below(legal.len())].clone()
    }

    /// Begins a game. One whose beginning was not answered may be there or not; another one is begun.
    async fn begin(&mut self) {
        loop {
            for side in &mut self.sides {
                side.n_known = 0;
                side.is_open = false;
                if !side.player.is_connected() {
                    side.player.connect(&self.world).await;
                }
            }
            match self.try_begin().await {
                Ok(game) => {
                    self.log.game = game;
                    return;
                }
                Err(Lost) => self.world.check_patience(self.number, "no game begins"),
            }
        }
    }

    async fn try_begin(&mut self) -> Result<String, Lost> {
        let create = json!({
            "type": "create", "variant": "orthodox", "start": {"type": "usual"},
            "clock": {"type": "fischer", "initial": 3_600_000, "increment": 0},
            "seat": "white", "audience": {"type": "invited"},
        });
        let seek = self.tell(0, &create).await?;
        let game = seek["answer"]["seek"]["game"].as_str();
        let game = game.unwrap_or_else(|| panic!("{seek}")).to_owned();
        loop {
            let joined = self.tell(1, &json!({"type": "join", "game": game})).await?;
            if joined["type"] == "ok" {
                return Ok(game);
            }
            // The other player's node may not have heard of the seek yet.
            assert_eq!(joined["refusal"]["code"], "no-such-game", "{joined}");
            self.world
                .check_patience(self.number, "a seek is not found elsewhere");
            tokio::time::sleep(RETRY).await;
        }
    }

    /// A request outside of games; one that fails is sent again.
    async fn tell(&mut self, side: usize, request: &Value) -> Result<Value, Lost> {
        loop {
            let told = self.sides[side].player.call(request, &mut |_| ()).await;
            match told {
                Ok(frame) if frame["type"] != "error" => return Ok(frame),
                Ok(frame) => {
                    self.world.check_patience(self.number, &frame.to_string());
                    tokio::time::sleep(RETRY).await;
                }
                Err(Lost) => {
                    self.sides[side].player.leave(&self.world);
                    return Err(Lost);
                }
            }
        }
    }

    /// Asks something of the game until it is acknowledged, always with the same tag, and waits until the other player
    /// was told.
    async fn ask(&mut self, seat: Seat, name: &str, ask: &Value) {
        let tag = format!("{}-{}-{name}", self.number, self.n_games);
        let asked_at = Instant::now();
        let seq = loop {
            match self.try_ask(index(seat), &tag, ask).await {
                Ok(Some(seq)) => break seq,
                Ok(None) => tokio::time::sleep(RETRY).await,
                Err(Lost) => self.lose(index(seat)),
            }
            self.world.n_again.fetch_add(1, Ordering::Relaxed);
            self.world.check_patience(self.number, &tag);
        };
        let answered_at = Instant::now();
        self.log.acknowledged.push(Acknowledged {
            tag,
            seq,
            asked_at,
            answered_at,
        });
        self.world.acknowledge(self.number);
        let other = 1 - index(seat);
        while let Err(Lost) = self.wait_for(other, seq + 1).await {
            self.lose(other);
        }
        self.world
            .delays
            .lock()
            .unwrap()
            .push(answered_at.elapsed());
    }

    fn lose(&mut self, side: usize) {
        self.sides[side].is_open = false;
        self.sides[side].player.leave(&self.world);
    }

    /// The number of the first record that it made; none if the server failed.
    async fn try_ask(&mut self, side: usize, tag: &str, ask: &Value) -> Result<Option<u64>, Lost> {
        let n_acknowledged = self.log.acknowledged.last().map_or(0, |last| last.seq + 1);
        self.wait_for(side, n_acknowledged).await?;
        let request = json!({"type": "ask", "game": self.log.game, "ask": ask});
        let Side {
            player, n_known, ..
        } = &mut self.sides[side];
        let log = &mut self.log;
        let frame = player
            .call_tagged(tag, &request, &mut |notice| {
                note(log, n_known, &notice["records"], &notice["seq"]);
            })
            .await?;
        match frame["type"].as_str() {
            Some("ok") => Ok(Some(frame["answer"]["seq"].as_u64().expect("a number"))),
            Some("error") => Ok(None),
            _ => panic!("{tag} in {}: {frame}", self.log.game),
        }
    }

    /// Waits until a player was told so many records.
    async fn wait_for(&mut self, side: usize, n_records: u64) -> Result<(), Lost> {
        self.open(side).await?;
        while self.sides[side].n_known < n_records {
            let Side {
                player, n_known, ..
            } = &mut self.sides[side];
            if let Some(notice) = player.notice(GLANCE).await?
                && notice["game"] == self.log.game
            {
                note(&mut self.log, n_known, &notice["records"], &notice["seq"]);
            }
            let (game, n_known, node) = (&self.log.game, *n_known, player.node());
            let waits = format!("node {node} tells {n_known} of {n_records} records of {game}");
            self.world.check_patience(self.number, &waits);
        }
        Ok(())
    }

    /// Opens the game on a connection that does not have it open.
    async fn open(&mut self, side: usize) -> Result<(), Lost> {
        let Side {
            player,
            n_known,
            is_open,
        } = &mut self.sides[side];
        if !player.is_connected() {
            player.connect(&self.world).await;
            *is_open = false;
        }
        while !*is_open {
            // All records are asked for, so that they can be compared with those that were told before.
            let open = json!({"type": "open", "game": self.log.game, "from": 0, "detail": "brief"});
            let log = &mut self.log;
            let frame = player
                .call(&open, &mut |notice| {
                    note(log, n_known, &notice["records"], &notice["seq"]);
                })
                .await?;
            *is_open = frame["type"] == "ok";
            match *is_open {
                true => {
                    let answer = &frame["answer"];
                    assert_eq!(answer["type"], "opened", "it has begun: {frame}");
                    // A node that has not heard of the latest moves yet tells them soon.
                    *n_known = 0;
                    note(&mut self.log, n_known, &answer["missed"], &answer["seq"]);
                }
                false => {
                    assert_ne!(frame["type"], "refused", "{frame}");
                    self.world
                        .check_patience(self.number, "a game cannot be opened");
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
        Ok(())
    }
}
