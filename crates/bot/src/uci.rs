//! Engines of others, as players of ordinary chess.
