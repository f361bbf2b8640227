//! One search, on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use catalog::Entry;
use rules::{AnyGame, Refusal, Replay, Seat};
use search::{Choice, Level, Limits, STRONGEST, Score, Thinking};

use super::wish::Wish;
use super::{GivenGame, Output, Settings, say};

/// About how many states fit into a megabyte of the table.
const ENTRIES_PER_MEGABYTE: usize = 16 * 1024;
/// How much is spent on the answer that is expected.
const PONDER_NODES: u64 = 2_000;
const PONDER_TIME: Duration = Duration::from_millis(10);

/// One search, on a thread of its own.
pub(super) struct Work {
    pub(super) entry: Entry,
    pub(super) out: Output,
    pub(super) position: GivenGame,
    pub(super) settings: Settings,
    pub(super) wish: Wish,
    pub(super) cancel: Arc<AtomicBool>,
    /// Set to end it without a word.
    pub(super) hush: Arc<AtomicBool>,
}

/// The game as our rules read it.
struct Playable {
    setup: String,
    moves: Vec<String>,
    seat: Seat,
}

impl Work {
    pub(super) fn search(&self) {
        let answer = match self.best() {
            Ok(answer) => answer,
            Err(refusal) => {
                // The reader may have gone; then nobody misses it.
                let _ = say(&self.out, &format!("info string {refusal}"));
                "bestmove 0000".to_owned()
            }
        };
        // An endless search answers only when it is stopped.
        while self.wish.is_endless() && !self.cancel.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
        }
        if !self.hush.load(Ordering::Relaxed) {
            let _ = say(&self.out, &answer);
        }
    }

    /// The line with the best move, and the answer that is expected.
    fn best(&self) -> Result<String, Refusal> {
        let game = self.playable()?;
        let limits = self.limits(game.seat);
        let is_plain = self.wish.moves.is_empty() && self.settings.lines == 1;
        let choice = match self.settings.level {
            STRONGEST => self.lines(&game, limits)?,
            // A weak player thinks as little as its level demands, or less if it is told to.
            level if is_plain => self.weak(&game, level, &limits)?,
            level => {
                let own = Level::find(level).map_or(limits, |level| {
                    level.limits(self.entry.bot().effort(), 0).within(&limits)
                });
                self.lines(&game, own)?
            }
        };
        Ok(match self.expected(&game, &choice.action) {
            Some(answer) => format!("bestmove {} ponder {answer}", choice.action),
            None => format!("bestmove {}", choice.action),
        })
    }

    fn limits(&self, seat: Seat) -> Limits {
        let time = self.wish.time(seat);
        let unlimited = time.is_none()
            && self.wish.depth.is_none()
            && self.wish.nodes.is_none()
            && !self.wish.is_endless();
        let level = Level::find(self.settings.level).filter(|_| unlimited);
        let effort = self.entry.bot().effort();
        let limits = level.map_or(Limits::default(), |level| level.limits(effort, 0));
        Limits {
            depth: self.wish.depth.unwrap_or(limits.depth),
            nodes: self.wish.nodes.unwrap_or(limits.nodes),
            deadline: time.map(|time| Instant::now() + time),
            table: self.settings.megabytes * ENTRIES_PER_MEGABYTE,
            ..limits
        }
    }

    fn weak(&self, game: &Playable, level: u8, limits: &Limits) -> Result<Choice, Refusal> {
        let began = Instant::now();
        let bot = self.entry.bot();
        let choice = bot.choose_within(&game.setup, &game.moves, level, 0, limits, &self.cancel)?;
        self.tell(&choice, 1, began);
        Ok(choice)
    }

    /// The best moves, each told at every depth. With one line the search deepens by itself; with several, each line is
    /// a search without the moves of the lines before it.
    fn lines(&self, game: &Playable, limits: Limits) -> Result<Choice, Refusal> {
        let began = Instant::now();
        if self.settings.lines == 1 {
            let mut is_told = false;
            let mut report = |choice: &Choice| {
                is_told = true;
                self.tell(choice, 1, began);
            };
            let choice = self.think(game, limits, &[], &mut report)?;
            // Not even the first depth may have been finished.
            if !is_told {
                self.tell(&choice, 1, began);
            }
            return Ok(choice);
        }
        let mut best: Option<Choice> = None;
        let mut nodes = 0;
        for depth in 1..=limits.depth {
            let mut taken: Vec<String> = Vec::new();
            while taken.len() < self.settings.lines {
                let left = Limits {
                    depth,
                    nodes: limits.nodes.saturating_sub(nodes),
                    ..limits
                };
                let Ok(found) = self.think(game, left, &taken, &mut |_| {}) else {
                    break;
                };
                nodes += found.nodes;
                // A line that was not finished says less than the one of the depth before.
                if best.is_some() && (found.depth < depth && !is_decided(&found)) {
                    return best.ok_or_else(nothing);
                }
                let choice = Choice { nodes, ..found };
                self.tell(&choice, taken.len() + 1, began);
                taken.push(choice.action.clone());
                if taken.len() == 1 {
                    best = Some(choice);
                }
            }
            let is_late = limits
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
            if taken.is_empty() || is_late || nodes >= limits.nodes || self.is_cancelled() {
                break;
            }
        }
        best.ok_or_else(nothing)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn think(
        &self,
        game: &Playable,
        limits: Limits,
        taken: &[String],
        report: &mut dyn FnMut(&Choice),
    ) -> Result<Choice, Refusal> {
        let wanted = &self.wish.moves;
        let is_allowed = |action: &str| {
            let is_wanted = wanted.is_empty() || wanted.iter().any(|wanted| wanted == action);
            is_wanted && !taken.iter().any(|taken| taken == action)
        };
        let thinking = Thinking {
            limits,
            is_allowed: &is_allowed,
            cancel: &self.cancel,
            report,
        };
        self.entry.bot().think(&game.setup, &game.moves, thinking)
    }

    fn tell(&self, choice: &Choice, line: usize, began: Instant) {
        let Choice {
            action,
            score,
            depth,
            nodes,
        } = choice;
        let ms = began.elapsed().as_millis();
        let speed = u128::from(*nodes) * 1000 / ms.max(1);
        let text = format!(
            "info depth {depth} multipv {line} score {score} nodes {nodes} nps {speed} time {ms} pv {action}"
        );
        let _ = say(&self.out, &text);
    }

    /// What the opponent is likely to answer, found by a short look.
    fn expected(&self, game: &Playable, best: &str) -> Option<String> {
        let mut moves = game.moves.clone();
        moves.push(best.to_owned());
        let after = self.entry.variant().start(&game.setup).ok()?;
        let after = Replay::last_state(after, moves.iter().map(String::as_str)).ok()?;
        // The same player may act again, in games with turns of several actions.
        after.status().to_act().filter(|seat| *seat != game.seat)?;
        let limits = Limits {
            deadline: Some(Instant::now() + PONDER_TIME),
            ..Limits::to_nodes(PONDER_NODES)
        };
        let thinking = Thinking {
            limits,
            is_allowed: &|action| action != "claim",
            // The search may have been stopped; this look is over before anybody notices.
            cancel: &AtomicBool::new(false),
            report: &mut |_| {},
        };
        let answer = self.entry.bot().think(&game.setup, &moves, thinking);
        answer.ok().map(|answer| answer.action)
    }

    /// The game as our rules read it. Chess programs know no claims: where a draw can be claimed the game
    /// goes on from the bare position, with the clock of quiet moves set back.
    fn playable(&self) -> Result<Playable, Refusal> {
        let setup = self.setup();
        let start = self.entry.variant().start(&setup)?;
        let moves = self.position.moves.iter().map(String::as_str);
        let game = Replay::last_state(start, moves)?;
        let seat = game.status().seat_to_act()?;
        if !game.legal().iter().any(|action| action == "claim") {
            let moves = self.position.moves.clone();
            return Ok(Playable { setup, moves, seat });
        }
        Ok(Playable {
            setup: without_claim(&*game),
            moves: Vec::new(),
            seat,
        })
    }

    fn setup(&self) -> String {
        let is_known = self.entry.is_known_to_uci();
        match (self.position.fen.as_str(), is_known) {
            // The first preset, whose lot is always the same.
            ("", false) => self.entry.variant().usual_start(0).setup,
            (setup, false) => setup.to_owned(),
            (fen, true) => {
                let fen = if fen.is_empty() { "startpos" } else { fen };
                let castling = match self.settings.chess960 {
                    true => "; castling=chess960",
                    false => "",
                };
                format!("{fen}{castling}")
            }
        }
    }
}

fn is_decided(choice: &Choice) -> bool {
    matches!(choice.score, Score::WinIn(_) | Score::LossIn(_))
}

fn nothing() -> Refusal {
    Refusal::new("no-such-move", "none of these moves can be played")
}

fn without_claim(game: &dyn AnyGame) -> String {
    let now = game.setup();
    let (fen, options) = now.split_once(';').unwrap_or((&now, ""));
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    if let Some(clock) = fields.get_mut(4) {
        *clock = "0";
    }
    format!("{};{options}", fields.join(" "))
}
