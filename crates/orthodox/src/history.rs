//! Which positions have been on the board since the last capture or pawn move.
//!
//! Positions are kept as 64-bit keys. The newest keys lie in the state itself, older ones in shared
//! blocks: copying a state costs no allocation in seven moves of eight, which perft and search feel.

use std::sync::Arc;

use shakmaty::{Chess, Position};

const BLOCK: usize = 8;

/// Keys of earlier positions, newest last.
#[derive(Clone, Default)]
pub(crate) struct History {
    recent: [u64; BLOCK],
    /// How many of `recent` are used.
    filled: usize,
    older: Option<Arc<Block>>,
}

struct Block {
    keys: [u64; BLOCK],
    older: Option<Arc<Block>>,
}

impl History {
    /// Adds a position that has just been left by a reversible move.
    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        if self.filled == BLOCK {
            self.older = Some(Arc::new(Block {
                keys: self.recent,
                older: self.older.take(),
            }));
            self.filled = 0;
        }
        self.recent[self.filled] = key;
        self.filled += 1;
    }

    /// Forgets everything: after a capture or pawn move no earlier position can come again.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.filled = 0;
        self.older = None;
    }

    /// Whether anything is older than the newest few positions. Without this no position can stand on
    /// the board for the third time.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.older.is_some() || self.filled == BLOCK
    }

    /// How often a position has been on the board before.
    pub(crate) fn count(&self, key: u64) -> usize {
        let mut count = occurrences(&self.recent[..self.filled], key);
        let mut block = &self.older;
        while let Some(keys) = block {
            count += occurrences(&keys.keys, key);
            block = &keys.older;
        }
        count
    }
}

fn occurrences(keys: &[u64], key: u64) -> usize {
    keys.iter().filter(|other| **other == key).count()
}

/// A key that is equal for equal positions: placement, side to move, castling rights and an en passant
/// square that can really be used.
#[inline]
pub(crate) fn key(position: &Chess) -> u64 {
    let board = position.board();
    // The constants are digits of pi. Pairs are multiplied independently of each other, which a
    // processor does side by side.
    let placement = fold(
        board.pawns().0 ^ 0x243F_6A88_85A3_08D3,
        board.knights().0 ^ 0x1319_8A2E_0370_7344,
    ) ^ fold(
        board.bishops().0 ^ 0xA409_3822_299F_31D0,
        board.rooks().0 ^ 0x082E_FA98_EC4E_6C89,
    ) ^ fold(
        board.queens().0 ^ 0x4528_21E6_38D0_1377,
        board.kings().0 ^ 0xBE54_66CF_34E9_0C6C,
    );
    let rights = position.castles().castling_rights().0;
    let turn = position
        .turn()
        .fold_wb(0x3F84_D5B5_B547_0917, 0x9216_D5D9_8979_FB1B);
    let en_passant = match position.maybe_ep_square() {
        None => 0,
        Some(_) => position
            .legal_ep_square()
            .map_or(0, |square| 1 << u32::from(square)),
    };
    placement
        ^ fold(
            board.white().0 ^ 0xC0AC_29B7_C97C_50DD,
            (rights | en_passant) ^ turn,
        )
}

/// Both halves of the product, so that every bit of the result depends on every bit of both factors.
#[inline]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product >> 64) as u64 ^ product as u64
}
