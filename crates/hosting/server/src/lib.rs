//! What every protocol shares when it serves clients: the listener, connection limits, rate limits, origin checks,
//! WebSockets, metrics, and the embedded web client.
//!
//! [`Server::start`] serves a [`host::Host`] through the [`Protocol`]s it is given. Nothing here names a game or a
//! protocol: both are handed in by the binary.
#![deny(missing_docs)]

mod accept;
mod answer_headers;
mod body;
mod budget;
mod client_name;
mod connection_limits;
mod context;
mod cookies;
mod cross_origin;
mod http_error;
mod intake;
mod keepalive;
mod line_reader;
mod metrics;
mod origin;
mod pages;
mod protocol;
mod proxy;
mod readiness;
mod request_context;
mod server;
mod settings;
mod subtree;
mod websocket;
mod write_timeout;

pub use body::{BodyPace, read_body};
pub use budget::{Address, Budgets, Pace};
pub use client_name::client_name;
pub use connection_limits::{AddressSlot, ConnectionLimits, ConnectionSlot, Peer};
pub use context::Context;
pub use cookies::{Security, cookie_named, device_cookie, token_cookie};
pub use host::{Bucket, Idle, IdleMap};
pub use http_error::{
    ServerRefusal, bad_request, bad_token, check_origin, rate_limited, refuse, too_large, too_slow,
};
pub use intake::Intake;
pub use keepalive::{Keepalive, KeepaliveAction};
pub use line_reader::{BoundedLine, LineEnd, LineReader};
pub use metrics::{Metrics, Verdict};
pub use origin::{bearer, called_address, is_own_page};
pub use protocol::{FormRoute, Protocol};
pub use proxy::{Network, TrustProxy};
pub use request_context::RequestContext;
pub use server::{Parts, Server};
pub use settings::{Limits, Settings};
pub use subtree::Subtree;
pub use websocket::{
    CloseCode, Error as WebSocketError, Message, Upgrade, WebSocket, close_message, text_message,
};
