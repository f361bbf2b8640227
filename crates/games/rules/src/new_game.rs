//! What a position may be with which a new game begins.

use crate::{Refusal, RefusalKind, Variant};

/// What a position may be with which a new game begins. Anybody can send one, and everybody who looks at the game pays
/// for it. Games that have begun are not asked: a position that play has led to can always be saved and loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGameLimits {
    /// The longest setup text, in bytes.
    pub setup_bytes: usize,
    /// Legal actions at most.
    pub actions: usize,
}

impl NewGameLimits {
    /// Far more than any position on a board of ordinary size has.
    pub const USUAL: NewGameLimits = NewGameLimits {
        setup_bytes: 2048,
        actions: 1000,
    };
}

/// Checks the text before anything else is done with it.
pub(crate) fn check_text<V: Variant>(setup: &str) -> Result<(), Refusal> {
    let most = V::NEW_GAME.setup_bytes;
    match setup.len() > most {
        false => Ok(()),
        true => Err(Refusal::new(
            "setup-too-long",
            format!("a new game begins with a text of at most {most} bytes"),
        )
        .of_kind(RefusalKind::TooLarge)),
    }
}

/// Checks a position that could be played.
pub(crate) fn check_state<V: Variant>(state: &V::State) -> Result<(), Refusal> {
    let refuse = |why: String| Err(Refusal::new("setup-too-complex", why));
    if let Some(why) = V::too_complex(state) {
        return refuse(why.to_owned());
    }
    let most = V::NEW_GAME.actions;
    match V::count(state) > most {
        false => Ok(()),
        true => refuse(format!(
            "a new game begins with at most {most} legal actions"
        )),
    }
}
