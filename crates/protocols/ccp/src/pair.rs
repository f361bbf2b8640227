//! Two clients of the line protocol who play each other.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::{Arrival, Effect, Session, Settings, Verdict};
use rules::{BySeat, Seat};
use tokio::time::{Instant, sleep_until};

use crate::hosted::HostedGames;
use crate::listener::{Client, Peer};
use crate::service::Service;

/// Two clients who play each other.
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
        let settings = match &black {
            Peer::Client(_) => settings,
            Peer::Computer(_) => settings.without_opponent(),
        };
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
        let hosted = match HostedGames::new(Arc::clone(&self.service), names) {
            Ok(mut hosted) => {
                self.games(&mut hosted).await;
                Ok(hosted)
            }
            Err(error) => Err(error),
        };
        let BySeat { white, black } = self.clients;
        let leave = async {
            match hosted {
                Ok(hosted) => hosted.leave().await,
                Err(error) => tracing::warn!(%error, "a pair of CCP clients could not be served"),
            }
        };
        tokio::join!(white.close(), black.close(), leave);
    }

    async fn games(&mut self, hosted: &mut HostedGames) {
        let (mut session, effects) = Session::new(self.settings.clone(), self.now());
        self.perform(&mut session, hosted, effects).await;
        while !session.is_over() {
            let effects = match self.happening(session.deadline()).await {
                Happening::Arrived(seat, arrival) => session.arrived(self.now(), seat, arrival),
                Happening::Late => session.tick(self.now()),
                Happening::Stop => session.stop(self.now()),
            };
            self.perform(&mut session, hosted, effects).await;
        }
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
    async fn perform(
        &mut self,
        session: &mut Session,
        hosted: &mut HostedGames,
        effects: Vec<Effect>,
    ) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Begin => effects.extend(self.begin(session, hosted).await),
                Effect::Play { seat, action } => {
                    effects.extend(self.move_piece(session, hosted, seat, &action).await);
                }
                Effect::Send { seat, lines } => self.clients[seat].send(&lines).await,
                Effect::End(ending) => hosted.end(ending).await,
                // Both are closed together, when there is nothing left to send.
                Effect::Close(_) => {}
            }
        }
    }

    async fn begin(&mut self, session: &mut Session, hosted: &mut HostedGames) -> Vec<Effect> {
        match hosted.begin(&self.settings).await {
            Ok(to_act) => {
                self.announce_turn(hosted, Some(to_act));
                session.begun(self.now(), to_act)
            }
            Err(error) => {
                tracing::warn!(%error, "a CCP game cannot begin");
                let mut effects = self.read_arrived(session);
                effects.extend(session.stop(self.now()));
                effects
            }
        }
    }

    async fn move_piece(
        &mut self,
        session: &mut Session,
        hosted: &mut HostedGames,
        seat: Seat,
        action: &str,
    ) -> Vec<Effect> {
        match hosted.play(seat, action).await {
            Ok(verdict) => {
                if let Verdict::Played { to_act } = verdict {
                    self.announce_turn(hosted, to_act);
                }
                session.judged(self.now(), verdict)
            }
            Err(error) => {
                tracing::warn!(%error, "a CCP game cannot go on");
                let unstored = hosted.unstored(seat, action).await;
                let mut effects = self.read_arrived(session);
                effects.extend(session.unstored(self.now(), unstored));
                effects
            }
        }
    }

    /// A computer learns from the hosted game, not from lines, what there is to do.
    fn announce_turn(&mut self, hosted: &HostedGames, to_act: Option<Seat>) {
        let Some(game) = hosted.game() else {
            return;
        };
        for seat in Seat::BOTH {
            if let Peer::Computer(computer) = &mut self.clients[seat] {
                computer.turn(game, seat, to_act);
            }
        }
    }

    /// What has arrived in the meantime says what a client waits for, so it is read before the client is told anything.
    fn read_arrived(&mut self, session: &mut Session) -> Vec<Effect> {
        let now = self.now();
        let mut effects = Vec::new();
        for seat in Seat::BOTH {
            while let Some(arrival) = self.clients[seat].arrived() {
                effects.extend(session.arrived(now, seat, arrival));
            }
        }
        effects
    }
}
