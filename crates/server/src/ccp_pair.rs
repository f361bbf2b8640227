//! Two clients of the line protocol and their games, which are ordinary games of the host.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use host::{HostError, Identity, Subscriber};
use rules::{BySeat, Seat};
use session::{Ask, Clock, Created, GameId, Proposal, Tag};
use tokio::time::{Instant, sleep, sleep_until};
use wire::ccp::{Arrival, Effect, Ending, Session, Settings};

use crate::ccp::{Client, Peer};
use crate::shared::Shared;

/// How often something is tried that the store failed to keep.
const TRIES: u32 = 5;

/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_millis(200);

/// Two clients at a board.
pub(crate) struct Pair {
    clients: BySeat<Peer>,
    settings: Settings,
    shared: Arc<Shared>,
    started: Instant,
}

/// What a pair's games are played as.
struct Table {
    players: BySeat<Identity>,
    game: Option<GameId>,
    n_actions: u32,
}

enum Happening {
    Arrived(Seat, Arrival),
    Late,
    Stop,
}

impl Pair {
    /// The first client has White.
    pub(crate) fn new(white: Client, black: Peer, settings: Settings, shared: Arc<Shared>) -> Pair {
        Pair {
            clients: BySeat {
                white: Peer::Client(white),
                black,
            },
            settings,
            shared,
            started: Instant::now(),
        }
    }

    /// Plays until somebody has enough.
    pub(crate) async fn play(mut self) {
        if let Err(error) = self.games().await {
            tracing::warn!(%error, "a pair of CCP clients could not be served");
        }
        let BySeat { white, black } = self.clients;
        tokio::join!(white.close(), black.close());
    }

    async fn games(&mut self) -> Result<(), HostError> {
        let people = self.shared.host.people();
        let mut players = BySeat {
            white: people.newcomer()?,
            black: people.newcomer()?,
        };
        for seat in Seat::BOTH {
            if let Peer::Computer(computer) = &self.clients[seat] {
                players[seat].name = computer.name().to_owned();
            }
        }
        // They are there for as long as they are served.
        let _presence = Seat::BOTH.map(|seat| {
            let player = &players[seat].player;
            self.shared.host.connect(player, &Subscriber::deaf())
        });
        let mut table = Table {
            players,
            game: None,
            n_actions: 0,
        };
        let (mut session, effects) = Session::new(self.settings.clone(), self.now())?;
        self.perform(&mut session, &mut table, effects).await;
        while !session.is_over() {
            let effects = match self.happening(session.deadline()).await {
                Happening::Arrived(seat, arrival) => session.arrived(self.now(), seat, arrival),
                Happening::Late => session.tick(self.now()),
                Happening::Stop => session.stop(self.now()),
            };
            self.perform(&mut session, &mut table, effects).await;
        }
        Ok(())
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    async fn happening(&mut self, deadline: Option<Duration>) -> Happening {
        let started = self.started;
        let late = async {
            match deadline {
                Some(deadline) => sleep_until(started + deadline).await,
                None => std::future::pending().await,
            }
        };
        let BySeat { white, black } = &mut self.clients;
        tokio::select! {
            arrival = white.arrival() => Happening::Arrived(Seat::White, arrival),
            arrival = black.arrival() => Happening::Arrived(Seat::Black, arrival),
            () = late => Happening::Late,
            () = self.shared.stopped() => Happening::Stop,
        }
    }

    /// Does what the session asks for, and what it asks for then.
    async fn perform(&mut self, session: &mut Session, table: &mut Table, effects: Vec<Effect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            let done = match effect {
                Effect::Begin => self.begin(table).await,
                Effect::Act { seat, action } => self.act(table, seat, action).await,
                Effect::Send { seat, lines } => {
                    self.clients[seat].send(&lines).await;
                    continue;
                }
                Effect::End(ending) => {
                    self.end(table, ending).await;
                    continue;
                }
                // Both are closed together, when there is nothing left to send.
                Effect::Close(_) => continue,
            };
            effects.extend(match done {
                Ok(()) => session.done(self.now()),
                Err(error) => {
                    tracing::warn!(%error, "a CCP game cannot go on");
                    session.stop(self.now())
                }
            });
        }
    }

    async fn begin(&self, table: &mut Table) -> Result<(), HostError> {
        let host = &self.shared.host;
        let meta = self.settings.variant.meta();
        let game = host.new_game_id()?;
        let sitter = |seat: Seat| Some(table.players[seat].sitter());
        let created = Created {
            game: game.clone(),
            variant: meta.id.to_owned(),
            rules_version: meta.rules_version,
            setup: self.settings.setup.clone(),
            preset: None,
            seed: 0,
            clock: Clock::Untimed,
            grace: None,
            seats: BySeat::new_with(sitter),
            rematch_of: table.game.take(),
        };
        let mut patience = Patience(TRIES);
        loop {
            let begun = host.begin(created.clone()).await.map(drop);
            if !patience.tries_again(&begun).await {
                begun?;
                break;
            }
        }
        table.game = Some(game);
        table.n_actions = 0;
        Ok(())
    }

    async fn act(&self, table: &mut Table, seat: Seat, action: String) -> Result<(), HostError> {
        let after = Some(table.n_actions);
        let tag = format!("ccp-{}", table.n_actions);
        self.ask(table, seat, &tag, Ask::Act { action, after })
            .await?;
        table.n_actions += 1;
        Ok(())
    }

    /// Asks the game for something. The tag keeps it from being done twice when it is asked again.
    async fn ask(&self, table: &Table, seat: Seat, tag: &str, ask: Ask) -> Result<(), HostError> {
        let Some(game) = &table.game else {
            return Ok(());
        };
        let player = &table.players[seat].player;
        let tag = Tag::new(tag).ok();
        let host = &self.shared.host;
        let mut patience = Patience(TRIES);
        loop {
            let asked = host.ask(game, player, Some(seat), tag.clone(), ask.clone());
            let asked = asked.await.map(drop);
            if !patience.tries_again(&asked).await {
                return asked;
            }
        }
    }

    /// A game that has hardly begun is called off; otherwise whoever leaves resigns.
    async fn end(&self, table: &Table, ending: Ending) {
        let ended = match ending {
            Ending::Left(seat) => match self.ask(table, seat, "ccp-abort", Ask::Abort).await {
                Err(HostError::Refused(_)) => self.ask(table, seat, "ccp-left", Ask::Resign).await,
                other => other,
            },
            Ending::Agreed => self.agree(table).await,
        };
        if let Err(error) = ended {
            tracing::warn!(%error, "a CCP game that was left could not be ended");
        }
    }

    async fn agree(&self, table: &Table) -> Result<(), HostError> {
        let proposal = Proposal::Draw;
        for seat in Seat::BOTH {
            self.ask(table, seat, "ccp-agreed", Ask::Propose { proposal })
                .await?;
        }
        Ok(())
    }
}

/// How often something may still be tried.
struct Patience(u32);

impl Patience {
    /// Waits a little if trying again could help.
    async fn tries_again(&mut self, result: &Result<(), HostError>) -> bool {
        self.0 = self.0.saturating_sub(1);
        let may_pass = matches!(result, Err(HostError::Store(_) | HostError::Overloaded));
        if may_pass && self.0 > 0 {
            sleep(PAUSE).await;
        }
        may_pass && self.0 > 0
    }
}
