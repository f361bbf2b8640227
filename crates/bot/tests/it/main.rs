//! The computer players, tested through what players see.

mod behaviour;
mod games;
mod mates;
mod minimax;
mod positions;
mod uci;
