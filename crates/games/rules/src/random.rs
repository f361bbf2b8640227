//! Random numbers that can be repeated.

use crate::mix;

/// The step between two states of the generator: an odd number that reaches every state.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A seeded generator of random numbers (`SplitMix64`): the same seed gives the same numbers on every
/// machine. It is good enough for setups, tests and players, and keeps no secrets.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number below `n`; 0 when `n` is 0.
    pub const fn below(&mut self, n: usize) -> usize {
        // The product's upper half is even enough for any n that a game has.
        let wide = self.next() as u128 * n as u128;
        (wide >> 64) as usize
    }

    /// One of these, if there are any.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Puts these into another order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut random = SplitMix::new(1_234_567);
        let numbers = [random.next(), random.next(), random.next()];
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(numbers, published);
    }

    #[test]
    fn choices_stay_within_their_list() {
        let mut random = SplitMix::new(7);
        assert_eq!(random.below(0), 0);
        assert_eq!(random.choose::<u8>(&[]), None);
        let mut seen = [0; 5];
        for _ in 0..500 {
            seen[random.below(5)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
    }

    #[test]
    fn shuffling_keeps_everything() {
        let mut list: Vec<u8> = (0..20).collect();
        SplitMix::new(3).shuffle(&mut list);
        assert!(!list.is_sorted());
        list.sort_unstable();
        assert_eq!(list, (0..20).collect::<Vec<u8>>());
    }
}
