//! `rookery serve --lan`: open to the network, and it says where.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

use crate::child::Api;

#[test]
fn lan_prints_the_addresses_that_it_is_reached_by() {
    let data = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["serve", "--lan", "--listen", "127.0.0.1:0"])
        .args(["--ccp", "127.0.0.1:0", "--data"])
        .arg(data.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut told = Vec::new();
    for line in output.lines().map_while(Result::ok) {
        let is_last = line.starts_with("CCP at 0.0.0.0:");
        told.push(line);
        if is_last {
            break;
        }
    }
    let port = told
        .iter()
        .find_map(|line| line.strip_prefix("Play at http://localhost:"))
        .unwrap_or_else(|| panic!("no address: {told:?}"));
    let port: u16 = port.parse().unwrap();
    let mut addresses = vec![SocketAddr::from((Ipv4Addr::LOCALHOST, port))];
    let others = told
        .iter()
        .filter_map(|line| line.strip_prefix("In your network: http://"));
    // A machine without a network has no others.
    addresses.extend(others.map(|address| address.parse::<SocketAddr>().unwrap()));
    for address in addresses {
        assert_eq!(address.port(), port);
        let mut api = Api::connect(address).unwrap();
        assert_eq!(api.ask("GET /healthz", "", "look", "").unwrap().0, 200);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
