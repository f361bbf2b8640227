//! Random numbers that nobody can guess.

use host::HostError;
use rules::SplitMix;

/// A random number.
///
/// # Errors
/// The system gives no random numbers.
pub(crate) fn seed() -> Result<u64, HostError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| HostError::Overloaded)?;
    Ok(u64::from_le_bytes(bytes))
}

/// A generator with a seed that nobody can guess.
///
/// # Errors
/// The system gives no random numbers.
pub(crate) fn dice() -> Result<SplitMix, HostError> {
    seed().map(SplitMix::new)
}

/// A text that allows one script of one page.
///
/// # Errors
/// The system gives no random numbers.
pub(crate) fn nonce() -> Result<String, HostError> {
    Ok(format!("{:016x}{:016x}", seed()?, seed()?))
}
