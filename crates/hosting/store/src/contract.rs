//! What every store promises.

use std::pin::Pin;
use std::sync::Arc;

use session::{GameId, Millis, PlayerId, Record, Sealed};

use crate::{
    AccountError, AppendError, Beat, Begun, Behind, Entry, Members, NodeId, Page, Player, Presence,
    Space, StoreError, StoreFigures, Summary,
};

/// An answer that comes later.
///
/// Calling a method of a store hands the work over at once; awaiting tells how it went. Dropping the
/// answer does not undo the work. What is done to one game is done in the order in which it was handed over, and so is
/// what is done to values and players. A read sees every write that was answered before it was asked.
pub type StoreFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Keeps games and players.
///
/// A write that was answered with success is durable. A write that was answered with a failure has
/// usually not happened, but may have (the answer itself can be what failed): after a failure
/// the caller reads again before going on.
pub trait Store: Send + Sync {
    /// Adds records to a game if it has exactly `expected` records so far; all of them or none.
    ///
    /// With `expected` 0 the game is new, and its first record is its creation. Of two writers with the
    /// same expectation one gets [`AppendError::Conflict`]: it reads what happened and decides again.
    fn append(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
    ) -> StoreFuture<Result<(), AppendError>>;

    /// Adds records to a game as [`Store::append`] does, and begins another game that follows from them; both or
    /// neither. A game that has begun before stays as it is.
    fn append_and_begin(
        &self,
        game: &GameId,
        expected: u64,
        records: Arc<[Record]>,
        first: Record,
    ) -> StoreFuture<Result<(), AppendError>>;

    /// Begins a game and removes the seeks that led to it, all of which must still be there; in one transaction, so
    /// that of a player who joins and one who cancels exactly one succeeds, also on different nodes.
    ///
    /// A seek is cancelled by taking it out of [`Space::Seeks`] with [`Store::take`].
    fn begin(&self, first: Record, seeks: &[GameId]) -> StoreFuture<Result<Begun, StoreError>>;

    /// Which of these games do not have exactly the records that the caller knows, of each so many. Games that it
    /// knows rightly are left out.
    fn behind(&self, known: &[(GameId, u64)]) -> StoreFuture<Result<Vec<Behind>, StoreError>>;

    /// Others have stored these records, as the caller has heard, and the caller goes by them from now on. A store that
    /// remembers the ends of games need not look them up then before the caller adds to them. It need not be told.
    fn learn(&self, _game: &GameId, _records: &[Record]) {}

    /// What it has done so far. A store that counts nothing has done nothing.
    fn figures(&self) -> StoreFigures {
        StoreFigures::default()
    }

    /// The records of a game from a sequence number on; none if there is no such game.
    fn read(&self, game: &GameId, from: u64) -> StoreFuture<Result<Vec<Sealed>, StoreError>>;

    /// Removes a game and its records; whether there was one. The host that serves the game sees to it that nobody
    /// writes to it any more.
    fn remove(&self, game: &GameId) -> StoreFuture<Result<bool, StoreError>>;

    /// A game in short.
    fn summary(&self, game: &GameId) -> StoreFuture<Result<Option<Summary>, StoreError>>;

    /// Games that have not ended, newest first.
    fn live_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>>;

    /// The same without games that are only for those who have the link.
    fn listed_games(&self, page: Page) -> StoreFuture<Result<Vec<Summary>, StoreError>>;

    /// All games of a player, newest first.
    fn games_of(
        &self,
        player: &PlayerId,
        page: Page,
    ) -> StoreFuture<Result<Vec<Summary>, StoreError>>;

    /// How many games have not ended.
    fn count_live(&self) -> StoreFuture<Result<u64, StoreError>>;

    /// How many games have ended.
    fn finished_games(&self) -> StoreFuture<Result<u64, StoreError>>;

    /// Adds a player. The id, and the name if there is an account, must be new.
    fn add_player(&self, player: Player) -> StoreFuture<Result<(), AccountError>>;

    /// The player with this id.
    fn player(&self, id: &PlayerId) -> StoreFuture<Result<Option<Player>, StoreError>>;

    /// The player with this account name, in capital or small letters.
    fn player_named(&self, name: &str) -> StoreFuture<Result<Option<Player>, StoreError>>;

    /// Gives a player who had none an account. The player's id stays, and so do the games.
    fn open_account(
        &self,
        id: &PlayerId,
        account: crate::Account,
    ) -> StoreFuture<Result<(), AccountError>>;

    /// Replaces the password hash of an account.
    fn set_password(
        &self,
        id: &PlayerId,
        password_hash: &str,
    ) -> StoreFuture<Result<(), AccountError>>;

    /// Gives an account another name, which must be new.
    fn set_name(&self, id: &PlayerId, name: &str) -> StoreFuture<Result<(), AccountError>>;

    /// Players with accounts by their ids, from the one after `after` on; at most [`Page::MAX`].
    fn accounts(&self, after: Option<&PlayerId>) -> StoreFuture<Result<Vec<Player>, StoreError>>;

    /// Writes a value, in place of the value with this key if there is one.
    fn put(&self, space: &Space, entry: Entry) -> StoreFuture<Result<(), StoreError>>;

    /// Writes a value if what is there now is what the caller has read, or nothing where it found nothing; whether it
    /// did. Of two who change the same value, one has to read it again.
    fn replace(
        &self,
        space: &Space,
        read: Option<&str>,
        entry: Entry,
    ) -> StoreFuture<Result<bool, StoreError>>;

    /// The value with this key.
    fn get(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>>;

    /// Removes a value and gives it. Of two who remove the same value, one gets it.
    fn take(&self, space: &Space, key: &str) -> StoreFuture<Result<Option<Entry>, StoreError>>;

    /// All values of a space, by key.
    fn entries(&self, space: &Space) -> StoreFuture<Result<Vec<Entry>, StoreError>>;

    /// Removes what has expired by now, and says how much that was.
    fn prune(&self, now: Millis) -> StoreFuture<Result<u64, StoreError>>;

    /// A node says that it is alive, and hears of all others.
    fn beat(&self, beat: Beat) -> StoreFuture<Result<Members, StoreError>>;

    /// A node is forgotten, with the players who were there: it has said goodbye, or others have taken over its
    /// duties.
    fn leave(&self, node: &NodeId) -> StoreFuture<Result<(), StoreError>>;

    /// Players have come to a node and others have left it. The node must have beaten before.
    fn see(
        &self,
        node: &NodeId,
        came: &[PlayerId],
        went: &[PlayerId],
    ) -> StoreFuture<Result<(), StoreError>>;

    /// Where these players are: at which of the nodes that were heard of within this time.
    fn present(
        &self,
        players: &[PlayerId],
        within: Millis,
    ) -> StoreFuture<Result<Vec<Presence>, StoreError>>;

    /// Who is, or was at last, at a node, by their ids, from the one after `after` on; at most [`Page::MAX`].
    fn present_at(
        &self,
        node: &NodeId,
        after: Option<&PlayerId>,
    ) -> StoreFuture<Result<Vec<PlayerId>, StoreError>>;
}
