//! The protocols, tested from outside.
#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod ccp;
mod json_interface;
mod native_frames;
mod native_types;
