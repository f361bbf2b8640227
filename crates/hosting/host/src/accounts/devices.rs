//! Devices on which players have logged in before.

use session::PlayerId;

use super::token::Claims;
use super::{Accounts, LIFETIME, Visitor};
use crate::HostError;

impl Accounts {
    /// A proof that a player has just logged in on a device. It opens nothing; with it the right password is let
    /// through although others have tried too many wrong ones.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn device(&self, player: &PlayerId) -> Result<String, HostError> {
        let claims = Claims::new(player.clone(), self.time.now())?;
        Ok(self.signer.sign_device(&claims))
    }

    /// The id of a visitor's device, if it proves that this player has logged in there.
    pub(super) fn known_device(
        &self,
        visitor: &Visitor<'_>,
        player: Option<&PlayerId>,
    ) -> Option<String> {
        let claims = self.signer.check_device(visitor.device?)?;
        let is_young = claims.issued + LIFETIME >= self.time.now();
        (is_young && Some(&claims.player) == player).then_some(claims.serial)
    }
}
