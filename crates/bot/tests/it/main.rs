//! The computer players, tested through what players see.
