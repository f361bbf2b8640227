//! What a client does next.

use host::{Audience, SeatChoice};
use rules::Seat;
use session::{Ask, Clock, GameId, Millis, Phase, PlayerId, Proposal, Session};

use crate::call::{Request, Wish};
use crate::client::Client;
use crate::random::Random;
use crate::storm::Storm;
use crate::time;
use crate::world::World;

/// Chooses by lots what a client does next.
#[derive(Clone)]
pub(crate) struct Chooser {
    /// What people want to play in this world; few different things, so that they meet.
    wishes: Vec<Wish>,
}

const CLOCKS: [Clock; 6] = [
    Clock::Untimed,
    Clock::Fischer {
        initial: Millis::from_secs(60),
        increment: Millis::from_secs(1),
    },
    Clock::Fischer {
        initial: Millis::from_secs(12),
        increment: Millis(0),
    },
    Clock::Fischer {
        initial: Millis::from_secs(180),
        increment: Millis::from_secs(2),
    },
    Clock::Delay {
        initial: Millis::from_secs(30),
        delay: Millis::from_secs(3),
    },
    Clock::Correspondence { days: 1 },
];

impl Chooser {
    pub(crate) fn new(variants: &rules::Variants, random: &mut Random) -> Chooser {
        let ids: Vec<&'static str> = variants.iter().map(|variant| variant.meta().id).collect();
        let n_wishes = random.between(2, 3);
        let wish = |_| Wish {
            // Mostly the first: the others take longer to judge.
            variant: match random.per_mille(930) {
                true => ids[0],
                false => ids[random.below(ids.len() as u64) as usize],
            },
            clock: CLOCKS[random.below(CLOCKS.len() as u64) as usize],
            seat: SeatChoice::Random,
            audience: Audience::Anybody,
        };
        Chooser {
            wishes: (0..n_wishes).map(wish).collect(),
        }
    }

    pub(crate) fn choose(&self, world: &World, client: &mut Client) -> Request {
        let roll = world.draw(|random| random.below(100));
        match roll {
            0..9 => self.pair(world),
            9..14 => self.create(world, client),
            14..22 => match newest_seek(world) {
                Some(game) => Request::Join(game),
                None => self.pair(world),
            },
            22..27 => match client.seeks.pop() {
                Some(game) => Request::Cancel(game),
                None => self.pair(world),
            },
            27..33 => match any_game(world) {
                Some(game) => open(client, game),
                None => Request::Lobby,
            },
            33..35 => match client.mirrors.keys().next() {
                Some(game) => Request::Close(game.clone()),
                None => Request::Lobby,
            },
            35..37 => Request::Lobby,
            _ => self.play(world, client),
        }
    }

    /// What a client does when many do the same.
    pub(crate) fn in_storm(
        &self,
        world: &World,
        client: &mut Client,
        storm: Storm,
    ) -> Option<Request> {
        match storm {
            Storm::Pair => self.wishes.first().cloned().map(Request::Pair),
            Storm::Join => last_seek(world).map(Request::Join),
            Storm::JoinOrCancel => {
                last_seek(world).map(|game| match client.seeks.contains(&game) {
                    true => Request::Cancel(game),
                    false => Request::Join(game),
                })
            }
            Storm::Rematch | Storm::Draw | Storm::Resign => {
                let game = client.games.last()?.clone();
                let ask = match storm {
                    Storm::Rematch => propose(Proposal::Rematch),
                    Storm::Draw => propose(Proposal::Draw),
                    Storm::Resign => Ask::Resign,
                    Storm::Pair | Storm::Join | Storm::JoinOrCancel => return None,
                };
                Some(Request::Ask { game, ask })
            }
        }
    }

    fn pair(&self, world: &World) -> Request {
        let wish = world.draw(|random| random.pick(&self.wishes).cloned());
        wish.map_or(Request::Lobby, Request::Pair)
    }

    fn create(&self, world: &World, client: &Client) -> Request {
        let Request::Pair(mut wish) = self.pair(world) else {
            return Request::Lobby;
        };
        let others: Vec<PlayerId> = {
            let ledger = world.ledger();
            let players = ledger.arrangements.keys().map(|(player, _)| player.clone());
            players
                .filter(|player| Some(player) != client.player())
                .collect()
        };
        world.draw(|random| {
            wish.seat = match random.below(3) {
                0 => SeatChoice::White,
                1 => SeatChoice::Black,
                _ => SeatChoice::Random,
            };
            wish.audience = match (random.below(4), random.pick(&others)) {
                (0, _) => Audience::Anybody,
                (1, _) => Audience::Computer {
                    opponent: host::Opponent::Level(1),
                },
                (2, Some(player)) => Audience::Player {
                    player: player.clone(),
                },
                (_, _) => Audience::Invited,
            };
        });
        Request::Create(wish)
    }

