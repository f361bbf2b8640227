//! Where games and players are kept.
