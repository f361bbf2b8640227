//! The addresses by which others in the network reach this machine.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// The addresses of this machine that others can use, as far as they can be found out.
pub(crate) fn own() -> Vec<IpAddr> {
    let trie = std::fs::read_to_string("/proc/net/fib_trie").unwrap_or_default();
    let mut own: Vec<IpAddr> = local(&trie).into_iter().map(IpAddr::V4).collect();
    own.extend(outgoing());
    own.sort();
    own.dedup();
    own
}

/// The address of the way out. Nothing is sent: connecting a datagram socket only chooses the way.
fn outgoing() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified()).then_some(ip)
}

/// Own addresses as Linux lists them, which it also does for a network without a way out: each address
/// stands on a line of its own, and the next line calls it `/32 host LOCAL`.
fn local(trie: &str) -> Vec<Ipv4Addr> {
    let lines: Vec<&str> = trie.lines().map(str::trim).collect();
    let pairs = lines.windows(2).filter(|pair| pair[1] == "/32 host LOCAL");
    let addresses = pairs.filter_map(|pair| pair[0].strip_prefix("|-- ")?.parse().ok());
    addresses
        .filter(|ip: &Ipv4Addr| !ip.is_loopback())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_addresses_are_those_that_others_can_use() {
        let trie = "Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/8 2 0 2
        |-- 127.0.0.1
           /32 host LOCAL
        |-- 127.255.255.255
           /32 link BROADCAST
     +-- 192.168.7.0/24 2 0 2
        |-- 192.168.7.5
           /32 host LOCAL
        |-- 192.168.7.255
           /32 link BROADCAST
";
        assert_eq!(local(trie), [Ipv4Addr::new(192, 168, 7, 5)]);
        assert!(local("").is_empty());
    }
}
