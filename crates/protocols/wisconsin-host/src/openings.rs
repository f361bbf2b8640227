//! How games of the protocol begin.
//!
//! The game's record is written first, with everything that the hosted game needs to begin, then the
//! players' records, and then the hosted game begins. A server that dies in between begins it later.

use host::{HostError, Identity};
use rules::{BySeat, Seat, Variant};
use session::{Clock, Created, Sitter};
use wisconsin::{Army, Collection, Enlisted, Picks, Setup, Spoils, Wisconsin, enlist};

use crate::one_ply;
use crate::profile::Profile;
use crate::random;
use crate::storage::{Refused, Storage};
use crate::stored_game::{Prizes, StoredGame};

/// A player with the army the player wants.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    pub(crate) who: Identity,
    pub(crate) request: Vec<i64>,
}

impl Storage {
    /// Whether a player could have this army now.
    pub(crate) async fn check(&self, contender: &Contender) -> Result<(), Refused> {
        let profile = self.profile(&contender.who.player).await?;
        army(contender, &profile).map(drop)
    }

    /// Begins a game with the computer, each side by lot.
    pub(crate) async fn play_computer(&self, contender: &Contender) -> Result<StoredGame, Refused> {
        let _turn = self.turn().await;
        let player = &contender.who.player;
        let mut profile = self.settled(player).await?;
        if profile.computer.is_some() {
            return Err(Refused::Busy);
        }
        let enlisted = army(contender, &profile)?;
        let mut dice = random::dice()?;
        let own = Seat::BOTH[dice.below(2)];
        let prizes = Spoils::new(&enlisted, &profile.picks(), &mut dice).into();
        let (yours, its) = (contender.who.sitter(), self.computer()?);
        let stored = self
            .set_up(
                BySeat::new_with(|seat| {
                    if seat == own {
                        yours.clone()
                    } else {
                        its.clone()
                    }
                }),
                Setup::new_game(BySeat::new_with(|seat| match seat == own {
                    true => enlisted.army,
                    false => Army::REGULAR,
                })),
                BySeat::new_with(|seat| {
                    if seat == own {
                        prizes
                    } else {
                        Prizes::default()
                    }
                }),
            )
            .await?;
        profile.computer = Some(stored.number);
        self.write(player, &mut profile).await?;
        self.host().begin(stored.created.clone()).await?;
        Ok(stored)
    }

    /// Begins a game between two players.
    pub(crate) async fn play_people(
        &self,
        contenders: &BySeat<Contender>,
    ) -> Result<StoredGame, Refused> {
        let _turn = self.turn().await;
        let player = |seat: Seat| &contenders[seat].who.player;
        let mut profiles = BySeat {
            white: self.settled(player(Seat::White)).await?,
            black: self.settled(player(Seat::Black)).await?,
        };
        if Seat::BOTH
            .iter()
            .any(|seat| profiles[*seat].people.is_some())
        {
            return Err(Refused::Busy);
        }
        let enlisted = BySeat {
            white: army(&contenders.white, &profiles.white)?,
            black: army(&contenders.black, &profiles.black)?,
        };
        let mut dice = random::dice()?;
        let stored = self
            .set_up(
                BySeat::new_with(|seat| contenders[seat].who.sitter()),
                Setup::new_game(BySeat::new_with(|seat| enlisted[seat].army)),
                BySeat::new_with(|seat| {
                    Spoils::new(&enlisted[seat], &profiles[seat].picks(), &mut dice).into()
                }),
            )
            .await?;
        for seat in Seat::BOTH {
            profiles[seat].meet(stored.number, &contenders[!seat].who.name);
            self.write(player(seat), &mut profiles[seat]).await?;
        }
        self.host().begin(stored.created.clone()).await?;
        Ok(stored)
    }

    /// Begins a game from a setup; a seat without a player is the computer's.
    pub(crate) async fn arrange(
        &self,
        setup: Setup,
        players: BySeat<Option<Identity>>,
    ) -> Result<StoredGame, Refused> {
        let _turn = self.turn().await;
        let computer = self.computer()?;
        let mut dice = random::dice()?;
        let picks = Picks::random(&mut dice);
        let regular = enlist(&[], &picks, &Collection::default()).map_err(|_| Refused::Bad)?;
        let mut profiles = Vec::new();
        for seat in Seat::BOTH {
            if let Some(who) = &players[seat] {
                let profile = self.settled(&who.player).await?;
                let before = match &players[!seat] {
                    Some(_) => profile.people,
                    None => profile.computer,
                };
                if before.is_some() {
                    return Err(Refused::Busy);
                }
                profiles.push((who, &players[!seat], profile));
            }
        }
        let stored = self
            .set_up(
                BySeat::new_with(|seat| match &players[seat] {
                    Some(who) => who.sitter(),
                    None => computer.clone(),
                }),
                setup,
                BySeat::new_with(|_| Spoils::new(&regular, &picks, &mut dice).into()),
            )
            .await?;
        for (who, opponent, mut profile) in profiles {
            match opponent {
                Some(opponent) => profile.meet(stored.number, &opponent.name),
                None => profile.computer = Some(stored.number),
            }
            self.write(&who.player, &mut profile).await?;
        }
        self.host().begin(stored.created.clone()).await?;
        Ok(stored)
    }

