//! What a client does: it thinks, acts, loses its connection, comes back and asks again.

use std::time::Duration;

use host::{Host, Identity};
use rules::Variants;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::call::{Call, Caller, Reply, Request, serve};
use crate::choice::Chooser;
use crate::client::{Link, SharedClient};
use crate::connection::{Down, Visit};
use crate::fault::Fault;
use crate::storm::Storms;
use crate::world::World;

/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// How often a client tries before it says that it is never answered.
const TRIES: usize = 60;

/// One client and the server it talks to.
#[derive(Clone)]
pub(crate) struct Agent {
    pub(crate) world: World,
    pub(crate) host: Host,
    pub(crate) client: SharedClient,
    pub(crate) variants: Variants,
    pub(crate) chooser: Chooser,
    pub(crate) storms: Storms,
}

impl Agent {
    /// Acts until all clients together have done enough.
    pub(crate) async fn run(self) {
        while self.world.has_more_to_do() {
            let wait = self.world.draw(|random| match random.below(20) {
                0..10 => random.millis(0, 60),
                10..17 => random.millis(60, 1500),
                17..19 => random.millis(1500, 6000),
                _ => random.millis(6000, 40_000),
            });
            let storm = tokio::select! {
                biased;
                storm = self.storms.next() => Some(storm),
                () = sleep(wait) => None,
            };
            let Some(identity) = self.identity() else {
                return;
            };
            let request = match storm {
                Some(kind) => self
                    .chooser
                    .in_storm(&self.world, &mut self.client.lock(), kind),
                None => self.step(&identity).await,
            };
            if let Some(request) = request {
                self.start(&identity, request).await;
            }
        }
    }

    fn identity(&self) -> Option<Identity> {
        let new = || self.host.accounts().newcomer().ok();
        self.client.lock().identity(new)
    }

    /// Connects or asks again, or says what else to do.
    async fn step(&self, identity: &Identity) -> Option<Request> {
        let is_linked = self.client.lock().link.is_some();
        if !is_linked && self.world.draw(|random| random.per_mille(600)) {
            self.connect(identity);
        }
        let again = {
            let client = self.client.lock();
            let unanswered = client.unanswered.clone();
            self.world.draw(|random| match random.per_mille(600) {
                true => random.pick(&unanswered).cloned(),
                false => None,
            })
        };
        if let Some(call) = again {
            self.perform(identity, call).await;
            return None;
        }
        Some(self.chooser.choose(&self.world, &mut self.client.lock()))
    }

    /// Sends a new request; now and then together with another one that overtakes it.
    async fn start(&self, identity: &Identity, request: Request) {
        let call = self.client.lock().next_call(request);
        let Some(call) = call else {
            return;
        };
        if self.world.strikes(Fault::Reordering, 40) {
            let other = self.chooser.choose(&self.world, &mut self.client.lock());
            let other = self.client.lock().next_call(other);
            if let Some(other) = other {
                let late = async {
                    sleep(Duration::from_millis(60)).await;
                    self.perform(identity, call).await;
                };
                tokio::join!(late, self.perform(identity, other));
            }
            return;
        }
        self.perform(identity, call).await;
    }

    /// Sends a request and learns from the answer, if one comes.
    pub(crate) async fn perform(&self, identity: &Identity, call: Call) -> Option<Reply> {
        self.world.act();
        self.world
            .ledger()
            .note_sent(&identity.player, &call.tag, &call.request);
        if self.world.strikes(Fault::Duplicate, 30) {
            self.world.ledger().note_unsure(&identity.player, &call.tag);
            let (again, identity, twin) = (call.clone(), identity.clone(), self.clone());
            tokio::spawn(async move { twin.post(&identity, &again).await });
        }
        self.client.lock().in_flight.push(call.clone());
        let is_linked = self.client.lock().link.is_some();
        let needs_link = matches!(call.request, Request::Open { .. } | Request::Close(_));
        let goes_by_link =
            is_linked && (needs_link || self.world.draw(|random| random.per_mille(700)));
        let reply = match goes_by_link {
            true => self.send(&call).await,
            false => self.post_unreliably(identity, &call).await,
        };
        let mut client = self.client.lock();
        client.in_flight.retain(|other| other.tag != call.tag);
        if client.player() != Some(&identity.player) {
            // Somebody else sits here now.
            self.world.ledger().note_unsure(&identity.player, &call.tag);
            return reply;
        }
        if reply == Some(Reply::SentAway) {
            self.world.ledger().note_unsure(&identity.player, &call.tag);
        }
        match &reply {
            Some(reply) => client.learn(&self.world, &self.variants, &call, reply),
            None => client.give_up(&self.world, call),
        }
        drop(client);
        reply
    }

