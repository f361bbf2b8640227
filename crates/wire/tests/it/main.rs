//! The protocols, tested from outside.

mod json_interface;
