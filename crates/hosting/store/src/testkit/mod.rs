//! For tests of code that uses a store: a store that fails on demand, and a PostgreSQL server that ends with the test.

mod faulty;
mod server;

pub use faulty::{Fault, FaultyStore};
pub use server::{PostgresServer, skip};