    /// Does something in one of the last games.
    fn play(&self, world: &World, client: &mut Client) -> Request {
        let latest: Vec<GameId> = client.games.iter().rev().take(4).cloned().collect();
        let Some(game) = world.draw(|random| random.pick(&latest).cloned()) else {
            return self.pair(world);
        };
        let Some(player) = client.player().cloned() else {
            return Request::Lobby;
        };
        let mirror = client.mirrors.get(&game);
        let Some(session) = mirror.and_then(|mirror| mirror.session.as_ref()) else {
            return match mirror.is_some_and(|mirror| mirror.is_open) || client.link.is_none() {
                true => Request::Records(game),
                false => open(client, game),
            };
        };
        if mirror.is_some_and(|mirror| !mirror.is_open)
            && world.draw(|random| random.per_mille(400))
        {
            return open(client, game);
        }
        match ask(world, session, &player) {
            Some(ask) => Request::Ask { game, ask },
            None => self.pair(world),
        }
    }
}

fn propose(proposal: Proposal) -> Ask {
    Ask::Propose { proposal }
}

fn open(client: &Client, game: GameId) -> Request {
    let from = client.mirrors.get(&game).map(|mirror| mirror.seq);
    Request::Open { game, from }
}

fn last_seek(world: &World) -> Option<GameId> {
    world.ledger().seeks.last().cloned()
}

/// One of the last seeks.
fn newest_seek(world: &World) -> Option<GameId> {
    let newest: Vec<GameId> = world.ledger().seeks.iter().rev().take(3).cloned().collect();
    world.draw(|random| random.pick(&newest).cloned())
}

fn any_game(world: &World) -> Option<GameId> {
    let games: Vec<GameId> = world.ledger().games.iter().cloned().collect();
    world.draw(|random| random.pick(&games).cloned())
}

/// Something that a player of a game may want, mostly something that is allowed.
fn ask(world: &World, session: &Session, player: &PlayerId) -> Option<Ask> {
    let seat = session.seat_of(player, None);
    let roll = world.draw(|random| random.below(100));
    match (session.phase(), roll) {
        (_, 0..3) => Some(nonsense(world)),
        (Phase::Running { to_act }, 3..80) if seat == Some(to_act) => act(world, session),
        (Phase::Running { .. }, 80..84) => act(world, session),
        (Phase::Running { .. } | Phase::Open | Phase::Over { .. }, _) => {
            allowed(world, session, seat?)
        }
    }
}

fn act(world: &World, session: &Session) -> Option<Ask> {
    let legal = session.game().legal();
    let n_played = u32::try_from(session.played().len()).ok();
    let (action, is_careful) =
        world.draw(|random| (random.pick(&legal).cloned(), random.per_mille(500)));
    Some(Ask::Act {
        action: action?,
        after: n_played.filter(|_| is_careful),
    })
}

/// Something besides acting that the player may do; giving up is rare.
fn allowed(world: &World, session: &Session, seat: Seat) -> Option<Ask> {
    let mut asks = session.asks(seat, time::wall().max(session.last_at()));
    world.draw(|random| {
        if random.per_mille(600) {
            asks.retain(|ask| !matches!(ask, Ask::Resign | Ask::Abort));
        }
        let agreed: Vec<Ask> = asks
            .iter()
            .filter(|ask| matches!(ask, Ask::Accept { .. }))
            .cloned()
            .collect();
        match random.per_mille(500) {
            true => random.pick(&agreed).or(asks.last()).cloned(),
            false => random.pick(&asks).cloned(),
        }
    })
}

/// What nobody may do, at least not now.
fn nonsense(world: &World) -> Ask {
    match world.draw(|random| random.below(5)) {
        0 => Ask::Act {
            action: "nonsense".to_owned(),
            after: None,
        },
        1 => Ask::ClaimWin,
        2 => Ask::Accept {
            proposal: Proposal::Takeback { to: 3 },
        },
        3 => Ask::Sit {
            seat: None,
            name: "Stranger".to_owned(),
        },
        _ => Ask::Abort,
    }
}
