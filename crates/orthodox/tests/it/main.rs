//! Orthodox chess, tested from outside.

mod cases;
mod oracle;
mod perft;
mod refusals;
mod walk;
