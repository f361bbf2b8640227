//! Random and computed names, in letters that are easy to read aloud.

use sha2::{Digest, Sha256};

use crate::HostError;

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// Five bits of each byte as a letter.
pub(crate) fn spell(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect()
}

/// A name nobody can guess, of as many letters as asked.
pub(crate) fn random(n: usize) -> Result<String, HostError> {
    let mut bytes = vec![0; n];
    fill(&mut bytes)?;
    Ok(spell(&bytes))
}

/// A number nobody can guess.
pub(crate) fn random_number() -> Result<u64, HostError> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), HostError> {
    getrandom::fill(bytes).map_err(|why| {
        HostError::Store(store::StoreError::Failed {
            why: format!("the system gives no random numbers: {why}"),
        })
    })
}

/// A name computed from words: the same words give the same name, which only we can compute.
pub(crate) fn computed(key: &[u8], words: &[&str], n: usize) -> String {
    let mut hasher = Sha256::new();
    hasher.update(key);
    for word in words {
        hasher.update((word.len() as u64).to_le_bytes());
        hasher.update(word);
    }
    let digest = hasher.finalize();
    spell(&digest[..n.min(digest.len())])
}
