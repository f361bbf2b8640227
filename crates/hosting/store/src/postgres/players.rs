//! Players and accounts in a table.

use session::{Millis, PlayerId};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::appends::signed;
use super::link::{Link, Trouble};
use crate::player::folded;
use crate::{Account, AccountError, Page, Player};

/// Done, or refused with nothing written.
type Judged = Result<Result<(), AccountError>, Trouble>;

pub(super) async fn add(link: &Link, player: &Player) -> Judged {
    let sql = "INSERT INTO players (player, created_at, name, folded_name, password_hash)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    if write(link, sql, player).await? == 1 {
        return Ok(Ok(()));
    }
    Ok(Err(match with_id(link, &player.id).await? {
        Some(_) => AccountError::IdTaken,
        None => AccountError::NameTaken,
    }))
}

pub(super) async fn open_account(link: &Link, id: &PlayerId, account: &Account) -> Judged {
    let opened = link
        .execute(
            "UPDATE players SET name = $2, folded_name = $3, password_hash = $4
             WHERE player = $1 AND name IS NULL",
            &[
                &id.as_str(),
                &account.name,
                &folded(&account.name),
                &account.password_hash,
            ],
        )
        .await;
    let otherwise = AccountError::HasAccount;
    judge(link, id, opened, otherwise).await
}

pub(super) async fn set_password(link: &Link, id: &PlayerId, hash: &str) -> Judged {
    let sql = "UPDATE players SET password_hash = $2 WHERE player = $1 AND name IS NOT NULL";
    let set = link.execute(sql, &[&id.as_str(), &hash]).await;
    judge(link, id, set, AccountError::NoAccount).await
}

pub(super) async fn set_name(link: &Link, id: &PlayerId, name: &str) -> Judged {
    let sql =
        "UPDATE players SET name = $2, folded_name = $3 WHERE player = $1 AND name IS NOT NULL";
    let set = link
        .execute(sql, &[&id.as_str(), &name, &folded(name)])
        .await;
    judge(link, id, set, AccountError::NoAccount).await
}

/// Writes a player, in place of the one with this id if there is one.
pub(super) async fn put(link: &Link, player: &Player) -> Result<(), Trouble> {
    let sql = "INSERT INTO players (player, created_at, name, folded_name, password_hash)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (player) DO UPDATE SET created_at = excluded.created_at,
             name = excluded.name, folded_name = excluded.folded_name, password_hash = excluded.password_hash";
    write(link, sql, player).await?;
    Ok(())
}

/// Writes all columns of a player, which the statement takes in the order of the table; how many rows that changed.
async fn write(link: &Link, sql: &'static str, player: &Player) -> Result<u64, Trouble> {
    let account = player.account.as_ref();
    let name = account.map(|account| account.name.as_str());
    let columns: [&(dyn ToSql + Sync); 5] = [
        &player.id.as_str(),
        &signed(player.created_at.0),
        &name,
        &name.map(folded),
        &account.map(|account| account.password_hash.as_str()),
    ];
    link.execute(sql, &columns).await
}

/// What it means that a player was changed or not.
async fn judge(
    link: &Link,
    id: &PlayerId,
    changed: Result<u64, Trouble>,
    otherwise: AccountError,
) -> Judged {
    match changed {
        Ok(1) => Ok(Ok(())),
        Ok(_) => Ok(Err(match with_id(link, id).await? {
            Some(_) => otherwise,
            None => AccountError::UnknownPlayer,
        })),
        // Names are the only thing of players that must be unique, besides ids, which do not change.
        Err(trouble) if trouble.is_duplicate() => Ok(Err(AccountError::NameTaken)),
        Err(trouble) => Err(trouble),
    }
}

pub(super) async fn accounts(
    link: &Link,
    after: Option<&PlayerId>,
) -> Result<Vec<Player>, Trouble> {
    let sql = "SELECT player, created_at, name, password_hash FROM players
               WHERE player > $1 AND name IS NOT NULL ORDER BY player LIMIT $2";
    let after = after.map_or("", PlayerId::as_str);
    let rows = link.query(sql, &[&after, &i64::from(Page::MAX)]).await?;
    rows.iter().map(read).collect()
}

pub(super) async fn with_id(link: &Link, id: &PlayerId) -> Result<Option<Player>, Trouble> {
    let sql = "SELECT player, created_at, name, password_hash FROM players WHERE player = $1";
    let rows = link.query(sql, &[&id.as_str()]).await?;
    rows.first().map(read).transpose()
}

pub(super) async fn named(link: &Link, name: &str) -> Result<Option<Player>, Trouble> {
    let sql = "SELECT player, created_at, name, password_hash FROM players WHERE folded_name = $1";
    let rows = link.query(sql, &[&folded(name)]).await?;
    rows.first().map(read).transpose()
}

pub(super) fn read(row: &Row) -> Result<Player, Trouble> {
    let name: Option<String> = row.get(2);
    let password_hash: Option<String> = row.get(3);
    let account = name.zip(password_hash);
    Ok(Player {
        id: PlayerId::new(row.get::<_, &str>(0)).map_err(Trouble::refused)?,
        created_at: Millis(row.get::<_, i64>(1).unsigned_abs()),
        account: account.map(|(name, password_hash)| Account {
            name,
            password_hash,
        }),
    })
}
