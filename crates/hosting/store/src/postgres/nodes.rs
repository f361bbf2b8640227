//! The nodes that share the database, and who is connected to them.

use session::{Millis, PlayerId};

use super::appends::signed;
use super::link::{Link, Trouble};
use crate::{Beat, Member, Members, NodeId, Page, Presence};

/// The time by the clock of the database.
macro_rules! clock {
    () => {
        "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    };
}

/// A node is alive. Those that it hears of do not include itself, because a statement does not see what it writes.
const BEAT: &str = concat!(
    "WITH clock AS MATERIALIZED (SELECT ",
    clock!(),
    " AS now), beaten AS (
        INSERT INTO nodes (node, last_beat, about) SELECT $1::text, now, $2::text FROM clock
        ON CONFLICT (node) DO UPDATE SET last_beat = excluded.last_beat, about = excluded.about
    )
    SELECT clock.now, nodes.node, nodes.last_beat, nodes.about
    FROM clock LEFT JOIN nodes ON nodes.node <> $1::text"
);

pub(super) async fn beat(link: &Link, beat: &Beat) -> Result<Members, Trouble> {
    let rows = link
        .query(BEAT, &[&beat.node.as_str(), &beat.about])
        .await?;
    let now = rows.first().map_or(0, |row| row.get::<_, i64>(0));
    let now = Millis(now.unsigned_abs());
    let mut nodes = vec![Member {
        node: beat.node.clone(),
        last_beat: now,
        silence: Millis(0),
        about: beat.about.clone(),
    }];
    for row in &rows {
        let Some(node) = row.get::<_, Option<&str>>(1) else {
            continue;
        };
        let last_beat = Millis(row.get::<_, i64>(2).unsigned_abs());
        nodes.push(Member {
            node: NodeId::new(node).map_err(Trouble::refused)?,
            last_beat,
            silence: now - last_beat,
            about: row.get(3),
        });
    }
    nodes.sort_by(|one, other| one.node.cmp(&other.node));
    Ok(Members {
        now: Some(now),
        nodes,
    })
}

pub(super) async fn leave(link: &Link, node: &NodeId) -> Result<(), Trouble> {
    let sql =
        "WITH gone AS (DELETE FROM presence WHERE node = $1) DELETE FROM nodes WHERE node = $1";
    link.execute(sql, &[&node.as_str()]).await?;
    Ok(())
}

pub(super) async fn see(
    link: &Link,
    node: &NodeId,
    came: &[PlayerId],
    went: &[PlayerId],
) -> Result<(), Trouble> {
    let ids = |players: &[PlayerId]| -> Vec<String> {
        let mut ids: Vec<String> = players.iter().map(PlayerId::to_string).collect();
        // All nodes write in one order, so that no two wait for each other.
        ids.sort_unstable();
        ids
    };
    if !went.is_empty() {
        let sql = "DELETE FROM presence WHERE node = $1 AND player = ANY ($2::text[])";
        link.execute(sql, &[&node.as_str(), &ids(went)]).await?;
    }
    if !came.is_empty() {
        let sql = "INSERT INTO presence (player, node) SELECT player, $1::text FROM unnest($2::text[]) AS player
                   WHERE EXISTS (SELECT FROM nodes WHERE node = $1::text) ON CONFLICT DO NOTHING";
        link.execute(sql, &[&node.as_str(), &ids(came)]).await?;
    }
    Ok(())
}

pub(super) async fn present(
    link: &Link,
    players: &[PlayerId],
    within: Millis,
) -> Result<Vec<Presence>, Trouble> {
    let sql = concat!(
        "SELECT player, node FROM presence JOIN nodes USING (node)
         WHERE player = ANY ($1::text[]) AND last_beat >= ",
        clock!(),
        " - $2 ORDER BY player, node"
    );
    let ids: Vec<&str> = players.iter().map(PlayerId::as_str).collect();
    let rows = link.query(sql, &[&ids, &signed(within.0)]).await?;
    let presence = |row: &tokio_postgres::Row| {
        Ok(Presence {
            player: PlayerId::new(row.get::<_, &str>(0)).map_err(Trouble::refused)?,
            node: NodeId::new(row.get::<_, &str>(1)).map_err(Trouble::refused)?,
        })
    };
    rows.iter().map(presence).collect()
}

pub(super) async fn present_at(
    link: &Link,
    node: &NodeId,
    after: Option<&PlayerId>,
) -> Result<Vec<PlayerId>, Trouble> {
    let sql =
        "SELECT player FROM presence WHERE node = $1 AND player > $2 ORDER BY player LIMIT $3";
    let after = after.map_or("", PlayerId::as_str);
    let rows = link
        .query(sql, &[&node.as_str(), &after, &i64::from(Page::MAX)])
        .await?;
    let player =
        |row: &tokio_postgres::Row| PlayerId::new(row.get::<_, &str>(0)).map_err(Trouble::refused);
    rows.iter().map(player).collect()
}
