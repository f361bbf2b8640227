//! How the shared part of a server is set up.

use crate::TrustProxy;

/// How the shared part of a server is set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Origins besides the server's own whose pages may use it, such as `https://chess.example`.
    pub allowed_origins: Vec<String>,
    /// Which proxies are believed when they name the client.
    pub trust_proxy: TrustProxy,
    /// The protocol whose own paths are served at the root as well, by its name.
    pub root: Option<String>,
    /// Limits on what clients may use.
    pub limits: Limits,
}

/// Limits on what clients may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at the same time.
    pub connections: usize,
    /// Connections at the same time from one address.
    pub connections_per_address: usize,
    /// Requests per second, of one connection and of one player over all connections.
    pub requests_per_second: u32,
    /// Requests per second from one address, whatever they are for.
    pub address_requests_per_second: u32,
    /// Games and seeks that one player may make per minute.
    pub creations_per_minute: u32,
    /// Games and seeks that players from one address may make per minute.
    pub address_creations_per_minute: u32,
    /// New players per minute from one address.
    pub address_newcomers_per_minute: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            connections_per_address: 500,
            requests_per_second: 100,
            address_requests_per_second: 2000,
            creations_per_minute: 60,
            address_creations_per_minute: 300,
            address_newcomers_per_minute: 600,
        }
    }
}
