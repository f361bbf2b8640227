//! Chance nobody can foresee.

use host::HostError;
use wisconsin::Dice;

/// A number nobody can guess.
///
/// # Errors
/// The system gives no random numbers.
pub(crate) fn seed() -> Result<u64, HostError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| HostError::Overloaded)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Dice thrown for the first time.
///
/// # Errors
/// The system gives no random numbers.
pub(crate) fn dice() -> Result<Dice, HostError> {
    seed().map(Dice::new)
}
