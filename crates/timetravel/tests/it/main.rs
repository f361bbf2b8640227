//! Tests against readable data and laws over random play.

mod vectors;
