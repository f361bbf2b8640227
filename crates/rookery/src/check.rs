//! `rookery check`: whether a whole database is well, and what to do if it is not.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use catalog::Catalog;
use rules::Refusal;
use session::{GameId, Hash, Record, Sealed, Session};
use store::{Archive, Inspector, PostgresAddress, SqliteStore, StoreError, database_in};

use crate::fail;
use crate::storage::Place;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The data folder of a server, a database file such as a backup, or postgres://USER@HOST/DATABASE. The server
    /// may be running.
    data: PathBuf,
    /// Set damaged games aside, into the folder `damaged` beside the database. The server must not be running.
    #[arg(long)]
    repair: bool,
    /// The folder for damaged games of a PostgreSQL database.
    #[arg(long, value_name = "DIR", requires = "repair")]
    aside: Option<PathBuf>,
}

/// Games read from the database at once.
const PAGE: u32 = 500;

/// What is wrong with a game.
struct Damage {
    name: String,
    why: String,
    /// What can be done about it.
    remedy: Remedy,
}

enum Remedy {
    /// The game is set aside with what is left of it.
    SetAside(GameId, Vec<Sealed>),
    /// The game is whole, but lists show it wrongly.
    Relist(GameId, Arc<[Record]>),
    /// The game cannot even be named.
    None,
}

pub(crate) fn run(catalog: &Catalog, options: &Options, out: &mut impl Write) -> crate::Outcome {
    let address = options.data.to_str();
    let checked = match address.filter(|text| PostgresAddress::is_address(text)) {
        Some(address) => check_database(catalog, address, options, out),
        None => check(catalog, options, out)
            .map_err(|error| format!("{}: {error}", options.data.display())),
    };
    checked.unwrap_or_else(|why| Ok(fail(&Refusal::new("cannot-be-checked", why))))
}

/// Checks a PostgreSQL database. Its server looks after its files itself.
fn check_database(
    catalog: &Catalog,
    address: &str,
    options: &Options,
    out: &mut impl Write,
) -> Result<crate::Outcome, String> {
    let place = Place::named(address)?;
    let failed = |error: StoreError| format!("{place}: {error}");
    let store = place.open_beside().map_err(failed)?;
    if options.repair {
        let users = wait(store.users()).map_err(failed)?;
        if users > 0 {
            return Err(format!("{place}: {users} servers use it; stop them first"));
        }
        if options.aside.is_none() {
            return Err("--repair needs --aside DIR, the folder for damaged games".to_owned());
        }
    }
    let (n_games, damaged) = look(catalog, &Everything(&*store)).map_err(failed)?;
    Ok(
        report(&[], n_games, &damaged, out).and_then(|()| match &options.aside {
            Some(aside) if !damaged.is_empty() => repair(&*store, aside, damaged, out),
            Some(_) | None if damaged.is_empty() => Ok(ExitCode::SUCCESS),
            Some(_) | None => Ok(ExitCode::FAILURE),
        }),
    )
}

/// What can be looked at, game by game.
trait Games {
    /// Games after the one with this number, with their numbers.
    fn after(&self, number: i64) -> Result<Vec<(i64, String)>, StoreError>;

    fn records(&self, game: &GameId) -> Result<Vec<Sealed>, StoreError>;

    fn is_listed_rightly(&self, game: &GameId, records: Arc<[Record]>) -> Result<bool, StoreError>;
}

impl Games for Inspector {
    fn after(&self, number: i64) -> Result<Vec<(i64, String)>, StoreError> {
        self.games(number, PAGE)
    }

    fn records(&self, game: &GameId) -> Result<Vec<Sealed>, StoreError> {
        Inspector::records(self, game)
    }

    fn is_listed_rightly(&self, game: &GameId, records: Arc<[Record]>) -> Result<bool, StoreError> {
        Inspector::is_listed_rightly(self, game, records)
    }
}

/// A whole store.
struct Everything<'a>(&'a dyn Archive);

impl Games for Everything<'_> {
    fn after(&self, number: i64) -> Result<Vec<(i64, String)>, StoreError> {
        let games = wait(self.0.games_after(number.unsigned_abs()))?;
        let signed = |(number, game): (u64, String)| (number.cast_signed(), game);
        Ok(games.into_iter().map(signed).collect())
    }

    fn records(&self, game: &GameId) -> Result<Vec<Sealed>, StoreError> {
        wait(self.0.read(game, 0))
    }

    fn is_listed_rightly(&self, game: &GameId, records: Arc<[Record]>) -> Result<bool, StoreError> {
        wait(self.0.is_listed_rightly(game, records))
    }
}

fn check(
    catalog: &Catalog,
    options: &Options,
    out: &mut impl Write,
) -> Result<crate::Outcome, StoreError> {
    let (data, is_folder) = (&options.data, options.data.is_dir());
    // A repair has the folder alone, from the first look on.
    let store = match (options.repair, is_folder) {
        (true, true) => Some(SqliteStore::open_folder(data)?),
        (true, false) => return Err(failed("--repair needs the folder, not a file")),
        (false, _) => None,
    };
    let database = match is_folder {
        true => database_in(data),
        false => data.clone(),
    };
    let inspector = Inspector::open(&database)?;
    let faults = inspector.faults()?;
    let (n_games, damaged) = look(catalog, &inspector)?;
    drop(inspector);
    Ok(report(&faults, n_games, &damaged, out).and_then(|()| {
        let is_well = faults.is_empty() && damaged.is_empty();
        match store {
            Some(store) if !damaged.is_empty() => {
                repair(&store, &data.join("damaged"), damaged, out)
            }
            Some(_) | None if is_well => Ok(ExitCode::SUCCESS),
            Some(_) | None => Ok(ExitCode::FAILURE),
        }
    }))
}

