//! The protocols as pure functions: text in, text out. No I/O, no clock, no tasks: the caller says what
//! arrived and when, and sends what comes back.
#![deny(missing_docs)]

pub mod ccp;
pub mod json_interface;
pub mod native;
