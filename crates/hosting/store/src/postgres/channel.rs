//! A connection over which the nodes of a database notify each other.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::timeout;
use tokio_postgres::{AsyncMessage, Client, Connection, Error, NoTls, Statement};

use super::address::PostgresAddress;
use super::link::Trouble;
use super::tls;
use crate::StoreError;

/// How long connecting, and how long a statement may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Notifications that may wait to be read. When there are more, the connection is not read for a while.
const BACKLOG: usize = 1024;

/// Notifications are hints: they need not survive anything, so nobody waits for a disk.
const SETTINGS: &str = "
    SET statement_timeout = '5s';
    SET idle_in_transaction_session_timeout = '2s';
    SET client_min_messages = 'warning';
    SET synchronous_commit = off;
";

/// A connection of its own over which the nodes of a database notify each other.
pub struct PostgresChannel {
    notifier: Notifier,
    heard: Receiver<String>,
}

/// The end at which nodes are notified. Cloning it is cheap.
#[derive(Clone)]
pub struct Notifier {
    client: Arc<Client>,
    notify: Statement,
    name: &'static str,
    address: PostgresAddress,
}

impl PostgresChannel {
    /// Connects, and listens under a name.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn open(
        address: &PostgresAddress,
        name: &'static str,
    ) -> Result<PostgresChannel, StoreError> {
        let opened = timeout(PATIENCE, PostgresChannel::try_open(address, name)).await;
        opened.unwrap_or_else(|_| Err(StoreError::failed("the database does not answer")))
    }

    async fn try_open(
        address: &PostgresAddress,
        name: &'static str,
    ) -> Result<PostgresChannel, StoreError> {
        let failed = |error: Error| StoreError::from(Trouble::new(address, &error));
        let (client, heard) = match tls::connector(&address.tls)? {
            None => {
                let (client, connection) = address.config.connect(NoTls).await.map_err(failed)?;
                (client, forward(connection))
            }
            Some(tls) => {
                let (client, connection) = address.config.connect(tls).await.map_err(failed)?;
                (client, forward(connection))
            }
        };
        client.batch_execute(SETTINGS).await.map_err(failed)?;
        let listen = format!("LISTEN {name}");
        client.batch_execute(&listen).await.map_err(failed)?;
        let sql = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload";
        let notify = client.prepare(sql).await.map_err(failed)?;
        let notifier = Notifier {
            client: Arc::new(client),
            notify,
            name,
            address: address.clone(),
        };
        Ok(PostgresChannel { notifier, heard })
    }

    /// The end at which nodes are notified.
    pub fn notifier(&self) -> Notifier {
        self.notifier.clone()
    }

    /// The next notification, also of this connection itself.
    ///
    /// # Errors
    /// The connection is lost.
    pub async fn recv(&mut self) -> Result<String, StoreError> {
        let payload = self.heard.recv().await;
        payload.ok_or_else(|| StoreError::failed("the connection is closed"))
    }
}

impl Notifier {
    /// Notifies all who listen, with each of these texts. A text has at most 7999 bytes.
    ///
    /// # Errors
    /// The connection is lost, or the database does not take it.
    pub async fn notify(self, payloads: Vec<String>) -> Result<(), StoreError> {
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&self.name, &payloads];
        let notified = self.client.execute(&self.notify, &values);
        match timeout(PATIENCE + Duration::from_secs(1), notified).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(Trouble::new(&self.address, &error).into()),
            Err(_) => Err(StoreError::failed("the database does not answer")),
        }
    }
}

/// Drives a connection and passes on what it is notified of. It ends with the connection, or when nobody listens.
fn forward<S, T>(mut connection: Connection<S, T>) -> Receiver<String>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let (sender, heard) = channel(BACKLOG);
    tokio::spawn(async move {
        loop {
            let message = std::future::poll_fn(|context| connection.poll_message(context)).await;
            match message {
                Some(Ok(AsyncMessage::Notification(notification))) => {
                    let payload = notification.payload().to_owned();
                    if sender.send(payload).await.is_err() {
                        return;
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            }
        }
    });
    heard
}