fn failed(why: &str) -> StoreError {
    StoreError::Failed {
        why: why.to_owned(),
    }
}

/// How many games there are, and which are damaged.
fn look(catalog: &Catalog, inspector: &dyn Games) -> Result<(usize, Vec<Damage>), StoreError> {
    let (mut n_games, mut damaged, mut last) = (0, Vec::new(), 0);
    loop {
        let games = inspector.after(last)?;
        let Some((number, _)) = games.last() else {
            return Ok((n_games, damaged));
        };
        last = *number;
        n_games += games.len();
        let found = games.into_iter();
        damaged.extend(found.filter_map(|(_, name)| damage(catalog, inspector, name)));
    }
}

/// What is wrong with a game, if anything is.
fn damage(catalog: &Catalog, inspector: &dyn Games, name: String) -> Option<Damage> {
    let Ok(game) = GameId::new(name.clone()) else {
        let why = "this is not the name of a game".to_owned();
        let remedy = Remedy::None;
        return Some(Damage { name, why, remedy });
    };
    let (why, remedy) = match inspector.records(&game) {
        Err(error) => (error.to_string(), Remedy::SetAside(game, Vec::new())),
        Ok(sealed) => match replay(catalog, &game, &sealed) {
            Err(why) => (why, Remedy::SetAside(game, sealed)),
            Ok(records) => match inspector.is_listed_rightly(&game, Arc::clone(&records)) {
                Ok(true) => return None,
                Ok(false) => {
                    let why = "lists show it differently from what was played".to_owned();
                    (why, Remedy::Relist(game, records))
                }
                Err(error) => (error.to_string(), Remedy::SetAside(game, sealed)),
            },
        },
    };
    Some(Damage { name, why, remedy })
}

/// The records of a game, if they are what was stored and follow each other by the rules.
fn replay(catalog: &Catalog, game: &GameId, sealed: &[Sealed]) -> Result<Arc<[Record]>, String> {
    let records = Sealed::open_all(sealed, Some(Hash::START)).map_err(|flaw| flaw.to_string())?;
    let session = Session::replay(&records, &catalog.variants().lookup());
    let session = session.map_err(|error| error.to_string())?;
    match session.id() == game {
        true => Ok(records.into()),
        false => Err(format!("its records are those of {}", session.id())),
    }
}

fn report(
    faults: &[String],
    n_games: usize,
    damaged: &[Damage],
    out: &mut impl Write,
) -> io::Result<()> {
    for fault in faults {
        writeln!(out, "the database file: {fault}")?;
    }
    for damage in damaged {
        writeln!(out, "damaged: {}: {}", damage.name, damage.why)?;
    }
    let n_damaged = damaged.len();
    writeln!(out, "{n_games} games, {n_damaged} damaged")?;
    if !faults.is_empty() {
        let advice = "the database file itself is damaged: put a backup in its place, or copy what can be read with the `.recover` command of sqlite3";
        writeln!(out, "{advice}")?;
    }
    Ok(())
}

/// Sets damaged games aside and keeps the rest.
fn repair(
    store: &dyn Archive,
    aside: &Path,
    damaged: Vec<Damage>,
    out: &mut impl Write,
) -> crate::Outcome {
    fs::create_dir_all(aside)?;
    let mut is_repaired = true;
    for damage in damaged {
        let done = match &damage.remedy {
            Remedy::SetAside(game, sealed) => {
                set_aside(aside, &damage, sealed)?;
                wait(store.remove(game)).map(|_| "set aside")
            }
            Remedy::Relist(game, records) => {
                wait(store.relist(game, Arc::clone(records))).map(|()| "listed as it was played")
            }
            Remedy::None => Err(failed("left as it is")),
        };
        is_repaired &= done.is_ok();
        match done {
            Ok(done) => writeln!(out, "{done}: {}", damage.name)?,
            Err(error) => writeln!(out, "not repaired: {}: {error}", damage.name)?,
        }
    }
    match is_repaired {
        true => Ok(ExitCode::SUCCESS),
        false => Ok(ExitCode::FAILURE),
    }
}

fn wait<T>(answer: store::StoreFuture<Result<T, StoreError>>) -> Result<T, StoreError> {
    // A store works by itself; this thread only waits.
    match tokio::runtime::Builder::new_current_thread().build() {
        Ok(runtime) => runtime.block_on(answer),
        Err(why) => Err(failed(&why.to_string())),
    }
}

/// Writes what is left of a game to a file of its own, durably, before it is removed.
fn set_aside(folder: &Path, damage: &Damage, sealed: &[Sealed]) -> io::Result<()> {
    let write = |extension: &str, text: &str| {
        let mut file = File::create(folder.join(format!("{}.{extension}", damage.name)))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    // A text that is not JSON cannot be part of an export; it is kept as it is.
    let records = session::to_json_lines(sealed).unwrap_or_else(|_| {
        let texts = sealed.iter().map(|sealed| sealed.text.as_str());
        texts.collect::<Vec<_>>().join("\n")
    });
    write("jsonl", &records)?;
    write("txt", &format!("{}\n", damage.why))?;
    File::open(folder)?.sync_all()
}
