//! Chance that can be repeated.

use rules::mix;

/// A sequence of numbers that depends on nothing but its seed.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(mix(seed))
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// A number below `n`; 0 where there is none.
    pub fn below(&mut self, n: usize) -> usize {
        match n as u64 {
            0 => 0,
            n => (self.roll() % n) as usize,
        }
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Whether something happens that happens so many times in a hundred.
    pub fn happens(&mut self, percent: u8) -> bool {
        self.below(100) < usize::from(percent)
    }
}
