//! The puzzles of all variants, which the program gives us: this protocol only hands them out.

use host::Rejection;
use rules::{Refusal, refusals};
use session::Millis;

use crate::message::{Answer, DailyPuzzle, PuzzleInfo};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

refusals! {
    /// Why there is no such puzzle.
    pub(crate) enum PuzzleRefusal {
        NoPuzzles = "no-puzzles" => NotFound, "there are no puzzles of that game";
        NoPuzzle = "no-puzzle" => NotFound, "there is no such puzzle";
        BadDate = "bad-date" => BadRequest, "a date is written like 2026-11-18";
    }
}

impl From<PuzzleRefusal> for Rejection {
    fn from(refusal: PuzzleRefusal) -> Rejection {
        Rejection::Refused(Refusal::from_illegal(&refusal))
    }
}

/// The puzzles of one variant.
#[derive(Clone, Debug)]
pub struct PuzzleList {
    /// The id of the variant.
    pub variant: String,
    /// Its puzzles, in their order; the puzzle of a day is found by its place.
    pub puzzles: Vec<PuzzleInfo>,
}

/// The puzzles of all variants, in the order in which people are offered these.
pub(crate) struct Puzzles(pub(crate) Vec<PuzzleList>);

/// A request about puzzles.
pub(crate) enum PuzzleRequest {
    All { variant: String },
    One { variant: String, id: String },
    OfTheDay { date: Option<String> },
}

impl Puzzles {
    pub(crate) fn answer(&self, request: PuzzleRequest, now: Millis) -> Result<Answer, Rejection> {
        match request {
            PuzzleRequest::All { variant } => {
                let puzzles = self.of(&variant)?.to_vec();
                Ok(Answer::Puzzles { variant, puzzles })
            }
            PuzzleRequest::One { variant, id } => {
                let found = self.of(&variant)?.iter().find(|puzzle| puzzle.id == id);
                let puzzle = found.ok_or(PuzzleRefusal::NoPuzzle)?.clone();
                Ok(Answer::Puzzle { variant, puzzle })
            }
            PuzzleRequest::OfTheDay { date } => {
                let day = match &date {
                    Some(date) => day_of(date).ok_or(PuzzleRefusal::BadDate)?,
                    None => now.0 / DAY_MS,
                };
                let puzzles = self.of_day(day);
                let date = date.unwrap_or_else(|| date_of(day));
                Ok(Answer::DailyPuzzles { date, puzzles })
            }
        }
    }

    pub(crate) fn count(&self, variant: &str) -> u32 {
        let n = self.of(variant).map_or(0, <[PuzzleInfo]>::len);
        u32::try_from(n).unwrap_or(u32::MAX)
    }

    fn of(&self, variant: &str) -> Result<&[PuzzleInfo], PuzzleRefusal> {
        let list = self.0.iter().find(|list| list.variant == variant);
        let list = list.filter(|list| !list.puzzles.is_empty());
        list.map(|list| &list.puzzles[..])
            .ok_or(PuzzleRefusal::NoPuzzles)
    }

    /// The puzzles of a day, counted from 1970-01-01: each day the next one of every list.
    fn of_day(&self, day: u64) -> Vec<DailyPuzzle> {
        let daily = |list: &PuzzleList| {
            let n = u64::try_from(list.puzzles.len()).ok()?;
            let place = usize::try_from(day.checked_rem(n)?).ok()?;
            Some(DailyPuzzle {
                variant: list.variant.clone(),
                puzzle: list.puzzles.get(place)?.clone(),
            })
        };
        self.0.iter().filter_map(daily).collect()
    }
}

/// The days from 1970-01-01 to a date such as `2026-11-18`.
fn day_of(date: &str) -> Option<u64> {
    let is_written_so = date.len() == 10
        && date.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let number = |range: std::ops::Range<usize>| date.get(range)?.parse::<u64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let is_day = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    if !is_written_so || !is_day || year < 1970 {
        return None;
    }
    let years: u64 = (1970..year).map(days_in_year).sum();
    let months: u64 = (1..month).map(|month| days_in(year, month)).sum();
    Some(years + months + day - 1)
}

fn date_of(day: u64) -> String {
    let (mut year, mut month, mut rest) = (1970, 1, day);
    while rest >= days_in_year(year) {
        rest -= days_in_year(year);
        year += 1;
    }
    while rest >= days_in(year, month) {
        rest -= days_in(year, month);
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", rest + 1)
}

fn days_in_year(year: u64) -> u64 {
    (1..=12).map(|month| days_in(year, month)).sum()
}

fn days_in(year: u64, month: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_and_days_are_dates() {
        assert_eq!(day_of("1970-01-01"), Some(0));
        assert_eq!(day_of("2000-02-29"), Some(11_016));
        for day in [0, 58, 59, 365, 11_016, 20_775, 40_000] {
            assert_eq!(day_of(&date_of(day)), Some(day));
        }
        for bad in [
            "",
            "2026-11-31",
            "2026-02-29",
            "2026-13-01",
            "1969-12-31",
            "26-11-018",
            "+026-11-18",
        ] {
            assert_eq!(day_of(bad), None, "{bad}");
        }
    }
}
