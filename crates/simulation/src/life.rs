//! One life of a server: from its start to a power cut, a clean stop, or the end of the world.

use std::sync::Arc;
use std::time::Duration;

use host::{Host, Settings};
use rules::Variants;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::agent::Agent;
use crate::choice::Chooser;
use crate::client::SharedClient;
use crate::computer::QuickComputer;
use crate::director::direct;
use crate::fault::Fault;
use crate::oracle;
use crate::owner::Owner;
use crate::store::{SharedDisk, SimulatedStore, lock};
use crate::storm::Storms;
use crate::time;
use crate::world::World;

/// What all lives of a world have in common.
pub(crate) struct Stage {
    pub(crate) world: World,
    pub(crate) disk: SharedDisk,
    pub(crate) clients: Vec<SharedClient>,
    pub(crate) variants: Variants,
    pub(crate) chooser: Chooser,
}

/// How a life ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// The power goes after so many touches of disk and network.
    Crash(u64),
    /// The owner stops the server after so many milliseconds.
    CleanStop(u64),
    /// Everything comes to rest, and the promises are checked.
    Rest,
}

/// Slow readers read again after this, and everybody has been told everything.
const QUIET: Duration = Duration::from_secs(45);

/// All clocks of games in which seconds count have run out after this, and computers have acted.
const LONG: Duration = Duration::from_secs(400);

/// After this everything that was handed to the store is written.
const WRITTEN: Duration = Duration::from_secs(5);

impl Stage {
    /// Lives once. Says whether that was the last life.
    pub(crate) fn live(&self, plan: Plan) -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build();
        let Ok(runtime) = runtime else {
            self.world
                .broken("a runtime starts", format_args!("the system gave none"));
            return true;
        };
        let crash = match plan {
            Plan::Crash(touches) => Some(touches),
            Plan::CleanStop(_) | Plan::Rest => None,
        };
        self.world.plan_crash(crash);
        runtime.block_on(self.live_inside(plan))
    }

    async fn live_inside(&self, plan: Plan) -> bool {
        time::begin_life();
        let from = time::passed();
        self.world.ledger().life_began = from;
        self.world.trace(format_args!("a life begins: {plan:?}"));
        let is_last = tokio::select! {
            biased;
            () = self.world.crashed() => false,
            is_last = self.live_on(plan) => is_last,
        };
        for client in &self.clients {
            client.lock().lose_server(&self.world);
        }
        if self.world.is_dead() {
            self.cut_power();
        }
        self.world.ledger().end_life(from);
        let pause = self.world.draw(|random| match random.below(3) {
            0 => random.between(0, 2000),
            1 => random.between(2000, 30_000),
            _ => random.between(30_000, 400_000),
        });
        time::end_life(pause);
        is_last
    }

    fn cut_power(&self) {
        self.world.count(Fault::Crash);
        let damage = self.world.draw(|random| lock(&self.disk).cut_power(random));
        self.world.trace(format_args!("power is cut: {damage:?}"));
        if damage.n_lost > 0 {
            self.world.count(Fault::LostWrites);
        }
        if damage.is_torn {
            self.world.count(Fault::TornWrite);
        }
        if damage.is_ghost_alive {
            self.world.count(Fault::GhostWrite);
        }
    }

    async fn live_on(&self, plan: Plan) -> bool {
        let store = Arc::new(SimulatedStore::mount(&self.world, &self.disk));
        let settings = Settings {
            variants: self.variants.clone(),
            max_games: 1000,
            computer: Some(Arc::new(QuickComputer(self.variants.clone()))),
        };
        let started = time::passed();
        self.world
            .trace(format_args!("the wall clock shows {}", time::wall()));
        let host = Host::start_with_clock(Arc::clone(&store) as _, settings, time::wall).await;
        let host = match host {
            Ok(host) => host,
            Err(error) => {
                self.world
                    .trace(format_args!("the server does not start: {error}"));
                return false;
            }
        };
        self.world.ledger().note_server_time(host.now());
        self.world
            .trace(format_args!("{} games go on", host.counts().running));
        if self.world.draw(|random| random.per_mille(500)) {
            sleep(Duration::from_secs(3)).await;
            oracle::check_start(&self.world, store.memory(), started);
        }
        let storms = Storms::new();
        let owner = Owner {
            world: self.world.clone(),
            store: Arc::clone(&store),
            clients: self.clients.clone(),
        };
        tokio::spawn(direct(self.world.clone(), storms.clone(), owner));
        let agents: Vec<Agent> = self
            .clients
            .iter()
            .map(|client| Agent {
                world: self.world.clone(),
                host: host.clone(),
                client: client.clone(),
                variants: self.variants.clone(),
                chooser: self.chooser.clone(),
                storms: storms.clone(),
            })
            .collect();
        let mut acting: JoinSet<()> = agents.iter().cloned().map(Agent::run).collect();
        let done = async { while acting.join_next().await.is_some() {} };
        match plan {
            Plan::Crash(_) => {
                done.await;
                // Clients have done enough before the power went.
                self.world.kill();
                std::future::pending().await
            }
            Plan::CleanStop(after) => {
                tokio::select! {
                    biased;
                    () = done => {}
                    () = sleep(Duration::from_millis(after)) => {}
                }
                self.world.count(Fault::CleanStop);
                self.world.ledger().note_closing();
                host.close().await;
                host.stop().await;
                sleep(WRITTEN).await;
                false
            }
            Plan::Rest => {
                done.await;
                self.rest(&host, &store, agents).await;
                true
            }
        }
    }

    /// Nothing goes wrong any more: every request is answered, and then every promise must hold.
    async fn rest(&self, host: &Host, store: &Arc<SimulatedStore>, agents: Vec<Agent>) {
        self.world.trace(format_args!("everything comes to rest"));
        self.world.come_to_rest();
        self.world.ledger().clear_weather();
        sleep(QUIET).await;
        let settling: JoinSet<()> = agents.iter().cloned().map(Agent::settle).collect();
        settling.join_all().await;
        sleep(QUIET).await;
        let asking: JoinSet<()> = agents.into_iter().map(Agent::ask_again).collect();
        asking.join_all().await;
        sleep(QUIET).await;
        oracle::check_rest(&self.world, host, store.memory(), &self.clients);
        oracle::check_decisions(&self.world, host, store).await;
        sleep(LONG).await;
        oracle::check_deadlines(&self.world, host, store.memory(), &self.variants);
        self.world.ledger().note_closing();
        host.close().await;
        host.stop().await;
        sleep(WRITTEN).await;
    }
}
