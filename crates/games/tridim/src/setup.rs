//! The position text: what somebody wrote down, right or wrong.

use std::fmt::{self, Write};
use std::str::FromStr;

use rules::Seat;

use crate::setup_problem::SetupProblem;
use crate::{BoardId, Illegal, Main, Piece, Pin, Position, Preset, Rights, Square};

/// A position as written. It may be nonsense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The main boards White, Neutral, Black; each from its lowest rank up, from file a to d.
    pub main: [[Option<Piece>; 16]; 3],
    /// The attack boards in the order of [`BoardId::ALL`].
    pub boards: [BoardSetup; 4],
    /// Who moves next.
    pub to_move: Seat,
    /// The castling rights.
    pub castling: Rights,
    /// The pawn that has just made a double step.
    pub en_passant: Option<Square>,
    /// Pawns that must or will have to promote. Redundant, and checked.
    pub promotions: Vec<(Square, Due)>,
    /// Turns since the last capture, pawn movement or promotion.
    pub half_moves: u32,
    /// The number of the move.
    pub full_moves: u32,
    /// Which rules are played.
    pub preset: Preset,
}

/// An attack board as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSetup {
    /// Where it stands.
    pub pin: Pin,
    /// Whether it has been turned by 180°.
    pub rotated: bool,
    /// Its squares: lower left, lower right, upper left, upper right.
    pub cells: [Option<Piece>; 4],
}

/// When a promotion has to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// `!`: before anything else.
    Now,
    /// `~`: when the board above leaves.
    Later,
}

/// The start of an ordinary game.
impl Default for Setup {
    fn default() -> Setup {
        let board = |board: BoardId, letters| BoardSetup {
            pin: board.home(),
            rotated: false,
            cells: cells(letters),
        };
        Setup {
            main: [
                cells(b"NBBNDDDD........"),
                [None; 16],
                cells(b"........ddddnbbn"),
            ],
            boards: [
                board(BoardId::Wql, b"RQDD"),
                board(BoardId::Wkl, b"KRDD"),
                board(BoardId::Bql, b"ddrq"),
                board(BoardId::Bkl, b"ddkr"),
            ],
            to_move: Seat::White,
            castling: Rights::ALL,
            en_passant: None,
            promotions: Vec::new(),
            half_moves: 0,
            full_moves: 1,
            preset: Preset::Standard,
        }
    }
}

/// Cells from the lowest rank up; a dot is empty.
fn cells<const N: usize>(letters: &[u8; N]) -> [Option<Piece>; N] {
    letters.map(|letter| Piece::from_letter(letter.into()))
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let main = Main::ALL.map(|main| {
            let square = |cell: usize| Square::from_index((main as usize * 16 + cell) as u8);
            std::array::from_fn(|cell| position.piece_at(square(cell)))
        });
        let boards = BoardId::ALL.map(|board| {
            let pin = position.boards().pin(board);
            BoardSetup {
                pin,
                rotated: position.boards().is_rotated(board),
                cells: pin.squares().map(|square| position.piece_at(square)),
            }
        });
        Setup {
            main,
            boards,
            to_move: position.to_move(),
            castling: position.castling(),
            en_passant: position.en_passant(),
            promotions: derived_promotions(position),
            half_moves: position.half_moves(),
            full_moves: position.full_moves(),
            preset: position.preset(),
        }
    }
}

/// What the promotion field has to say about a position.
pub(crate) fn derived_promotions(position: &Position) -> Vec<(Square, Due)> {
    let forced = position.forced().map(|corner| (corner.square, Due::Now));
    let deferred = position.deferred().map(|square| (square, Due::Later));
    forced.chain(deferred).collect()
}

/// The promotion field as text.
pub(crate) fn promotions_text(promotions: &[(Square, Due)]) -> String {
    if promotions.is_empty() {
        return "-".to_owned();
    }
    let entry = |(square, due): &(Square, Due)| match due {
        Due::Now => format!("{square}!"),
        Due::Later => format!("{square}~"),
    };
    let entries: Vec<String> = promotions.iter().map(entry).collect();
    entries.join(",")
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, main) in self.main.iter().rev().enumerate() {
            f.write_str(if index > 0 { "|" } else { "" })?;
            write_rows(f, main, 4)?;
        }
        for (index, board) in self.boards.iter().enumerate() {
            f.write_str(if index > 0 { "," } else { " " })?;
            write!(f, "{}{}(", board.pin, if board.rotated { "^" } else { "" })?;
            write_rows(f, &board.cells, 2)?;
            f.write_char(')')?;
        }
        let side = match self.to_move {
            Seat::White => 'w',
            Seat::Black => 'b',
        };
        write!(f, " {side} {} ", self.castling)?;
        match self.en_passant {
            Some(square) => write!(f, "{square}")?,
            None => f.write_char('-')?,
        }
        let promotions = promotions_text(&self.promotions);
        write!(f, " {promotions} {} {}", self.half_moves, self.full_moves)?;
        match self.preset {
            Preset::Standard => Ok(()),
            preset => write!(f, "; preset={}", preset.id()),
        }
    }
}

