//! What a rules crate uses to test itself: [`laws`] over random play, readable [`cases`] and perft
//! [`tables`]. What a protocol crate uses: games that are [`counted`].

pub mod cases;
pub mod clauses;
pub mod counted;
pub mod laws;
pub mod tables;
