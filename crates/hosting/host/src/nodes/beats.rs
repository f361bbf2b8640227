//! Signs of life: a node says once a second that it is alive, and hears who else is.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use session::Millis;
use store::{Beat, Member, Members, NodeId, Store, StoreError};
use tokio::time::Instant;

use super::about::{About, State, is_alive, past};
use super::{DEAD, NodeCounts, Nodes, Readiness};
use crate::host::Lifecycle;
use crate::{Host, HostError, TimeSource};

/// How often a node says that it is alive.
const BEAT: Duration = Duration::from_secs(1);

/// How often a node looks whether it is cut off, while it waits for the store.
const LOOK: Duration = Duration::from_millis(250);

/// So many looks in vain are an outage. They are counted, because a process that stood still has looked once.
const OUTAGE: u32 = 2;

impl Nodes {
    /// The first sign of life, before anything else: what time it is, and whether games have to be resumed. Says whether
    /// this node has to see to that.
    pub(crate) async fn begin(
        &self,
        store: &Arc<dyn Store>,
        time: &TimeSource,
        last_note: Option<Millis>,
    ) -> Result<bool, HostError> {
        // Until it is known what is to be resumed, a node that dies has resumed nothing.
        self.is_resuming.store(true, Ordering::Relaxed);
        let members = self.beat(store, time, State::Resuming).await?;
        let others = members
            .nodes
            .iter()
            .filter(|member| member.node != *self.id());
        let others: Vec<&Member> = others.collect();
        let (resume, state) = past(&others, last_note, time.now());
        self.set_resume(resume);
        self.note(&members);
        Ok(state == State::Resuming)
    }

    /// Says that the node is alive, and learns what time it is.
    async fn beat(
        &self,
        store: &Arc<dyn Store>,
        time: &TimeSource,
        state: State,
    ) -> Result<Members, StoreError> {
        let resume = self.resume();
        let began = Instant::now();
        let beat = store.beat(Beat {
            node: self.id().clone(),
            at: time.now(),
            about: About { state, resume }.to_text(),
        });
        let members = beat.await?;
        let took = began.elapsed();
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.counters.beat_us.store(took_us, Ordering::Relaxed);
        if let Some(now) = members.now {
            time.correct(now, took);
        }
        Ok(members)
    }

    /// Notes who is alive; gives those who no longer are.
    fn note(&self, members: &Members) -> Vec<NodeId> {
        let others = members
            .nodes
            .iter()
            .filter(|member| member.node != *self.id());
        let living = others.clone().filter(|member| is_alive(member));
        let mut alive: Vec<NodeId> = living.map(|member| member.node.clone()).collect();
        let is_resuming =
            |member: &&Member| is_alive(member) && About::of(member).state == State::Resuming;
        let is_anybody_resuming = members.nodes.iter().any(|member| is_resuming(&member));
        self.is_resuming
            .store(is_anybody_resuming, Ordering::Relaxed);
        alive.push(self.id().clone());
        alive.sort();
        let mut view = self.view();
        self.n_alive.store(alive.len(), Ordering::Relaxed);
        let gone = view.alive.iter().filter(|node| !alive.contains(node));
        let gone: Vec<NodeId> = gone.cloned().collect();
        view.alive = alive;
        view.members = members.nodes.clone();
        let known: HashSet<&NodeId> = members.nodes.iter().map(|member| &member.node).collect();
        view.taken_over.retain(|node| known.contains(node));
        gone
    }

    /// What is known of a node that may be dead: its last sign of life, if it has been silent for longer than this.
    pub(super) fn silent_since(&self, node: &NodeId, longer_than: Millis) -> Option<Millis> {
        let view = self.view();
        let member = view.members.iter().find(|member| member.node == *node)?;
        let is_silent = member.silence > longer_than || !is_alive(member);
        is_silent.then_some(member.last_beat)
    }

    /// Nodes from which nobody here has begun to take over.
    fn not_taken_over(&self) -> Vec<Member> {
        let mut view = self.view();
        let dead = view.members.iter().filter(|member| !is_alive(member));
        let dead: Vec<Member> = dead.cloned().collect();
        let new = dead.into_iter().filter(|member| member.node != *self.id());
        new.filter(|member| view.taken_over.insert(member.node.clone()))
            .collect()
    }

    /// Nodes that all have taken over from, so that they can be forgotten.
    fn to_be_forgotten(&self) -> Vec<NodeId> {
        let long = DEAD + DEAD + DEAD;
        let view = self.view();
        let dead = view.members.iter().filter(|member| member.silence > long);
        let dead: Vec<NodeId> = dead.map(|member| member.node.clone()).collect();
        drop(view);
        let is_mine = |node: &NodeId| self.pick(node.as_str()).as_ref() == Some(self.id());
        dead.into_iter().filter(is_mine).collect()
    }
}

