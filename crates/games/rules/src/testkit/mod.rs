//! What a rules crate uses to test itself: [`laws`] over random play, readable [`cases`] and perft
//! [`tables`].

pub mod cases;
pub mod clauses;
pub mod laws;
pub mod tables;
