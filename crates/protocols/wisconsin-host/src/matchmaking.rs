//! Players who wait for an opponent: for one they have named, or for one who gives the same word.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use host::HostError;
use serde::{Deserialize, Serialize};
use session::{GameId, PlayerId};
use tokio::sync::oneshot;

use crate::openings::Contender;

/// How long a player waits.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A game that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Begun {
    pub(crate) number: u64,
    pub(crate) game: GameId,
}

/// The players who wait, one request each.
#[derive(Clone, Default)]
pub(crate) struct Matchmaking {
    waiting: Arc<Mutex<HashMap<PlayerId, Waiting>>>,
}

/// Whom a player wants to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wish {
    /// A player by name, who must name this player too. Capital and small letters do not matter.
    Named(String),
    /// A player who gives the same word. The empty word is for anybody.
    Word(String),
}

impl Wish {
    /// Who gets which side.
    pub(crate) fn sides(&self) -> Sides {
        match self {
            Wish::Named(_) => Sides::SecondIsWhite,
            Wish::Word(_) => Sides::ByLot,
        }
    }
}

/// Who gets which side.
#[derive(Clone, Copy)]
pub(crate) enum Sides {
    SecondIsWhite,
    ByLot,
}

/// A player who waits.
pub(crate) struct Waiting {
    pub(crate) contender: Contender,
    wish: Wish,
    answer: oneshot::Sender<Option<Begun>>,
}

impl Waiting {
    fn fits(&self, contender: &Contender, wish: &Wish) -> bool {
        match (&self.wish, wish) {
            (Wish::Named(mine), Wish::Named(theirs)) => {
                folded(mine) == folded(&contender.who.name)
                    && folded(theirs) == folded(&self.contender.who.name)
            }
            (Wish::Word(mine), Wish::Word(theirs)) => mine == theirs,
            _ => false,
        }
    }

    /// The same for somebody at another node, where the player may wait as well.
    fn suits(&self, contender: &Contender, wish: &Wish) -> bool {
        self.contender.who.player != contender.who.player && self.fits(contender, wish)
    }

    /// Ends the wait. Without a game it was for nothing.
    pub(crate) fn tell(self, begun: Option<Begun>) {
        // A player who has gone in the meantime finds the game without being told.
        drop(self.answer.send(begun));
    }
}

/// What a new player finds.
pub(crate) enum Found {
    /// The opponent, who does not wait any more.
    Opponent(Box<Waiting>),
    /// Nobody yet.
    Nobody(Wait),
    /// An own request that waits already.
    Oneself,
}

impl Matchmaking {
    fn waiting(&self) -> MutexGuard<'_, HashMap<PlayerId, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Comes in and looks for an opponent.
    pub(crate) fn enter(&self, contender: Contender, wish: Wish) -> Found {
        let player = contender.who.player.clone();
        let mut waiting = self.waiting();
        if waiting.contains_key(&player) {
            return Found::Oneself;
        }
        let found = waiting
            .iter()
            .find(|(_, other)| other.fits(&contender, &wish));
        if let Some(other) = found.map(|(other, _)| other.clone())
            && let Some(other) = waiting.remove(&other)
        {
            return Found::Opponent(Box::new(other));
        }
        let (answer, answered) = oneshot::channel();
        let entry = Waiting {
            contender,
            wish,
            answer,
        };
        waiting.insert(player.clone(), entry);
        Found::Nobody(Wait {
            matchmaking: self.clone(),
            player,
            answered,
            is_over: false,
        })
    }
}

impl Matchmaking {
    /// A player who waits here for one who waits at another node.
    pub(crate) fn fitting(&self, contender: &Contender, wish: &Wish) -> Option<(Contender, Wish)> {
        let waiting = self.waiting();
        let mut others = waiting.values();
        let other = others.find(|other| other.suits(contender, wish))?;
        Some((other.contender.clone(), other.wish.clone()))
    }

    /// The same, who does not wait any more.
    pub(crate) fn take_fitting(&self, contender: &Contender, wish: &Wish) -> Option<Waiting> {
        let mut waiting = self.waiting();
        let mut others = waiting.iter();
        let (player, _) = others.find(|(_, other)| other.suits(contender, wish))?;
        let player = player.clone();
        waiting.remove(&player)
    }

    /// The game of a player who waits here has begun at another node.
    pub(crate) fn met(&self, player: &PlayerId, begun: Begun) {
        let waiting = self.waiting().remove(player);
        if let Some(waiting) = waiting {
            waiting.tell(Some(begun));
        }
    }

    /// How many wait for anybody.
    pub(crate) fn n_open(&self) -> usize {
        let is_open = |one: &&Waiting| matches!(&one.wish, Wish::Word(word) if word.is_empty());
        self.waiting().values().filter(is_open).count()
    }
}

fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// One player's wait. Dropping it ends the wait.
pub(crate) struct Wait {
    matchmaking: Matchmaking,
    player: PlayerId,
    answered: oneshot::Receiver<Option<Begun>>,
    is_over: bool,
}

