//! Who may come in: how many, from where, and on whose page.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, header};

use crate::Config;

/// Counts connections, in all and by address.
#[derive(Debug)]
pub(crate) struct Crowd {
    most: usize,
    most_per_address: usize,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection's place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    address: IpAddr,
    inside: Arc<Mutex<Inside>>,
}

fn lock(inside: &Mutex<Inside>) -> MutexGuard<'_, Inside> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Crowd {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Crowd {
        Crowd {
            most,
            most_per_address,
            inside: Arc::default(),
        }
    }

    /// A place for one more connection, if there is one.
    pub(crate) fn enter(&self, address: IpAddr) -> Option<Place> {
        let mut inside = lock(&self.inside);
        let here = inside.by_address.get(&address).copied().unwrap_or(0);
        if inside.all >= self.most || here >= self.most_per_address {
            return None;
        }
        inside.all += 1;
        inside.by_address.insert(address, here + 1);
        let inside = Arc::clone(&self.inside);
        Some(Place { address, inside })
    }

    pub(crate) fn count(&self) -> usize {
        lock(&self.inside).all
    }

    /// Waits until everybody has gone, but not forever: whoever does not go is cut off.
    pub(crate) async fn gone(&self) {
        for _ in 0..100 {
            if self.count() == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = lock(&self.inside);
        inside.all = inside.all.saturating_sub(1);
        if let Some(count) = inside.by_address.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                inside.by_address.remove(&self.address);
            }
        }
    }
}

/// The other end of a connection. It keeps the connection's place, so whoever goes on using the
/// connection keeps a copy.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) _place: Arc<Place>,
}

impl Peer {
    /// Where a request comes from: the last hop, or what a trusted proxy says.
    pub(crate) fn client(&self, headers: &HeaderMap, config: &Config) -> String {
        let forwarded = headers
            .get("x-forwarded-for")
            .filter(|_| config.trust_proxy)
            .and_then(|value| value.to_str().ok()?.rsplit(',').next())
            .and_then(|address| address.trim().parse::<IpAddr>().ok());
        forwarded.unwrap_or(self.address).to_string()
    }
}

/// Whether a request comes from a page of this server, of an allowed origin, or from no page at all.
pub(crate) fn is_allowed_origin(headers: &HeaderMap, config: &Config) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    match headers.get(header::ORIGIN) {
        None => text("sec-fetch-site").is_none_or(|site| site != "cross-site"),
        Some(_) => text("origin").is_some_and(|origin| {
            let own = origin.split_once("://").map(|(_, host)| host);
            let is_own = own.is_some() && own == text("host");
            is_own
                || config
                    .allowed_origins
                    .iter()
                    .any(|allowed| allowed == origin)
        }),
    }
}

/// The name of the cookie that keeps a token.
const COOKIE: &str = "rookery_token";

/// The token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value
        .strip_prefix("Bearer ")
        .map(|token| token.trim().to_owned())
}

/// The token that a browser keeps.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<String> {
    cookie_named(headers, COOKIE)
}

/// The value of a cookie.
pub fn cookie_named(headers: &HeaderMap, wanted: &str) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).into_iter();
    let mut pairs = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'));
    pairs.find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == wanted).then(|| value.to_owned())
    })
}

/// What a browser is told to keep. Scripts cannot read it and other sites cannot send it along.
pub(crate) fn set_cookie(token: &str) -> String {
    format!("{COOKIE}={token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict")
}

/// Lets so many things happen in a second, for one connection.
#[derive(Debug)]
pub(crate) struct Pace {
    per_second: u32,
    left: f64,
    at: tokio::time::Instant,
}

impl Pace {
    pub(crate) fn new(per_second: u32) -> Pace {
        Pace {
            per_second,
            left: f64::from(per_second) * 2.0,
            at: tokio::time::Instant::now(),
        }
    }

    /// Whether something that costs as much as `cost` plain requests may happen now. Nothing costs more
    /// than a second's worth.
    pub(crate) fn allow(&mut self, cost: u32) -> bool {
        let now = tokio::time::Instant::now();
        let back = (now - self.at).as_secs_f64() * f64::from(self.per_second);
        self.at = now;
        self.left = (self.left + back).min(f64::from(self.per_second) * 2.0);
        let cost = f64::from(cost.min(self.per_second));
        let is_allowed = self.left >= cost;
        if is_allowed {
            self.left -= cost;
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect::<HeaderMap>()
    }

    #[test]
    fn pages_of_other_sites_are_kept_out() {
        let config = Config {
            allowed_origins: vec!["https://ok.example".to_owned()],
            ..Config::default()
        };
        let cases: [(&[(&str, &str)], bool); 7] = [
            (&[], true),
            (&[("sec-fetch-site", "cross-site")], false),
            (&[("origin", "http://me:1"), ("host", "me:1")], true),
            (&[("origin", "http://me:2"), ("host", "me:1")], false),
            (&[("origin", "null"), ("host", "me:1")], false),
            (&[("origin", "https://ok.example"), ("host", "me")], true),
            (
                &[("origin", "https://ok.example.evil"), ("host", "me")],
                false,
            ),
        ];
        for (pairs, expected) in cases {
            let pairs: Vec<_> = pairs.iter().map(|(name, value)| (*name, *value)).collect();
            assert_eq!(
                is_allowed_origin(&headers(&pairs), &config),
                expected,
                "{pairs:?}"
            );
        }
    }

    #[test]
    fn a_crowd_has_limits_in_all_and_by_address() {
        let crowd = Crowd::new(3, 2);
        let [one, two] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let first = crowd.enter(one);
        let second = crowd.enter(one);
        assert!(first.is_some() && second.is_some() && crowd.enter(one).is_none());
        let third = crowd.enter(two);
        assert!(third.is_some() && crowd.enter(two).is_none());
        drop(first);
        assert!(crowd.enter(one).is_some());
        assert_eq!(crowd.count(), 2);
    }
}
