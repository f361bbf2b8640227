//! Programs of others as computer players, started when they are needed.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::config::EngineConfig;
use catalog::{Catalog, Entry};
use host::{Opponent, Rival, SearchTask};
use rules::{AnyGame, AnyVariant, Refusal, Replay};
use search::uci::{Engine, EngineError, EngineSpec, Pace, Question};

/// How long an engine that has failed is left alone. Meanwhile our own strongest player takes its seat.
const REST: Duration = Duration::from_secs(30);

/// Engines of one kind that are kept running for the next question.
const KEPT: usize = 2;

/// One of so many parts of the time that is left is spent on a move.
const PARTS: u32 = 20;

/// All engines that the server's owner has added.
pub(crate) struct Engines(Vec<Rack>);

/// One engine of the configuration, and its running processes.
struct Rack {
    entry: Entry,
    config: EngineConfig,
    spec: EngineSpec,
    running: Mutex<Running>,
}

#[derive(Default)]
struct Running {
    idle: Vec<Engine>,
    failed_at: Option<Instant>,
}

impl Engines {
    /// Takes over what was configured.
    ///
    /// # Errors
    /// An engine is for a game that no engine plays.
    pub(crate) fn new(configs: &[EngineConfig], catalog: &Catalog) -> Result<Engines, String> {
        let rack = |config: &EngineConfig| {
            Ok(Rack {
                entry: known_to_uci(config, catalog)?,
                spec: spec(config),
                config: config.clone(),
                running: Mutex::default(),
            })
        };
        let racks: Result<_, String> = configs.iter().map(rack).collect();
        racks.map(Engines)
    }

    /// The engines of a variant.
    pub(crate) fn rivals(&self, variant: &str) -> impl Iterator<Item = Rival> {
        let racks = self.0.iter();
        let racks = racks.filter(move |rack| rack.entry.id() == variant);
        racks.map(|rack| Rival {
            opponent: Opponent::Engine(rack.config.id.clone()),
            name: rack.config.name.clone(),
        })
    }

    /// The move of an engine, if it is there and answers with a legal one.
    pub(crate) fn choose(&self, id: &str, position: &SearchTask) -> Option<String> {
        let rack = self.0.iter().find(|rack| rack.config.id == id)?;
        match rack.choose(position) {
            Ok(action) => action,
            Err(error) => {
                tracing::warn!(engine = id, %error, "an engine failed; our own player takes its seat");
                None
            }
        }
    }
}

/// The game of an engine, if engines can be asked about it.
fn known_to_uci(config: &EngineConfig, catalog: &Catalog) -> Result<Entry, String> {
    let EngineConfig { id, variant, .. } = config;
    let known: Vec<&Entry> = catalog
        .iter()
        .filter(|entry| entry.is_known_to_uci())
        .collect();
    let found = known.iter().find(|entry| entry.id() == variant);
    found.map(|entry| **entry).ok_or_else(|| {
        let ids: Vec<&str> = known.iter().map(|entry| entry.id()).collect();
        let only = ids.join(", ");
        format!("engine `{id}`: no engine can be asked about `{variant}`, only about `{only}`")
    })
}

fn spec(config: &EngineConfig) -> EngineSpec {
    let mut options: Vec<(String, String)> = Vec::new();
    if let Some(elo) = config.elo {
        options.push(("UCI_LimitStrength".to_owned(), "true".to_owned()));
        options.push(("UCI_Elo".to_owned(), elo.to_string()));
    }
    let others = config.options.iter();
    options.extend(others.map(|(name, value)| (name.clone(), value.clone())));
    EngineSpec {
        program: config.command.clone(),
        options,
        pace: Pace::Time(Duration::from_millis(config.movetime)),
    }
}

impl Rack {
    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks a running engine, or a new one if there is none or it has died meanwhile. Nothing comes back
    /// while the engine rests after a failure, or if it wants something illegal.
    fn choose(&self, position: &SearchTask) -> Result<Option<String>, EngineError> {
        let Ok([start, game]) = replay(self.entry.variant(), position) else {
            return Ok(None);
        };
        if self.is_resting() {
            return Ok(None);
        }
        let setup = start.setup();
        let question = Question {
            fen: setup.split(';').next().unwrap_or_default().trim(),
            moves: &position.actions,
            pace: self.pace(position),
            chess960: self.entry.is_chess960(&*start),
        };
        let answer = self.ask(&question).inspect_err(|_| {
            self.running().failed_at = Some(Instant::now());
        })?;
        let to_act = game.status().to_act();
        let is_legal = to_act.is_some_and(|seat| game.apply(seat, &answer).is_ok());
        Ok(is_legal.then_some(answer))
    }

    fn is_resting(&self) -> bool {
        let failed_at = self.running().failed_at;
        failed_at.is_some_and(|failed_at| failed_at.elapsed() < REST)
    }

    fn ask(&self, question: &Question<'_>) -> Result<String, EngineError> {
        let kept = self.running().idle.pop();
        if let Some(engine) = kept
            && let Ok(answer) = self.ask_this(engine, question)
        {
            return Ok(answer);
        }
        self.ask_this(Engine::start(&self.spec)?, question)
    }

    /// Asks an engine and keeps it for the next time. One that fails is dropped, which ends it.
    fn ask_this(&self, mut engine: Engine, question: &Question<'_>) -> Result<String, EngineError> {
        let answer = engine.answer(question)?;
        let mut running = self.running();
        running.failed_at = None;
        if running.idle.len() < KEPT {
            running.idle.push(engine);
        }
        Ok(answer)
    }

    /// How long to think: as configured, but a clock that runs out is not ignored.
    fn pace(&self, position: &SearchTask) -> Pace {
        let usual = Duration::from_millis(self.config.movetime);
        let left = position.left.map(|left| Duration::from_millis(left.0));
        let most = left.map_or(usual, |left| left / PARTS);
        Pace::Time(usual.min(most).max(Duration::from_millis(1)))
    }
}

/// The start of the game, and the game now.
fn replay(
    variant: &dyn AnyVariant,
    position: &SearchTask,
) -> Result<[Box<dyn AnyGame>; 2], Refusal> {
    let start = variant.start(&position.setup)?;
    let actions = position.actions.iter().map(String::as_str);
    let now = Replay::last_state(start.clone(), actions)?;
    Ok([start, now])
}