impl Wait {
    /// Waits for the opponent, but not for ever, and not when there is another reason to stop. Nobody is
    /// forgotten who was found at the very last moment: then the game is waited for.
    pub(crate) async fn end(
        mut self,
        patience: Duration,
        stopped: impl Future<Output = ()>,
    ) -> Result<Option<Begun>, HostError> {
        let early = tokio::select! {
            begun = &mut self.answered => Some(begun),
            () = tokio::time::sleep(patience) => None,
            () = stopped => None,
        };
        let begun = match early {
            Some(begun) => begun,
            None if self.matchmaking.waiting().remove(&self.player).is_some() => Ok(None),
            None => (&mut self.answered).await,
        };
        self.is_over = true;
        // The request that found this player has failed without an answer.
        begun.map_err(|_| HostError::Overloaded)
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        if !self.is_over {
            self.matchmaking.waiting().remove(&self.player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host::Identity;
    use tokio::time::Instant;

    fn contender(name: &str) -> Contender {
        Contender {
            who: Identity {
                player: PlayerId::new(format!("p{name}")).unwrap(),
                name: name.to_owned(),
                has_account: true,
                is_bot: false,
                token: String::new(),
            },
            request: Vec::new(),
        }
    }

    fn named(name: &str) -> Wish {
        Wish::Named(name.to_owned())
    }

    fn word(word: &str) -> Wish {
        Wish::Word(word.to_owned())
    }

    fn wait(found: Found) -> Wait {
        match found {
            Found::Nobody(wait) => wait,
            Found::Opponent(_) | Found::Oneself => panic!("nobody should be there"),
        }
    }

    fn begun() -> Begun {
        Begun {
            number: 3,
            game: GameId::new("g").unwrap(),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_than_two_minutes() {
        let matchmaking = Matchmaking::default();
        let began = Instant::now();
        let ada = wait(matchmaking.enter(contender("Ada"), named("Ben")));
        let answer = ada.end(PATIENCE, std::future::pending()).await;
        assert_eq!(answer, Ok(None));
        let waited = began.elapsed();
        assert!((PATIENCE..PATIENCE + Duration::from_secs(1)).contains(&waited));
        // The place is free again.
        drop(wait(matchmaking.enter(contender("Ada"), named("Ben"))));
    }

    #[tokio::test(start_paused = true)]
    async fn only_two_who_name_each_other_meet() {
        let matchmaking = Matchmaking::default();
        let ada = wait(matchmaking.enter(contender("Ada"), named("ben")));
        let cem = wait(matchmaking.enter(contender("Cem"), named("Ada")));
        assert!(matches!(
            matchmaking.enter(contender("Ada"), named("Cem")),
            Found::Oneself
        ));
        let Found::Opponent(found) = matchmaking.enter(contender("Ben"), named("ADA")) else {
            panic!("Ada waits for Ben")
        };
        assert_eq!(found.contender.who.name, "Ada");
        found.tell(Some(begun()));
        let answer = ada.end(PATIENCE, std::future::pending()).await;
        assert_eq!(answer, Ok(Some(begun())));
        assert_eq!(cem.end(PATIENCE, std::future::pending()).await, Ok(None));
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_found_at_the_last_moment_gets_the_game() {
        let matchmaking = Matchmaking::default();
        let ada = wait(matchmaking.enter(contender("Ada"), named("Ben")));
        let Found::Opponent(found) = matchmaking.enter(contender("Ben"), named("Ada")) else {
            panic!("Ada waits for Ben")
        };
        let answer = tokio::spawn(ada.end(Duration::from_secs(1), std::future::pending()));
        tokio::time::sleep(Duration::from_secs(5)).await;
        found.tell(Some(begun()));
        assert_eq!(answer.await.unwrap(), Ok(Some(begun())));
    }

    #[test]
    fn who_leaves_is_forgotten() {
        let matchmaking = Matchmaking::default();
        drop(wait(matchmaking.enter(contender("Ada"), named("Ben"))));
        drop(wait(matchmaking.enter(contender("Ben"), named("Ada"))));
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_the_same_word_meets() {
        let matchmaking = Matchmaking::default();
        let ada = wait(matchmaking.enter(contender("Ada"), word("sparrow")));
        let cem = wait(matchmaking.enter(contender("Cem"), word("")));
        let dora = wait(matchmaking.enter(contender("Dora"), named("Ben")));
        assert_eq!(matchmaking.n_open(), 1);
        let Found::Opponent(found) = matchmaking.enter(contender("Ben"), word("sparrow")) else {
            panic!("Ada has given this word")
        };
        assert_eq!(found.contender.who.name, "Ada");
        let Found::Opponent(found) = matchmaking.enter(contender("Ben"), word("")) else {
            panic!("Cem plays anybody")
        };
        assert_eq!(found.contender.who.name, "Cem");
        assert_eq!(matchmaking.n_open(), 0);
        drop((ada, cem, dora));
    }
}
