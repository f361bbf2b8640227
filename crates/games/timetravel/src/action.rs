//! What a player can do with a turn, as text: `+e2e4`, `1^g1f3`, `4_f6d5`, `ok`, `wait`.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Move, Role, Square};

use crate::illegal::Illegal;
use crate::moves::castle_target;

/// A move by its squares; castling is the king's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// Where the piece leaves from.
    pub from: Square,
    /// Where it arrives.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl From<Move> for Path {
    fn from(m: Move) -> Path {
        Path {
            from: m.from().unwrap_or(m.to()),
            to: castle_target(m),
            promotion: m.promotion(),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.char()),
            None => Ok(()),
        }
    }
}

impl FromStr for Path {
    type Err = ();

    fn from_str(text: &str) -> Result<Path, ()> {
        let (from, rest) = text.split_at_checked(2).ok_or(())?;
        let (to, rest) = rest.split_at_checked(2).ok_or(())?;
        let promotion = match rest {
            "" => None,
            "n" => Some(Role::Knight),
            "b" => Some(Role::Bishop),
            "r" => Some(Role::Rook),
            "q" => Some(Role::Queen),
            _ => return Err(()),
        };
        Ok(Path {
            from: from.parse().map_err(drop)?,
            to: to.parse().map_err(drop)?,
            promotion,
        })
    }
}

/// What a player does with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Plays on at the end of the history.
    Append(Path),
    /// Changes an earlier move of one's own.
    Replace {
        /// Which.
        ply: usize,
        /// The new move.
        path: Path,
    },
    /// Puts a move where one was lost.
    Fill {
        /// Where.
        ply: usize,
        /// The new move.
        path: Path,
    },
    /// Agrees that the line ends where it does.
    Accept,
    /// Does nothing, because nothing can be done.
    Wait,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Append(path) => write!(f, "+{path}"),
            Action::Replace { ply, path } => write!(f, "{ply}^{path}"),
            Action::Fill { ply, path } => write!(f, "{ply}_{path}"),
            Action::Accept => f.write_str("ok"),
            Action::Wait => f.write_str("wait"),
        }
    }
}

impl FromStr for Action {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Action, Illegal> {
        let no = || Illegal::bad_action(text);
        match Place::split(text) {
            Some((place, rest)) => {
                let path = rest.parse().map_err(|()| no())?;
                Ok(place.action(path))
            }
            None if text == "ok" => Ok(Action::Accept),
            None if text == "wait" => Ok(Action::Wait),
            None => Err(no()),
        }
    }
}

/// Where a move is to be written: the part of an action text before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    End,
    Replace(usize),
    Fill(usize),
}

impl Place {
    /// Splits `1^Nf3` into the place and the rest.
    pub(crate) fn split(text: &str) -> Option<(Place, &str)> {
        if let Some(rest) = text.strip_prefix('+') {
            return Some((Place::End, rest));
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = text.split_at(digits);
        let ply = number.parse().ok()?;
        let replace = rest
            .strip_prefix('^')
            .map(|rest| (Place::Replace(ply), rest));
        let fill = || rest.strip_prefix('_').map(|rest| (Place::Fill(ply), rest));
        replace.or_else(fill)
    }

    /// The action that writes `path` here.
    pub(crate) fn action(self, path: Path) -> Action {
        match self {
            Place::End => Action::Append(path),
            Place::Replace(ply) => Action::Replace { ply, path },
            Place::Fill(ply) => Action::Fill { ply, path },
        }
    }
}
