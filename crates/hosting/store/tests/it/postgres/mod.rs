//! What only a store in PostgreSQL can show: many nodes, lost connections, lost transactions.

use store::testkit::PostgresServer;
use store::{PostgresAddress, PostgresStore};

mod crashes;
mod races;
mod rewinds;
mod tls;

pub(crate) fn open_at(address: &str) -> PostgresStore {
    let address = PostgresAddress::parse(address, None).unwrap();
    PostgresStore::open(&address).unwrap()
}

/// A store in a database of its own; none where there is no PostgreSQL.
pub(crate) fn new_postgres(law: &str) -> Option<(PostgresStore, ())> {
    let server = PostgresServer::shared(law)?;
    Some((open_at(&server.new_database()), ()))
}
