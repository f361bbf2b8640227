//! Orthodox chess, tested from outside.

mod cases;
mod draws;
mod oracle;
mod perft;
mod refusals;
mod walk;
