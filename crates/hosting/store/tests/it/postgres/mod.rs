//! What only a store in PostgreSQL can show: many nodes, lost connections, lost transactions.

use session::Hash;
use store::testkit::PostgresServer;
use store::{PostgresAddress, PostgresStore, Store};

use crate::support::game;

mod crashes;
mod races;
mod rewinds;
mod tls;

pub(crate) fn open_at(address: &str) -> PostgresStore {
    let address = PostgresAddress::parse(address, None).unwrap();
    PostgresStore::open(&address).unwrap()
}

/// Every record of a game follows from those before it; how many there are.
async fn check_chain(store: &dyn Store, name: &str) -> u64 {
    let records = store.read(&game(name), 0).await.unwrap();
    let mut head = Hash::START;
    for (seq, sealed) in records.iter().enumerate() {
        head = head.next(&sealed.text);
        assert_eq!(sealed.hash, head, "{name} {seq}");
        assert_eq!(sealed.record().unwrap().seq, seq as u64, "{name}");
    }
    records.len() as u64
}

/// A store in a database of its own; none where there is no PostgreSQL.
pub(crate) fn new_postgres(law: &str) -> Option<(PostgresStore, ())> {
    let server = PostgresServer::shared(law)?;
    Some((open_at(&server.new_database()), ()))
}
