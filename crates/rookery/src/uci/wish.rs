//! What a search is asked for, and how long it may take.

use std::time::Duration;

use rules::Seat;

/// Time that is kept back for sending the answer.
const OVERHEAD: Duration = Duration::from_millis(30);
/// Moves that the rest of a game is expected to take.
const MOVES_TO_GO: u32 = 30;

/// The words of a `go` command, with which a list of moves ends.
const WORDS: [&str; 11] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "infinite",
];

/// What a `go` command asks for.
#[derive(Clone, Default)]
pub(super) struct Wish {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    movetime: Option<u64>,
    /// White's clock and Black's, in milliseconds.
    clocks: [Option<u64>; 2],
    increments: [u64; 2],
    moves_to_go: Option<u32>,
    infinite: bool,
    /// Thinks while the opponent does: without end until the expected move comes.
    pub(super) ponder: bool,
    /// The only moves that may be chosen; all, if there are none.
    pub(super) moves: Vec<String>,
}

impl Wish {
    pub(super) fn read(words: &[&str]) -> Wish {
        let mut wish = Wish::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words
                .clone()
                .next()
                .and_then(|text| text.parse::<i64>().ok());
            // A clock can have run below zero.
            let number = value.map(|value| u64::try_from(value).unwrap_or(0));
            let small = || number.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
            match *word {
                "depth" => wish.depth = small(),
                "nodes" => wish.nodes = number,
                "movetime" => wish.movetime = number,
                "wtime" => wish.clocks[0] = number,
                "btime" => wish.clocks[1] = number,
                "winc" => wish.increments[0] = number.unwrap_or(0),
                "binc" => wish.increments[1] = number.unwrap_or(0),
                "movestogo" => wish.moves_to_go = small(),
                "infinite" => wish.infinite = true,
                "ponder" => wish.ponder = true,
                "searchmoves" => {
                    let moves = words.clone().take_while(|word| !WORDS.contains(word));
                    wish.moves = moves.map(ToString::to_string).collect();
                }
                _ => {}
            }
        }
        wish
    }

    pub(super) fn is_endless(&self) -> bool {
        self.infinite || self.ponder
    }

    /// How long full strength thinks, if time is what limits.
    pub(super) fn times(&self, seat: Seat) -> Option<Times> {
        let usual = self.time(seat)?;
        if self.movetime.is_some() {
            return Some(Times {
                enough: None,
                most: usual,
            });
        }
        // A fifth of the clock at the most, where the best move keeps changing.
        let clock = self.clocks[side(seat)].map(Duration::from_millis);
        let most = clock.map_or(usual, |clock| clock / 5).min(usual * 3);
        Some(Times {
            enough: Some(usual * 6 / 10),
            most: most.max(usual.min(Duration::from_millis(20))),
        })
    }

    /// How long to think, if time is what limits.
    pub(super) fn time(&self, seat: Seat) -> Option<Duration> {
        if self.is_endless() {
            return None;
        }
        let side = side(seat);
        let ms = match (self.movetime, self.clocks[side]) {
            (Some(time), _) => time,
            (None, Some(clock)) => {
                let moves = u64::from(self.moves_to_go.unwrap_or(MOVES_TO_GO).max(1)) + 1;
                // Never more than half of what is left, whatever the increment promises.
                (clock / moves + self.increments[side] * 3 / 4).min(clock / 2)
            }
            (None, None) => return None,
        };
        Some(
            Duration::from_millis(ms)
                .saturating_sub(OVERHEAD)
                .max(Duration::from_millis(1)),
        )
    }
}

/// How long full strength thinks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// When not to begin another depth, unless the best move has just changed.
    pub(super) enough: Option<Duration>,
    /// When to answer at the latest.
    pub(super) most: Duration,
}

fn side(seat: Seat) -> usize {
    match seat {
        Seat::White => 0,
        Seat::Black => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_moves_ends_with_the_next_word() {
        let words = ["searchmoves", "e2e4", "d2d4", "depth", "3"];
        let wish = Wish::read(&words);
        assert_eq!(wish.moves, ["e2e4", "d2d4"]);
        assert_eq!(wish.depth, Some(3));
        assert!(Wish::read(&["nodes", "5"]).moves.is_empty());
    }

    #[test]
    fn half_of_the_clock_is_the_most() {
        let wish = Wish::read(&["wtime", "1000", "btime", "60000", "winc", "9000"]);
        assert_eq!(wish.time(Seat::White), Some(Duration::from_millis(470)));
        assert!(wish.time(Seat::Black) > Some(Duration::from_millis(1900)));
    }
}
