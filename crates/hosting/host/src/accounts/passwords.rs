//! Password hashes, computed slowly on purpose and only a few at a time.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::HostError;

/// Hashes computed at the same time; each uses 19 MB and a core.
const AT_ONCE: usize = 2;

/// Computes and checks password hashes.
pub(crate) struct Passwords {
    places: Semaphore,
}

impl Passwords {
    pub(crate) fn new() -> Passwords {
        let places = Semaphore::new(AT_ONCE);
        Passwords { places }
    }

    pub(crate) async fn hash(&self, password: String) -> Result<String, HostError> {
        self.work(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).ok()
        })
        .await?
        .ok_or(HostError::Overloaded)
    }

    pub(crate) async fn is_right(&self, password: String, hash: String) -> Result<bool, HostError> {
        self.work(move || {
            let Ok(hash) = PasswordHash::new(&hash) else {
                return false;
            };
            Argon2::default()
                .verify_password(password.as_bytes(), &hash)
                .is_ok()
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HostError> {
        let _place = self
            .places
            .acquire()
            .await
            .map_err(|_| HostError::Stopping)?;
        spawn_blocking(job).await.map_err(|_| HostError::Stopping)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The algorithm and its cost are stored with the hash; weaker ones must not come with an update of a library.
    #[tokio::test]
    async fn passwords_are_hashed_with_argon2id_at_its_usual_cost() {
        let passwords = Passwords::new();
        let hash = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        assert!(!hash.contains("horse"));
        let other = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert_ne!(hash, other, "each has its own salt");
        let is_right = async |password: &str| {
            let checked = passwords.is_right(password.to_owned(), hash.clone());
            checked.await.unwrap()
        };
        assert!(is_right("correct horse").await);
        assert!(!is_right("correct house").await);
    }
}
