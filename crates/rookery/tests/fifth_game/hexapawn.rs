//! Hexapawn: three pawns each on a board of nine squares. They step ahead and capture diagonally. A pawn on the far
//! rank wins, and a player who cannot move loses. The second player can always win.

use std::fmt;
use std::str::FromStr;

use rules::{
    Board, Cell, CellId, Evaluate, Explain, Meta, Mixer, Outcome, Preset, Reason, Scene, Seat,
    Shade, Shape, Status, Step, Token, Variant,
};
use serde::Serialize;

const SIDE: usize = 3;

const PICTURE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 3">
  <path class="cell-light" fill="#f0d9b5" d="M0 0h3v3h-3z"/>
  <path class="cell-dark" fill="#b58863" d="M0 0h1v1h-1zM2 0h1v1h-1zM1 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z"/>
</svg>"##;

pub(crate) struct Hexapawn;

/// Who stands on the squares, a1 first, and who acts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    squares: [Option<Seat>; SIDE * SIDE],
    to_act: Seat,
}

/// From one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    from: usize,
    to: usize,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Event {
    Removed { at: String },
    Moved { from: String, to: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Illegal {
    NoPosition,
    TwoWinners,
    NoMove,
    NotYourTurn,
    NotPossible,
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NoPosition => "no-position",
            Illegal::TwoWinners => "two-winners",
            Illegal::NoMove => "no-move",
            Illegal::NotYourTurn => "not-your-turn",
            Illegal::NotPossible => "not-possible",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::NoPosition => "a position is three ranks and a side, such as `ppp/3/PPP w`",
            Illegal::TwoWinners => "both sides have a pawn on the far rank",
            Illegal::NoMove => "a move is two squares, such as `a1a2`",
            Illegal::NotYourTurn => "it is the other side's turn",
            Illegal::NotPossible => "no pawn of yours can go there",
        })
    }
}

fn name(square: usize) -> String {
    let (file, rank) = (b'a' + (square % SIDE) as u8, square / SIDE + 1);
    format!("{}{rank}", char::from(file))
}

fn square(name: &str) -> Option<usize> {
    (0..SIDE * SIDE).find(|square| self::name(*square) == name)
}

fn letter(seat: Seat) -> char {
    match seat {
        Seat::White => 'P',
        Seat::Black => 'p',
    }
}

impl Default for Position {
    fn default() -> Position {
        let (white, black) = (Some(Seat::White), Some(Seat::Black));
        Position {
            squares: [white, white, white, None, None, None, black, black, black],
            to_act: Seat::White,
        }
    }
}

impl FromStr for Position {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Position, Illegal> {
        let (board, side) = text.split_once(' ').ok_or(Illegal::NoPosition)?;
        let to_act = match side.trim() {
            "w" => Seat::White,
            "b" => Seat::Black,
            _ => return Err(Illegal::NoPosition),
        };
        let mut ranks: Vec<Vec<Option<Seat>>> = Vec::new();
        for rank in board.split('/').rev() {
            let mut squares = Vec::new();
            for letter in rank.chars() {
                match letter {
                    'P' => squares.push(Some(Seat::White)),
                    'p' => squares.push(Some(Seat::Black)),
                    '1'..='3' => squares.extend(vec![None; letter as usize - '0' as usize]),
                    _ => return Err(Illegal::NoPosition),
                }
            }
            if squares.len() != SIDE {
                return Err(Illegal::NoPosition);
            }
            ranks.push(squares);
        }
        let squares = ranks.concat().try_into().map_err(|_| Illegal::NoPosition)?;
        Ok(Position { squares, to_act })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, rank) in self.squares.chunks(SIDE).rev().enumerate() {
            if number > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for square in rank {
                match square {
                    None => empty += 1,
                    Some(seat) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", letter(*seat))?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        f.write_str(match self.to_act {
            Seat::White => " w",
            Seat::Black => " b",
        })
    }
}

impl FromStr for Move {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Move, Illegal> {
        let (from, to) = text.split_at_checked(2).ok_or(Illegal::NoMove)?;
        match (square(from), square(to)) {
            (Some(from), Some(to)) => Ok(Move { from, to }),
            _ => Err(Illegal::NoMove),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", name(self.from), name(self.to))
    }
}

impl Position {
    fn has_arrived(&self, seat: Seat) -> bool {
        let goal = match seat {
            Seat::White => SIDE * (SIDE - 1)..SIDE * SIDE,
            Seat::Black => 0..SIDE,
        };
        self.squares[goal].contains(&Some(seat))
    }

    /// How many ranks a pawn has gone.
    fn progress(seat: Seat, square: usize) -> usize {
        match seat {
            Seat::White => square / SIDE,
            Seat::Black => SIDE - 1 - square / SIDE,
        }
    }

    /// What the side to act can do, by square. None, when a pawn has arrived.
    fn moves(&self) -> Vec<Move> {
        let has_ended = Seat::BOTH.into_iter().any(|seat| self.has_arrived(seat));
        let own = (0..SIDE * SIDE).filter(|square| self.squares[*square] == Some(self.to_act));
        let all = own.flat_map(|from| self.moves_from(from));
        all.filter(|_| !has_ended).collect()
    }

