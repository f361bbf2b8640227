//! What is written down about a move, and when a written move can still be played.

use std::fmt;
use std::str::FromStr;

use shakmaty::{CastlingSide, Color, Move, Role, Square};

use crate::kinds::name;
use crate::moves::castle_target;
use crate::position::Position;

/// How a recorded move captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Not at all.
    None,
    /// What stands on the square of arrival.
    Ordinary,
    /// The pawn that has just jumped over the square of arrival.
    EnPassant,
}

/// A move as the history keeps it: not which individual moved, not what it took, not whether it gave
/// check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    kind: Role,
    from: Square,
    to: Square,
    capture: Capture,
    promotion: Option<Role>,
    castling: Option<CastlingSide>,
}

impl Record {
    /// The kind of piece that moves, before any promotion; castling is a king move.
    pub fn kind(self) -> Role {
        self.kind
    }

    /// Where it leaves from.
    pub fn origin(self) -> Square {
        self.from
    }

    /// Where it arrives.
    pub fn target(self) -> Square {
        self.to
    }

    /// The move as it is said aloud: `bishop takes b4`, `pawn to a8, becoming a queen`.
    pub fn in_words(self) -> String {
        match self.castling {
            Some(CastlingSide::KingSide) => return "castling short".to_owned(),
            Some(CastlingSide::QueenSide) => return "castling long".to_owned(),
            None => {}
        }
        let (verb, how) = match self.capture {
            Capture::None => ("to", ""),
            Capture::Ordinary => ("takes", ""),
            Capture::EnPassant => ("takes", " en passant"),
        };
        let promotion = self.promotion.map(name);
        let promotion = promotion.map(|role| format!(", becoming a {role}"));
        let (kind, to) = (name(self.kind), self.to);
        format!("{kind} {verb} {to}{how}{}", promotion.unwrap_or_default())
    }

    /// The move in this position that is exactly as recorded.
    pub fn playable(self, position: &Position) -> Option<Move> {
        let m = position.shaped(self.from, self.to, self.promotion)?;
        let exact = Record::from(m) == self && m.capture() != Some(Role::King);
        (exact && position.keeps_king_safe(m)).then_some(m)
    }
}

impl From<Move> for Record {
    fn from(m: Move) -> Record {
        Record {
            kind: m.role(),
            from: m.from().unwrap_or(m.to()),
            to: castle_target(m),
            capture: match m {
                Move::EnPassant { .. } => Capture::EnPassant,
                _ if m.is_capture() => Capture::Ordinary,
                Move::Normal { .. } | Move::Castle { .. } | Move::Put { .. } => Capture::None,
            },
            promotion: m.promotion(),
            castling: m.castling_side(),
        }
    }
}

impl Record {
    /// Writes the token of a state line: `Pe5xd6ep`, `Pa7xb8=Q`, `O-O`. Lines of long games are written
    /// for every preview, so this does without the machinery of formatting.
    pub(crate) fn write_to(self, text: &mut String) {
        match self.castling {
            Some(CastlingSide::KingSide) => return text.push_str("O-O"),
            Some(CastlingSide::QueenSide) => return text.push_str("O-O-O"),
            None => {}
        }
        text.push(self.kind.upper_char());
        write_square(self.from, text);
        text.push_str(match self.capture {
            Capture::None => "",
            Capture::Ordinary | Capture::EnPassant => "x",
        });
        write_square(self.to, text);
        if let Some(role) = self.promotion {
            text.extend(['=', role.upper_char()]);
        }
        if self.capture == Capture::EnPassant {
            text.push_str("ep");
        }
    }
}

fn write_square(square: Square, text: &mut String) {
    text.extend([square.file().char(), square.rank().char()]);
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

/// A token of a state line. Castling does not say whose it is; the ply does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token(Record);

impl Token {
    /// The record of a ply that belongs to `owner`.
    pub fn of(self, owner: Color) -> Record {
        match self.0.castling {
            Some(side) => castling(side, owner),
            None => self.0,
        }
    }
}

impl Token {
    pub(crate) fn write_to(self, text: &mut String) {
        self.0.write_to(text);
    }
}

impl From<Record> for Token {
    fn from(record: Record) -> Token {
        Token(record)
    }
}

fn castling(side: CastlingSide, owner: Color) -> Record {
    Record {
        kind: Role::King,
        from: Square::from_coords(shakmaty::File::E, owner.backrank()),
        to: side.king_to(owner),
        capture: Capture::None,
        promotion: None,
        castling: Some(side),
    }
}

impl FromStr for Token {
    type Err = ();

    fn from_str(text: &str) -> Result<Token, ()> {
        match text {
            "O-O" => return Ok(Token(castling(CastlingSide::KingSide, Color::White))),
            "O-O-O" => return Ok(Token(castling(CastlingSide::QueenSide, Color::White))),
            _ => {}
        }
        let mut rest = Rest(text);
        let kind = rest.role().ok_or(())?;
        let from = rest.square().ok_or(())?;
        let captures = rest.skip("x");
        let to = rest.square().ok_or(())?;
        let promotion = match rest.skip("=") {
            true => Some(rest.role().ok_or(())?),
            false => None,
        };
        let capture = match (captures, rest.skip("ep")) {
            (false, false) => Capture::None,
            (true, false) => Capture::Ordinary,
            (true, true) => Capture::EnPassant,
            (false, true) => return Err(()),
        };
        if !rest.0.is_empty() || matches!(promotion, Some(Role::Pawn | Role::King)) {
            return Err(());
        }
        Ok(Token(Record {
            kind,
            from,
            to,
            capture,
            promotion,
            castling: None,
        }))
    }
}

/// What is left of a text that is read from left to right.
struct Rest<'t>(&'t str);

impl Rest<'_> {
    fn skip(&mut self, sign: &str) -> bool {
        match self.0.strip_prefix(sign) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    fn role(&mut self) -> Option<Role> {
        let letter = self.0.chars().next().filter(char::is_ascii_uppercase)?;
        self.0 = &self.0[1..];
        Role::from_char(letter)
    }

    fn square(&mut self) -> Option<Square> {
        let (square, rest) = self.0.split_at_checked(2)?;
        self.0 = rest;
        square.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_written_as_they_are_read() {
        for text in [
            "Pe2e4", "Ng1f3", "Pd5xe4", "Pe5xd6ep", "Pa7xb8=Q", "O-O", "O-O-O",
        ] {
            let token: Token = text.parse().unwrap();
            assert_eq!(token.of(Color::Black).to_string(), text);
        }
    }

    #[test]
    fn moves_can_be_said_aloud() {
        for (text, words) in [
            ("Ng1f3", "knight to f3"),
            ("Bf8xb4", "bishop takes b4"),
            ("Pe5xd6ep", "pawn takes d6 en passant"),
            ("Pa7xb8=Q", "pawn takes b8, becoming a queen"),
            ("O-O-O", "castling long"),
        ] {
            let token: Token = text.parse().unwrap();
            assert_eq!(token.of(Color::White).in_words(), words);
        }
    }

    #[test]
    fn other_texts_are_no_tokens() {
        for text in [
            "", "e2e4", "Pe2", "Pe2e9", "Pe5d6ep", "Pa7a8=K", "Pa7a8=", "o-o", "Ng1f3+", "Né",
        ] {
            assert_eq!(text.parse::<Token>(), Err(()), "{text}");
        }
    }
}
