//! `rookery admin`: what the owner of a host does about players. It works beside a running server.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use catalog::Catalog;
use host::{Admin, AdminAction, AuditEntry, Rejection, TimeSource};
use store::Store;

use crate::serve::{self, Options as ServeOptions};
use crate::storage::Place;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The data folder of the server [default: rookery-data].
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The configuration file of the server [default: rookery.toml in the data folder, if it is there].
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

/// What to do. A player is named by the name of an account, or by an id.
#[derive(clap::Subcommand)]
enum Command {
    /// Print a link with which a player can choose a new password, once and within a day.
    Reset {
        #[command(flatten)]
        about: About,
        /// Where players reach the server, such as https://chess.example [default: the address it listens on].
        #[arg(long, value_name = "ADDRESS")]
        url: Option<String>,
    },
    /// Keep a player out: all sessions end, and logging in is refused.
    Ban(About),
    /// Let a player in again who was banned, or whose account was closed.
    Unban(About),
    /// Give a player another name.
    Rename {
        #[command(flatten)]
        about: About,
        /// The new name.
        #[arg(value_name = "NEW")]
        to: String,
    },
    /// Do not let a player chat.
    Mute(About),
    /// Let a player chat again.
    Unmute(About),
    /// Close an account: all sessions end, nobody can log in, and nobody else gets the name.
    Close(About),
    /// Print what was done about players, oldest first.
    Log,
}

#[derive(clap::Args)]
struct About {
    /// The player.
    #[arg(value_name = "NAME")]
    name: String,
    /// Why, for the log.
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

pub(crate) fn run(catalog: &Catalog, options: &Options, out: &mut impl Write) -> crate::Outcome {
    crate::runtime::new()?.block_on(carry_out(catalog, options, out))
}

async fn carry_out(catalog: &Catalog, options: &Options, out: &mut impl Write) -> crate::Outcome {
    let (admin, listen) = match open(catalog, options).await {
        Ok(opened) => opened,
        Err(why) => return serve::fail(&why),
    };
    let (about, action, url) = match &options.command {
        Command::Log => return print_log(&admin, out).await,
        Command::Reset { about, url } => (about, AdminAction::Reset, url.as_deref()),
        Command::Rename { about, to } => (about, AdminAction::Rename { to: to.clone() }, None),
        Command::Ban(about) => (about, AdminAction::Ban, None),
        Command::Unban(about) => (about, AdminAction::Unban, None),
        Command::Mute(about) => (about, AdminAction::Mute, None),
        Command::Unmute(about) => (about, AdminAction::Unmute, None),
        Command::Close(about) => (about, AdminAction::Close, None),
    };
    let done = admin.act(&about.name, action.clone(), about.reason.clone());
    match done.await {
        Ok(Some(secret)) => {
            let own = format!("http://{listen}");
            let url = url.unwrap_or(&own).trim_end_matches('/');
            writeln!(out, "{url}/reset#{secret}")?;
        }
        Ok(None) => writeln!(out, "{}: {}", about.name, in_words(&action))?,
        Err(Rejection::Refused(refusal)) => return Ok(crate::fail(&refusal)),
        Err(Rejection::Failed(error)) => return serve::fail(&error),
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the store of a server, which must be there: nobody bans players of a server that has none.
async fn open(
    catalog: &Catalog,
    options: &Options,
) -> Result<(Admin, SocketAddr), Box<dyn std::error::Error>> {
    let place = ServeOptions::of_folder(options.data.clone(), options.config.clone());
    let config = serve::configure(&place)?;
    let place = Place::of(&config)?;
    let opened = place.open_beside();
    let store: Arc<dyn Store> = opened.map_err(|why| format!("{place}: {why}"))?;
    let reserved = serve::host_settings(catalog, &config)?.reserved_names();
    let time = TimeSource::new(Arc::new(host::now));
    let admin = Admin::open(store, time, &reserved).await?;
    Ok((admin, config.listen))
}

async fn print_log(admin: &Admin, out: &mut impl Write) -> crate::Outcome {
    let entries = match admin.audit().await {
        Ok(entries) => entries,
        Err(error) => return serve::fail(&error),
    };
    for entry in &entries {
        writeln!(out, "{}", line(entry))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn line(entry: &AuditEntry) -> String {
    let AuditEntry {
        at,
        action,
        player,
        name,
        reason,
    } = entry;
    let reason = reason.as_ref().map(|reason| format!(": {reason}"));
    let (day, time, what) = (at.date(), at.time_of_day(), in_words(action));
    let reason = reason.unwrap_or_default();
    format!("{day} {time} {name} ({player}) {what}{reason}")
}

fn in_words(action: &AdminAction) -> String {
    match action {
        AdminAction::Reset => "got a link for a new password".to_owned(),
        AdminAction::Ban => "is banned".to_owned(),
        AdminAction::Unban => "may come in again".to_owned(),
        AdminAction::Rename { to } => format!("is now called {to}"),
        AdminAction::Mute => "may not chat".to_owned(),
        AdminAction::Unmute => "may chat again".to_owned(),
        AdminAction::Close => "has no account any more".to_owned(),
    }
}
