//! The setting `trust_proxy`.

use serde::Deserialize;
use server::TrustProxy;

/// Proxies one behind the other that somebody may have; more is a mistake.
const MOST: i64 = 16;

/// Which proxies are believed: `false`; `true`, which is one; how many; or the networks they are in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Written")]
pub struct ProxySetting(pub TrustProxy);

/// The setting as it may be written.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Switch(bool),
    Hops(i64),
    Networks(Vec<String>),
    Network(String),
}

impl TryFrom<Written> for ProxySetting {
    type Error = String;

    fn try_from(written: Written) -> Result<ProxySetting, String> {
        let networks = |texts: Vec<String>| {
            let networks = texts.iter().map(|text| text.parse());
            networks.collect::<Result<Vec<_>, _>>()
        };
        Ok(ProxySetting(match written {
            Written::Switch(false) | Written::Hops(0) => TrustProxy::No,
            Written::Switch(true) => TrustProxy::Hops(1),
            Written::Hops(hops) => match u8::try_from(hops) {
                Ok(hops) if i64::from(hops) <= MOST => TrustProxy::Hops(hops),
                Ok(_) | Err(_) => return Err(format!("there are 0 to {MOST} proxies, not {hops}")),
            },
            Written::Networks(texts) => TrustProxy::Networks(networks(texts)?),
            Written::Network(text) => TrustProxy::Networks(networks(vec![text])?),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> Result<TrustProxy, String> {
        let file = format!("trust_proxy = {value}");
        let config = crate::Config::read(Some(&file), []);
        let config = config.map_err(|why| why.to_string())?;
        Ok(config.trust_proxy.0)
    }

    #[test]
    fn proxies_are_counted_or_named() {
        assert_eq!(read("false"), Ok(TrustProxy::No));
        assert_eq!(read("true"), Ok(TrustProxy::Hops(1)));
        assert_eq!(read("2"), Ok(TrustProxy::Hops(2)));
        let networks = ["10.0.0.0/8", "::1"].map(|text| text.parse().unwrap());
        let networks = TrustProxy::Networks(networks.into());
        assert_eq!(read("['10.0.0.0/8', '::1']"), Ok(networks));
        assert!(matches!(read("'10.0.0.1'"), Ok(TrustProxy::Networks(_))));
        for wrong in ["-1", "99", "'perhaps'", "['10.0.0.0/40']", "1.5"] {
            let why = read(wrong).unwrap_err();
            assert!(why.contains("trust_proxy"), "{why}");
        }
    }
}
