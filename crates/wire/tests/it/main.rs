//! The protocols, tested from outside.

mod ccp;
mod json_interface;
mod native_frames;
mod native_types;
