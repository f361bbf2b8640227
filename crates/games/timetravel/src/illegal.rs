//! Why not: every refusal with its stable code, the ply it is about and the reason.

use std::fmt;

use rules::{Explain, Seat};
use shakmaty::Role;

use crate::action::Path;
use crate::kinds::{self, Order};
use crate::terminus::Terminus;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Not an action.
    BadRequest(String),
    /// The game has a result.
    GameOver,
    /// The other seat is to act.
    NotYourTurn(Seat),
    /// Nothing can follow the end of the line.
    Terminus(Terminus),
    /// No room for the opponent's pass and the move.
    Horizon(usize),
    /// There is no such ply.
    NoSuchPly {
        /// The one asked for.
        ply: usize,
        /// The last one there is.
        last: usize,
    },
    /// The ply belongs to the opponent.
    NotYourPly {
        /// Which.
        ply: usize,
        /// Whose it is.
        owner: Seat,
    },
    /// The ply was given up for good.
    PlyPassed(usize),
    /// The ply lies after the end of the line.
    PlyDormant {
        /// Which.
        ply: usize,
        /// Where the line ends.
        terminus: usize,
    },
    /// Nothing stands there to be replaced.
    PlyBlank(usize),
    /// A move stands there already.
    PlyNotBlank(usize),
    /// The ply was written as often as allowed.
    WriteLimit {
        /// Which.
        ply: usize,
        /// How often it may be written.
        limit: u8,
    },
    /// The player has no jump left.
    JumpLimit(u32),
    /// The move is not legal where it would stand.
    IllegalMove {
        /// Where it would stand.
        ply: usize,
        /// The move.
        path: Path,
        /// Why not.
        fault: Fault,
        /// Why not, in words.
        why: String,
    },
    /// No legal move has this name where it would stand.
    UnknownMove {
        /// Where it would stand.
        ply: usize,
        /// The name.
        written: String,
    },
    /// The new piece is not worth more than the old one.
    NotAnUpgrade {
        /// Which ply.
        ply: usize,
        /// What moves there now.
        old: Role,
        /// What was to move instead.
        new: Role,
    },
    /// The player has fixed knight and bishop the other way round.
    AgainstOrder {
        /// Which ply.
        ply: usize,
        /// What moves there now.
        old: Role,
        /// What was to move instead.
        new: Role,
        /// What the player has fixed.
        order: Order,
    },
    /// There is nothing to accept.
    NoTerminus,
    /// Own blanks before the end of the line can still be filled.
    OpenBlanks(Vec<usize>),
    /// Something else can be done.
    WaitNotAllowed,
    /// No game can begin there.
    BadStart(String),
    /// Not a state line.
    BadLine(String),
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No piece moves like that here.
    NotAMove,
    /// It would take a king.
    KingCapture,
    /// It leaves the mover's king attacked.
    LeavesKingAttacked,
}

impl Fault {
    /// A stable word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Fault::NotAMove => "not_a_move",
            Fault::KingCapture => "king_capture",
            Fault::LeavesKingAttacked => "leaves_king_attacked",
        }
    }
}

impl Illegal {
    /// The refusal of a text that is no action.
    pub(crate) fn bad_action(text: &str) -> Illegal {
        let shown: String = text.chars().take(40).collect();
        Illegal::BadRequest(format!(
            "`{shown}` is no action: write +e2e4 to play on, 1^g1f3 to replace ply 1, 4_f6d5 to fill \
             ply 4, `ok` to accept or `wait`"
        ))
    }

