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
    pub(crate) fn clear(&mut self) {
        self.filled = 0;
        self.older = None;
    }

    /// Whether anything is older than the newest few positions. Without this no position can stand on
    /// the board for the third time.
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
pub(crate) fn key(position: &Chess) -> u64 {
    let board = position.board();
    let (by_role, by_color) = board.clone().into_bitboards();
    let mut key = position
        .turn()
        .fold_wb(0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344);
    let mut mix = |bits: u64| {
        // One step of a multiply-and-fold hash; the constant is the golden ratio.
        let product = u128::from(key ^ bits) * 0x9E37_79B9_7F4A_7C15_u128;
        key = (product ^ (product >> 64)) as u64;
    };
    by_role.into_iter().for_each(|bits| mix(bits.0));
    mix(by_color.white.0);
    mix(position.castles().castling_rights().0);
    if position.maybe_ep_square().is_some() {
        mix(position
            .legal_ep_square()
            .map_or(0, |square| 1 << u32::from(square)));
    }
    key
}
