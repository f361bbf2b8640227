//! Positions as one line of text: WFEN.
//!
//! `board active previous mover quiet-turns number`, for example
//! `4k3/8/8/3p'd7P'e23/8/8/8/4K3 w d7d5 b 0`. A letter may be followed by `'` (it has moved) or `~` (it
//! has not) and the square on which the piece began, `-` for none; without a mark it has not moved and
//! began where it stands. The last three fields may be left out.

use std::fmt;
use std::str::FromStr;

use rules::Seat;

use crate::action::Move;
use crate::board::Board;
use crate::illegal::Illegal;
use crate::kind::Kind;
use crate::piece::Piece;
use crate::square::Square;

/// A position as somebody wrote it; it may be nonsense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wfen {
    /// The pieces.
    pub board: Board,
    /// Who decides next.
    pub active: Seat,
    /// The last move on the board.
    pub previous: Option<Move>,
    /// Who made it; left out, the opponent of `active`.
    pub mover: Option<Seat>,
    /// How many single moves ago something was captured or a pawn moved.
    pub quiet_turns: u32,
    /// The number of the next move, in games that begin in the middle of another; left out, they count from 1.
    pub number: Option<u32>,
}

fn bad(why: impl Into<String>) -> Illegal {
    Illegal::UnreadableSetup(why.into())
}

impl FromStr for Wfen {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Wfen, Illegal> {
        let mut fields = text.split_whitespace();
        let mut field = |name: &str| {
            fields
                .next()
                .ok_or_else(|| bad(format!("the {name} is missing")))
        };
        let board = read_board(field("board")?)?;
        let active = field("side to move").and_then(read_seat)?;
        let previous = field("previous move").and_then(read_previous)?;
        let mover = match fields.next() {
            None | Some("-") => None,
            Some(text) => Some(read_seat(text)?),
        };
        let quiet_turns = match fields.next() {
            None => 0,
            Some(text) => text
                .parse()
                .map_err(|_| bad(format!("`{text}` is not a number of turns")))?,
        };
        let number = fields.next().map(read_number).transpose()?;
        match fields.next() {
            Some(more) => Err(bad(format!("`{more}` is more than a position has"))),
            None => Ok(Wfen {
                board,
                active,
                previous,
                mover,
                quiet_turns,
                number,
            }),
        }
    }
}

fn read_number(text: &str) -> Result<u32, Illegal> {
    text.parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(|| bad(format!("`{text}` is not the number of a move")))
}

fn read_seat(text: &str) -> Result<Seat, Illegal> {
    match text {
        "w" => Ok(Seat::White),
        "b" => Ok(Seat::Black),
        _ => Err(bad(format!("`{text}` is neither `w` nor `b`"))),
    }
}

fn read_previous(text: &str) -> Result<Option<Move>, Illegal> {
    match text {
        "-" => Ok(None),
        _ => text
            .parse()
            .map(Some)
            .map_err(|()| bad(format!("`{text}` is not a move"))),
    }
}

fn read_board(text: &str) -> Result<Board, Illegal> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(bad(format!("a board has 8 ranks, not {}", ranks.len())));
    }
    let mut board = Board::default();
    for (rank, text) in (0..8).rev().zip(ranks) {
        read_rank(&mut board, rank, text)?;
    }
    Ok(board)
}

fn read_rank(board: &mut Board, rank: i8, text: &str) -> Result<(), Illegal> {
    let wrong = || bad(format!("rank {} does not have 8 files", rank + 1));
    let mut file = 0;
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            file += empty as i8;
        } else {
            let square = Square::at(file, rank).ok_or_else(wrong)?;
            board.put(square, read_piece(letter, square, &mut rest)?);
            file += 1;
        }
        if file > 8 {
            return Err(wrong());
        }
    }
    if file == 8 { Ok(()) } else { Err(wrong()) }
}

/// Reads the marks that follow a letter, if there are any.
fn read_piece(letter: char, square: Square, rest: &mut std::str::Chars) -> Result<Piece, Illegal> {
    let kind = Kind::from_letter(letter.to_ascii_uppercase())
        .ok_or_else(|| bad(format!("no piece has the letter `{letter}`")))?;
    let seat = if letter.is_ascii_uppercase() {
        Seat::White
    } else {
        Seat::Black
    };
    let mut piece = Piece::new(kind, seat, square);
    let text = rest.as_str();
    if let Some(marked) = text.strip_prefix(['\'', '~']) {
        piece.moved = text.starts_with('\'');
        let (start, after) = read_start(marked)
            .ok_or_else(|| bad(format!("the piece on {square} has no good start square")))?;
        piece.start = start;
        *rest = after.chars();
    }
    Ok(piece)
}

fn read_start(text: &str) -> Option<(Option<Square>, &str)> {
    if let Some(after) = text.strip_prefix('-') {
        return Some((None, after));
    }
    let (start, after) = text.split_at_checked(2)?;
    Some((Some(start.parse().ok()?), after))
}

impl fmt::Display for Wfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            write_rank(f, &self.board, rank)?;
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(seat_letter(self.active))?;
        match self.previous {
            Some(step) => write!(f, " {step}")?,
            None => f.write_str(" -")?,
        }
        let mover = self.mover.unwrap_or(!self.active);
        write!(f, " {} {}", seat_letter(mover), self.quiet_turns)?;
        match self.number {
            Some(number) => write!(f, " {number}"),
            None => Ok(()),
        }
    }
}

const fn seat_letter(seat: Seat) -> &'static str {
    match seat {
        Seat::White => "w",
        Seat::Black => "b",
    }
}

fn write_rank(f: &mut fmt::Formatter<'_>, board: &Board, rank: i8) -> fmt::Result {
    let mut empty = 0;
    for square in (0..8).filter_map(|file| Square::at(file, rank)) {
        match board.get(square) {
            None => empty += 1,
            Some(piece) => {
                write_empty(f, empty)?;
                empty = 0;
                write_piece(f, piece, square)?;
            }
        }
    }
    write_empty(f, empty)
}

fn write_empty(f: &mut fmt::Formatter<'_>, empty: u8) -> fmt::Result {
    match empty {
        0 => Ok(()),
        _ => write!(f, "{empty}"),
    }
}

/// Writes a piece as in position texts.
pub(crate) fn write_piece(f: &mut impl fmt::Write, piece: Piece, square: Square) -> fmt::Result {
    f.write_char(piece.letter())?;
    if !piece.moved && piece.start == Some(square) {
        return Ok(());
    }
    f.write_char(if piece.moved { '\'' } else { '~' })?;
    match piece.start {
        Some(start) => write!(f, "{start}"),
        None => f.write_char('-'),
    }
}
