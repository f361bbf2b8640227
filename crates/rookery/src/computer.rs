//! The computer players of this program, as a host asks for them.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use catalog::{Catalog, Entry};
use host::{Computer, Judgement, Opponent, Rival, SearchTask, Win};
use rules::Seat;
use search::{AnyBot, Deadline, Effort, FullThinking, Limits, Score, SearchMemory};

use crate::engines::Engines;

/// Levels a guest can choose.
pub(crate) const LEVELS: std::ops::RangeInclusive<u8> = 1..=search::FULL_STRENGTH;

/// States that full strength remembers: eight megabytes for each thread of the pool, which are kept.
const TABLE: usize = 1 << 19;

/// How many states of ordinary chess are looked at for advice.
const ADVICE_NODES: u64 = 60_000;

/// How long a move may take on a machine that is busy or slow. While many wait the host asks for it sooner.
const LONGEST_MOVE: Duration = Duration::from_secs(5);

/// One of so many parts of the time that is left may be spent on a move.
const PARTS: u32 = 20;

/// How long advice may take on a machine that is busy or slow.
const ADVICE_TIME: Duration = Duration::from_secs(2);

/// The computer players of the catalog, and engines of others.
pub(crate) struct Bots {
    pub(crate) catalog: Catalog,
    pub(crate) engines: Engines,
    /// What full strength remembers between moves: as many tables as have ever been needed at once. All games share
    /// them.
    pub(crate) tables: Mutex<Vec<SearchMemory>>,
}

/// A level under the name by which everybody knows it, on seats and in documents.
fn level(number: u8) -> Option<Rival> {
    let name = match number {
        search::FULL_STRENGTH => search::FULL_STRENGTH_NAME,
        number => search::Level::find(number)?.name,
    };
    Some(Rival {
        opponent: Opponent::Level(number),
        name: format!("{name} (level {number})"),
    })
}

impl Computer for Bots {
    fn rivals(&self, variant: &str) -> Vec<Rival> {
        let levels = self.catalog.find(variant).into_iter().flat_map(|_| LEVELS);
        levels
            .filter_map(level)
            .chain(self.engines.rivals(variant))
            .collect()
    }

    fn choose(&self, position: &SearchTask, opponent: &Opponent) -> Option<String> {
        match opponent {
            Opponent::Level(level) => self.own_choice(position, *level),
            Opponent::Engine(id) => {
                let chosen = self.engines.choose(id, position);
                // A game is played to its end, also when its engine is not there any more.
                chosen.or_else(|| self.own_choice(position, search::STRONGEST))
            }
        }
    }

    fn judge(&self, position: &SearchTask) -> Option<Judgement> {
        let bot = self.bot(position)?;
        let limits = Limits {
            deadline: Some(Deadline::within(ADVICE_TIME)),
            ..Limits::to_nodes(ADVICE_NODES / bot.effort().max(1))
        };
        let cancel = position.cancel.flag();
        let judged = bot.evaluate(&position.setup, &position.actions, &limits, cancel);
        let (score, hint) = judged.ok()?;
        let (balance, win) = to_white(score);
        Some(Judgement {
            action: hint.action,
            balance,
            win,
        })
    }
}

impl Bots {
    fn bot(&self, position: &SearchTask) -> Option<&'static dyn AnyBot> {
        self.catalog.find(position.variant).map(Entry::bot)
    }

    /// What a player of ours does, also when it has little time: every level looks at a bounded number of
    /// states, and on a slow or busy machine time counts too.
    fn own_choice(&self, position: &SearchTask, level: u8) -> Option<String> {
        let left = position.left.map(|left| Duration::from_millis(left.0));
        let time = left.map_or(LONGEST_MOVE, |left| LONGEST_MOVE.min(left / PARTS));
        let limits = Limits {
            deadline: Some(Deadline::within(time)),
            ..Limits::default()
        };
        if level == search::FULL_STRENGTH {
            return self.full_choice(position, &limits);
        }
        let cancel = position.cancel.flag();
        let SearchTask {
            setup,
            actions,
            seed,
            ..
        } = position;
        let bot = self.bot(position)?;
        let choice = bot.choose_within(setup, actions, level, *seed, &limits, cancel);
        choice.ok().map(|choice| choice.action)
    }
}

impl Bots {
    /// What full strength does. It thinks as long as it may, on the one thread that asks for it.
    fn full_choice(&self, position: &SearchTask, limits: &Limits) -> Option<String> {
        let thinking = FullThinking {
            effort: Effort::new(*limits),
            is_allowed: &|_| true,
            cancel: position.cancel.flag(),
            report: &mut |_, _, _| {},
        };
        let bot = self.bot(position)?;
        let kept = self.tables().pop();
        let mut table = kept.unwrap_or_else(|| SearchMemory::new(TABLE));
        let view = bot.think_fully(&position.setup, &position.actions, &mut table, thinking);
        self.tables().push(table);
        view.ok()?.lines.first()?.actions.first().cloned()
    }

    /// Nothing that is done under this lock can leave it half done.
    fn tables(&self) -> MutexGuard<'_, Vec<SearchMemory>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A balance and a forced win, of what a game is worth to White.
fn to_white(score: Score) -> (i32, Option<Win>) {
    let win = |seat, actions| Some(Win { seat, actions });
    match score {
        Score::Balance(balance) => (balance, None),
        Score::WinIn(actions) => (search::MATE, win(Seat::White, actions)),
        Score::LossIn(actions) => (-search::MATE, win(Seat::Black, actions)),
    }
}

/// Something that differs from start to start, for what is drawn by lot.
pub(crate) fn seed() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs()
}
