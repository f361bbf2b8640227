//! The addresses by which others in the network reach this machine.

use std::net::IpAddr;

/// The addresses of this machine that others can use, as far as the system tells them.
pub(crate) fn own() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    usable(interfaces.iter().map(if_addrs::Interface::ip))
}

/// A server that is open to the network listens on all addresses of IPv4, and others cannot use those that
/// lead back to the machine itself.
fn usable(addresses: impl Iterator<Item = IpAddr>) -> Vec<IpAddr> {
    let mut usable: Vec<IpAddr> = addresses
        .filter(|ip| ip.is_ipv4() && !ip.is_loopback())
        .collect();
    usable.sort();
    usable.dedup();
    usable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_addresses_are_those_that_others_can_use() {
        let addresses = [
            "192.168.7.5",
            "127.0.0.1",
            "::1",
            "10.0.0.2",
            "fe80::1",
            "192.168.7.5",
        ];
        let usable = usable(addresses.iter().map(|ip| ip.parse().unwrap()));
        let usable: Vec<String> = usable.iter().map(IpAddr::to_string).collect();
        assert_eq!(usable, ["10.0.0.2", "192.168.7.5"]);
    }
}