    fn moves_from(&self, from: usize) -> impl Iterator<Item = Move> + '_ {
        let ahead = match self.to_act {
            Seat::White => from.checked_add(SIDE),
            Seat::Black => from.checked_sub(SIDE),
        };
        let rank = ahead.map_or(0..0, |ahead| {
            ahead - ahead % SIDE..ahead - ahead % SIDE + SIDE
        });
        rank.filter(|to| *to < SIDE * SIDE)
            .filter(move |to| match (to % SIDE).abs_diff(from % SIDE) {
                0 => self.squares[*to].is_none(),
                1 => self.squares[*to] == Some(!self.to_act),
                _ => false,
            })
            .map(move |to| Move { from, to })
    }

    fn after(&self, action: Move) -> Position {
        let mut after = self.clone();
        after.squares[action.to] = after.squares[action.from].take();
        after.to_act = !self.to_act;
        after
    }
}

impl Variant for Hexapawn {
    const META: Meta = Meta {
        id: "hexapawn",
        name: "Hexapawn",
        summary: "Three pawns each: get one across, or leave the other side without a move.",
        rules_version: 1,
        shape: Shape::Flat,
        presets: &[Preset {
            id: "standard",
            name: "Standard",
            summary: "Six pawns face each other.",
        }],
        file: None,
        picture: PICTURE,
        typing: &[],
        learn: None,
    };
    type Setup = Position;
    type State = Position;
    type Action = Move;
    type Event = Event;
    type Illegal = Illegal;

    fn start(setup: &Position) -> Result<Position, Illegal> {
        match Seat::BOTH.into_iter().all(|seat| setup.has_arrived(seat)) {
            true => Err(Illegal::TwoWinners),
            false => Ok(setup.clone()),
        }
    }

    fn setup(state: &Position) -> Position {
        state.clone()
    }

    fn preset(id: &str, _seed: u64) -> Option<Position> {
        (id == "standard").then(Position::default)
    }

    fn status(state: &Position) -> Status {
        let arrived = Seat::BOTH.into_iter().find(|seat| state.has_arrived(*seat));
        match arrived {
            Some(seat) => Status::Over(Outcome::win(seat, Reason::new("pawn_across"))),
            None if state.moves().is_empty() => {
                Status::Over(Outcome::win(!state.to_act, Reason::new("no_moves")))
            }
            None => Status::ToAct(state.to_act),
        }
    }

    fn legal(state: &Position) -> impl ExactSizeIterator<Item = Move> {
        state.moves().into_iter()
    }

    fn apply(
        state: &Position,
        seat: Seat,
        action: &Move,
    ) -> Result<Step<Position, Event>, Illegal> {
        if Hexapawn::status(state).to_act() != Some(seat) {
            return Err(Illegal::NotYourTurn);
        }
        if !state.moves().contains(action) {
            return Err(Illegal::NotPossible);
        }
        let (from, to) = (name(action.from), name(action.to));
        let captured = state.squares[action.to].map(|_| Event::Removed { at: to.clone() });
        let moved = Event::Moved { from, to };
        Ok(Step {
            state: state.after(*action),
            events: captured.into_iter().chain([moved]).collect(),
        })
    }

    fn scene(state: &Position) -> Scene {
        let shade = |square| match square % 2 {
            0 => Shade::Dark,
            _ => Shade::Light,
        };
        let cell = |square| Cell {
            id: name(square).into(),
            board: "board".into(),
            x: (square % SIDE) as i16,
            y: (square / SIDE) as i16,
            z: 0,
            shade: shade(square),
        };
        let token = |square: usize| {
            let seat = state.squares[square]?;
            Some(Token {
                cell: name(square).into(),
                kind: "pawn".into(),
                seat,
                letter: letter(seat),
                label: format!("{seat} pawn").into(),
                badges: Vec::new(),
            })
        };
        Scene {
            shape: Shape::Flat,
            boards: vec![Board::plain("board", "Board")],
            cells: (0..SIDE * SIDE).map(cell).collect(),
            spots: Vec::new(),
            tokens: (0..SIDE * SIDE).filter_map(token).collect(),
            marks: Vec::new(),
            timeline: None,
            notes: Vec::new(),
        }
    }

    fn taps(_state: &Position, action: &Move) -> Vec<CellId> {
        vec![name(action.from).into(), name(action.to).into()]
    }

    fn read(state: &Position, text: &str) -> Result<Move, Illegal> {
        let action = text.parse()?;
        match state.moves().contains(&action) {
            true => Ok(action),
            false => Err(Illegal::NotPossible),
        }
    }
}

/// A pawn is worth more the further it has come.
impl Evaluate for Hexapawn {
    fn actor(state: &Position) -> Seat {
        state.to_act
    }

    fn evaluate(state: &Position, seat: Seat) -> i32 {
        let worth = |square: usize| match state.squares[square] {
            None => 0,
            Some(owner) => {
                let value = 100 + 30 * Position::progress(owner, square) as i32;
                if owner == seat { value } else { -value }
            }
        };
        (0..SIDE * SIDE).map(worth).sum()
    }

    fn key(state: &Position) -> u64 {
        Mixer::of(state)
    }

    fn promise(state: &Position, action: &Move) -> i32 {
        state.squares[action.to].map_or(0, |_| 100)
    }

    fn is_pressed(_state: &Position) -> bool {
        false
    }
}
