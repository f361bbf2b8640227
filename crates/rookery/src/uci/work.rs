//! One search, on a thread of its own.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use catalog::Entry;
use rules::{AnyGame, Refusal, Replay, Seat};
use search::{
    Choice, Deadline, Effort, FULL_STRENGTH, FullThinking, Level, Limits, Line, STRONGEST, Score,
    SearchMemory, Thinking,
};

use super::wish::Wish;
use super::{GivenGame, Kept, Output, Settings, say};

/// How many states fit into a megabyte of the table.
const ENTRIES_PER_MEGABYTE: usize = 1024 * 1024 / search::STATE_BYTES;
/// How much is spent on the answer that is expected.
const PONDER_NODES: u64 = 2_000;
const PONDER_TIME: Duration = Duration::from_millis(10);
/// How long full strength thinks if nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(5);

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
    pub(super) table: Kept,
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
        if self.settings.level == FULL_STRENGTH {
            return self.best_fully(&game);
        }
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

    /// The same at full strength.
    fn best_fully(&self, game: &Playable) -> Result<String, Refusal> {
        let began = Instant::now();
        let mut kept = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = self.settings.megabytes * ENTRIES_PER_MEGABYTE;
        let table = kept.get_or_insert_with(|| SearchMemory::new(entries));
        let wanted = &self.wish.moves;
        let mut told = None;
        let thinking = FullThinking {
            effort: self.effort(game.seat),
            is_allowed: &|action| wanted.is_empty() || wanted.iter().any(|wanted| wanted == action),
            cancel: &self.cancel,
            report: &mut |number, line, nodes| {
                if number == 1 {
                    told = line.actions.first().cloned();
                }
                self.tell(line, number, nodes, began);
            },
        };
        let bot = self.entry.bot();
        let view = bot.think_fully(&game.setup, &game.moves, table, thinking)?;
        let line = view.lines.first().ok_or_else(nothing)?;
        let best = line.actions.first().ok_or_else(nothing)?;
        // A depth that was cut short may have found a better one, and not even the first may have been finished.
        if told.as_ref() != Some(best) {
            self.tell(line, 1, view.nodes, began);
        }
        let answer = line.actions.get(1).filter(|answer| *answer != "claim");
        Ok(
            match answer.filter(|_| self.is_turn_of_the_other(game, best)) {
                Some(answer) => format!("bestmove {best} ponder {answer}"),
                None => format!("bestmove {best}"),
            },
        )
    }

    fn effort(&self, seat: Seat) -> Effort {
        let times = self.wish.times(seat);
        let is_unlimited = times.is_none()
            && self.wish.depth.is_none()
            && self.wish.nodes.is_none()
            && !self.wish.is_endless();
        let usual = is_unlimited.then_some(USUAL_TIME);
        let most = times.map(|times| times.most).or(usual);
        let limits = Limits::default();
        Effort {
            limits: Limits {
                depth: self.wish.depth.unwrap_or(limits.depth),
                nodes: self.wish.nodes.unwrap_or(limits.nodes),
                deadline: most.map(Deadline::within),
                ..limits
            },
            enough: times.and_then(|times| times.enough).map(Deadline::within),
            threads: self.settings.threads,
            lines: self.settings.lines,
            ..Effort::new(limits)
        }
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
            deadline: time.map(Deadline::within),
            table: self.settings.megabytes * ENTRIES_PER_MEGABYTE,
            ..limits
        }
    }

    fn weak(&self, game: &Playable, level: u8, limits: &Limits) -> Result<Choice, Refusal> {
        let began = Instant::now();
        let bot = self.entry.bot();
        let choice = bot.choose_within(&game.setup, &game.moves, level, 0, limits, &self.cancel)?;
        self.tell_choice(&choice, 1, began);
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
                self.tell_choice(choice, 1, began);
            };
            let choice = self.think(game, limits, &[], &mut report)?;
            // Not even the first depth may have been finished.
            if !is_told {
                self.tell_choice(&choice, 1, began);
            }
            return Ok(choice);
        }
        let mut best: Option<Choice> = None;
        let mut nodes = 0;
        for depth in 1..=limits.depth {
            let mut found: Vec<Choice> = Vec::new();
            while found.len() < self.settings.lines {
                let left = Limits {
                    depth,
                    nodes: limits.nodes.saturating_sub(nodes),
                    ..limits
                };
                let Ok(choice) = self.think(game, left, &found, &mut |_| {}) else {
                    break;
                };
                nodes += choice.nodes;
                // A line that was not finished says less than the one of the depth before.
                if best.is_some() && (choice.depth < depth && !is_decided(&choice)) {
                    return best.ok_or_else(nothing);
                }
                found.push(Choice { nodes, ..choice });
            }
            if found.is_empty() {
                break;
            }
            // A line that was looked for later can turn out better.
            found.sort_by_key(|choice| Reverse(choice.score.value()));
            for (index, choice) in found.iter().enumerate() {
                self.tell_choice(choice, index + 1, began);
            }
            best = found.into_iter().next();
            let is_late = limits
                .deadline
                .is_some_and(|deadline| deadline.has_passed());
            if is_late || nodes >= limits.nodes || self.is_cancelled() {
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
        taken: &[Choice],
        report: &mut dyn FnMut(&Choice),
    ) -> Result<Choice, Refusal> {
        let wanted = &self.wish.moves;
        let is_allowed = |action: &str| {
            let is_wanted = wanted.is_empty() || wanted.iter().any(|wanted| wanted == action);
            is_wanted && !taken.iter().any(|taken| taken.action == action)
        };
        let thinking = Thinking {
            limits,
            is_allowed: &is_allowed,
            cancel: &self.cancel,
            report,
        };
        self.entry.bot().think(&game.setup, &game.moves, thinking)
    }

    fn tell_choice(&self, choice: &Choice, number: usize, began: Instant) {
        let line = Line {
            actions: vec![choice.action.clone()],
            score: choice.score,
            depth: choice.depth,
        };
        self.tell(&line, number, choice.nodes, began);
    }

    fn tell(&self, line: &Line, number: usize, nodes: u64, began: Instant) {
        let Line {
            actions,
            score,
            depth,
        } = line;
        let ms = began.elapsed().as_millis();
        let speed = u128::from(nodes) * 1000 / ms.max(1);
        let actions = actions.join(" ");
        let text = format!(
            "info depth {depth} multipv {number} score {score} nodes {nodes} nps {speed} time {ms} pv {actions}"
        );
        let _ = say(&self.out, &text);
    }

    /// Whether the other player acts after an action. The same may act again, in games with turns of several actions.
    fn is_turn_of_the_other(&self, game: &Playable, action: &str) -> bool {
        let moves = game.moves.iter().map(String::as_str).chain([action]);
        let start = self.entry.variant().start(&game.setup);
        let after = start.and_then(|start| Replay::last_state(start, moves));
        after.is_ok_and(|after| {
            after
                .status()
                .to_act()
                .is_some_and(|seat| seat != game.seat)
        })
    }

    /// What the opponent is likely to answer, found by a short look.
    fn expected(&self, game: &Playable, best: &str) -> Option<String> {
        if !self.is_turn_of_the_other(game, best) {
            return None;
        }
        let mut moves = game.moves.clone();
        moves.push(best.to_owned());
        let limits = Limits {
            deadline: Some(Deadline::within(PONDER_TIME)),
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
