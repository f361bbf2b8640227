//! Proxies in front of the server, and what they say about clients.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::http::HeaderMap;

/// Which proxies are believed when they name the client. Each proxy on the way adds whom it was called by at the end of
/// `X-Forwarded-For`; what stands further left anybody can invent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TrustProxy {
    /// None: the client is the peer that connects.
    #[default]
    No,
    /// So many, one behind the other, from any address.
    Hops(u8),
    /// Those in these networks. A peer from elsewhere is a client.
    Networks(Vec<Network>),
}

/// A network of addresses, such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    fn has(self, ip: IpAddr) -> bool {
        match (self.address, ip.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - u32::from(self.bits);
                let cut = |bits: u32| bits.checked_shr(shift).unwrap_or(0);
                cut(own.to_bits()) == cut(other.to_bits())
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let shift = 128 - u32::from(self.bits);
                let cut = |bits: u128| bits.checked_shr(shift).unwrap_or(0);
                cut(own.to_bits()) == cut(other.to_bits())
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("`{text}` is not a network; one looks like 10.0.0.0/8 or 127.0.0.1");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.trim().parse().map_err(|_| wrong())?,
            None => most,
        };
        match bits <= most {
            true => Ok(Network { address, bits }),
            false => Err(wrong()),
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl TrustProxy {
    /// Whether a peer at this address is believed about its clients.
    pub(crate) fn believes(&self, ip: IpAddr) -> bool {
        match self {
            TrustProxy::No => false,
            TrustProxy::Hops(_) => true,
            TrustProxy::Networks(networks) => networks.iter().any(|network| network.has(ip)),
        }
    }

    /// The client that the proxies name. A request that came through fewer proxies than there are was named by the
    /// first that it came through.
    pub(crate) fn client(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let named: Vec<&str> = values(headers, "x-forwarded-for");
        let mut from_right = named.iter().rev().map(|text| address(text));
        match self {
            TrustProxy::No => None,
            TrustProxy::Hops(hops) => from_right.take(usize::from(*hops)).next_back()?,
            TrustProxy::Networks(_) => {
                let is_client = |ip: &Option<IpAddr>| !ip.is_some_and(|ip| self.believes(ip));
                let leftmost = named.first().and_then(|text| address(text));
                from_right.find(is_client).unwrap_or(leftmost)
            }
        }
    }

    /// Whether the client came over TLS, as the proxies say.
    pub(crate) fn is_secure(&self, headers: &HeaderMap) -> bool {
        let said = values(headers, "x-forwarded-proto");
        let from_right = said.iter().rev();
        let said = match self {
            TrustProxy::No => None,
            TrustProxy::Hops(hops) => from_right.take(usize::from(*hops)).next_back(),
            // The proxy next to the client is the one that knows, and clients cannot be told from proxies here; a
            // client that lies about it only keeps its own cookie from itself.
            TrustProxy::Networks(_) => said.first(),
        };
        said.is_some_and(|said| said.eq_ignore_ascii_case("https"))
    }
}

/// The values of a list that may stand in several lines, in order.
fn values<'a>(headers: &'a HeaderMap, name: &str) -> Vec<&'a str> {
    let lines = headers.get_all(name).into_iter();
    let texts = lines.filter_map(|line| line.to_str().ok());
    texts
        .flat_map(|text| text.split(','))
        .map(str::trim)
        .collect()
}

/// An address, perhaps with a port as some proxies write it.
fn address(text: &str) -> Option<IpAddr> {
    let plain = text.trim_start_matches('[');
    let plain = plain.split(']').next()?;
    let ip = plain.parse().ok();
    ip.or_else(|| plain.rsplit_once(':')?.0.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = lines
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append::<axum::http::HeaderName>(name, value);
        }
        headers
    }

    fn client(trust: &TrustProxy, lines: &[&str]) -> Option<String> {
        let lines: Vec<_> = lines
            .iter()
            .map(|line| ("x-forwarded-for", *line))
            .collect();
        trust.client(&headers(&lines)).map(|ip| ip.to_string())
    }

    fn networks(texts: &[&str]) -> TrustProxy {
        TrustProxy::Networks(texts.iter().map(|text| text.parse().unwrap()).collect())
    }

    #[test]
    fn hops_are_counted_from_the_right() {
        let one = TrustProxy::Hops(1);
        let two = TrustProxy::Hops(2);
        let found = |ip: &str| Some(ip.to_owned());
        assert_eq!(client(&one, &["10.0.0.9"]), found("10.0.0.9"));
        assert_eq!(client(&one, &["1.2.3.4, 10.0.0.9"]), found("10.0.0.9"));
        // A proxy may add a line instead of going on with the client's.
        assert_eq!(client(&one, &["1.2.3.4", "10.0.0.9"]), found("10.0.0.9"));
        assert_eq!(
            client(&two, &["6.6.6.6, 1.2.3.4", "10.0.0.9"]),
            found("1.2.3.4")
        );
        assert_eq!(client(&two, &["10.0.0.9"]), found("10.0.0.9"));
        assert_eq!(client(&one, &["[2001:db8::1]:55"]), found("2001:db8::1"));
        assert_eq!(client(&one, &["1.2.3.4:55"]), found("1.2.3.4"));
        assert_eq!(client(&one, &["somebody"]), None);
        assert_eq!(client(&one, &[]), None);
        assert_eq!(client(&TrustProxy::No, &["1.2.3.4"]), None);
    }

    #[test]
    fn networks_are_skipped_from_the_right() {
        let trust = networks(&["10.0.0.0/8", "::1"]);
        let found = |ip: &str| Some(ip.to_owned());
        let line = "6.6.6.6, 1.2.3.4, 10.1.1.1, 10.0.0.9";
        assert_eq!(client(&trust, &[line]), found("1.2.3.4"));
        assert_eq!(client(&trust, &["10.0.0.2, 10.0.0.9"]), found("10.0.0.2"));
        assert!(trust.believes("10.200.0.1".parse().unwrap()));
        assert!(trust.believes("::ffff:10.0.0.1".parse().unwrap()));
        assert!(trust.believes("::1".parse().unwrap()));
        assert!(!trust.believes("11.0.0.1".parse().unwrap()));
        assert!(networks(&["0.0.0.0/0"]).believes("1.2.3.4".parse().unwrap()));
        for wrong in ["", "x", "10.0.0.0/33", "10.0.0.0/x", "10.0.0"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_a_proxy_that_is_believed_says_that_a_client_came_over_tls() {
        let https = headers(&[("x-forwarded-proto", "https")]);
        assert!(!TrustProxy::No.is_secure(&https));
        assert!(TrustProxy::Hops(1).is_secure(&https));
        assert!(networks(&["10.0.0.0/8"]).is_secure(&https));
        let mixed = headers(&[("x-forwarded-proto", "https, http")]);
        assert!(!TrustProxy::Hops(1).is_secure(&mixed));
        assert!(TrustProxy::Hops(2).is_secure(&mixed));
        assert!(!TrustProxy::Hops(1).is_secure(&HeaderMap::new()));
    }
}
