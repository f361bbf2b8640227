//! Random and derived ids.

use session::{GameId, PlayerId};
use sha2::{Digest, Sha256};

pub(crate) use crate::system::fill_random;
use crate::{HostError, base32};

/// The id of a game, of letters that an id may have.
pub(crate) fn game(text: String) -> Result<GameId, HostError> {
    GameId::new(text).map_err(not_valid)
}

/// The id of a player, of letters that an id may have.
pub(crate) fn player(text: String) -> Result<PlayerId, HostError> {
    PlayerId::new(text).map_err(not_valid)
}

fn not_valid(why: impl std::fmt::Display) -> HostError {
    let why = why.to_string();
    HostError::Damaged { why }
}

/// An id that cannot be guessed, of as many letters as asked.
pub(crate) fn random(n: usize) -> Result<String, HostError> {
    let mut bytes = vec![0; n];
    fill_random(&mut bytes)?;
    Ok(base32::encode(&bytes))
}

/// A number that cannot be guessed.
pub(crate) fn random_number() -> Result<u64, HostError> {
    let mut bytes = [0; 8];
    fill_random(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// An id derived from words: the same words give the same id, which only the owner of the key can compute.
pub(crate) fn derived(key: &[u8], words: &[&str], n: usize) -> String {
    let mut hasher = Sha256::new();
    hasher.update(key);
    for word in words {
        hasher.update((word.len() as u64).to_le_bytes());
        hasher.update(word);
    }
    let digest = hasher.finalize();
    base32::encode(&digest[..n.min(digest.len())])
}
