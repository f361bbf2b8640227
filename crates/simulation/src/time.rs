//! The time of a simulated world. It has two clocks: one that never jumps, which only the simulation knows, and the
//! wall clock of the server's machine, which somebody may set.

use std::cell::RefCell;

use session::Millis;
use tokio::time::Instant;

/// The wall clock at the beginning of a world.
const BEGINNING: i64 = 1_790_000_000_000;

#[derive(Default)]
struct Clocks {
    /// What had passed when the present life of the server began.
    before: u64,
    /// When it began, by the runtime's clock.
    began: Option<Instant>,
    /// By how much the wall clock was set.
    offset: i64,
}

thread_local! {
    static CLOCKS: RefCell<Clocks> = RefCell::new(Clocks::default());
}

/// A new world.
pub(crate) fn reset() {
    CLOCKS.with_borrow_mut(|clocks| *clocks = Clocks::default());
}

/// A runtime has started whose clock drives that of the world.
pub(crate) fn begin_life() {
    CLOCKS.with_borrow_mut(|clocks| clocks.began = Some(Instant::now()));
}

/// The runtime ends, and time passes without it.
pub(crate) fn end_life(pause: u64) {
    let now = passed();
    CLOCKS.with_borrow_mut(|clocks| {
        clocks.before = now + pause;
        clocks.began = None;
    });
}

/// Milliseconds since the world began.
pub(crate) fn passed() -> u64 {
    CLOCKS.with_borrow(|clocks| {
        let since = clocks.began.map(|began| began.elapsed().as_millis());
        clocks.before + since.map_or(0, |since| u64::try_from(since).unwrap_or(u64::MAX))
    })
}

/// What the wall clock shows.
pub(crate) fn wall() -> Millis {
    let offset = CLOCKS.with_borrow(|clocks| clocks.offset);
    let passed = i64::try_from(passed()).unwrap_or(i64::MAX);
    Millis(u64::try_from(BEGINNING + passed + offset).unwrap_or_default())
}

/// Somebody sets the wall clock.
pub(crate) fn set_wall(by: i64) {
    CLOCKS.with_borrow_mut(|clocks| clocks.offset += by);
}