impl Host {
    /// Says once a second that this node is alive, and sees to what follows from who else is.
    pub(crate) async fn run_beats(self) {
        let mut interval = tokio::time::interval(BEAT);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut last_well = Instant::now();
        while !self.is_closing() {
            interval.tick().await;
            match self.beat_watched(last_well).await {
                Ok(members) => {
                    last_well = Instant::now();
                    self.absences().end_outage(self.now());
                    self.nodes().cut_off.send_if_modified(std::mem::take);
                    self.follow_members(&members);
                }
                Err(error) => tracing::warn!(%error, "the sign of life could not be stored"),
            }
        }
    }

    /// While the store does not answer, the node may have to send its players away.
    async fn beat_watched(&self, last_well: Instant) -> Result<Members, StoreError> {
        let state = match self.lifecycle_now() {
            Lifecycle::Resuming => State::Resuming,
            Lifecycle::Running => State::Running,
            Lifecycle::Closing | Lifecycle::Stopped => State::Closing,
        };
        let nodes = self.nodes();
        let mut beat = std::pin::pin!(nodes.beat(self.store(), self.time(), state));
        let mut n_looks = 0;
        loop {
            tokio::select! {
                members = &mut beat => {
                    if members.is_err() {
                        self.note_outage(last_well);
                        self.check_cut_off(last_well);
                    }
                    return members;
                }
                () = tokio::time::sleep(LOOK) => {
                    n_looks += 1;
                    if n_looks >= OUTAGE {
                        self.note_outage(last_well);
                    }
                    self.check_cut_off(last_well);
                }
            }
        }
    }

    fn note_outage(&self, last_well: Instant) {
        let silence = u64::try_from(last_well.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.absences().begin_outage(self.now() - Millis(silence));
    }

    /// A node that others take over from says so to its players. One without others keeps them: they could go nowhere.
    fn check_cut_off(&self, last_well: Instant) {
        let nodes = self.nodes();
        let is_late = last_well.elapsed() > Duration::from_millis(DEAD.0);
        if is_late && nodes.has_peers() && !nodes.is_cut_off() {
            tracing::error!("this node cannot reach the store; its players are sent to others");
            nodes.cut_off.send_replace(true);
        }
    }

    /// The last sign of life of a node that is about to stop. Others take over at once.
    pub(crate) async fn beat_goodbye(&self) {
        let beat = self.nodes().beat(self.store(), self.time(), State::Closing);
        if let Err(error) = beat.await {
            tracing::warn!(%error, "the last sign of life could not be stored");
        }
    }

    fn follow_members(&self, members: &Members) {
        let gone = self.nodes().note(members);
        self.absences().set_watched(self.nodes().has_peers());
        self.accounts().set_nodes(self.nodes().n_alive());
        for member in self.nodes().not_taken_over() {
            let host = self.clone();
            tokio::spawn(async move { host.take_over(member).await });
        }
        if !gone.is_empty() {
            tracing::info!(
                gone = gone.len(),
                alive = self.nodes().n_alive(),
                "nodes have gone"
            );
            let host = self.clone();
            tokio::spawn(async move { host.cover_deadlines().await });
        }
        for node in self.nodes().to_be_forgotten() {
            let store = Arc::clone(self.store());
            tokio::spawn(async move { drop(store.leave(&node).await) });
        }
    }

    /// Whether this node can serve players.
    pub fn readiness(&self) -> Readiness {
        match self.lifecycle_now() {
            Lifecycle::Closing | Lifecycle::Stopped => Readiness::Closing,
            _ if self.nodes().is_cut_off() => Readiness::CutOff,
            _ if !self.is_storing() => Readiness::NotStoring,
            Lifecycle::Resuming => Readiness::Resuming,
            Lifecycle::Running => Readiness::Ready,
        }
    }

    /// Tells when this node has to send its players to others because it cannot reach the store, and when no longer.
    pub fn watch_cut_off(&self) -> tokio::sync::watch::Receiver<bool> {
        self.nodes().cut_off.subscribe()
    }

    /// Whether a node of this name is alive, as far as this one knows.
    pub fn is_node_alive(&self, name: &str) -> bool {
        let view = self.nodes().view();
        view.alive.iter().any(|node| node.as_str() == name)
    }

    /// Numbers about this node among others; none if it is alone.
    pub fn node_counts(&self) -> Option<NodeCounts> {
        let nodes = self.nodes();
        if nodes.is_alone() {
            return None;
        }
        let read = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        let counters = &nodes.counters;
        Some(NodeCounts {
            nodes: nodes.n_alive(),
            replicas: self.n_awake(),
            conflicts: read(&counters.conflicts),
            catch_ups: read(&counters.catch_ups),
            found_late: read(&counters.found_late),
            rewinds: read(&counters.rewinds),
            takeovers: read(&counters.takeovers),
            beat: Duration::from_micros(read(&counters.beat_us)),
            bus: nodes.bus().counts(),
        })
    }
}
