//! A start position as written: a FEN, `startpos` or `chess960:518`, then options.
//!
//! ```text
//! 4k3/P7/8/8/8/8/8/4K3 w - - 0 1; draws=automatic; promotion=separate
//! ```

use std::fmt;
use std::str::FromStr;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Square};

use crate::{Illegal, chess960};

/// A start position as written; it may be nonsense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The position.
    pub fen: Fen,
    /// How castling is meant; `None` lets the FEN decide.
    pub castling: Option<CastlingMode>,
    /// Who ends a game by repetition or without progress.
    pub draws: Draws,
    /// Whether a promotion is part of the move or a choice after it.
    pub promotions: Promotions,
    /// With separate promotions: the pawn move whose choice is still owed.
    pub pending: Option<(Square, Square)>,
}

/// Who ends a game by repetition or without progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// Threefold repetition and fifty moves are claimed; fivefold and seventy-five end the game.
    #[default]
    Claimed,
    /// Threefold repetition and fifty moves end the game by themselves.
    Automatic,
    /// Nothing is counted: of all draws without stalemate only bare kings and single bishops on squares of
    /// one colour end the game. Some programs know no other.
    Plain,
}

/// Whether a promotion is part of the move or a choice after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Promotions {
    /// `e7e8q`.
    #[default]
    WithMove,
    /// `e7e8`, then `=q`.
    Separate,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::from_fen(Fen::default())
    }
}

impl Setup {
    /// A position without options.
    pub fn from_fen(fen: Fen) -> Setup {
        Setup {
            fen,
            castling: None,
            draws: Draws::default(),
            promotions: Promotions::default(),
            pending: None,
        }
    }

    /// The position in the text of a setup, as every chess program reads it: without the options after it.
    pub fn fen_in(text: &str) -> &str {
        text.split(';').next().unwrap_or_default().trim()
    }

    /// Reads a position without options.
    pub(crate) fn position(text: &str) -> Result<Setup, Illegal> {
        if text.is_empty() || text == "startpos" {
            return Ok(Setup::default());
        }
        if let Some(number) = text.strip_prefix("chess960:") {
            let start = number.parse().ok().and_then(chess960::start);
            return start.ok_or_else(|| Illegal::BadSetup {
                why: format!("`{number}` is not a Chess960 number from 0 to 959"),
            });
        }
        let fen = Fen::from_ascii(text.as_bytes()).map_err(|why| Illegal::BadSetup {
            why: format!("this is not a FEN: {why}"),
        })?;
        let foreign = fen.as_setup().pockets.is_some() || fen.as_setup().remaining_checks.is_some();
        if foreign {
            return Err(Illegal::BadSetup {
                why: "pockets and counted checks belong to other games".to_owned(),
            });
        }
        Ok(Setup::from_fen(fen))
    }

    fn option(&mut self, text: &str) -> Result<(), Illegal> {
        match text.split_once('=').unwrap_or((text, "")) {
            ("draws", "claim") => self.draws = Draws::Claimed,
            ("draws", "automatic") => self.draws = Draws::Automatic,
            ("draws", "plain") => self.draws = Draws::Plain,
            ("promotion", "with-move") => self.promotions = Promotions::WithMove,
            ("promotion", "separate") => self.promotions = Promotions::Separate,
            ("castling", "standard") => self.castling = Some(CastlingMode::Standard),
            ("castling", "chess960") => self.castling = Some(CastlingMode::Chess960),
            ("pending", squares) => self.pending = Some(pending(squares)?),
            _ => {
                return Err(Illegal::BadSetup {
                    why: format!("`{text}` is not an option"),
                });
            }
        }
        Ok(())
    }
}

fn pending(squares: &str) -> Result<(Square, Square), Illegal> {
    match squares.parse::<crate::Action>() {
        Ok(crate::Action::Move {
            from,
            to,
            promotion: None,
            ..
        }) => Ok((from, to)),
        _ => Err(Illegal::BadSetup {
            why: format!("`{squares}` is not a pawn move like e7e8"),
        }),
    }
}

impl FromStr for Setup {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Setup, Illegal> {
        let mut parts = text.split(';').map(str::trim);
        let mut setup = Setup::position(parts.next().unwrap_or_default())?;
        parts
            .filter(|option| !option.is_empty())
            .try_for_each(|option| setup.option(option))?;
        Ok(setup)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Written together, for a formatter takes one character at a time.
        let mut fen = String::new();
        self.fen.append_to_string(&mut fen);
        f.write_str(&fen)?;
        match self.castling {
            None => {}
            Some(CastlingMode::Standard) => f.write_str("; castling=standard")?,
            Some(CastlingMode::Chess960) => f.write_str("; castling=chess960")?,
        }
        match self.draws {
            Draws::Claimed => {}
            Draws::Automatic => f.write_str("; draws=automatic")?,
            Draws::Plain => f.write_str("; draws=plain")?,
        }
        if self.promotions == Promotions::Separate {
            f.write_str("; promotion=separate")?;
        }
        match self.pending {
            None => Ok(()),
            Some((from, to)) => write!(f, "; pending={from}{to}"),
        }
    }
}
