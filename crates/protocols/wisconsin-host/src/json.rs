//! What stands in the bodies and alerts of the protocol, field by field.

use rules::Seat;
use serde::{Deserialize, Serialize};
use wisconsin::{COLLECTION_SLOTS, Kind, Move, Piece, Square};

/// 0 for White, 1 for Black.
pub(crate) fn orientation(seat: Seat) -> u8 {
    match seat {
        Seat::White => 0,
        Seat::Black => 1,
    }
}

/// File and rank, both counted from 0 at a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Address {
    f: i8,
    r: i8,
}

impl Address {
    const NONE: Address = Address { f: 0, r: 8 };
    const ZERO: Address = Address { f: 0, r: 0 };
}

impl From<Square> for Address {
    fn from(square: Square) -> Address {
        Address {
            f: square.file(),
            r: square.rank(),
        }
    }
}

impl From<Option<Square>> for Address {
    fn from(square: Option<Square>) -> Address {
        square.map_or(Address::NONE, Address::from)
    }
}

/// From where to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    f: Address,
    t: Address,
}

impl Step {
    /// No move at all.
    pub(crate) const NONE: Step = Step {
        f: Address::NONE,
        t: Address::NONE,
    };

    /// What an alert about a promotion has in place of a move.
    pub(crate) const PROMOTION: Step = Step {
        f: Address::ZERO,
        t: Address::NONE,
    };
}

impl From<Move> for Step {
    fn from(step: Move) -> Step {
        Step {
            f: step.from.into(),
            t: step.to.into(),
        }
    }
}

/// Whose and what; nothing is 0 and 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShortPiece {
    o: u8,
    k: u8,
}

impl ShortPiece {
    pub(crate) fn new(kind: Kind, seat: Seat) -> ShortPiece {
        ShortPiece {
            o: orientation(seat),
            k: kind.number(),
        }
    }
}

impl From<Option<Piece>> for ShortPiece {
    fn from(piece: Option<Piece>) -> ShortPiece {
        piece.map_or(ShortPiece { o: 0, k: 0 }, |piece| {
            ShortPiece::new(piece.kind, piece.seat)
        })
    }
}

/// What is on a square now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShortSquare {
    pub(crate) a: Address,
    pub(crate) p: ShortPiece,
}

/// A piece with its biography.
#[derive(Clone, Copy, Debug, Serialize)]
struct FullPiece {
    k: u8,
    o: u8,
    m: bool,
    s: Address,
}

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct FullSquare {
    a: Address,
    p: FullPiece,
}

impl FullSquare {
    pub(crate) fn new(square: Square, piece: Piece) -> FullSquare {
        FullSquare {
            a: square.into(),
            p: FullPiece {
                k: piece.kind.number(),
                o: orientation(piece.seat),
                m: piece.moved,
                s: piece.start.into(),
            },
        }
    }
}

/// Where one piece can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct MoveSet {
    f: Address,
    m: Vec<Address>,
}

/// The answer to `/moves`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Moves {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    m: Vec<MoveSet>,
    s: u8,
}

impl Moves {
    /// Moves come square by square, so those of one piece stand together.
    pub(crate) fn new(moves: impl Iterator<Item = Move>, state: u8) -> Moves {
        let mut sets: Vec<MoveSet> = Vec::new();
        for step in moves {
            let (from, to) = (Address::from(step.from), Address::from(step.to));
            match sets.last_mut().filter(|set| set.f == from) {
                Some(set) => set.m.push(to),
                None => sets.push(MoveSet {
                    f: from,
                    m: vec![to],
                }),
            }
        }
        Moves { m: sets, s: state }
    }
}

/// What a client is told besides the change of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Signal {
    /// You must choose a promotion now.
    #[serde(rename = "p")]
    Promote,
    /// Do not act yet, another alert follows.
    #[serde(rename = "w")]
    Wait,
    /// You promoted out of turn; now make your move.
    #[serde(rename = "c")]
    Continue,
    #[serde(rename = "ch")]
    Check,
    #[serde(rename = "dr")]
    Draw,
    #[serde(rename = "chm")]
    Checkmate,
    #[serde(rename = "co")]
    Conceded,
}

/// An answer to `/move`, or an alert.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Update {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) d: Vec<ShortSquare>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) c: Vec<ShortPiece>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) s: Option<Signal>,
    pub(crate) m: Step,
}

impl Update {
    /// Nothing has changed on the board.
    pub(crate) fn signal(s: Option<Signal>) -> Update {
        Update {
            d: Vec::new(),
            c: Vec::new(),
            s,
            m: Step::NONE,
        }
    }

    /// Whether this tells of a chosen promotion.
    pub(crate) fn is_promotion(&self) -> bool {
        self.m == Step::PROMOTION
    }

    /// A move and the promotion that follows it, as one.
    pub(crate) fn with_promotion(self, promotion: Update) -> Update {
        let is_older = |old: &ShortSquare| promotion.d.iter().all(|new| new.a != old.a);
        let mut d: Vec<ShortSquare> = self.d.into_iter().filter(is_older).collect();
        d.extend(&promotion.d);
        d.sort_by_key(|square| (square.a.r, square.a.f));
        let c = self.c.into_iter().chain(promotion.c).collect();
        Update {
            d,
            c,
            s: promotion.s,
            m: self.m,
        }
    }

    /// The text of an alert, with its line feed.
    pub(crate) fn line(&self) -> String {
        // An update always has a text: it has no maps.
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// The answer to `/players`.
#[derive(Debug, Serialize)]
pub(crate) struct Players {
    pub(crate) w: String,
    pub(crate) b: String,
    pub(crate) a: u8,
}

/// A game by its number; 0 is none.
#[derive(Debug, Serialize)]
pub(crate) struct Id {
    pub(crate) id: u64,
}

/// How many wait for anybody.
#[derive(Debug, Serialize)]
pub(crate) struct Open {
    pub(crate) n: usize,
}

/// The answer to `/picks`.
#[derive(Debug, Serialize)]
pub(crate) struct PicksAnswer {
    pub(crate) l: u8,
    pub(crate) r: u8,
}

/// The answer to `/collection`.
#[derive(Debug, Serialize)]
pub(crate) struct CollectionAnswer {
    pub(crate) c: [u8; COLLECTION_SLOTS],
}

/// The answer to `/hosted`: what the protocol knows of a game of this server.
#[derive(Debug, Serialize)]
pub(crate) struct Hosted {
    pub(crate) id: u64,
    pub(crate) reward: u8,
    pub(crate) left: u8,
    pub(crate) right: u8,
    pub(crate) claimable: bool,
    pub(crate) taken: bool,
    pub(crate) acknowledged: bool,
}

/// The body of `POST /move`. A number that is not there is 0.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct MoveRequest {
    pub(crate) f: i64,
    pub(crate) t: i64,
    pub(crate) p: i64,
}

/// The body of `POST /reward`: slots of the collection, or 0.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RewardRequest {
    pub(crate) l: usize,
    pub(crate) r: usize,
    pub(crate) re: usize,
}
