//! A number for "the same position", as repetition counts it.

use rules::{Seat, mix};

use crate::moves::{crossed_column, legal_turns};
use crate::{BoardId, Kind, Position, Turn};

impl Position {
    /// Equal for positions that count as the same: pieces, double-step rights, castling rights, the
    /// side to move, which side owns the board on each pin, and whether a capture in passing is legal.
    /// Half turns of boards, and which of two boards of one owner stands where, do not count.
    pub fn key(&self) -> u64 {
        let mut key = 0;
        for seat in Seat::BOTH {
            for kind in Kind::ALL {
                let code = (seat as u64 * 6 + kind as u64) * 128;
                key = self
                    .of(seat, kind)
                    .fold(key, |key, square| key ^ mix(code + square.index() as u64));
            }
        }
        key = self
            .fresh()
            .fold(key, |key, square| key ^ mix(FRESH + square.index() as u64));
        for board in BoardId::ALL {
            let pin = self.boards().pin(board).index() as u64;
            key ^= mix(BOARDS + board.owner() as u64 * 16 + pin);
        }
        key ^= mix(CASTLING + u64::from(self.castling().bits()));
        if self.to_move() == Seat::Black {
            key ^= mix(BLACK_TO_MOVE);
        }
        match self.en_passant() {
            Some(pawn) if self.has_en_passant() => key ^ mix(EN_PASSANT + pawn.index() as u64),
            _ => key,
        }
    }

    /// Whether a capture in passing is legal.
    fn has_en_passant(&self) -> bool {
        let Some(crossed) = crossed_column(self) else {
            return false;
        };
        let near = crossed.pawn_attacks(!self.to_move());
        let pawns = self.columns_of(self.to_move(), Kind::Pawn);
        !near.and(pawns).is_empty()
            && legal_turns(self)
                .iter()
                .any(|turn| matches!(turn, Turn::Move(made) if made.en_passant))
    }
}

const FRESH: u64 = 0x1000;
const BOARDS: u64 = 0x2000;
const CASTLING: u64 = 0x3000;
const EN_PASSANT: u64 = 0x4000;
const BLACK_TO_MOVE: u64 = 0x5000;
