//! What all runs of the fuzzer together have come to, so that a later one goes on where the last one stopped.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// The totals of all targets, in a file beside the corpora.
pub(crate) struct Totals {
    path: PathBuf,
    targets: BTreeMap<String, Total>,
}

/// What has come of one target so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Total {
    pub(crate) executions: u64,
    /// Edges of the program's flow that an input has reached.
    pub(crate) edges: u64,
    /// Edges told apart by how often they were taken.
    pub(crate) features: u64,
    /// Executions since the last one that reached a new edge.
    pub(crate) flat: u64,
    /// Inputs that broke the law.
    pub(crate) findings: u64,
}

/// What one run has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) executions: u64,
    pub(crate) edges: u64,
    pub(crate) features: u64,
    /// After so many executions the last new edge was reached, if one was.
    pub(crate) last_new_edge: Option<u64>,
    pub(crate) has_finding: bool,
}

impl Total {
    /// With one more run.
    fn and(self, run: Run) -> Total {
        Total {
            executions: self.executions + run.executions,
            edges: self.edges.max(run.edges),
            features: self.features.max(run.features),
            flat: match run.last_new_edge {
                Some(at) if run.edges > self.edges => run.executions.saturating_sub(at),
                Some(_) | None => self.flat + run.executions,
            },
            findings: self.findings + u64::from(run.has_finding),
        }
    }

    fn to_line(self, name: &str) -> String {
        let Total {
            executions,
            edges,
            features,
            flat,
            findings,
        } = self;
        format!("{name} {executions} {edges} {features} {flat} {findings}\n")
    }

    fn read(line: &str) -> Option<(String, Total)> {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        let mut number = || words.next()?.parse().ok();
        let total = Total {
            executions: number()?,
            edges: number()?,
            features: number()?,
            flat: number()?,
            findings: number()?,
        };
        Some((name, total))
    }
}

impl Totals {
    /// Reads the totals; there are none before the first run.
    pub(crate) fn load(path: PathBuf) -> Totals {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let targets = text.lines().filter_map(Total::read).collect();
        Totals { path, targets }
    }

    pub(crate) fn of(&self, name: &str) -> Total {
        self.targets.get(name).copied().unwrap_or_default()
    }

    /// Adds a run of a target. Another fuzzer may have added one of another target meanwhile.
    pub(crate) fn add(&mut self, name: &str, run: Run) -> Result<(), String> {
        *self = Totals::load(std::mem::take(&mut self.path));
        let total = self.of(name).and(run);
        self.targets.insert(name.to_owned(), total);
        let lines = self.targets.iter().map(|(name, total)| total.to_line(name));
        let text: String = lines.collect();
        fs::write(&self.path, text).map_err(|why| format!("{}: {why}", self.path.display()))
    }

    /// A table for the document.
    pub(crate) fn table(&self) -> String {
        let mut table = "| target | executions | edges | features | executions without a new edge | findings |\n|---|---|---|---|---|---|\n".to_owned();
        for (name, total) in &self.targets {
            let Total {
                executions,
                edges,
                features,
                flat,
                findings,
            } = total;
            // Writing to a string does not fail.
            let _ = writeln!(
                table,
                "| `{name}` | {executions} | {edges} | {features} | {flat} | {findings} |"
            );
        }
        let sum: u64 = self.targets.values().map(|total| total.executions).sum();
        let _ = writeln!(table, "| all | {sum} | | | | |");
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_add_up_and_are_read_as_they_were_written() {
        let first = Run {
            executions: 1000,
            edges: 50,
            features: 70,
            last_new_edge: Some(400),
            has_finding: true,
        };
        let total = Total::default().and(first);
        assert_eq!(
            (total.executions, total.flat, total.findings),
            (1000, 600, 1)
        );
        // The corpus reaches again what it reached before; that is nothing new.
        let second = Run {
            last_new_edge: Some(10),
            has_finding: false,
            ..first
        };
        let total = total.and(second);
        assert_eq!(
            (total.executions, total.flat, total.findings),
            (2000, 1600, 1)
        );
        let third = Run {
            edges: 51,
            ..second
        };
        assert_eq!(total.and(third).flat, 990);
        let line = total.to_line("record");
        assert_eq!(Total::read(line.trim()), Some(("record".to_owned(), total)));
    }
}
