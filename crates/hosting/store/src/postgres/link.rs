//! One connection to the database.

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error as _;
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, NoTls, Row, Statement};

use super::address::PostgresAddress;
use super::tls;
use crate::StoreError;

/// How long an attempt to connect and log in may take.
const OPEN_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a statement may take. The database ends it then; if the database does not say so either, the connection is
/// lost.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// What every connection asks for. A transaction that its owner has left standing would block others, so the database
/// ends it soon. What was acknowledged must survive a crash, whatever the server's default is.
const SETTINGS: &str = "
    SET statement_timeout = '5s';
    SET idle_in_transaction_session_timeout = '2s';
    SET client_min_messages = 'warning';
    SET default_transaction_isolation = 'read committed';
    SET jit = off;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
";

/// The connection that writes looks up few rows by their keys, however many there are in a statement and in the tables:
/// a planner that counts would sometimes decide otherwise, and planning costs more than doing.
const WRITER_SETTINGS: &str = "
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET enable_seqscan = off;
    SET plan_cache_mode = 'force_generic_plan';
";

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Writer,
    Reader,
}

/// Why a statement was not carried out, as far as this side knows.
#[derive(Clone, Debug)]
pub(super) enum Trouble {
    /// The connection is lost, and with it the answer: it may have been carried out.
    Lost(String),
    /// The database said no, and has done nothing.
    Refused { code: SqlState, why: String },
}

impl Trouble {
    pub(super) fn refused(why: impl ToString) -> Trouble {
        Trouble::Refused {
            code: SqlState::DATA_EXCEPTION,
            why: why.to_string(),
        }
    }

    pub(super) fn is_duplicate(&self) -> bool {
        matches!(self, Trouble::Refused { code, .. } if *code == SqlState::UNIQUE_VIOLATION)
    }

    pub(super) fn new(address: &PostgresAddress, error: &Error) -> Trouble {
        let why = address.censor(in_words(error));
        match error.code() {
            Some(code) if !is_end(code) && !error.is_closed() => Trouble::Refused {
                code: code.clone(),
                why,
            },
            None if is_ours(error) => Trouble::refused(why),
            Some(_) | None => Trouble::Lost(why),
        }
    }
}

impl From<Trouble> for StoreError {
    fn from(trouble: Trouble) -> StoreError {
        match trouble {
            Trouble::Lost(why) | Trouble::Refused { why, .. } => StoreError::Failed { why },
        }
    }
}

/// Whether the database ends the connection with this.
fn is_end(code: &SqlState) -> bool {
    // Class 08 are failed connections; class 57P is the server going down, or not yet up; 25P03 is a transaction that
    // stood still for too long; 25006 is a server that has become a standby; 53300 is one with too many clients.
    let code = code.code();
    ["08", "57P"].iter().any(|class| code.starts_with(class))
        || ["25P03", "25006", "53300"].contains(&code)
}

/// Whether a value did not fit, which is not the connection's fault.
fn is_ours(error: &Error) -> bool {
    let text = error.to_string();
    !error.is_closed()
        && (text.starts_with("error serializing") || text.starts_with("error deserializing"))
}

fn in_words(error: &Error) -> String {
    if let Some(said) = error.as_db_error() {
        return format!("{} ({})", said.message(), said.code().code());
    }
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(why) = cause {
        let why_text = why.to_string();
        if !text.contains(&why_text) {
            text = format!("{text}: {why_text}");
        }
        cause = why.source();
    }
    text
}

/// A connection with its prepared statements. It is used by one thread.
pub(super) struct Link {
    client: Client,
    address: PostgresAddress,
    statements: RefCell<HashMap<&'static str, Statement>>,
}

impl Link {
    pub(super) async fn open(address: &PostgresAddress, role: Role) -> Result<Link, Trouble> {
        let opened = timeout(OPEN_TIMEOUT, Link::try_open(address, role)).await;
        opened.unwrap_or_else(|_| Err(Trouble::Lost("the database does not answer".to_owned())))
    }

    async fn try_open(address: &PostgresAddress, role: Role) -> Result<Link, Trouble> {
        let tls = tls::connector(&address.tls).map_err(Trouble::refused)?;
        let failed = |error: Error| Trouble::new(address, &error);
        let client = match tls {
            None => {
                let (client, connection) = address.config.connect(NoTls).await.map_err(failed)?;
                // It ends when the client is dropped, or tells the client that the connection is lost.
                drop(tokio::spawn(connection));
                client
            }
            Some(tls) => {
                let (client, connection) = address.config.connect(tls).await.map_err(failed)?;
                drop(tokio::spawn(connection));
                client
            }
        };
        let link = Link {
            client,
            address: address.clone(),
            statements: RefCell::default(),
        };
        link.batch(SETTINGS).await?;
        if role == Role::Writer {
            link.batch(WRITER_SETTINGS).await?;
        }
        Ok(link)
    }

    /// Whether the connection is known to be lost.
    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Carries out statements without parameters.
    pub(super) async fn batch(&self, sql: &str) -> Result<(), Trouble> {
        let done = self.client.batch_execute(sql).await;
        done.map_err(|error| Trouble::new(&self.address, &error))
    }

    pub(super) async fn query(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Trouble> {
        let query = async {
            let statement = self.statement(sql).await?;
            self.client.query(&statement, values).await
        };
        self.in_time(query).await
    }

    pub(super) async fn query_one(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Row, Trouble> {
        let rows = self.query(sql, values).await?;
        let row = rows.into_iter().next();
        row.ok_or_else(|| Trouble::refused("the database gave no answer"))
    }

    /// How many rows were changed.
    pub(super) async fn execute(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Trouble> {
        let execute = async {
            let statement = self.statement(sql).await?;
            self.client.execute(&statement, values).await
        };
        self.in_time(execute).await
    }

    async fn in_time<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, Trouble> {
        // The database has more time than it says, so that its own word comes first.
        match timeout(STATEMENT_TIMEOUT + Duration::from_secs(1), work).await {
            Ok(done) => done.map_err(|error| Trouble::new(&self.address, &error)),
            Err(_) => Err(Trouble::Lost("the database does not answer".to_owned())),
        }
    }

    async fn statement(&self, sql: &'static str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements.borrow().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        let kept = statement.clone();
        self.statements.borrow_mut().insert(sql, kept);
        Ok(statement)
    }

    /// Carries out statements that belong together in one transaction.
    pub(super) async fn transact<T>(
        &self,
        work: impl Future<Output = Result<T, Trouble>>,
        is_done: impl FnOnce(&T) -> bool,
    ) -> Result<T, Trouble> {
        self.batch("BEGIN").await?;
        let done = work.await;
        match &done {
            Ok(value) if is_done(value) => self.batch("COMMIT").await?,
            // If this fails, the transaction ends with the connection.
            Ok(_) | Err(_) => drop(self.batch("ROLLBACK").await),
        }
        done
    }
}
