//! What was said and done in a world, for the oracle that judges it.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use host::Joined;
use rules::Seat;
use session::{GameId, Millis, PlayerId, Record, Tag};

use crate::call::{Reply, Request};
use crate::decisions::Decisions;
use crate::time;

/// A span of time, in milliseconds since the world began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) from: u64,
    pub(crate) until: u64,
}

impl Span {
    /// How much of it lies within another.
    pub(crate) fn within(self, other: Span) -> u64 {
        let from = self.from.max(other.from);
        self.until.min(other.until).saturating_sub(from)
    }
}

/// What the disk is like at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weather {
    pub(crate) is_full: bool,
    /// How long a sync takes at most.
    pub(crate) longest_sync: u64,
}

/// What a request for an opponent led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Arranged {
    Waiting(GameId),
    Playing(GameId, Seat),
    Refused(String),
}

/// An answer to a request for an opponent, and when it was served.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    pub(crate) begun: u64,
    /// When it was answered, by the server's time.
    pub(crate) at: u64,
    pub(crate) outcome: Arranged,
    /// When the server made the seek that waits, by its own clock.
    pub(crate) created_at: Option<Millis>,
}

/// All answers to one request of a player for an opponent.
#[derive(Clone, Debug)]
pub(crate) struct Arrangements {
    pub(crate) is_pairing: bool,
    pub(crate) answers: Vec<Arrangement>,
}

/// All answers to one ask of a player.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) game: GameId,
    pub(crate) seqs: Vec<u64>,
    pub(crate) refusals: Vec<String>,
    /// Whether the server failed, or did not answer.
    pub(crate) is_unsure: bool,
    /// Whether it was refused after it had been done.
    pub(crate) is_refused_after_all: bool,
}

/// A seek that was withdrawn, and when the answer was given.
#[derive(Clone, Debug)]
pub(crate) struct Cancelled {
    pub(crate) game: GameId,
    pub(crate) ended: u64,
    /// When, by the server's time.
    pub(crate) at: u64,
}

/// Seeks in which seconds count stand for an hour.
pub(crate) const SHORTEST_LIFE: u64 = 3_500_000;

/// What was said and done.
#[derive(Default)]
pub(crate) struct Ledger {
    /// Counts what happens, to tell what came before what.
    step: u64,
    pub(crate) games: BTreeSet<GameId>,
    /// When the server decided on each record, by the clock that never jumps.
    planned: BTreeMap<(GameId, u64, u64), u64>,
    pub(crate) lives: Vec<Span>,
    /// When the server said that it closes.
    closing: Option<u64>,
    /// From then on until it has stopped, what passes is charged only to those who still act.
    closed: Vec<Span>,
    /// From when on the server's time was ahead of ours by how much.
    ahead: Vec<(u64, u64)>,
    pub(crate) stalls: Vec<Span>,
    full: Vec<Span>,
    slow: Vec<Span>,
    troubles: Vec<u64>,
    pub(crate) asks: BTreeMap<(PlayerId, Tag), Asked>,
    pub(crate) arrangements: BTreeMap<(PlayerId, Tag), Arrangements>,
    pub(crate) joins: Vec<(PlayerId, GameId, Seat)>,
    pub(crate) cancels: Vec<Cancelled>,
    /// Seeks that somebody wanted to withdraw, and when that was sent.
    cancels_sent: Vec<(GameId, u64)>,
    /// The hash of the text of each record that somebody was told.
    pub(crate) told: BTreeMap<GameId, BTreeMap<u64, u64>>,
    /// Seeks that clients know of.
    pub(crate) seeks: Vec<GameId>,
    /// Since when players have been connected without a break, in steps.
    pub(crate) started: BTreeSet<(PlayerId, GameId)>,
    pub(crate) decisions: Decisions,
    /// When the present life began.
    pub(crate) life_began: u64,
}

