//! How two players come together.

use rules::{Refusal, Seat};
use session::{GameId, PlayerId, Tag};
use store::{Entry, Page, Space, Summary};

use crate::lobby::entry;
use crate::meeting::{paired_key, surely};
use crate::turns::in_time;
use crate::{
    Audience, ChallengeFate, Host, HostError, HostRefusal, Identity, Joined, LobbyView, Opponent,
    PlayerEvent, Rejection, Rival, Seek, SeekPage, SeekView, Wish, computer,
};

/// How long it is remembered that something was cancelled, in case the request for it comes again.
const CANCELLED: session::Millis = session::Millis::from_secs(600);

impl Host {
    /// Looks for an opponent. The tag decides the id, so asking again with the same tag finds the same; only
    /// for what is new `admit` is asked whether it may be.
    ///
    /// # Errors
    /// The game cannot be played like this, or not with this opponent; it is not admitted; or the store fails.
    pub async fn create(
        &self,
        who: &Identity,
        tag: &Tag,
        wish: Wish,
        admit: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<Joined, Rejection> {
        let game = self.accounts().name_game(&who.player, tag)?;
        let turn = self.turns().take(&game).await?;
        if let Some(joined) = self.found(&who.player, &game).await? {
            return Ok(joined);
        }
        self.check_not_cancelled(&who.player, &game).await?;
        admit()?;
        let seek = Seek::new(game, who.sitter(), wish, self.now(), self.variants())?;
        if matches!(&seek.audience, Audience::Player { player } if *player == who.player) {
            return Err(HostRefusal::OwnSeek.into());
        }
        let host = self.clone();
        surely(async move {
            let _turn = turn;
            if let Audience::Computer { opponent } = &seek.audience {
                return host.play_computer(&seek, opponent).await;
            }
            host.lobby().check_room(&seek)?;
            host.accounts().keep(&seek.owner.player).await?;
            let owner = seek.owner.player.clone();
            let waiting = host.add(seek).await;
            host.bring_together(owner);
            waiting
        })
        .await
    }

    async fn play_computer(&self, seek: &Seek, opponent: &Opponent) -> Result<Joined, Rejection> {
        let computer = self.computer().ok_or(HostRefusal::NoSuchComputer)?;
        let opponent = computer::sitter(&**computer, &seek.variant, opponent);
        let opponent = opponent.ok_or(HostRefusal::NoSuchComputer)?;
        self.accounts().keep(&seek.owner.player).await?;
        if let Some(origin) = &seek.origin {
            self.thinking().note_owner(&seek.game, origin);
        }
        let created = seek.created(self.variants(), Some(opponent))?;
        self.begin(created).await?;
        Ok(Joined::Playing {
            game: seek.game.clone(),
            seat: seek.owner_seat(),
        })
    }

    /// Stores a seek, then lists it.
    async fn add(&self, seek: Seek) -> Result<Joined, Rejection> {
        self.store().put(&Space::Seeks, entry(&seek)).await?;
        self.lobby().list(seek.clone());
        self.tell_nodes_seek(&seek);
        match &seek.audience {
            Audience::Anybody => self.publish_seek_here(&seek),
            Audience::Player { player } => {
                self.tell_player(player, PlayerEvent::Challenged(self.view_of(&seek)));
                let made = PlayerEvent::ChallengeMade(self.view_of(&seek));
                self.tell_player(&seek.owner.player, made);
            }
            Audience::Invited | Audience::Computer { .. } => {}
        }
        Ok(Joined::Waiting(Box::new(self.view_of(&seek))))
    }

    /// Plays the first who comes: joins the oldest fitting seek of a player who is connected, or becomes one. What
    /// is asked again, and what is new, is as in [`Host::create`].
    ///
    /// # Errors
    /// The game cannot be played like this, it is not admitted, or the store fails.
    pub async fn pair(
        &self,
        who: &Identity,
        tag: &Tag,
        wish: Wish,
        admit: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<Joined, Rejection> {
        let own = self.accounts().name_game(&who.player, tag)?;
        let turn = self.turns().take(&own).await?;
        if let Some(joined) = self.found(&who.player, &own).await? {
            return Ok(joined);
        }
        // An own seek that is not there any more may have led to another game, so this is asked last.
        if let Some(met) = self.met(&who.player, tag).await? {
            return Ok(met);
        }
        self.check_not_cancelled(&who.player, &own).await?;
        admit()?;
        let seek = Seek::new(own, who.sitter(), wish, self.now(), self.variants())?;
        let seek = Seek {
            tag: Some(tag.clone()),
            ..seek
        };
        let (host, tag) = (self.clone(), tag.clone());
        surely(async move {
            let _turn = turn;
            host.pair_seek(seek, &tag).await
        })
        .await
    }

    async fn pair_seek(&self, seek: Seek, tag: &Tag) -> Result<Joined, Rejection> {
        let player = seek.owner.player.clone();
        self.accounts().keep(&player).await?;
        if let Some(joined) = self.join_fitting(&seek).await? {
            return Ok(joined);
        }
        self.lobby().check_room(&seek)?;
        let game = seek.game.clone();
        let waiting = self.add(seek).await?;
        // Others who asked at the same moment did not find this seek, nor did we find theirs. Now that it is listed,
        // one of any two finds both. If somebody has taken ours meanwhile, we are told when the game begins.
        if self.try_to_bring_together(&player).await.is_err() {
            self.bring_together(player);
            return Ok(waiting);
        }
        if self.lobby().seek(&game).is_some() {
            return Ok(waiting);
        }
        // It has led to a game, here or elsewhere.
        let met = self.met(&player, tag).await;
        Ok(met.ok().flatten().unwrap_or(waiting))
    }

    /// The game that an earlier copy of a request for the first who comes has led to.
    pub(crate) async fn met(
        &self,
        player: &PlayerId,
        tag: &Tag,
    ) -> Result<Option<Joined>, HostError> {
        let space = Space::Player(player.clone());
        let memory = self.store().get(&space, &paired_key(tag)).await?;
        match memory.and_then(|entry| GameId::new(entry.value).ok()) {
            Some(game) => self.found(player, &game).await,
            None => Ok(None),
        }
    }

    /// Plays against the owner of a seek.
    ///
    /// # Errors
    /// There is no such seek, it is for another player, or the store fails.
    pub async fn join(&self, who: &Identity, game: &GameId) -> Result<Joined, Rejection> {
        let turn = self.turns().take(game).await?;
        match self.found(&who.player, game).await? {
            Some(Joined::Waiting(_)) => return Err(HostRefusal::OwnSeek.into()),
            Some(playing @ Joined::Playing { .. }) => return Ok(playing),
            None => {}
        }
        let Some(seek) = self.find_seek(game).await? else {
            return Err(self.why_no_seek(game).await?.into());
        };
        if !seek.admits(&who.player) {
            return Err(HostRefusal::OthersChallenge.into());
        }
        self.accounts().keep(&who.player).await?;
        let Some(seek) = self.lobby().reserve(game) else {
            return Err(self.why_no_seek(game).await?.into());
        };
        let (host, opponent) = (self.clone(), who.sitter());
        surely(async move { host.meet(seek, opponent, turn).await }).await
    }

    /// Why a seek is not there: its game has begun, or it was withdrawn.
    pub(crate) async fn why_no_seek(&self, game: &GameId) -> Result<HostRefusal, HostError> {
        Ok(match self.has_begun(game).await? {
            true => HostRefusal::AlreadyStarted,
            false => HostRefusal::NoSuchGame,
        })
    }

    /// Whether the game of a seek that is not listed has begun, or is about to be stored.
    async fn has_begun(&self, game: &GameId) -> Result<bool, HostError> {
        Ok(self.lobby().is_reserved(game) || self.store().summary(game).await?.is_some())
    }

    /// Withdraws an own seek, or turns down a challenge. One that is gone already counts as withdrawn.
    ///
    /// # Errors
    /// It belongs to another player, its game has begun, or the store fails.
    pub async fn cancel(&self, player: &PlayerId, game: &GameId) -> Result<(), Rejection> {
        self.turn_down(player, game, None).await
    }

    /// The same for a player who says why it does not want a challenge, in a word that the challenger is told.
    ///
    /// # Errors
    /// As those of [`Host::cancel`].
    pub async fn turn_down(
        &self,
        player: &PlayerId,
        game: &GameId,
        why: Option<String>,
    ) -> Result<(), Rejection> {
        let turn = self.turns().take(game).await?;
        in_time(self.lobby().settled(game)).await?;
        let Some(seek) = self.find_seek(game).await? else {
            return match self.has_begun(game).await? {
                true => Err(HostRefusal::AlreadyStarted.into()),
                false => self.cancel_abandoned(player, game).await,
            };
        };
        let is_challenged =
            matches!(&seek.audience, Audience::Player { player: to } if to == player);
        if seek.owner.player != *player && !is_challenged {
            return Err(HostRefusal::OthersSeek.into());
        }
        let Some(seek) = self.lobby().reserve(game) else {
            // Somebody joins or cancels it at this moment.
            return match self.has_begun(game).await? {
                true => Err(HostRefusal::AlreadyStarted.into()),
                false => Ok(()),
            };
        };
        let fate = match seek.owner.player == *player {
            true => ChallengeFate::Cancelled,
            false => ChallengeFate::Declined { why },
        };
        let host = self.clone();
        surely(async move {
            let _turn = turn;
            host.withdraw(seek, fate).await
        })
        .await
    }

    async fn withdraw(&self, seek: Seek, fate: ChallengeFate) -> Result<(), Rejection> {
        match self.forget_seek(&seek).await {
            Ok(true) => {}
            // At another node somebody was faster. If it was cancelled there, it is gone as well.
            Ok(false) if self.has_begun_elsewhere(&seek).await => {
                self.remove(&seek, ChallengeFate::Accepted).await;
                return Err(HostRefusal::AlreadyStarted.into());
            }
            Ok(false) => {}
            Err(error) => {
                self.lobby().list(seek);
                return Err(error);
            }
        }
        self.remove(&seek, fate).await;
        Ok(())
    }

    /// Whether the game of a seek that was gone from the store has begun.
    async fn has_begun_elsewhere(&self, seek: &Seek) -> bool {
        let summary = self.store().summary(&seek.game).await;
        summary.is_ok_and(|summary| summary.is_some())
    }

    /// A seek that was withdrawn because its owner had gone comes back with the owner's request, but not after the owner
    /// has cancelled it.
    async fn cancel_abandoned(&self, player: &PlayerId, game: &GameId) -> Result<(), Rejection> {
        let space = Space::Player(player.clone());
        if self.store().get(&space, &abandoned(game)).await?.is_some() {
            self.remember(player, cancelled(game)).await?;
        }
        Ok(())
    }

    /// Remembers something about a seek of this player for a while.
    async fn remember(&self, owner: &PlayerId, key: String) -> Result<(), HostError> {
        let memory = Entry {
            key,
            value: String::new(),
            expires: Some(self.now() + CANCELLED),
        };
        let owner = Space::Player(owner.clone());
        Ok(self.store().put(&owner, memory).await?)
    }

    /// Removes a stored seek that is not going to be a game, and remembers that. Says whether it was there.
    async fn forget_seek(&self, seek: &Seek) -> Result<bool, Rejection> {
        self.remember(&seek.owner.player, cancelled(&seek.game))
            .await?;
        let taken = self.store().take(&Space::Seeks, seek.game.as_str()).await?;
        Ok(taken.is_some())
    }

    /// A request that comes again does not bring back what was cancelled.
    async fn check_not_cancelled(&self, who: &PlayerId, game: &GameId) -> Result<(), Rejection> {
        let space = Space::Player(who.clone());
        match self.store().get(&space, &cancelled(game)).await? {
            Some(_) => Err(HostRefusal::Cancelled.into()),
            None => Ok(()),
        }
    }

    /// What this player already has under this id: an own seek, or a seat in the game. A seek may be listed
    /// although its game has begun, when the store had failed to say so.
    async fn found(&self, player: &PlayerId, game: &GameId) -> Result<Option<Joined>, HostError> {
        in_time(self.lobby().settled(game)).await?;
        let seek = self.find_seek(game).await?;
        if let Some(playing) = self.seated(player, game).await? {
            if let Some(seek) = self.lobby().reserve(game) {
                self.remove(&seek, ChallengeFate::Accepted).await;
            }
            return Ok(Some(playing));
        }
        let own = seek.filter(|seek| seek.owner.player == *player);
        Ok(own.map(|seek| Joined::Waiting(Box::new(self.view_of(&seek)))))
    }

    /// Where this player sits in a game that has begun, if there is such a game and such a seat.
    pub(crate) async fn seated(
        &self,
        player: &PlayerId,
        game: &GameId,
    ) -> Result<Option<Joined>, HostError> {
        let Some(summary) = self.store().summary(game).await? else {
            return Ok(None);
        };
        self.confirm(game).await;
        let seat = Seat::BOTH.into_iter().find(|&seat| {
            let sitter = summary.seats[seat].as_ref();
            sitter.is_some_and(|sitter| sitter.player == *player)
        });
        let game = summary.game.clone();
        Ok(seat.map(|seat| Joined::Playing { game, seat }))
    }

    /// The computer players of a variant, in the order in which people are offered them.
    pub fn rivals(&self, variant: &str) -> Vec<Rival> {
        let computer = self.computer();
        computer.map_or_else(Vec::new, |computer| computer.rivals(variant))
    }

    /// A seek by its id, listed or not, as this node knows it; see [`Host::waiting_seek`].
    pub fn seek(&self, game: &GameId) -> Option<SeekView> {
        self.lobby().seek(game).map(|seek| self.view_of(&seek))
    }

    /// Withdraws seeks whose owners have gone.
    pub(crate) async fn withdraw_abandoned(&self) {
        let owners: Vec<PlayerId> = self.lobby().owners().into_iter().collect();
        self.learn_presence_for_display(&owners).await;
        let is_present = |player: &PlayerId| self.is_present(player);
        for game in self.lobby().abandoned(self.now(), is_present) {
            let Some(seek) = self.lobby().reserve(&game) else {
                continue;
            };
            let owner = &seek.owner.player;
            match self.remember(owner, abandoned(&game)).await {
                Ok(()) => self.remove(&seek, ChallengeFate::Cancelled).await,
                // It is withdrawn when the store works again.
                Err(_) => self.lobby().list(seek),
            }
        }
    }

    /// The seeks that anybody can join and that are younger than `after`: a page of them.
    pub fn seeks(&self, after: Option<session::Millis>) -> SeekPage {
        self.lobby().page(after).shown(|seek| self.view_of(seek))
    }

    /// The lobby, as this player may see it, and its changes from now on.
    pub fn watch_lobby(&self, player: Option<&PlayerId>) -> LobbyView {
        self.lobby().view(player).shown(|seek| self.view_of(seek))
    }

    /// Games that have not ended, newest first, without those that are only for people with the link.
    ///
    /// # Errors
    /// The store fails.
    pub async fn live_games(&self, page: Page) -> Result<Vec<Summary>, HostError> {
        let games = self.store().listed_games(page).await?;
        self.learn_players(&games).await;
        Ok(games)
    }

    /// All games of a player, newest first.
    ///
    /// # Errors
    /// The store fails.
    pub async fn games_of(&self, player: &PlayerId, page: Page) -> Result<Vec<Summary>, HostError> {
        let games = self.store().games_of(player, page).await?;
        self.learn_players(&games).await;
        Ok(games)
    }

    /// Learns who of the players of these games is there, for a page that shows them.
    async fn learn_players(&self, games: &[Summary]) {
        let seats = games
            .iter()
            .flat_map(|game| Seat::BOTH.map(|seat| &game.seats[seat]));
        let players: Vec<PlayerId> = seats
            .flatten()
            .map(|sitter| sitter.player.clone())
            .collect();
        self.learn_presence_for_display(&players).await;
    }
}

/// Under which key it is remembered that a seek was withdrawn because its owner had gone.
fn abandoned(game: &GameId) -> String {
    format!("abandoned/{game}")
}

/// Under which key it is remembered that a seek was cancelled.
fn cancelled(game: &GameId) -> String {
    format!("cancelled/{game}")
}
