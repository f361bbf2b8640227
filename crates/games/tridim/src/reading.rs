//! Reads what players type: the full action text, or the short notation of score sheets.

use crate::judge::judge;
use crate::square::file_index;
use crate::{Action, Illegal, Kind, Level, PieceMove, Pin, Square, State, Turn};

/// The legal action that a text means.
pub(crate) fn read(state: &State, text: &str) -> Result<Action, Illegal> {
    let text = text.trim();
    let full = text.parse::<Action>();
    let to_act = state.status().to_act().ok_or(Illegal::GameOver)?;
    let judged = full.map(|action| judge(state, to_act, &action).map(|()| action));
    if let Ok(Ok(action)) = judged {
        return Ok(action);
    }
    let shown = || text.chars().take(40).collect();
    let sketch = Sketch::read(text);
    let legal = state.legal();
    let fitting: Vec<&Action> = legal
        .iter()
        .filter(|action| sketch.as_ref().is_some_and(|sketch| sketch.fits(action)))
        .collect();
    match fitting.as_slice() {
        [action] => return Ok(**action),
        [_, ..] => return Err(Illegal::Ambiguous(shown())),
        [] => {}
    }
    let pointed =
        two_squares(state, text).map(|action| judge(state, to_act, &action).map(|()| action));
    if let Some(Ok(action)) = pointed {
        return Ok(action);
    }
    let unknown = match &sketch {
        Some(_) => Illegal::NoSuchAction(shown()),
        None => Illegal::NotAnAction(shown()),
    };
    let meant = sketch.and_then(|sketch| sketch.near_miss(&legal));
    let refused = meant.and_then(|meant| judge(state, to_act, &meant).err());
    // A full text that is refused deserves its reason as well, and so do two squares that were pointed at.
    Err(refused
        .or_else(|| pointed.and_then(Result::err))
        .or_else(|| judged.ok().and_then(Result::err))
        .unwrap_or(unknown))
}

/// `d1Wc3N` or `d1W-c3N`: a move of whichever piece stands on the first square.
fn two_squares(state: &State, text: &str) -> Option<Action> {
    let (start, to) = split_square(text)?;
    let from: Square = start.trim_end_matches(['x', '-']).parse().ok()?;
    let position = state.position();
    let piece = position.piece_at(from)?;
    Some(Action::Turn(Turn::Move(PieceMove {
        kind: piece.kind,
        from,
        to,
        capture: position.piece_at(to).is_some(),
        en_passant: false,
        promotion: None,
    })))
}

/// What a short text says about an action. What it does not say may be anything.
enum Sketch {
    Piece(PieceSketch),
    Board {
        from: Option<Pin>,
        /// The pin, whether the board arrives turned, and what its rider becomes.
        arrival: (Pin, bool, Option<Kind>),
    },
    Castle(Action),
    Settle(Square, Kind),
}

/// What a short text says about a move of a piece.
#[derive(Clone, Copy)]
struct PieceSketch {
    kind: Kind,
    file: Option<u8>,
    rank: Option<u8>,
    level: Option<Level>,
    capture: bool,
    to: Square,
    promotion: Option<Kind>,
}

impl Sketch {
    fn read(text: &str) -> Option<Sketch> {
        let plain = without_decoration(text);
        if let Some(inner) = plain
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
        {
            let (square, kind) = split_promotion(inner);
            return Some(Sketch::Settle(square.parse().ok()?, kind?));
        }
        if plain == "O-O" || plain == "0-0" || plain == "O-O-O" || plain == "0-0-0" {
            return plain.parse().ok().map(Sketch::Castle);
        }
        read_board(plain).or_else(|| read_piece(plain))
    }

    fn fits(&self, action: &Action) -> bool {
        match (self, action) {
            (Sketch::Castle(castle), action) => castle == action,
            (Sketch::Settle(square, kind), Action::Settle { at, to }) => square == at && kind == to,
            (_, Action::Turn(turn)) => self.fits_turn(*turn),
            _ => false,
        }
    }

    /// The move that is meant if only the promotion is wrong, as it was written.
    fn near_miss(self, legal: &[Action]) -> Option<Action> {
        let Sketch::Piece(sketch) = self else {
            return None;
        };
        let promotion = match sketch.promotion {
            None => Some(Kind::Queen),
            Some(_) => None,
        };
        let other = PieceSketch {
            promotion,
            ..sketch
        };
        legal.iter().find_map(|action| match action {
            Action::Turn(Turn::Move(made)) if other.fits(*made) => {
                let promotion = sketch.promotion;
                Some(Action::Turn(Turn::Move(PieceMove { promotion, ..*made })))
            }
            Action::Turn(_) | Action::Settle { .. } | Action::Claim(_) => None,
        })
    }

