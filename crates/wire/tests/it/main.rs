//! The protocols, tested from outside.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod ccp;
mod json_interface;
//! The protocols as text.
#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod native_frames;
mod native_types;