    /// Opens a connection.
    pub(crate) fn connect(&self, identity: &Identity) {
        let (up, inbox) = mpsc::channel(8);
        let (outbox, down) = mpsc::channel(8);
        let queue = self.world.draw(|random| random.between(4, 64)) as usize;
        tokio::spawn(
            Visit {
                world: self.world.clone(),
                host: self.host.clone(),
                identity: identity.clone(),
                inbox,
                outbox,
                queue,
            }
            .run(),
        );
        let reader = tokio::spawn(self.clone().listen(down)).abort_handle();
        self.world
            .trace(format_args!("{} connects", identity.player));
        self.client.lock().link = Some(Link { up, reader });
    }

    /// Reads what the server sends, until it says no more.
    async fn listen(self, mut down: mpsc::Receiver<Down>) {
        while let Some(message) = down.recv().await {
            self.world.pause(30).await;
            if self.world.strikes(Fault::SlowReader, 4) {
                sleep(self.world.draw(|random| random.millis(12_000, 40_000))).await;
            }
            self.client.lock().hear(&self.world, message);
        }
        // The reader does not end itself: the one who hangs up does.
        let mut client = self.client.lock();
        if let Some(link) = client.link.take() {
            drop(link.up);
        }
        client.hang_up();
    }

    /// Sends a request over the connection.
    async fn send(&self, call: &Call) -> Option<Reply> {
        self.world.pause(25).await;
        if self.world.strikes(Fault::Delay, 10) {
            sleep(self.world.draw(|random| random.millis(1000, 8000))).await;
        }
        let (up, answered) = {
            let mut client = self.client.lock();
            let up = client.link.as_ref()?.up.clone();
            (up, client.expect(call))
        };
        up.send(call.clone()).await.ok()?;
        drop(up);
        if self.world.strikes(Fault::Cut, 20) {
            sleep(self.world.draw(|random| random.millis(0, 40))).await;
            self.client.lock().hang_up();
            return None;
        }
        timeout(PATIENCE, answered).await.ok()?.ok()
    }

    /// Sends a request without a connection, over a network on which requests and answers are lost.
    async fn post_unreliably(&self, identity: &Identity, call: &Call) -> Option<Reply> {
        if self.world.strikes(Fault::LostRequest, 15) {
            sleep(Duration::from_millis(100)).await;
            return None;
        }
        if self.world.strikes(Fault::Delay, 10) {
            sleep(self.world.draw(|random| random.millis(1000, 8000))).await;
        }
        let (agent, identity, call) = (self.clone(), identity.clone(), call.clone());
        let serving = tokio::spawn(async move { agent.post(&identity, &call).await });
        if self.world.strikes(Fault::Abandoned, 25) {
            sleep(self.world.draw(|random| random.millis(0, 30))).await;
            serving.abort();
            return None;
        }
        let reply = timeout(PATIENCE, serving).await.ok()?.ok()?;
        match self.world.strikes(Fault::LostReply, 15) {
            true => None,
            false => Some(reply),
        }
    }

    /// A request without a connection, as the server serves it.
    async fn post(&self, identity: &Identity, call: &Call) -> Reply {
        self.world.pause(40).await;
        match self.host.accounts().identify(&identity.token).await {
            Ok(Some(_)) => {}
            Ok(None) => return Reply::SentAway,
            Err(error) => return Reply::Failed(error.to_string()),
        }
        self.host.touch(&identity.player);
        let caller = Caller {
            identity,
            subscriber: None,
        };
        let (reply, _) = serve(&self.world, &self.host, &caller, call).await;
        self.world.pause(40).await;
        reply
    }

    /// Comes to rest: connects, and asks until everything is answered.
    pub(crate) async fn settle(self) {
        for _ in 0..TRIES {
            let Some(identity) = self.identity() else {
                return;
            };
            if self.client.lock().link.is_none() {
                self.connect(&identity);
            }
            let next = self.client.lock().unanswered.first().cloned();
            match next {
                Some(call) => drop(self.perform(&identity, call).await),
                None => {
                    self.ask_for_opponents_again(&identity).await;
                    return self.open_games(&identity).await;
                }
            }
            sleep(Duration::from_millis(300)).await;
        }
        self.world.broken(
            "every request is answered in the end",
            format_args!("{:?}", self.client.lock().unanswered.first()),
        );
    }

    /// A waiting client asks again, and learns what has come of it.
    pub(crate) async fn ask_again(self) {
        if let Some(identity) = self.identity() {
            self.ask_for_opponents_again(&identity).await;
        }
    }

    async fn ask_for_opponents_again(&self, identity: &Identity) {
        let waits = std::mem::take(&mut self.client.lock().waits);
        for call in waits {
            self.perform(identity, call).await;
        }
    }

    /// Opens the last games again, from where the client knows them.
    async fn open_games(&self, identity: &Identity) {
        let games: Vec<_> = self
            .client
            .lock()
            .games
            .iter()
            .rev()
            .take(3)
            .cloned()
            .collect();
        for game in games {
            let from = self
                .client
                .lock()
                .mirrors
                .get(&game)
                .map(|mirror| mirror.seq);
            let call = self.client.lock().next_call(Request::Open { game, from });
            if let Some(call) = call {
                self.perform(identity, call).await;
            }
        }
    }
}
