//! What is kept of a player besides the account: collection, picks, streak, games and opponents.

use host::HostError;
use rules::SplitMix;
use serde::{Deserialize, Serialize};
use wisconsin::{COLLECTION_SLOTS, Collection, Kind, Picks, Streak};

/// Opponents that are remembered.
const RECENT: usize = 5;

/// A player's record. Kinds are numbers, 0 is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Profile {
    left: u8,
    right: u8,
    collection: Vec<u8>,
    streak: u32,
    best_streak: u32,
    /// Names, newest first.
    recent: Vec<String>,
    /// The number of the game with a person.
    pub(crate) people: Option<u64>,
    /// The number of the game with the computer.
    pub(crate) computer: Option<u64>,
    /// Games whose reward has been taken, until they are left.
    taken: Vec<u64>,
    /// The text that was read. It is replaced only if it is still there: at another node the player may have changed it.
    #[serde(skip)]
    pub(crate) as_read: AsRead,
}

/// The text of a record when it was read; none of a new one. It is not part of what the record says.
#[derive(Clone, Debug, Default)]
pub(crate) struct AsRead(pub(crate) Option<String>);

impl PartialEq for AsRead {
    fn eq(&self, _other: &AsRead) -> bool {
        true
    }
}

impl Eq for AsRead {}

impl Profile {
    /// Somebody new, with two random picks.
    pub(crate) fn new(dice: &mut SplitMix) -> Profile {
        let picks = Picks::random(dice);
        Profile {
            left: picks.left.number(),
            right: picks.right.number(),
            collection: vec![0; COLLECTION_SLOTS],
            streak: 0,
            best_streak: 0,
            recent: Vec::new(),
            people: None,
            computer: None,
            taken: Vec::new(),
            as_read: AsRead::default(),
        }
    }

    /// Reads what was stored.
    ///
    /// # Errors
    /// It is not a record of a player.
    pub(crate) fn read(text: &str) -> Result<Profile, HostError> {
        let damaged = |why: String| HostError::Store(store::StoreError::Failed { why });
        let mut profile: Profile = serde_json::from_str(text)
            .map_err(|why| damaged(format!("a player's record cannot be read: {why}")))?;
        profile.as_read = AsRead(Some(text.to_owned()));
        let picks = [profile.left, profile.right];
        match picks
            .iter()
            .all(|number| Kind::from_number(*number).is_some())
        {
            true => Ok(profile),
            false => Err(damaged("a player's record has no picks".to_owned())),
        }
    }

    pub(crate) fn picks(&self) -> Picks {
        // Numbers of picks were looked at when the record was made or read.
        let kind = |number| Kind::from_number(number).unwrap_or(Kind::War);
        Picks {
            left: kind(self.left),
            right: kind(self.right),
        }
    }

    pub(crate) fn collection(&self) -> Collection {
        let mut collection = Collection::default();
        for (slot, number) in (1..).zip(&self.collection) {
            if let Some(kind) = Kind::from_number(*number) {
                collection.put(slot, kind);
            }
        }
        collection
    }

    /// Notes what was taken after a game.
    pub(crate) fn take(&mut self, game: u64, collection: &Collection, picks: &Picks) {
        self.collection = collection.numbers().to_vec();
        self.left = picks.left.number();
        self.right = picks.right.number();
        self.taken.push(game);
    }

    pub(crate) fn has_taken(&self, game: u64) -> bool {
        self.taken.contains(&game)
    }

    pub(crate) fn streak(&self) -> Streak {
        Streak {
            current: self.streak,
            best: self.best_streak,
        }
    }

    pub(crate) fn recent(&self) -> &[String] {
        &self.recent
    }

    /// Begins a game with a person.
    pub(crate) fn meet(&mut self, game: u64, opponent: &str) {
        self.people = Some(game);
        self.recent.retain(|name| name != opponent);
        self.recent.insert(0, opponent.to_owned());
        self.recent.truncate(RECENT);
    }

    /// Leaves a game for good. Whether it was there to be left.
    pub(crate) fn leave(&mut self, game: u64, result: Farewell) -> bool {
        self.taken.retain(|taken| *taken != game);
        if self.people == Some(game) {
            self.people = None;
            return true;
        }
        let was_there = self.computer == Some(game);
        if was_there {
            self.computer = None;
            let streak = match result {
                Farewell::Won => self.streak().after_win(),
                Farewell::Other => self.streak().after_other(),
            };
            (self.streak, self.best_streak) = (streak.current, streak.best);
        }
        was_there
    }
}

/// How a game with the computer was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Farewell {
    /// Won by checkmate.
    Won,
    /// Anything else.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_record_reads_back() {
        let mut profile = Profile::new(&mut SplitMix::new(5));
        profile.meet(3, "Ben");
        profile.computer = Some(4);
        let mut collection = Collection::default();
        collection.put(21, Kind::Line);
        profile.take(3, &collection, &profile.picks());
        let text = serde_json::to_string(&profile).unwrap();
        assert_eq!(Profile::read(&text), Ok(profile.clone()));
        assert_eq!(profile.collection().get(21), Some(Kind::Line));
        assert!(Profile::read(&text.replace("\"left\":", "\"left\":2")).is_err());
        assert!(Profile::read("{}").is_err());
    }

    #[test]
    fn the_five_last_opponents_are_remembered_once_each() {
        let mut profile = Profile::new(&mut SplitMix::new(5));
        for name in ["a", "b", "c", "d", "e", "f", "c"] {
            profile.meet(1, name);
        }
        assert_eq!(profile.recent(), ["c", "f", "e", "d", "b"]);
    }

    #[test]
    fn a_game_is_left_once_and_only_games_with_the_computer_count() {
        let mut profile = Profile::new(&mut SplitMix::new(5));
        profile.computer = Some(7);
        assert!(profile.leave(7, Farewell::Won));
        assert!(!profile.leave(7, Farewell::Won));
        profile.people = Some(8);
        assert!(profile.leave(8, Farewell::Other));
        assert_eq!((profile.streak().current, profile.streak().best), (1, 1));
    }
}