/// Rows from the highest rank down, separated by slashes, digits for empty squares.
fn write_rows(f: &mut fmt::Formatter<'_>, cells: &[Option<Piece>], width: usize) -> fmt::Result {
    for (index, row) in cells.chunks(width).rev().enumerate() {
        f.write_str(if index > 0 { "/" } else { "" })?;
        let mut empty = 0;
        for cell in row.iter().map(Some).chain([None]) {
            if let Some(None) = cell {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            if let Some(Some(piece)) = cell {
                f.write_char(piece.letter())?;
            }
        }
    }
    Ok(())
}

impl FromStr for Setup {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Setup, Illegal> {
        let (position, options) = match text.split_once(';') {
            Some((position, options)) => (position, Some(options.trim())),
            None => (text, None),
        };
        let preset = match options {
            None => Ok(Preset::Standard),
            Some(option) => option
                .strip_prefix("preset=")
                .and_then(Preset::from_id)
                .ok_or_else(|| SetupProblem::Option(clip(option))),
        };
        preset
            .and_then(|preset| read(position, preset))
            .map_err(Illegal::Setup)
    }
}

fn read(text: &str, preset: Preset) -> Result<Setup, SetupProblem> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[
        main,
        boards,
        side,
        castling,
        en_passant,
        promotions,
        half,
        full,
    ] = fields.as_slice()
    else {
        return Err(SetupProblem::Fields(fields.len()));
    };
    let unread = |name, text: &str| SetupProblem::Field {
        name,
        text: clip(text),
    };
    Ok(Setup {
        main: read_main(main).ok_or_else(|| SetupProblem::Row(clip(main)))?,
        boards: read_boards(boards)?,
        to_move: match side {
            "w" => Seat::White,
            "b" => Seat::Black,
            _ => return Err(unread("the side to move (w or b)", side)),
        },
        castling: Rights::parse(castling)
            .ok_or_else(|| unread("castling rights (KQkq or -)", castling))?,
        en_passant: match en_passant {
            "-" => None,
            square => Some(
                square
                    .parse()
                    .map_err(|()| unread("the square of a pawn (or -)", square))?,
            ),
        },
        promotions: read_promotions(promotions)
            .ok_or_else(|| unread("promotions (like a8B!,d8B~ or -)", promotions))?,
        half_moves: half
            .parse()
            .map_err(|_| unread("the half-move clock", half))?,
        full_moves: (full.parse().ok())
            .filter(|number| *number > 0)
            .ok_or_else(|| unread("the move number, which starts at 1", full))?,
        preset,
    })
}

fn read_main(text: &str) -> Option<[[Option<Piece>; 16]; 3]> {
    let mut boards = text.split('|').map(|board| read_rows(board, 4));
    let (black, neutral, white) = (boards.next()??, boards.next()??, boards.next()??);
    boards.next().is_none().then_some(())?;
    Some([
        white.try_into().ok()?,
        neutral.try_into().ok()?,
        black.try_into().ok()?,
    ])
}

fn read_boards(text: &str) -> Result<[BoardSetup; 4], SetupProblem> {
    let boards: Option<Vec<BoardSetup>> = text.split(',').map(read_board).collect();
    boards
        .and_then(|boards| boards.try_into().ok())
        .ok_or_else(|| SetupProblem::Board(clip(text)))
}

fn read_board(text: &str) -> Option<BoardSetup> {
    let (pin, cells) = text.strip_suffix(')')?.split_once('(')?;
    let (pin, rotated) = match pin.strip_suffix('^') {
        Some(pin) => (pin, true),
        None => (pin, false),
    };
    Some(BoardSetup {
        pin: pin.parse().ok()?,
        rotated,
        cells: read_rows(cells, 2)?.try_into().ok()?,
    })
}

/// The cells of a square board, lowest rank first.
fn read_rows(text: &str, width: usize) -> Option<Vec<Option<Piece>>> {
    let rows: Option<Vec<_>> = text.split('/').map(|row| read_row(row, width)).collect();
    let rows = rows.filter(|rows| rows.len() == width)?;
    Some(rows.into_iter().rev().flatten().collect())
}

fn read_row(text: &str, width: usize) -> Option<Vec<Option<Piece>>> {
    let mut cells = Vec::with_capacity(width);
    for sign in text.chars() {
        match sign.to_digit(10) {
            Some(empty @ 1..=4) => cells.extend((0..empty).map(|_| None)),
            Some(_) => return None,
            None => cells.push(Some(Piece::from_letter(sign)?)),
        }
        (cells.len() <= width).then_some(())?;
    }
    (cells.len() == width).then_some(cells)
}

fn read_promotions(text: &str) -> Option<Vec<(Square, Due)>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let entry = |entry: &str| {
        let (square, due) = match entry.strip_suffix('!') {
            Some(square) => (square, Due::Now),
            None => (entry.strip_suffix('~')?, Due::Later),
        };
        Some((square.parse().ok()?, due))
    };
    text.split(',').map(entry).collect()
}

/// Enough of a text to recognise it in a message.
fn clip(text: &str) -> String {
    text.chars().take(40).collect()
}