    /// What a program may want to know beyond the code.
    pub fn detail(&self) -> Option<String> {
        match self {
            Illegal::IllegalMove { fault, .. } => Some(fault.as_str().to_owned()),
            Illegal::UnknownMove { .. } => Some(Fault::NotAMove.as_str().to_owned()),
            Illegal::NotAnUpgrade { old, new, .. } | Illegal::AgainstOrder { old, new, .. } => {
                Some(format!("{}->{}", old.upper_char(), new.upper_char()))
            }
            Illegal::OpenBlanks(plies) => Some(list(plies)),
            _ => None,
        }
    }
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::BadRequest(_) => "BAD_REQUEST",
            Illegal::GameOver => "GAME_OVER",
            Illegal::NotYourTurn(_) => "NOT_YOUR_TURN",
            Illegal::Terminus(_) => "TERMINUS",
            Illegal::Horizon(_) => "HORIZON",
            Illegal::NoSuchPly { .. } => "NO_SUCH_PLY",
            Illegal::NotYourPly { .. } => "NOT_YOUR_PLY",
            Illegal::PlyPassed(_) => "PLY_PASSED",
            Illegal::PlyDormant { .. } => "PLY_DORMANT",
            Illegal::PlyBlank(_) => "PLY_BLANK",
            Illegal::PlyNotBlank(_) => "PLY_NOT_BLANK",
            Illegal::WriteLimit { .. } => "WRITE_LIMIT",
            Illegal::JumpLimit(_) => "JUMP_LIMIT",
            Illegal::IllegalMove { .. } | Illegal::UnknownMove { .. } => "ILLEGAL_MOVE",
            Illegal::NotAnUpgrade { .. } => "NOT_AN_UPGRADE",
            Illegal::AgainstOrder { .. } => "NB_ORDER",
            Illegal::NoTerminus => "NO_TERMINUS",
            Illegal::OpenBlanks(_) => "OPEN_BLANKS",
            Illegal::WaitNotAllowed => "WAIT_NOT_ALLOWED",
            Illegal::BadStart(_) => "BAD_START",
            Illegal::BadLine(_) => "BAD_LINE",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::BadRequest(why) => f.write_str(why),
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::NotYourTurn(actor) => write!(f, "it is {actor}'s turn"),
            Illegal::Terminus(Terminus { ply, ending }) => write!(
                f,
                "the line ends at ply {ply} ({}): change an earlier ply or accept",
                ending.name()
            ),
            Illegal::Horizon(horizon) => write!(
                f,
                "the history may have {horizon} plies, and there is no room for the opponent's pass \
                 and your move"
            ),
            Illegal::NoSuchPly { ply, last: 0 } => {
                write!(f, "there is no ply {ply}: nothing was played yet")
            }
            Illegal::NoSuchPly { ply, last } => {
                write!(
                    f,
                    "there is no ply {ply}: the history has plies 1 to {last}"
                )
            }
            Illegal::NotYourPly { ply, owner } => write!(f, "ply {ply} belongs to {owner}"),
            Illegal::PlyPassed(ply) => {
                write!(
                    f,
                    "ply {ply} is a pass: it was given up for good by travelling"
                )
            }
            Illegal::PlyDormant { ply, terminus } => write!(
                f,
                "ply {ply} is dormant: the line ends at ply {terminus} already"
            ),
            Illegal::PlyBlank(ply) => {
                write!(
                    f,
                    "ply {ply} is blank: fill it, there is nothing to replace"
                )
            }
            Illegal::PlyNotBlank(ply) => {
                write!(
                    f,
                    "a move stands at ply {ply}: only an upgrade may replace it"
                )
            }
            Illegal::WriteLimit { ply, limit } => {
                write!(f, "ply {ply} was written {limit} times, which is the limit")
            }
            Illegal::JumpLimit(limit) => {
                write!(f, "you have used all your {limit} jumps into the past")
            }
            Illegal::IllegalMove { ply, path, why, .. } => {
                write!(
                    f,
                    "{path} is illegal in the position before ply {ply}: {why}"
                )
            }
            Illegal::UnknownMove { ply, written } => {
                write!(f, "no legal move is called {written} before ply {ply}")
            }
            Illegal::NotAnUpgrade { ply, old, new } => write!(
                f,
                "a {} may not replace a {}'s move, which stands at ply {ply}",
                kinds::name(*new),
                kinds::name(*old)
            ),
            Illegal::AgainstOrder {
                ply,
                old,
                new,
                order,
            } => write!(
                f,
                "a {} may not replace a {}'s move (ply {ply}): you have fixed {order} for this game",
                kinds::name(*new),
                kinds::name(*old)
            ),
            Illegal::NoTerminus => f.write_str("there is nothing to accept: the line has no end"),
            Illegal::OpenBlanks(plies) => write!(
                f,
                "blank moves are still open: fill {} first",
                list_plies(plies)
            ),
            Illegal::WaitNotAllowed => f.write_str("you may only wait if nothing else is possible"),
            Illegal::BadStart(why) => write!(f, "no game can begin there: {why}"),
            Illegal::BadLine(why) => write!(f, "this is no state line: {why}"),
        }
    }
}

/// `3, 5`.
pub(crate) fn list(plies: &[usize]) -> String {
    let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
    plies.join(", ")
}

/// `ply 3` or `plies 3, 5`.
pub(crate) fn list_plies(plies: &[usize]) -> String {
    match plies {
        [ply] => format!("ply {ply}"),
        _ => format!("plies {}", list(plies)),
    }
}
