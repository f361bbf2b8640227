//! The server, played with by real clients on real sockets.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod advice;
mod budget;
mod ccp;
mod ccp_computer;
mod ccp_door;
mod client;
mod cuts;
mod extras;
mod faults;
mod http;
mod http_document;
mod json_document;
mod limits_document;
mod lobby;
mod metrics;
mod native_document;
mod openapi;
mod pattern;
mod people;
mod play;
mod proxy;
mod reconnect;
mod restart;
mod security;
mod sockets;
mod study;
mod support;
mod talk;

/// A seek that anybody could join.
fn lobby_wish() -> wire::native::Request {
    let audience = wire::native::Audience::Anybody;
    support::create(support::BLITZ, wire::native::SeatChoice::White, audience)
}
