//! The line protocol: transcripts of both sides, limits, and arbitrary input.

mod arbitrary;
mod limits;
mod table;
mod transcripts;
