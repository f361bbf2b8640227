//! Rate limits by address, by player and by connection.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use host::{Bucket, Idle, IdleMap};
use rules::Refusal;
use session::PlayerId;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::intake::{BYTES_PER_REQUEST, Intake};
use crate::{Limits, rate_limited};

const MINUTE: Duration = Duration::from_secs(60);

/// Processor time that costs as much as a plain request, in microseconds. What takes longer is charged when it is done.
const WORK_MICROS: u128 = 100;

/// What so much processor time costs, in plain requests.
fn cost_of(work: Duration) -> u64 {
    u64::try_from(work.as_micros() / WORK_MICROS).unwrap_or(u64::MAX)
}

/// Long request bodies of one address that are read at the same time. The others wait, and those of other addresses do
/// not wait for them.
const LARGE_BODIES_OF_ADDRESS: usize = 4;

/// Replays for one address at the same time. The others wait, and what the earlier ones cost is known before they begin.
const STUDIES_OF_ADDRESS: usize = 1;

/// So many different delays there are for clients of one address that were refused.
const DELAYS: u32 = 16;

/// The rate limits of one address, shared by everyone behind it.
#[derive(Debug)]
pub struct Address {
    name: String,
    /// Connections at the moment.
    pub connections: AtomicUsize,
    requests: Bucket,
    creations: Bucket,
    newcomers: Bucket,
    /// What is read from all its connections.
    bytes: Bucket,
    /// Permits for long request bodies.
    pub large_bodies: Semaphore,
    /// Permits for what takes processor time aside.
    pub studies: Semaphore,
    /// How often its clients were made to wait.
    n_delays: AtomicU32,
}

impl Address {
    fn new(name: String, limits: &Limits) -> Address {
        Address {
            name,
            connections: AtomicUsize::new(0),
            requests: Bucket::per_second(limits.address_requests_per_second),
            creations: Bucket::new(limits.address_creations_per_minute, MINUTE),
            newcomers: Bucket::new(limits.address_newcomers_per_minute, MINUTE),
            bytes: Bucket::per_second(
                limits
                    .address_requests_per_second
                    .saturating_mul(BYTES_PER_REQUEST),
            ),
            large_bodies: Semaphore::new(LARGE_BODIES_OF_ADDRESS),
            studies: Semaphore::new(STUDIES_OF_ADDRESS),
            n_delays: AtomicU32::new(0),
        }
    }

    /// The address as text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Counts something that costs as much as `cost` plain requests.
    pub fn request(&self, cost: u32) -> Result<(), Refusal> {
        allowed(self.requests.allow_at(Instant::now(), cost))
    }

    /// Whether more was used than the limit allows, which is known only afterwards where processor time is charged.
    ///
    /// # Errors
    /// So it is.
    pub fn check_debt(&self) -> Result<(), Refusal> {
        self.request(0)
    }

    /// Counts what was read; says how long nothing more should be.
    pub(crate) fn charge_bytes(&self, now: Instant, n_bytes: u64) -> Duration {
        self.bytes.charge_at(now, n_bytes)
    }

    /// Charges for processor time that a request has taken.
    pub fn charge(&self, work: Duration) {
        let cost = cost_of(work);
        if cost > 0 {
            self.requests.charge_at(Instant::now(), cost);
        }
    }

    /// How long a client waits that was refused for sending too much: between one and two times `shortest`. Each of its
    /// neighbours waits a little longer or shorter, or they would all come back at the same moment and make others wait.
    pub fn delay(&self, shortest: Duration) -> Duration {
        let number = self.n_delays.fetch_add(1, Ordering::Relaxed);
        shortest + shortest * (number % DELAYS) / DELAYS
    }

    /// Counts a new player.
    pub fn newcomer(&self) -> Result<(), Refusal> {
        allowed(self.newcomers.allow())
    }
}

impl Idle for Address {
    fn is_idle(&self) -> bool {
        let buckets = [
            &self.requests,
            &self.creations,
            &self.newcomers,
            &self.bytes,
        ];
        buckets.into_iter().all(Bucket::is_idle)
    }
}

/// The rate limits of one player over all its connections.
#[derive(Debug)]
struct Allowance {
    requests: Bucket,
    creations: Bucket,
}

