//! Orthodox chess, tested from outside.

mod cases;
mod perft;
