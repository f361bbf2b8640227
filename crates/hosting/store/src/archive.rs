//! Everything that a store keeps, for commands that look at all of it or move it.

use std::sync::Arc;

use session::{GameId, Millis, PlayerId, Record, Sealed};

use crate::{Entry, Player, Space, Store, StoreError, StoreFuture};

/// How many games, players or values are given at once.
pub(crate) const PAGE: u32 = 200;

/// The key of the value that says that a store is being filled with what another keeps.
const COPY: &str = "copy";

/// A game with its place in the order of creation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedGame {
    /// Its number in lists.
    pub number: u64,
    /// Its id.
    pub game: GameId,
    /// Its records, whose texts and hashes are kept as they are.
    pub records: Vec<Sealed>,
}

/// A value with the name under which its space is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedEntry {
    /// The space.
    pub space: String,
    /// The value.
    pub entry: Entry,
}

impl ArchivedEntry {
    /// Whether it is about the store itself and not about what it keeps. It is not copied.
    pub fn is_own(&self) -> bool {
        self.space == Space::Server.name() && [COPY, "stamp"].contains(&self.entry.key.as_str())
    }
}

/// How much a store keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Records of all games.
    pub records: u64,
    /// Players, with accounts and without.
    pub players: u64,
    /// Values, without those about the store itself.
    pub entries: u64,
}

/// A store all of which can be read and written.
pub trait Archive: Store {
    /// Games by their numbers, from the one after this on; some of them, and none when there are no more.
    fn games_after(&self, number: u64) -> StoreFuture<Result<Vec<(u64, String)>, StoreError>>;

    /// Players by their ids, from the one after this on; some of them, and none when there are no more.
    fn players_after(&self, id: Option<&PlayerId>) -> StoreFuture<Result<Vec<Player>, StoreError>>;

    /// Values by space and key, from the one after this on; some of them, and none when there are no more.
    fn entries_after(
        &self,
        last: Option<(String, String)>,
    ) -> StoreFuture<Result<Vec<ArchivedEntry>, StoreError>>;

    /// How much there is.
    fn counts(&self) -> StoreFuture<Result<Counts, StoreError>>;

    /// Writes games that are not there, with their numbers; all of them or none.
    fn import_games(&self, games: Vec<ArchivedGame>) -> StoreFuture<Result<(), StoreError>>;

    /// Writes players, in place of those with these ids if there are any; all of them or none.
    fn import_players(&self, players: Vec<Player>) -> StoreFuture<Result<(), StoreError>>;

    /// Writes values; all of them or none.
    fn import_entries(&self, entries: Vec<ArchivedEntry>) -> StoreFuture<Result<(), StoreError>>;

    /// Sets how many games have ended, which counts games that were removed since.
    fn import_finished(&self, finished: u64) -> StoreFuture<Result<(), StoreError>>;

    /// Whether lists show a game as its records have it.
    fn is_listed_rightly(
        &self,
        game: &GameId,
        records: Arc<[Record]>,
    ) -> StoreFuture<Result<bool, StoreError>>;

    /// Lists a game as its records have it, after what is shown of it was damaged.
    fn relist(&self, game: &GameId, records: Arc<[Record]>) -> StoreFuture<Result<(), StoreError>>;

    /// How many servers use the store now, as far as it knows.
    fn users(&self) -> StoreFuture<Result<u64, StoreError>>;
}

/// Where a copy that was begun into this store comes from, if it is not complete. Such a store must not be served.
///
/// # Errors
/// The store fails.
pub async fn unfinished_copy(store: &dyn Store) -> Result<Option<String>, StoreError> {
    let mark = store.get(&Space::Server, COPY).await?;
    Ok(mark.and_then(|mark| mark.value.strip_prefix("unfinished ").map(str::to_owned)))
}

/// Whether everything was copied into this store from there.
///
/// # Errors
/// The store fails.
pub async fn finished_copy(store: &dyn Store, from: &str) -> Result<bool, StoreError> {
    let mark = store.get(&Space::Server, COPY).await?;
    Ok(mark.is_some_and(|mark| mark.value == format!("complete {from}")))
}

/// Notes that a copy from there begins.
///
/// # Errors
/// The store fails.
pub async fn begin_copy(store: &dyn Store, from: &str) -> Result<(), StoreError> {
    note_copy(store, format!("unfinished {from}")).await
}

/// Notes that a copy from there is complete.
///
/// # Errors
/// The store fails.
pub async fn complete_copy(store: &dyn Store, from: &str) -> Result<(), StoreError> {
    note_copy(store, format!("complete {from}")).await
}

async fn note_copy(store: &dyn Store, value: String) -> Result<(), StoreError> {
    let mark = Entry {
        key: COPY.to_owned(),
        value,
        expires: None::<Millis>,
    };
    store.put(&Space::Server, mark).await
}
