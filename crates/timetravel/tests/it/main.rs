//! Tests against readable data and laws over random play.

mod cases;
mod dice;
mod games;
mod legality;
mod pictures;
mod vectors;