impl Allowance {
    fn new(limits: &Limits) -> Allowance {
        Allowance {
            requests: Bucket::per_second(limits.requests_per_second),
            creations: Bucket::new(limits.creations_per_minute, MINUTE),
        }
    }
}

impl Idle for Allowance {
    fn is_idle(&self) -> bool {
        self.requests.is_idle() && self.creations.is_idle()
    }
}

/// All rate limits.
#[derive(Debug)]
pub struct Budgets {
    limits: Limits,
    addresses: IdleMap<IpAddr, Address>,
    players: IdleMap<PlayerId, Allowance>,
    /// Access tokens that were found to be valid, by their hashes.
    tokens: IdleMap<[u8; 32], Bucket>,
}

impl Budgets {
    /// Rate limits with these numbers.
    pub fn new(limits: Limits) -> Budgets {
        Budgets {
            limits,
            addresses: IdleMap::new(),
            players: IdleMap::new(),
            tokens: IdleMap::new(),
        }
    }

    /// The rate limits of an address.
    ///
    /// # Errors
    /// There are too many busy addresses to count another one.
    pub fn address(&self, ip: IpAddr) -> Result<Arc<Address>, Refusal> {
        let network = network(ip);
        let new = || Address::new(network.to_string(), &self.limits);
        self.addresses.of(network, new).ok_or_else(rate_limited)
    }

    /// An access token is valid. From now on its requests are counted by themselves and not with those of their address.
    pub fn note_token(&self, token: &str) {
        let new = || Bucket::per_second(self.limits.requests_per_second);
        // If there is no room for the token, its address is still counted.
        drop(self.tokens.of(Sha256::digest(token).into(), new));
    }

    /// Counts a request by its access token; nothing, if no such token is known to be valid.
    ///
    /// # Errors
    /// These are too many requests.
    pub(crate) fn token_request(&self, token: &str) -> Option<Result<(), Refusal>> {
        let token = self.tokens.get(&Sha256::digest(token).into())?;
        Some(allowed(token.allow()))
    }

    fn player(&self, player: &PlayerId) -> Result<Arc<Allowance>, Refusal> {
        let new = || Allowance::new(&self.limits);
        let player = self.players.of(player.clone(), new);
        player.ok_or_else(rate_limited)
    }

    /// Counts a request of a player, who may have come without a connection of its own.
    pub fn request(&self, player: &PlayerId, cost: u32) -> Result<(), Refusal> {
        let player = self.player(player)?;
        allowed(player.requests.allow_at(Instant::now(), cost))
    }

    /// Charges a player for processor time that a request has taken.
    pub fn charge(&self, player: &PlayerId, work: Duration) {
        let cost = cost_of(work);
        // If there is no room for the player, the address is still charged.
        if cost > 0
            && let Ok(player) = self.player(player)
        {
            player.requests.charge_at(Instant::now(), cost);
        }
    }

    /// Counts a game or seek that a player makes.
    pub fn creation(&self, player: &PlayerId, address: &Address) -> Result<(), Refusal> {
        let player = self.player(player)?;
        allowed(player.creations.allow() && address.creations.allow())
    }

    /// The pace of a new connection.
    pub fn pace(&self, address: Arc<Address>) -> Pace {
        Pace {
            own: Bucket::per_second(self.limits.requests_per_second),
            player: None,
            address,
        }
    }

    /// How fast a new connection is read.
    pub fn intake(&self, address: Arc<Address>) -> Intake {
        Intake::new(self.limits.requests_per_second, address)
    }

    /// From now on a connection is this player's.
    pub fn note_player(&self, pace: &mut Pace, player: Option<&PlayerId>) {
        // If there is no room for the player, the connection and its address are still counted.
        pace.player = player.and_then(|player| self.player(player).ok());
    }
}

/// The rate limits that apply to one connection: its own, its player's and its address's. Nothing is looked up when
/// a message is counted.
#[derive(Debug)]
pub struct Pace {
    own: Bucket,
    player: Option<Arc<Allowance>>,
    address: Arc<Address>,
}

impl Pace {
    /// Whether something that costs as much as `cost` plain requests may happen now. What a connection may not
    /// do is not charged to those who share its address.
    pub fn allow(&self, now: tokio::time::Instant, cost: u32) -> bool {
        let now = now.into_std();
        let player = self.player.as_ref();
        self.own.allow_at(now, cost)
            && player.is_none_or(|player| player.requests.allow_at(now, cost))
            && self.address.requests.allow_at(now, cost)
    }
}

