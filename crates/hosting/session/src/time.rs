//! Time as the crate is told it.

use std::fmt;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// Milliseconds: a span, or a moment counted from the beginning of 1970 in UTC.
///
/// Sums and differences stop at the ends of the range instead of overflowing, so a span is never
/// negative: a moment minus a later moment is zero.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Millis(pub u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// A span of whole seconds.
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// A span of whole days.
    pub const fn from_days(days: u64) -> Millis {
        Millis::from_secs(days.saturating_mul(86_400))
    }

    /// Whole seconds, rounded down.
    pub const fn as_secs(self) -> u64 {
        self.0 / 1000
    }

    /// The moment as `2026.11.15`, the way PGN writes dates.
    pub fn date(self) -> String {
        let (year, month, day) = civil(self.as_secs() / 86_400);
        format!("{year:04}.{month:02}.{day:02}")
    }

    /// The moment's time of day as `21:05:09`.
    pub fn time_of_day(self) -> String {
        let second = self.as_secs() % 86_400;
        format!(
            "{:02}:{:02}:{:02}",
            second / 3600,
            second / 60 % 60,
            second % 60
        )
    }
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, span: Millis) -> Millis {
        Millis(self.0.saturating_add(span.0))
    }
}

impl Sub for Millis {
    type Output = Millis;

    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

/// The Gregorian date of a day counted from 1970.
///
/// The calendar repeats every 400 years, and a year that begins in March has its leap day at the end,
/// which makes the lengths of the months before a given one a linear formula.
fn civil(days_since_1970: u64) -> (u64, u64, u64) {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    const MARCH_0000_TO_1970: u64 = 719_468;
    let days = days_since_1970 + MARCH_0000_TO_1970;
    let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let (month, year_later) = match month_from_march {
        0..=9 => (month_from_march + 3, 0),
        _ => (month_from_march - 9, 1),
    };
    (era * 400 + year + year_later, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_moments() {
        let cases = [
            (0, "1970.01.01", "00:00:00"),
            (951_782_400, "2000.02.29", "00:00:00"),
            (951_868_799, "2000.02.29", "23:59:59"),
            (951_868_800, "2000.03.01", "00:00:00"),
            (1_709_164_799, "2024.02.28", "23:59:59"),
            (1_709_164_800, "2024.02.29", "00:00:00"),
            (1_735_689_599, "2024.12.31", "23:59:59"),
            (4_107_542_400, "2100.03.01", "00:00:00"),
        ];
        for (second, date, time) in cases {
            let moment = Millis::from_secs(second);
            assert_eq!(
                (moment.date().as_str(), moment.time_of_day().as_str()),
                (date, time)
            );
        }
    }

    #[test]
    fn arithmetic_stops_at_the_ends() {
        assert_eq!(Millis(3) - Millis(5), Millis::ZERO);
        assert_eq!(Millis(u64::MAX) + Millis(5), Millis(u64::MAX));
        assert_eq!(Millis(u64::MAX).date(), "584556019.04.03");
    }
}
