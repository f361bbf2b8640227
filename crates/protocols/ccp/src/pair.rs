//! Two clients of the line protocol at a table.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::{Arrival, Effect, Session, Settings};
use host::Rejection;
use rules::{BySeat, Seat};
use tokio::time::{Instant, sleep_until};

use crate::hosted::Table;
use crate::listener::{Client, Peer};
use crate::service::Service;

/// Two clients at a table.
pub(crate) struct Pair {
    clients: BySeat<Peer>,
    settings: Settings,
    service: Arc<Service>,
    started: Instant,
}

enum Happening {
    Arrived(Seat, Arrival),
    Late,
    Stop,
}

impl Pair {
    /// The first client has White.
    pub(crate) fn new(
        white: Client,
        black: Peer,
        settings: Settings,
        service: Arc<Service>,
    ) -> Pair {
        Pair {
            clients: BySeat {
                white: Peer::Client(white),
                black,
            },
            settings,
            service,
            started: Instant::now(),
        }
    }

    /// Plays until somebody has enough.
    pub(crate) async fn play(mut self) {
        let names = BySeat::new_with(|seat| self.clients[seat].name());
        let played = match Table::new(Arc::clone(&self.service), names) {
            Ok(mut table) => self.games(&mut table).await.map(|()| table),
            Err(error) => Err(error),
        };
        let BySeat { white, black } = self.clients;
        let leave = async {
            match played {
                Ok(table) => table.leave().await,
                Err(error) => tracing::warn!(%error, "a pair of CCP clients could not be served"),
            }
        };
        tokio::join!(white.close(), black.close(), leave);
    }

    async fn games(&mut self, table: &mut Table) -> Result<(), Rejection> {
        let (mut session, effects) = Session::new(self.settings.clone(), self.now())?;
        self.perform(&mut session, table, effects).await;
        while !session.is_over() {
            let effects = match self.happening(session.deadline()).await {
                Happening::Arrived(seat, arrival) => session.arrived(self.now(), seat, arrival),
                Happening::Late => session.tick(self.now()),
                Happening::Stop => session.stop(self.now()),
            };
            self.perform(&mut session, table, effects).await;
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
            () = self.service.context.stopped() => Happening::Stop,
        }
    }

    /// Does what the session asks for, and what it asks for then.
    async fn perform(&mut self, session: &mut Session, table: &mut Table, effects: Vec<Effect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            let done = match effect {
                Effect::Begin => table.begin(&self.settings).await,
                Effect::Act { seat, action } => table.act(seat, action).await,
                Effect::Send { seat, lines } => {
                    self.clients[seat].send(&lines).await;
                    continue;
                }
                Effect::End(ending) => {
                    table.end(ending).await;
                    continue;
                }
                // Both are closed together, when there is nothing left to send.
                Effect::Close(_) => continue,
            };
            effects.extend(match done {
                Ok(()) => session.done(self.now()),
                Err(error) => {
                    tracing::warn!(%error, "a CCP game cannot go on");
                    self.stop(session)
                }
            });
        }
    }

    /// What has arrived meanwhile says what a client waits for, so it is read before anything is told.
    fn stop(&mut self, session: &mut Session) -> Vec<Effect> {
        let now = self.now();
        let mut effects = Vec::new();
        for seat in Seat::BOTH {
            while let Some(arrival) = self.clients[seat].arrived() {
                effects.extend(session.arrived(now, seat, arrival));
            }
        }
        effects.extend(session.stop(now));
        effects
    }
}