pub(crate) fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Ledger {
    pub(crate) fn next_step(&mut self) -> u64 {
        self.step += 1;
        self.step
    }

    pub(crate) fn note_planned(&mut self, game: &GameId, records: &[Record]) {
        self.games.insert(game.clone());
        for record in records {
            let key = (game.clone(), record.seq, record.at.0);
            self.planned.insert(key, time::passed());
        }
    }

    /// When the server decided on a record.
    pub(crate) fn planned(&self, game: &GameId, record: &Record) -> Option<u64> {
        let key = (game.clone(), record.seq, record.at.0);
        self.planned.get(&key).copied()
    }

    pub(crate) fn note_closing(&mut self) {
        self.closing = Some(time::passed());
    }

    /// A life that began then is over.
    pub(crate) fn end_life(&mut self, from: u64) {
        let until = time::passed();
        let closing = self.closing.take().map(|from| Span { from, until });
        self.closed.extend(closing);
        self.lives.push(Span { from, until });
    }

    /// A server has started, whose time does not jump from then on.
    pub(crate) fn note_server_time(&mut self, time: Millis) {
        let now = time::passed();
        self.ahead.push((now, time.0.saturating_sub(now)));
    }

    /// What time it is for the server.
    fn server_time(&self) -> u64 {
        let ahead = self.ahead.last().map_or(0, |(_, ahead)| *ahead);
        time::passed() + ahead
    }

    /// The moment that a record names, by the clock that never jumps.
    pub(crate) fn moment(&self, game: &GameId, record: &Record) -> Option<u64> {
        let planned = self.planned(game, record)?;
        let mut lives = self.ahead.iter().rev();
        let (_, ahead) = lives.find(|(from, _)| *from <= planned)?;
        record.at.0.checked_sub(*ahead)
    }

    pub(crate) fn note_trouble(&mut self, at: u64) {
        self.troubles.push(at);
    }

    pub(crate) fn has_trouble(&self, span: Span) -> bool {
        let is_within = |at: &&u64| (span.from..=span.until).contains(*at);
        self.troubles.iter().find(is_within).is_some()
    }

    pub(crate) fn add_full(&mut self, span: Span) {
        self.full.push(span);
    }

    pub(crate) fn add_slow(&mut self, span: Span) {
        self.slow.push(span);
    }

    /// The disk is as it should be.
    pub(crate) fn clear_weather(&mut self) {
        self.full.clear();
        self.slow.clear();
    }

    pub(crate) fn weather_at(&self, at: u64) -> Weather {
        let is_in = |spans: &[Span]| {
            spans
                .iter()
                .any(|span| (span.from..span.until).contains(&at))
        };
        Weather {
            is_full: is_in(&self.full),
            longest_sync: if is_in(&self.slow) { 2500 } else { 6 },
        }
    }

    /// How long the server was there and working in a span of time.
    pub(crate) fn served(&self, span: Span) -> u64 {
        let sum = |spans: &[Span]| spans.iter().map(|part| part.within(span)).sum::<u64>();
        sum(&self.lives).saturating_sub(sum(&self.stalls))
    }

    /// How long the server was closing in a span of time.
    pub(crate) fn closing(&self, span: Span) -> u64 {
        self.closed.iter().map(|part| part.within(span)).sum()
    }

    /// How long the process stood still in a span of time.
    pub(crate) fn stalled(&self, span: Span) -> u64 {
        self.stalls.iter().map(|part| part.within(span)).sum()
    }

    pub(crate) fn n_stalls(&self, span: Span) -> u64 {
        self.stalls
            .iter()
            .filter(|part| part.within(span) > 0)
            .count() as u64
    }

    /// How often the server started in a span of time.
    pub(crate) fn n_starts(&self, span: Span) -> u64 {
        let is_within = |life: &&Span| (span.from..=span.until).contains(&life.from);
        self.lives.iter().filter(is_within).count() as u64
    }

    /// Whether a seek was there when it was withdrawn: one that is too old is gone already, and so may be one
    /// for which that was asked before.
    pub(crate) fn was_there(&self, cancel: &Cancelled) -> bool {
        let all = self.arrangements.values().flat_map(|all| &all.answers);
        let mut waiting = all.filter(
            |answer| matches!(&answer.outcome, Arranged::Waiting(game) if *game == cancel.game),
        );
        waiting.any(|answer| {
            let created_at = answer.created_at.unwrap_or_default();
            let is_young = cancel.at < created_at.0 + SHORTEST_LIFE;
            let sent = self.cancels_sent.iter();
            let n_sent = sent.filter(|(game, step)| *game == cancel.game && *step < cancel.ended);
            let is_gone = n_sent.count() > 1;
            answer.begun < cancel.ended && is_young && !is_gone
        })
    }

    /// Somebody was told a record.
    pub(crate) fn note_told(&mut self, game: &GameId, seq: u64, text: &str) -> bool {
        let hash = fingerprint(text);
        let told = self.told.entry(game.clone()).or_default();
        *told.entry(seq).or_insert(hash) == hash
    }

    /// The server has answered a request, or has tried to.
    pub(crate) fn note_reply(
        &mut self,
        player: &PlayerId,
        tag: &Tag,
        request: &Request,
        begun: u64,
        reply: &Reply,
    ) {
        let ended = self.next_step();
        let key = (player.clone(), tag.clone());
        match request {
            Request::Ask { game, .. } => self.note_ask(key, game, reply),
            Request::Pair(_) => self.note_arrangement(key, true, begun, reply),
            Request::Create(_) => self.note_arrangement(key, false, begun, reply),
            Request::Join(_) => {
                if let Reply::Joined(Joined::Playing { game, seat }) = reply {
                    self.joins.push((player.clone(), game.clone(), *seat));
                }
            }
            Request::Cancel(game) => {
                if *reply == Reply::Done {
                    let game = game.clone();
                    let at = self.server_time();
                    self.cancels.push(Cancelled { game, ended, at });
                }
            }
            Request::Open { .. } | Request::Close(_) | Request::Records(_) | Request::Lobby => {}
        }
    }

    /// A request was sent; whether it is answered is not known yet.
    pub(crate) fn note_sent(&mut self, player: &PlayerId, tag: &Tag, request: &Request) {
        if let Request::Ask { game, .. } = request {
            let key = (player.clone(), tag.clone());
            self.asked(key, game);
        }
        if let Request::Cancel(game) = request {
            let step = self.next_step();
            self.cancels_sent.push((game.clone(), step));
        }
    }

    fn asked(&mut self, key: (PlayerId, Tag), game: &GameId) -> &mut Asked {
        self.asks.entry(key).or_insert_with(|| Asked {
            game: game.clone(),
            seqs: Vec::new(),
            refusals: Vec::new(),
            is_unsure: false,
            is_refused_after_all: false,
        })
    }

    fn note_ask(&mut self, key: (PlayerId, Tag), game: &GameId, reply: &Reply) {
        let asked = self.asked(key, game);
        match reply {
            Reply::Asked(seq) => asked.seqs.push(*seq),
            Reply::Refused(code) => {
                asked.is_refused_after_all |= !asked.seqs.is_empty();
                asked.refusals.push(code.clone());
            }
            Reply::Failed(_) => asked.is_unsure = true,
            Reply::Joined(_)
            | Reply::Opened(_)
            | Reply::Records(_)
            | Reply::Lobby(_)
            | Reply::Done
            | Reply::SentAway => {}
        }
    }

    /// An ask may have been served without an answer.
    pub(crate) fn note_unsure(&mut self, player: &PlayerId, tag: &Tag) {
        if let Some(asked) = self.asks.get_mut(&(player.clone(), tag.clone())) {
            asked.is_unsure = true;
        }
    }

    fn note_arrangement(
        &mut self,
        key: (PlayerId, Tag),
        is_pairing: bool,
        begun: u64,
        reply: &Reply,
    ) {
        let at = self.server_time();
        let mut created_at = None;
        let outcome = match reply {
            Reply::Joined(Joined::Waiting(seek)) => {
                created_at = Some(seek.created_at);
                self.seeks.push(seek.game.clone());
                Arranged::Waiting(seek.game.clone())
            }
            Reply::Joined(Joined::Playing { game, seat }) => Arranged::Playing(game.clone(), *seat),
            Reply::Refused(code) => Arranged::Refused(code.clone()),
            Reply::Failed(_) => return,
            Reply::Asked(_)
            | Reply::Opened(_)
            | Reply::Records(_)
            | Reply::Lobby(_)
            | Reply::Done
            | Reply::SentAway => return,
        };
        let all = self
            .arrangements
            .entry(key)
            .or_insert_with(|| Arrangements {
                is_pairing,
                answers: Vec::new(),
            });
        all.answers.push(Arrangement {
            begun,
            at,
            outcome,
            created_at,
        });
    }
}
