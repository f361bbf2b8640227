//! Tests against readable data and laws over random play.

mod dice;
mod games;
mod legality;
mod vectors;
