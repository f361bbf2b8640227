//! The arguments of `cargo xtask cluster`.

use std::net::SocketAddr;
use std::path::PathBuf;

pub(crate) const USAGE: &str = "\
cargo xtask cluster [--nodes N] [--listen ADDR:PORT] [--store postgres://...] [--program FILE]
  --nodes N             how many nodes, 1 to 16 [default: 3]
  --listen ADDR:PORT    where the balancer listens [default: 127.0.0.1:8080]
  --store postgres://…  a database to use; without it a PostgreSQL server is started and removed in the end
  --program FILE        a rookery that was built before; without it one is built";

/// More is not a trial any more.
const MAX_NODES: usize = 16;

#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) n_nodes: usize,
    pub(crate) listen: SocketAddr,
    pub(crate) store: Option<String>,
    pub(crate) program: Option<PathBuf>,
    /// Whether this process serves, until the end of its input.
    pub(crate) is_inner: bool,
}

impl Options {
    pub(crate) fn read(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options {
            n_nodes: 3,
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            store: None,
            program: None,
            is_inner: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if word == "--until-end-of-input" {
                options.is_inner = true;
                continue;
            }
            let value = words.next();
            let value = value.ok_or_else(|| format!("{word}: what?\n{USAGE}"))?;
            options.set(word, value)?;
        }
        Ok(options)
    }

    fn set(&mut self, word: &str, value: &str) -> Result<(), String> {
        let wrong = || format!("{word} {value}: that is not right\n{USAGE}");
        match word {
            "--nodes" => {
                let number = value.parse().ok();
                let number = number.filter(|number| (1..=MAX_NODES).contains(number));
                self.n_nodes = number.ok_or_else(wrong)?;
            }
            "--listen" => self.listen = value.parse().map_err(|_| wrong())?,
            "--store" if value.starts_with("postgres") => self.store = Some(value.to_owned()),
            "--program" => self.program = Some(value.into()),
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::read(&words)
    }

    #[test]
    fn arguments_are_read_and_wrong_ones_refused() {
        let options = read("--nodes 5 --listen 127.0.0.1:0").expect("they are right");
        assert_eq!((options.n_nodes, options.listen.port()), (5, 0));
        assert!(!options.is_inner);
        assert_eq!(read("").expect("they are right").n_nodes, 3);
        for wrong in [
            "--nodes",
            "--nodes 0",
            "--nodes 17",
            "--listen here",
            "--store sqlite",
            "--speed 9",
        ] {
            let why = read(wrong).expect_err(wrong);
            assert!(why.contains("cargo xtask cluster"), "{why}");
        }
    }
}
