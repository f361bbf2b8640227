//! What happened, for eyes: appended moves as movements on the board, jumps as a story and a new
//! picture.

use rules::{CellId, Seat, Token};
use serde::Serialize;
use shakmaty::{CastlingSide, Move, Square};

use crate::change::Change;
use crate::judge::Ruling;
use crate::position::behind;
use crate::san::{label, san};
use crate::scene;
use crate::state::State;

/// One thing that happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The opponent's ply became a pass.
    Passed {
        /// Which.
        ply: usize,
    },
    /// A piece left the board.
    Removed {
        /// From where.
        at: CellId,
    },
    /// A piece moved.
    Moved {
        /// From here.
        from: CellId,
        /// To here.
        to: CellId,
    },
    /// A pawn became something else.
    Changed {
        /// Where.
        at: CellId,
        /// What stands there now.
        token: Token,
    },
    /// A move was replaced.
    Rewritten {
        /// Where.
        ply: usize,
        /// What stood there.
        was: String,
        /// What stands there now.
        now: String,
    },
    /// A blank was filled.
    Filled {
        /// Where.
        ply: usize,
        /// What stands there now.
        now: String,
    },
    /// A player's order of knight and bishop was fixed for the game.
    OrderFixed {
        /// Whose.
        seat: Seat,
        /// `N<B` or `B<N`.
        order: &'static str,
    },
    /// A move dropped out of the history.
    Lost {
        /// From where.
        ply: usize,
        /// Whose it was.
        seat: Seat,
        /// What it was, as a token.
        was: String,
    },
    /// Plies fell dormant.
    Slept {
        /// The first.
        first: usize,
        /// The last.
        last: usize,
    },
    /// Plies are no longer dormant.
    Woke {
        /// The first.
        first: usize,
        /// The last.
        last: usize,
    },
    /// The line ends here now.
    Terminus {
        /// After which ply.
        ply: usize,
        /// How.
        kind: &'static str,
    },
    /// The line no longer ends where it did.
    Reopened,
    /// A player accepted the end of the line.
    Accepted {
        /// Who.
        seat: Seat,
    },
    /// A player could do nothing.
    Waited {
        /// Who.
        seat: Seat,
    },
    /// The game is over.
    Over {
        /// `1-0`, `0-1` or `1/2-1/2`.
        score: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// The picture is a new one.
    Redraw,
}

/// Tells what an action did.
pub(crate) fn tell(before: &State, ruling: Ruling, change: &Change) -> Vec<Event> {
    let mut events = Vec::new();
    match ruling {
        Ruling::Append(m) => {
            events.extend(change.passed.map(|ply| Event::Passed { ply }));
            movement(before, m, &mut events);
        }
        Ruling::Write { ply, m } => jump(before, ply, m, change, &mut events),
        Ruling::Accept => events.push(Event::Accepted {
            seat: before.actor(),
        }),
        Ruling::Wait => events.push(Event::Waited {
            seat: before.actor(),
        }),
    }
    events.extend(ends(before, &change.state));
    if matches!(ruling, Ruling::Write { .. }) {
        events.push(Event::Redraw);
    }
    events
}

fn movement(before: &State, m: Move, events: &mut Vec<Event>) {
    let color = before.append_position().turn();
    let moved = |from: Square, to: Square| Event::Moved {
        from: scene::cell(from),
        to: scene::cell(to),
    };
    match m {
        Move::Normal {
            from,
            to,
            capture,
            promotion,
            ..
        } => {
            if capture.is_some() {
                events.push(Event::Removed {
                    at: scene::cell(to),
                });
            }
            events.push(moved(from, to));
            events.extend(promotion.map(|role| Event::Changed {
                at: scene::cell(to),
                token: scene::token(to, role.of(color)),
            }));
        }
        Move::EnPassant { from, to } => {
            let at = scene::cell(behind(from, to));
            events.extend([Event::Removed { at }, moved(from, to)]);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(rook > king);
            events.push(moved(king, side.king_to(color)));
            events.push(moved(rook, side.rook_to(color)));
        }
        Move::Put { .. } => {}
    }
}

fn jump(before: &State, ply: usize, m: Move, change: &Change, events: &mut Vec<Event>) {
    let timeline = &before.timeline;
    let now = ply.checked_sub(1).and_then(|ply| timeline.position(ply));
    let now = now.map(|position| san(position, m)).unwrap_or_default();
    events.push(match before.is_open_blank(ply) {
        true => Event::Filled { ply, now },
        false => Event::Rewritten {
            ply,
            was: label(timeline, ply),
            now,
        },
    });
    events.extend(change.fixed.map(|(seat, order)| Event::OrderFixed {
        seat,
        order: order.as_str(),
    }));
    events.extend(change.lost.iter().map(|lost| Event::Lost {
        ply: lost.ply,
        seat: timeline.owner(lost.ply),
        was: lost.record.to_string(),
    }));
    events.extend(change.slept(before).map(|range| Event::Slept {
        first: *range.start(),
        last: *range.end(),
    }));
    events.extend(change.woke(before).map(|range| Event::Woke {
        first: *range.start(),
        last: *range.end(),
    }));
}

/// Where the line ends now, if that changed, and the end of the game.
fn ends(before: &State, after: &State) -> Vec<Event> {
    let mut events = Vec::new();
    match (before.timeline.terminus(), after.timeline.terminus()) {
        (old, Some(new)) if old != Some(new) => events.push(Event::Terminus {
            ply: new.ply,
            kind: new.ending.as_str(),
        }),
        (Some(_), None) => events.push(Event::Reopened),
        _ => {}
    }
    events.extend(after.verdict.map(|verdict| Event::Over {
        score: verdict.outcome().score(),
        reason: verdict.cause.as_str(),
    }));
    events
}
