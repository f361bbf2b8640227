//! Why not: every refusal with its stable code, the ply it is about and the reason.

use rules::{Seat, refusals};
use shakmaty::Role;

use crate::action::Path;
use crate::kinds::{self, Order};
use crate::names::MoveName;
use crate::terminus::Ending;

refusals! {
    /// Why a setup or an action is refused.
    pub enum Illegal {
        /// Not an action.
        BadRequest(why: String) = "BAD_REQUEST", "{why}";
        /// The game has a result.
        GameOver = "GAME_OVER" => GameOver, "the game is over";
        /// The other seat is to act.
        NotYourTurn(actor: Seat) = "NOT_YOUR_TURN" => NotYourTurn, "it is {actor}'s turn";
        /// Nothing can follow the end of the line.
        Terminus {
            /// Where it ends.
            at: MoveName,
            /// How.
            ending: Ending,
        } = "TERMINUS",
            "the line ends at {at} ({how}): change an earlier move or accept", how = ending.name();
        /// No room for the opponent's pass and the move.
        Horizon(horizon: usize) = "HORIZON",
            "the history may have {horizon} plies, and there is no room for the opponent's pass \
             and your move";
        /// There is no such ply.
        NoSuchPly {
            /// The one asked for.
            ply: usize,
            /// The last one there is.
            last: usize,
        } = "NO_SUCH_PLY",
            "there is no place {ply} in the history: {places}", places = places_there_are(*last);
        /// The ply belongs to the opponent.
        NotYourPly(name: MoveName) = "NOT_YOUR_PLY",
            "this is {name}, and you can only change your own moves";
        /// The ply was given up for good.
        PlyPassed(name: MoveName) = "PLY_PASSED",
            "{name} is a pass: it was given up for good by travelling";
        /// The ply lies after the end of the line.
        PlyDormant {
            /// Which.
            name: MoveName,
            /// Where the line ends.
            terminus: MoveName,
        } = "PLY_DORMANT",
            "{name} is dormant: the line ends at {terminus} already";
        /// Nothing stands there to be replaced.
        PlyBlank(name: MoveName) = "PLY_BLANK",
            "{name} is blank: fill it, there is nothing to replace";
        /// A move stands there already.
        PlyNotBlank(name: MoveName) = "PLY_NOT_BLANK",
            "{name} is not blank: only an upgrade may replace it";
        /// The ply was written as often as allowed.
        WriteLimit {
            /// Which.
            name: MoveName,
            /// How often it may be written.
            limit: u8,
        } = "WRITE_LIMIT",
            "{name} was written {limit} times, which is the limit";
        /// The player has no jump left.
        JumpLimit(limit: u32) = "JUMP_LIMIT", "you have used all your {limit} jumps into the past";
        /// The move is not legal where it would stand.
        IllegalMove {
            /// Where it would stand.
            name: MoveName,
            /// The move.
            path: Path,
            /// Why not.
            fault: Fault,
            /// Why not, in words.
            why: String,
        } = "ILLEGAL_MOVE",
            "{path} is illegal in the position before {name}: {why}";
        /// No legal move has this name where it would stand.
        UnknownMove {
            /// Where it would stand.
            name: MoveName,
            /// What was written.
            written: String,
        } = "ILLEGAL_MOVE",
            "no legal move is called {written} in the position before {name}";
        /// The new piece is not worth more than the old one.
        NotAnUpgrade {
            /// Which.
            name: MoveName,
            /// What moves there now.
            old: Role,
            /// What was to move instead.
            new: Role,
        } = "NOT_AN_UPGRADE",
            "a {newer} may not replace a {older}'s move, which {name} is",
            newer = kinds::name(*new), older = kinds::name(*old);
        /// The player has fixed knight and bishop the other way round.
        AgainstOrder {
            /// Which.
            name: MoveName,
            /// What moves there now.
            old: Role,
            /// What was to move instead.
            new: Role,
            /// What the player has fixed.
            order: Order,
        } = "NB_ORDER",
            "a {newer} may not replace a {older}'s move ({name}): you have fixed {order} for this game",
            newer = kinds::name(*new), older = kinds::name(*old);
        /// There is nothing to accept.
        NoTerminus = "NO_TERMINUS", "there is nothing to accept: the line has no end";
        /// Own blanks before the end of the line can still be filled.
        OpenBlanks {
            /// Which.
            plies: Vec<usize>,
            /// The same in words.
            names: String,
        } = "OPEN_BLANKS",
            "blank moves are still open: fill {names} first";
        /// Something else can be done.
        WaitNotAllowed = "WAIT_NOT_ALLOWED", "you may only wait if nothing else is possible";
        /// No game can begin there.
        BadStart(why: String) = "BAD_START", "no game can begin there: {why}";
        /// Not a state line.
        BadLine(why: String) = "BAD_LINE", "this is not a state line: {why}";
    }
}

fn places_there_are(last: usize) -> String {
    match last {
        0 => "nothing was played yet".to_owned(),
        _ => format!("it has 1 to {last}"),
    }
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
    /// The refusal of a text that is not an action.
    pub(crate) fn bad_action(text: &str) -> Illegal {
        let shown: String = text.chars().take(40).collect();
        Illegal::BadRequest(format!(
            "`{shown}` is not an action: write +e2e4 to play on, 1^g1f3 to change place 1 of the history, 4_f6d5 \
             to fill the blank at place 4, `ok` to accept or `wait`"
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
            Illegal::OpenBlanks { plies, .. } => Some(list(plies)),
            Illegal::BadRequest(_)
            | Illegal::GameOver
            | Illegal::NotYourTurn(_)
            | Illegal::Terminus { .. }
            | Illegal::Horizon(_)
            | Illegal::NoSuchPly { .. }
            | Illegal::NotYourPly(_)
            | Illegal::PlyPassed(_)
            | Illegal::PlyDormant { .. }
            | Illegal::PlyBlank(_)
            | Illegal::PlyNotBlank(_)
            | Illegal::WriteLimit { .. }
            | Illegal::JumpLimit(_)
            | Illegal::NoTerminus
            | Illegal::WaitNotAllowed
            | Illegal::BadStart(_)
            | Illegal::BadLine(_) => None,
        }
    }
}

/// `3, 5`.
fn list(plies: &[usize]) -> String {
    let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
    plies.join(", ")
}
