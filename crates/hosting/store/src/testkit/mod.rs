//! For tests of code that uses a store: a store that fails on demand, and a PostgreSQL server that ends with the test.

mod dying;
mod faulty;

pub use crate::trial::{PostgresServer, skip};
pub(crate) use dying::die_if_due;
pub use faulty::{Fault, FaultyStore};
