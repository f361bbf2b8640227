//! The doors of the server: HTTP, WebSocket and CCP, with their limits, configuration and metrics.
//!
//! [`Server::start`] opens the doors to a [`host::Host`]. Nothing here knows a game by name: variants come
//! with the host, and the referees of the JSON message interface are handed in.
#![deny(missing_docs)]

mod accept;
mod api;
mod bucket;
mod budget;
mod ccp;
mod ccp_computer;
mod ccp_pair;
mod ccp_table;
mod clerk;
mod config;
mod cost;
mod crowd;
mod editions;
mod engine_config;
mod extra;
mod guard;
mod impatient;
mod json_desk;
mod known;
mod metrics;
mod pages;
mod route;
mod routes;
mod shared;
mod silence;
mod socket;
mod stream;
mod study;
mod translate;
mod websocket;

pub use config::{BadConfig, Config, Door, Limits, LogFormat};
pub use engine_config::EngineConfig;
pub use extra::{Extra, Visitor};
pub use guard::cookie_named;
pub use route::{ROUTES, Route};
pub use routes::{PLAIN_ROUTES, PlainRoute};
pub use shared::{Parts, Server};
