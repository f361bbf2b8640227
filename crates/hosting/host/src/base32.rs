//! Bytes as letters that are easy to read aloud.

/// The alphabet of base32: no digit in it looks like a letter.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// One letter for each byte, of which five bits count. So a text is as long as the bytes were, and nothing is decoded.
pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect()
}