impl Pace {
    /// Charges for processor time that a message has taken.
    pub fn charge(&self, now: tokio::time::Instant, work: Duration) {
        let (now, cost) = (now.into_std(), cost_of(work));
        if cost > 0 {
            self.own.charge_at(now, cost);
            self.address.requests.charge_at(now, cost);
        }
    }
}

fn allowed(is_allowed: bool) -> Result<(), Refusal> {
    match is_allowed {
        true => Ok(()),
        false => Err(rate_limited()),
    }
}

/// What counts as one address. A client with IPv6 has a whole /64 network to itself, so that counts as one.
fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        ip => ip,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budgets() -> Budgets {
        Budgets::new(Limits {
            requests_per_second: 10,
            address_requests_per_second: 25,
            creations_per_minute: 2,
            address_creations_per_minute: 3,
            ..Limits::default()
        })
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// How many requests are allowed of this many.
    fn n_allowed(pace: &Pace, n: usize) -> usize {
        (0..n)
            .filter(|_| pace.allow(Instant::now().into(), 1))
            .count()
    }

    #[test]
    fn connections_of_one_player_and_of_one_address_share_what_they_have() {
        let budgets = budgets();
        let address = budgets.address(ip("10.0.0.1")).unwrap();
        let [ada, ben] = ["ada", "ben"].map(|name| PlayerId::new(name).unwrap());
        let mut paces: Vec<Pace> = (0..4).map(|_| budgets.pace(address.clone())).collect();
        budgets.note_player(&mut paces[0], Some(&ada));
        budgets.note_player(&mut paces[1], Some(&ada));
        budgets.note_player(&mut paces[2], Some(&ben));
        let began = Instant::now();
        let counts: Vec<usize> = paces.iter().map(|pace| n_allowed(pace, 100)).collect();
        // The machine may take its time, in which something comes back.
        let seconds = usize::try_from(began.elapsed().as_secs()).unwrap() + 1;
        assert!(counts[0] >= 20 && counts[2] >= 20, "{counts:?}");
        assert!(counts[0] + counts[1] <= 20 + 10 * seconds, "{counts:?}");
        assert!(counts[2] <= 20 + 10 * seconds, "{counts:?}");
        assert!(
            counts.iter().sum::<usize>() <= 50 + 25 * seconds,
            "{counts:?}"
        );
        assert!(counts[3] >= 1, "{counts:?}");
        let other = budgets.pace(budgets.address(ip("10.0.0.2")).unwrap());
        assert!(n_allowed(&other, 100) >= 20);
    }

    #[test]
    fn new_players_do_not_help_an_address_to_make_more() {
        let budgets = budgets();
        let address = budgets.address(ip("10.0.0.1")).unwrap();
        let mut made = Vec::new();
        for name in ["ada", "ben", "cat"] {
            let player = PlayerId::new(name).unwrap();
            let creations = (0..3).map(|_| budgets.creation(&player, &address));
            made.push(creations.filter(Result::is_ok).count());
        }
        assert_eq!(made, [2, 1, 0]);
    }

    /// Or a flood that was refused would come back as a flood.
    #[test]
    fn neighbours_who_were_refused_wait_for_different_times() {
        let address = budgets().address(ip("10.0.0.1")).unwrap();
        let shortest = Duration::from_millis(100);
        let mut delays: Vec<Duration> = (0..16).map(|_| address.delay(shortest)).collect();
        delays.sort();
        delays.dedup();
        assert_eq!(delays.len(), 16);
        assert!(delays[0] == shortest && delays[15] < 2 * shortest);
    }

    #[test]
    fn a_network_counts_as_one_address() {
        let budgets = budgets();
        let name = |text| budgets.address(ip(text)).unwrap().name().to_owned();
        assert_eq!(name("2001:db8:1:2:3::4"), name("2001:db8:1:2:ffff::"));
        assert_ne!(name("2001:db8:1:2::"), name("2001:db8:1:3::"));
        assert_eq!(name("::ffff:10.0.0.1"), "10.0.0.1");
        assert_ne!(name("10.0.0.1"), name("10.0.0.2"));
    }
}