    fn fits_turn(&self, turn: Turn) -> bool {
        match (self, turn) {
            (Sketch::Piece(sketch), Turn::Move(made)) => sketch.fits(made),
            (Sketch::Piece(sketch), Turn::Promote { at, to }) => {
                sketch.kind == Kind::Pawn && sketch.to == at && sketch.promotion == Some(to)
            }
            (Sketch::Board { from, arrival }, Turn::Board(made)) => {
                from.is_none_or(|from| from == made.from)
                    && *arrival == (made.to, made.rotated, made.promotion)
            }
            _ => false,
        }
    }
}

impl PieceSketch {
    fn fits(&self, made: PieceMove) -> bool {
        // Only for pawns does the sign make a difference: `a6N` is a step, `bxa6N` a capture.
        let sign_fits = self.kind != Kind::Pawn || self.capture == made.capture;
        sign_fits
            && self.kind == made.kind
            && self.to == made.to
            && self.promotion == made.promotion
            && self.file.is_none_or(|file| file == made.from.file())
            && self.rank.is_none_or(|rank| rank == made.from.rank())
            && self.level.is_none_or(|level| level == made.from.level())
    }
}

/// Signs for check, mate, quality, draw offers and captures in passing say nothing that is needed.
fn without_decoration(text: &str) -> &str {
    let mut plain = text.trim();
    loop {
        let shorter = plain
            .trim_end_matches("(=)")
            .trim_end_matches(['+', '#', '!', '?', ' '])
            .trim_end_matches("e.p.")
            .trim_end_matches("ep");
        if shorter.len() == plain.len() {
            return plain;
        }
        plain = shorter;
    }
}

/// Splits `=Q` or `Q` off the end.
fn split_promotion(text: &str) -> (&str, Option<Kind>) {
    let kind = text
        .chars()
        .last()
        .and_then(Kind::from_letter)
        .filter(|kind| *kind != Kind::King);
    match kind {
        Some(kind) => (text[..text.len() - 1].trim_end_matches('='), Some(kind)),
        None => (text, None),
    }
}

fn read_board(text: &str) -> Option<Sketch> {
    let (text, promotion) = split_promotion(text);
    let (text, rotated) = match text.strip_suffix('^') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (from, to) = match text.split_once('-') {
        Some((from, to)) => (Some(from.parse().ok()?), to),
        None => (None, text),
    };
    Some(Sketch::Board {
        from,
        arrival: (to.parse().ok()?, rotated, promotion),
    })
}

fn read_piece(text: &str) -> Option<Sketch> {
    // The last letter of `b8B` is a level, that of `b8BB` a bishop: the square comes first.
    if let Some((start, to)) = split_square(text) {
        return sketch_piece(start, to, None);
    }
    let (text, promotion) = split_promotion(text);
    let (start, to) = split_square(text)?;
    sketch_piece(start, to, promotion)
}

/// Splits the arrival square off the end.
fn split_square(text: &str) -> Option<(&str, Square)> {
    [5, 3].into_iter().find_map(|length| {
        let at = text.len().checked_sub(length)?;
        let square = text.get(at..)?.parse().ok()?;
        Some((&text[..at], square))
    })
}

/// Reads a piece letter and what is said of the start square.
fn sketch_piece(start: &str, to: Square, promotion: Option<Kind>) -> Option<Sketch> {
    let capture = start.ends_with('x');
    let start = start.trim_end_matches(['x', '-']);
    let kind = start.chars().next().and_then(Kind::from_letter);
    let rest = match kind {
        Some(_) => &start[1..],
        None => start,
    };
    let (file, rest) = match rest.chars().next().and_then(file_index) {
        Some(file) => (Some(file), &rest[1..]),
        None => (None, rest),
    };
    let (rank, rest) = match rest.chars().next().and_then(|sign| sign.to_digit(10)) {
        Some(rank) => (Some(rank as u8), &rest[1..]),
        None => (None, rest),
    };
    let level = match rest {
        "" => None,
        level => Some(level.parse().ok()?),
    };
    Some(Sketch::Piece(PieceSketch {
        kind: kind.unwrap_or(Kind::Pawn),
        file,
        rank,
        level,
        capture,
        to,
        promotion,
    }))
}
