//! What happens to the server's machine while clients use it.

use std::time::Duration;

use tokio::time::{advance, sleep};

use crate::fault::Fault;
use crate::ledger::Span;
use crate::owner::Owner;
use crate::storm::{Storm, Storms};
use crate::time;
use crate::world::World;

/// Lets things happen to the machine, for as long as things go wrong.
pub(crate) async fn direct(world: World, storms: Storms, owner: Owner) {
    while world.is_faulty() {
        sleep(world.draw(|random| random.millis(500, 9000))).await;
        if !world.is_faulty() {
            return;
        }
        match world.draw(|random| random.below(22)) {
            0..9 => storm(&world, &storms),
            9..12 => set_clock(&world),
            12..15 => stall(&world).await,
            15..17 => fill_disk(&world),
            17..20 => slow_disk(&world),
            _ => owner.decide().await,
        }
    }
}

fn storm(world: &World, storms: &Storms) {
    if world.strikes(Fault::Storm, 1000) {
        let storm = world.draw(|random| random.pick(&Storm::ALL).copied());
        if let Some(storm) = storm {
            world.trace(format_args!("storm: {storm:?}"));
            storms.call(storm);
        }
    }
}

fn set_clock(world: &World) {
    let (is_back, by) =
        world.draw(|random| (random.per_mille(500), random.between(2, 7200) * 1000));
    let by = i64::try_from(by).unwrap_or_default();
    let (fault, by) = match is_back {
        true => (Fault::ClockBack, -by),
        false => (Fault::ClockForward, by),
    };
    if world.strikes(fault, 1000) {
        world.trace(format_args!("the wall clock is set by {by} ms"));
        time::set_wall(by);
    }
}

/// The process gets no processor, while all clocks go on.
async fn stall(world: &World) {
    if world.strikes(Fault::Stall, 1000) {
        let span = world.draw(|random| random.between(200, 12_000));
        let from = time::passed();
        let until = from + span;
        world.trace(format_args!("the process stands still for {span} ms"));
        world.ledger().stalls.push(Span { from, until });
        advance(Duration::from_millis(span)).await;
    }
}

fn fill_disk(world: &World) {
    if world.strikes(Fault::FullDisk, 1000) {
        let span = world.draw(|random| random.between(200, 8000));
        let from = time::passed();
        let until = from + span;
        world.ledger().add_full(Span { from, until });
    }
}

fn slow_disk(world: &World) {
    if world.strikes(Fault::SlowDisk, 1000) {
        let span = world.draw(|random| random.between(200, 8000));
        let from = time::passed();
        let until = from + span;
        world.ledger().add_slow(Span { from, until });
    }
}
