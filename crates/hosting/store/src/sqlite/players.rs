//! Players and accounts in a table.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use session::{Millis, PlayerId};

use crate::player::folded;
use crate::{Account, AccountError, Page, Player};

/// Done, or refused with nothing written.
type Judged = std::result::Result<(), AccountError>;

pub(super) fn add(db: &Connection, player: &Player) -> Result<Judged> {
    if with_id(db, &player.id)?.is_some() {
        return Ok(Err(AccountError::IdTaken));
    }
    if let Some(account) = &player.account
        && named(db, &account.name)?.is_some()
    {
        return Ok(Err(AccountError::NameTaken));
    }
    let sql = "INSERT INTO players (player, created_at, name, folded_name, password_hash)
         VALUES (?, ?, ?, ?, ?)";
    write(db, sql, player).map(Ok)
}

pub(super) fn open_account(db: &Connection, id: &PlayerId, account: &Account) -> Result<Judged> {
    let Some(player) = with_id(db, id)? else {
        return Ok(Err(AccountError::UnknownPlayer));
    };
    if player.account.is_some() {
        return Ok(Err(AccountError::HasAccount));
    }
    if named(db, &account.name)?.is_some() {
        return Ok(Err(AccountError::NameTaken));
    }
    let mut update = db.prepare_cached(
        "UPDATE players SET name = ?, folded_name = ?, password_hash = ? WHERE player = ?",
    )?;
    update.execute(params![
        account.name,
        folded(&account.name),
        account.password_hash,
        id.as_str()
    ])?;
    Ok(Ok(()))
}

/// Only players with accounts have passwords and names that can be changed.
fn check_has_account(db: &Connection, id: &PlayerId) -> Result<Judged> {
    Ok(match with_id(db, id)? {
        None => Err(AccountError::UnknownPlayer),
        Some(player) if player.account.is_none() => Err(AccountError::NoAccount),
        Some(_) => Ok(()),
    })
}

pub(super) fn set_password(db: &Connection, id: &PlayerId, hash: &str) -> Result<Judged> {
    if let Err(refused) = check_has_account(db, id)? {
        return Ok(Err(refused));
    }
    db.prepare_cached("UPDATE players SET password_hash = ? WHERE player = ?")?
        .execute(params![hash, id.as_str()])?;
    Ok(Ok(()))
}

pub(super) fn set_name(db: &Connection, id: &PlayerId, name: &str) -> Result<Judged> {
    if let Err(refused) = check_has_account(db, id)? {
        return Ok(Err(refused));
    }
    if named(db, name)?.is_some_and(|other| other.id != *id) {
        return Ok(Err(AccountError::NameTaken));
    }
    db.prepare_cached("UPDATE players SET name = ?, folded_name = ? WHERE player = ?")?
        .execute(params![name, folded(name), id.as_str()])?;
    Ok(Ok(()))
}

/// Writes a player, in place of the one with this id if there is one.
pub(super) fn put(db: &Connection, player: &Player) -> Result<()> {
    let sql =
        "INSERT OR REPLACE INTO players (player, created_at, name, folded_name, password_hash)
         VALUES (?, ?, ?, ?, ?)";
    write(db, sql, player)
}

/// Writes all columns of a player, which the statement takes in the order of the table.
fn write(db: &Connection, sql: &str, player: &Player) -> Result<()> {
    let account = player.account.as_ref();
    db.prepare_cached(sql)?.execute(params![
        player.id.as_str(),
        player.created_at.0,
        account.map(|account| &account.name),
        account.map(|account| folded(&account.name)),
        account.map(|account| &account.password_hash),
    ])?;
    Ok(())
}

/// Players with and without accounts, from the one after this on.
pub(super) fn all(db: &Connection, after: Option<&PlayerId>, limit: u32) -> Result<Vec<Player>> {
    let mut select = db.prepare_cached(
        "SELECT player, created_at, name, password_hash FROM players
         WHERE player > ? ORDER BY player LIMIT ?",
    )?;
    let after = after.map_or("", PlayerId::as_str);
    select.query_map(params![after, limit], read)?.collect()
}

pub(super) fn accounts(db: &Connection, after: Option<&PlayerId>) -> Result<Vec<Player>> {
    let mut select = db.prepare_cached(
        "SELECT player, created_at, name, password_hash FROM players
         WHERE player > ? AND name IS NOT NULL ORDER BY player LIMIT ?",
    )?;
    let after = after.map_or("", PlayerId::as_str);
    select.query_map(params![after, Page::MAX], read)?.collect()
}

pub(super) fn with_id(db: &Connection, id: &PlayerId) -> Result<Option<Player>> {
    let mut select = db.prepare_cached(
        "SELECT player, created_at, name, password_hash FROM players WHERE player = ?",
    )?;
    select.query_row([id.as_str()], read).optional()
}

pub(super) fn named(db: &Connection, name: &str) -> Result<Option<Player>> {
    let mut select = db.prepare_cached(
        "SELECT player, created_at, name, password_hash FROM players WHERE folded_name = ?",
    )?;
    select.query_row([folded(name)], read).optional()
}

fn read(row: &Row<'_>) -> Result<Player> {
    let not_an_id = |why| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(why));
    let name: Option<String> = row.get(2)?;
    let password_hash: Option<String> = row.get(3)?;
    let account = name.zip(password_hash);
    Ok(Player {
        id: PlayerId::new(row.get::<_, String>(0)?).map_err(not_an_id)?,
        created_at: Millis(row.get(1)?),
        account: account.map(|(name, password_hash)| Account {
            name,
            password_hash,
        }),
    })
}
