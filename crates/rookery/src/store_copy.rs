//! `rookery store copy`: moves everything that a server keeps to another place.

use std::io::Write;
use std::process::ExitCode;

use rules::Refusal;
use session::{GameId, Hash, PlayerId, Sealed};
use store::{Archive, ArchivedGame, Counts, StoreError};

use crate::fail;
use crate::storage::Place;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Copy everything from one store to another, which must be empty. The server must be stopped.
    Copy(Options),
}

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where everything is: sqlite:DIR or postgres://USER@HOST/DATABASE.
    #[arg(long, value_name = "STORE")]
    from: String,
    /// Where it goes.
    #[arg(long, value_name = "STORE")]
    to: String,
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> crate::Outcome {
    let Command::Copy(options) = command;
    match crate::runtime::new()?.block_on(copy(options, out)) {
        Ok(counts) => {
            let Counts {
                games,
                records,
                players,
                entries,
            } = counts;
            writeln!(
                out,
                "copied {games} games with {records} records, {players} players, {entries} values"
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => Ok(fail(&Refusal::new("not-copied", why))),
    }
}

async fn copy(options: &Options, out: &mut impl Write) -> Result<Counts, String> {
    let (from, to) = (Place::named(&options.from)?, Place::named(&options.to)?);
    let name = shown(&from);
    if name == shown(&to) {
        return Err("both are the same store".to_owned());
    }
    if let Place::Folder(folder) = &from
        && !store::database_in(folder).is_file()
    {
        return Err(format!("{name}: there is no server's data"));
    }
    let at = |place: &Place, why: &StoreError| format!("{place}: {why}");
    let source = from.open().map_err(|why| at(&from, &why))?;
    let target = to.open().map_err(|why| at(&to, &why))?;
    let copied = carry_over(&*source, &*target, &name, out).await;
    copied.map_err(|why| match why {
        Stop::Source(why) => at(&from, &why),
        Stop::Target(why) => at(&to, &why),
        Stop::Why(why) => why,
    })
}

/// A folder counts as the same however it is written.
fn shown(place: &Place) -> String {
    match place {
        Place::Folder(folder) => {
            let whole = std::fs::canonicalize(folder);
            let folder = whole.unwrap_or_else(|_| folder.clone());
            format!("sqlite:{}", folder.display())
        }
        Place::Postgres(address) => address.to_string(),
    }
}

/// Why a copy was not made.
enum Stop {
    Source(StoreError),
    Target(StoreError),
    Why(String),
}

async fn carry_over(
    source: &dyn Archive,
    target: &dyn Archive,
    name: &str,
    out: &mut impl Write,
) -> Result<Counts, Stop> {
    check_unused(source, target).await?;
    check_target(target, name).await?;
    if let Some(from) = store::unfinished_copy(source).await.map_err(Stop::Source)? {
        return Err(Stop::Why(format!(
            "what is to be copied is itself half of a copy, from {from}"
        )));
    }
    store::begin_copy(target, name)
        .await
        .map_err(Stop::Target)?;
    copy_players(source, target).await?;
    copy_games(source, target, out).await?;
    copy_entries(source, target).await?;
    let finished = source.finished_games().await.map_err(Stop::Source)?;
    target
        .import_finished(finished)
        .await
        .map_err(Stop::Target)?;
    let there = source.counts().await.map_err(Stop::Source)?;
    let here = target.counts().await.map_err(Stop::Target)?;
    if there != here {
        return Err(Stop::Why(format!(
            "the copy is not what was copied: {here:?} instead of {there:?}"
        )));
    }
    store::complete_copy(target, name)
        .await
        .map_err(Stop::Target)?;
    Ok(here)
}

/// A copy has both for itself.
async fn check_unused(source: &dyn Archive, target: &dyn Archive) -> Result<(), Stop> {
    let users = [
        source.users().await.map_err(Stop::Source)?,
        target.users().await.map_err(Stop::Target)?,
    ];
    match users.iter().sum() {
        0 => Ok(()),
        n => Err(Stop::Why(format!(
            "{n} servers use these stores; stop them, and wait ten seconds"
        ))),
    }
}

/// The target is empty, or has a part of the same copy.
async fn check_target(target: &dyn Archive, name: &str) -> Result<(), Stop> {
    match store::unfinished_copy(target).await.map_err(Stop::Target)? {
        Some(from) if from == name => Ok(()),
        Some(from) => Err(Stop::Why(format!(
            "the target has a part of a copy from {from}; complete that, or empty the target"
        ))),
        None if target.counts().await.map_err(Stop::Target)? == Counts::default() => Ok(()),
        None => Err(Stop::Why("the target is not empty".to_owned())),
    }
}

async fn copy_players(source: &dyn Archive, target: &dyn Archive) -> Result<(), Stop> {
    let mut last: Option<PlayerId> = None;
    loop {
        let players = source.players_after(last.as_ref()).await;
        let players = players.map_err(Stop::Source)?;
        let Some(newest) = players.last() else {
            return Ok(());
        };
        last = Some(newest.id.clone());
        target.import_players(players).await.map_err(Stop::Target)?;
    }
}

async fn copy_entries(source: &dyn Archive, target: &dyn Archive) -> Result<(), Stop> {
    let mut last = None;
    loop {
        let entries = source.entries_after(last).await.map_err(Stop::Source)?;
        let Some(newest) = entries.last() else {
            return Ok(());
        };
        last = Some((newest.space.clone(), newest.entry.key.clone()));
        let copied = entries.into_iter().filter(|entry| !entry.is_own());
        let copied = target.import_entries(copied.collect()).await;
        copied.map_err(Stop::Target)?;
    }
}

/// Games are copied in the order of their numbers, so that a copy goes on after the last game that is there.
async fn copy_games(
    source: &dyn Archive,
    target: &dyn Archive,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let (mut last, mut n_copied) = (last_number(target).await?, 0);
    loop {
        let games = source.games_after(last).await.map_err(Stop::Source)?;
        let Some((newest, _)) = games.last() else {
            return Ok(());
        };
        last = *newest;
        let page = read_games(source, games).await?;
        n_copied += page.len();
        let imported = target.import_games(page.clone()).await;
        imported.map_err(Stop::Target)?;
        compare(target, &page).await?;
        // Nobody may be reading it.
        drop(writeln!(out, "{n_copied} games"));
    }
}

async fn last_number(target: &dyn Archive) -> Result<u64, Stop> {
    let mut last = 0;
    loop {
        let games = target.games_after(last).await.map_err(Stop::Target)?;
        match games.last() {
            Some((number, _)) => last = *number,
            None => return Ok(last),
        }
    }
}

/// The records of games, whose chains are checked.
async fn read_games(
    source: &dyn Archive,
    games: Vec<(u64, String)>,
) -> Result<Vec<ArchivedGame>, Stop> {
    let mut page = Vec::with_capacity(games.len());
    for (number, name) in games {
        let damaged = |why: String| {
            Stop::Why(format!(
                "the game {name} is damaged: {why}. `rookery check --repair` sets it aside"
            ))
        };
        let game = GameId::new(&name).map_err(|why| damaged(why.to_string()))?;
        let records = source.read(&game, 0).await.map_err(Stop::Source)?;
        if records.is_empty() {
            return Err(damaged("it has no records".to_owned()));
        }
        Sealed::open_all(&records, Some(Hash::START)).map_err(|flaw| damaged(flaw.to_string()))?;
        page.push(ArchivedGame {
            number,
            game,
            records,
        });
    }
    Ok(page)
}

/// Reads what was written.
async fn compare(target: &dyn Archive, page: &[ArchivedGame]) -> Result<(), Stop> {
    for archived in page {
        let records = target.read(&archived.game, 0).await.map_err(Stop::Target)?;
        if records != archived.records {
            let game = &archived.game;
            return Err(Stop::Why(format!(
                "the game {game} was not copied as it is"
            )));
        }
    }
    Ok(())
}
