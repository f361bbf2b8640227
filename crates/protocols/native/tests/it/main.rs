//! The server, played with by real clients on real sockets.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test wants one answer, and any other stops it"
)]

mod advice;
mod budget;
mod cuts;
mod extras;
mod faults;
mod frames;
mod heavy;
mod http;
mod http_document;
mod lobby;
mod metrics;
mod native_document;
mod openapi;
mod people;
mod play;
mod proxy;
mod puzzles;
mod readiness;
mod reconnect;
mod restart;
mod security;
mod sockets;
mod step;
mod study;
mod support;
mod talk;
mod types;

/// A seek that anybody could join.
fn lobby_wish() -> native::message::Request {
    let audience = native::message::WantedOpponent::Anybody;
    crate::support::create(
        crate::support::BLITZ,
        native::message::SeatChoice::White,
        audience,
    )
}
