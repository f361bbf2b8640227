//! The protocols, tested from outside.

mod json_interface;
mod native_frames;
mod native_types;
