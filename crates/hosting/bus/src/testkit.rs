//! A bus within one process, whose messages are lost, doubled or late on demand.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::{GameId, Record};
use store::NodeId;

use crate::counters::Counters;
use crate::ear::Mouth;
use crate::joined::Joined;
use crate::{Bus, BusCounts, Ear, Heard, Topic};

/// What happens to messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weather {
    /// They arrive.
    #[default]
    Fair,
    /// Every message is lost, and nobody notices.
    Lost,
    /// Of so many messages one is lost, and nobody notices.
    OneLostOf(u64),
    /// Every message comes twice.
    Doubled,
    /// Messages arrive when the weather changes, the last one first.
    Late,
}

/// Where the nodes of one process meet. Cloning it gives the same place.
#[derive(Clone, Default)]
pub struct Hub(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    weather: Weather,
    n_messages: u64,
    nodes: Vec<Member>,
    late: Vec<(NodeId, Heard)>,
}

#[derive(Clone)]
struct Member {
    node: NodeId,
    mouth: Mouth,
    joined: Arc<Joined>,
}

impl Hub {
    /// A place where nobody is yet.
    pub fn new() -> Hub {
        Hub::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bus of another node.
    pub fn add(&self, node: NodeId) -> Arc<dyn Bus> {
        let counters = Arc::new(Counters::default());
        counters.connected(true);
        let (mouth, ear) = Ear::new(&counters);
        let joined = Arc::new(Joined::default());
        self.state().nodes.push(Member {
            node: node.clone(),
            mouth,
            joined: Arc::clone(&joined),
        });
        Arc::new(HubBus {
            hub: self.clone(),
            node,
            joined,
            ear: Mutex::new(Some(ear)),
            counters,
        })
    }

    /// A node is no longer heard, and hears nothing.
    pub fn remove(&self, node: &NodeId) {
        self.state().nodes.retain(|member| member.node != *node);
    }

    /// Tells every node that it has missed something.
    pub fn gap(&self) {
        for member in &self.state().nodes {
            member.mouth.say(Heard::Gap);
        }
    }

    /// From now on messages fare like this. Those that are late arrive.
    pub fn set_weather(&self, weather: Weather) {
        let mut state = self.state();
        state.weather = weather;
        let late: Vec<_> = state.late.drain(..).rev().collect();
        for (from, heard) in late {
            state.deliver(&from, &heard);
        }
    }

    fn send(&self, from: &NodeId, heard: Heard) {
        let mut state = self.state();
        state.n_messages += 1;
        let times = match state.weather {
            Weather::Fair => 1,
            Weather::Lost => 0,
            Weather::OneLostOf(n) => u64::from(!state.n_messages.is_multiple_of(n)),
            Weather::Doubled => 2,
            Weather::Late => return state.late.push((from.clone(), heard)),
        };
        for _ in 0..times {
            state.deliver(from, &heard);
        }
    }
}

impl State {
    fn deliver(&self, from: &NodeId, heard: &Heard) {
        // A node that was removed is cut off: it is not heard either.
        if !self.nodes.iter().any(|member| member.node == *from) {
            return;
        }
        for member in self.nodes.iter().filter(|member| member.node != *from) {
            let is_wanted = match heard {
                Heard::Stored { game, .. } => member.joined.has(game),
                Heard::Said { topic, .. } => match topic {
                    Topic::Node(node) => *node == member.node,
                    Topic::Lobby | Topic::People => true,
                },
                Heard::Gap => true,
            };
            if is_wanted {
                member.mouth.say(heard.clone());
            }
        }
    }
}

struct HubBus {
    hub: Hub,
    node: NodeId,
    joined: Arc<Joined>,
    ear: Mutex<Option<Ear>>,
    counters: Arc<Counters>,
}

impl Bus for HubBus {
    fn join(&self, game: &GameId) {
        self.joined.add(game);
    }

    fn leave(&self, game: &GameId) {
        self.joined.remove(game);
    }

    fn stored(&self, game: &GameId, records: &Arc<[Record]>) {
        self.counters.sent(1);
        let heard = Heard::Stored {
            game: game.clone(),
            n_records: records.last().map_or(0, |last| last.seq + 1),
            records: records.to_vec(),
        };
        self.hub.send(&self.node, heard);
    }

    fn tell(&self, topic: Topic, text: String) {
        self.counters.sent(1);
        self.hub.send(&self.node, Heard::Said { topic, text });
    }

    fn open(&self) -> Ear {
        let mut ear = self.ear.lock().unwrap_or_else(PoisonError::into_inner);
        ear.take().unwrap_or_else(Ear::deaf)
    }

    fn counts(&self) -> BusCounts {
        self.counters.read()
    }
}
