//! The API from outside: a server, and clients that send what bots and boards send.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod access;
mod bot;
mod calls;
mod challenges;
mod document;
mod exports;
mod nodes;
mod openapi;
mod shapes;
mod streams;
mod support;
