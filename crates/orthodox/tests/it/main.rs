//! Orthodox chess, tested from outside.

mod cases;
mod draws;
mod oracle;
mod perft;
mod pgn;
mod refusals;
mod text;
mod walk;