    fn computer(&self) -> Result<Sitter, Refused> {
        let sitter = self
            .host()
            .computer_sitter(Wisconsin::META.id, one_ply::LEVEL);
        sitter.ok_or(Refused::Bad)
    }

    /// Stores a new game. It begins once its players know of it.
    async fn set_up(
        &self,
        sitters: BySeat<Sitter>,
        setup: Setup,
        prizes: BySeat<Prizes>,
    ) -> Result<StoredGame, HostError> {
        let created = Created {
            game: self.host().new_game_id()?,
            variant: Wisconsin::META.id.to_owned(),
            rules_version: Wisconsin::META.rules_version,
            setup: setup.to_string(),
            preset: None,
            seed: random::seed()?,
            clock: Clock::Untimed,
            clock_start: session::ClockStart::default(),
            grace: None,
            seats: BySeat::new_with(|seat| Some(sitters[seat].clone())),
            rematch_of: None,
            unlisted: false,
        };
        let number = self.next_number().await?;
        let stored = StoredGame::new(number, created, prizes);
        self.add(&stored).await?;
        Ok(stored)
    }
}

fn army(contender: &Contender, profile: &Profile) -> Result<Enlisted, Refused> {
    enlist(&contender.request, &profile.picks(), &profile.collection()).map_err(|_| Refused::Bad)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use host::{Computer, Host, Judgement, Opponent, Rival, SearchTask, Settings};
    use store::MemoryStore;

    use super::*;
    use crate::one_ply::WithOnePly;

    struct Nobody;

    impl Computer for Nobody {
        fn rivals(&self, _: &str) -> Vec<Rival> {
            Vec::new()
        }

        fn choose(&self, _: &SearchTask, _: &Opponent) -> Option<String> {
            None
        }

        fn judge(&self, _: &SearchTask) -> Option<Judgement> {
            None
        }
    }

    async fn storage() -> Storage {
        let settings = Settings {
            variants: catalog::standard().variants(),
            max_games: 10,
            computer: Some(Arc::new(WithOnePly(Nobody))),
        };
        let store = Arc::new(MemoryStore::new());
        Storage::new(Host::start(store, settings).await.unwrap())
    }

    #[tokio::test]
    async fn a_game_that_the_server_did_not_live_to_begin_begins_when_its_player_comes_back() {
        let storage = storage().await;
        let who = storage.host().accounts().newcomer().unwrap();
        let sitters = BySeat {
            white: who.sitter(),
            black: storage.computer().unwrap(),
        };
        let prizes = BySeat::default();
        let stored = storage.set_up(sitters, Setup::default(), prizes).await;
        let stored = stored.unwrap();
        let mut profile = storage.profile(&who.player).await.unwrap();
        profile.computer = Some(stored.number);
        storage.write(&who.player, &mut profile).await.unwrap();
        let look = |session: &session::Session, _| session.played().len();
        assert!(storage.host().look(stored.game(), look).await.is_err());
        let profile = storage.profile(&who.player).await.unwrap();
        assert_eq!(profile.computer, Some(stored.number));
        assert_eq!(storage.host().look(stored.game(), look).await, Ok(0));
    }

    #[tokio::test]
    async fn a_game_whose_record_is_gone_does_not_keep_its_player() {
        let storage = storage().await;
        let who = storage.host().accounts().newcomer().unwrap();
        let mut profile = storage.profile(&who.player).await.unwrap();
        (profile.people, profile.computer) = (Some(7), Some(8));
        storage.write(&who.player, &mut profile).await.unwrap();
        let profile = storage.profile(&who.player).await.unwrap();
        assert_eq!((profile.people, profile.computer), (None, None));
    }

    #[tokio::test]
    async fn numbers_of_games_are_never_used_twice() {
        let storage = storage().await;
        let who = storage.host().accounts().newcomer().unwrap();
        let contender = Contender {
            who: who.clone(),
            request: Vec::new(),
        };
        let mut numbers = Vec::new();
        for _ in 0..3 {
            let stored = storage.play_computer(&contender).await.unwrap();
            assert!(matches!(
                storage.play_computer(&contender).await,
                Err(Refused::Busy)
            ));
            let ask = session::Ask::Resign;
            let (host, game) = (storage.host(), stored.game());
            host.ask(game, &who.player, None, None, ask).await.unwrap();
            numbers.push(stored.number);
        }
        assert_eq!(numbers, [1, 2, 3]);
    }
}
