//! `rookery serve`: the server.

use std::fmt::Display;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::Catalog;
use explorer::Explorer;
use host::{Host, Settings};
use server::{Parts, Server};
use store::Store;
use tokio::net::TcpListener;
use wisconsin_host::WithOnePly;

use crate::computer::{Bots, LEVELS};
use crate::config::{Config, Door, LogFormat};
use crate::engines::Engines;
use crate::referees::ccp_settings;
use crate::storage::Place;
use crate::{addresses, file_limit};

#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// The folder that everything is kept in [default: rookery-data].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Where everything is kept: sqlite, which is in that folder, or postgres://USER@HOST/DATABASE [default: sqlite].
    // The parser of arguments would repeat a value that is wrong, and with it a password.
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// How servers that share a database tell each other what happens: auto, none, postgres, or nats://HOST
    /// [default: auto, which is postgres with such a store].
    // It may have a password as well.
    #[arg(long, value_name = "BUS")]
    bus: Option<String>,
    /// Where web and API are served [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<SocketAddr>,
    /// Where the line protocol CCP is served, or `off` [default: 127.0.0.1:6343].
    #[arg(long, value_name = "ADDR:PORT")]
    ccp: Option<Door>,
    /// The protocol whose own paths are served at the root as well, such as `wisconsin`.
    #[arg(long, value_name = "PROTOCOL")]
    root: Option<String>,
    /// Let a computer of this level play with a CCP client who waits for an opponent.
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=9))]
    ccp_computer: Option<u8>,
    /// Let players talk to each other.
    #[arg(long)]
    chat: bool,
    /// Open the server to the network, and print its addresses.
    #[arg(long)]
    lan: bool,
    /// A configuration file in TOML [default: rookery.toml in the data folder, if it is there].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Options {
    /// Only where the data and the configuration are.
    pub(crate) fn of_folder(data: Option<PathBuf>, config: Option<PathBuf>) -> Options {
        Options {
            data,
            config,
            ..Options::default()
        }
    }
}

pub(crate) fn run(catalog: &Catalog, options: &Options, out: &mut impl Write) -> crate::Outcome {
    let plan = match configure(options).and_then(|config| Plan::new(catalog, config)) {
        Ok(plan) => plan,
        Err(why) => return fail(&why),
    };
    start_log(plan.config.log);
    crate::runtime::new()?.block_on(serve(catalog, plan, out))
}

/// A configuration that has been checked completely, with what was made of it. Nothing has been opened yet:
/// no folder is made and no port is taken for a configuration that is wrong.
struct Plan {
    config: Config,
    engines: Engines,
    /// What is played over CCP.
    ccp: ccp::Settings,
}

impl Plan {
    fn new(catalog: &Catalog, config: Config) -> Result<Plan, Box<dyn std::error::Error>> {
        check_root(config.root.as_deref())?;
        check_wisconsin_web(config.wisconsin_web.as_deref())?;
        let engines = Engines::new(&config.engine, catalog)?;
        let (variant, setup) = (config.ccp_variant.as_deref(), config.ccp_setup.as_deref());
        let ccp = ccp_settings(catalog, variant, setup)?;
        Ok(Plan {
            config,
            engines,
            ccp,
        })
    }
}

/// Whether a protocol that is to be served at the root exists.
fn check_root(root: Option<&str>) -> Result<(), String> {
    match root {
        Some(root) if root != wisconsin_host::NAME => Err(format!(
            "root: there is no protocol `{root}` (there is: {})",
            wisconsin_host::NAME
        )),
        _ => Ok(()),
    }
}

/// Whether the folder of the original Wisconsin web client exists.
fn check_wisconsin_web(folder: Option<&Path>) -> Result<(), String> {
    match folder {
        Some(folder) if !folder.is_dir() => Err(format!(
            "wisconsin_web: {} is not a folder",
            folder.display()
        )),
        _ => Ok(()),
    }
}

pub(crate) fn fail(why: &dyn Display) -> crate::Outcome {
    writeln!(io::stderr(), "rookery: {why}")?;
    Ok(ExitCode::FAILURE)
}

/// Flags win over the environment, the environment over the file.
pub(crate) fn configure(options: &Options) -> Result<Config, Box<dyn std::error::Error>> {
    let data = data_folder(options.data.as_deref());
    let file = read_file(options.config.as_deref(), &data)?;
    // A name or value that is not Unicode cannot be one of ours.
    let environment = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let mut config = Config::read(file.as_deref(), environment)?;
    if let Some(data) = &options.data {
        config.data.clone_from(data);
    }
    if let Some(store) = &options.store {
        config.store = store.parse()?;
    }
    if let Some(bus) = &options.bus {
        config.bus = bus.parse()?;
    }
    if let Some(listen) = options.listen {
        config.listen = listen;
    }
    if let Some(ccp) = options.ccp {
        config.ccp = ccp;
    }
    if options.root.is_some() {
        config.root.clone_from(&options.root);
    }
    config.chat |= options.chat;
    if options.ccp_computer.is_some() {
        config.ccp_computer = options.ccp_computer;
    }
    if let Some(level) = config.ccp_computer.filter(|level| !LEVELS.contains(level)) {
        let strongest = LEVELS.end();
        return Err(
            format!("ccp_computer: there is no level {level}, but 1 to {strongest}").into(),
        );
    }
    if options.lan {
        config.listen.set_ip(Ipv4Addr::UNSPECIFIED.into());
        if let Door::At(address) = &mut config.ccp {
            address.set_ip(Ipv4Addr::UNSPECIFIED.into());
        }
    }
    Ok(config)
}

/// The data folder that a flag names, or the environment, or the usual one.
pub(crate) fn data_folder(flag: Option<&Path>) -> PathBuf {
    let environment = || std::env::var_os("ROOKERY_DATA").map(PathBuf::from);
    let named = flag.map(Path::to_owned).or_else(environment);
    named.unwrap_or_else(|| Config::default().data)
}

/// A file that was named must be there; the usual one may be missing.
fn read_file(named: Option<&Path>, data: &Path) -> Result<Option<String>, String> {
    let usual = data.join("rookery.toml");
    let path = named.unwrap_or(&usual);
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(why) if named.is_none() && why.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(why) => Err(format!("{}: {why}", path.display())),
    }
}

/// Logs go to standard error, so that standard output stays for what a person asked for.
fn start_log(format: LogFormat) {
    let builder = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_writer(io::stderr)
        .with_ansi(false);
    match format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
}

async fn serve(catalog: &Catalog, plan: Plan, out: &mut impl Write) -> crate::Outcome {
    let stop = stop_signal()?;
    let config = plan.config.clone();
    file_limit::check(&config);
    let Opened { server, ccp } = match open_plan(catalog, plan).await {
        Ok(opened) => opened,
        Err(why) => return fail(&why),
    };
    announce(&config, server.address(), ccp, out)?;
    stop.await;
    drain(&server, config.drain).await?;
    tracing::info!("stopping; games are kept and go on after the next start, those of CCP end");
    server.stop().await;
    Ok(ExitCode::SUCCESS)
}

/// Lets balancers notice that this server stops, so that the clients who are told to come back are sent to another one.
/// A second signal ends the wait.
async fn drain(server: &Server, seconds: u64) -> io::Result<()> {
    if seconds == 0 {
        return Ok(());
    }
    tracing::info!(seconds, "draining; /readyz fails from now on");
    let again = stop_signal()?;
    tokio::select! {
        () = server.drain(Duration::from_secs(seconds)) => {}
        () = again => {}
    }
    Ok(())
}

/// A running server.
pub struct Opened {
    /// The server.
    pub server: Server,
    /// Where CCP is served, if it is.
    pub ccp: Option<SocketAddr>,
}

/// Serves the games of a catalog.
///
/// # Errors
/// The data folder or an address cannot be opened, or the configuration asks for something that is not there.
pub async fn open(catalog: &Catalog, config: Config) -> Result<Opened, Box<dyn std::error::Error>> {
    open_plan(catalog, Plan::new(catalog, config)?).await
}

async fn open_plan(catalog: &Catalog, plan: Plan) -> Result<Opened, Box<dyn std::error::Error>> {
    let Plan {
        config,
        engines,
        ccp,
    } = plan;
    let place = Place::of(&config)?;
    let opened = place.open_to_serve().await;
    let store: Arc<dyn Store> = opened.map_err(|why| format!("{place}: {why}"))?;
    let settings = settings(catalog, &config, engines);
    let listener = bind(config.listen).await?;
    let ccp_listener = match config.ccp {
        Door::Off => None,
        Door::At(address) => Some(bind(address).await?),
    };
    let ccp_address = ccp_listener.as_ref().map(TcpListener::local_addr);
    let node = crate::nodes::node(&config, &place)?;
    let ccp_options = ccp::Options {
        reachable: match (&ccp_address, node.bus.is_alone()) {
            (Some(Ok(address)), false) => Some(crate::nodes::reachable(*address)),
            (Some(Err(_)) | None, _) | (_, true) => None,
        },
        ..config.ccp_options(ccp)
    };
    let host = Host::start_node(store, settings, node, host::now).await?;
    let native = native::Protocol::new(native::Settings { chat: config.chat })
        .with_explorer(explorer(catalog))
        .with_puzzles(crate::puzzles::lists(catalog));
    let lichess = lichess::Settings { chat: config.chat };
    let wisconsin = wisconsin_host::Settings {
        web: config.wisconsin_web.clone(),
        ..wisconsin_host::Settings::default()
    };
    let parts = Parts {
        protocols: vec![
            Box::new(native),
            Box::new(json_interface::Protocol::new()),
            Box::new(lichess::Protocol::new(lichess)),
            Box::new(ccp::Protocol::new(ccp_listener, ccp_options)),
            Box::new(wisconsin_host::Protocol::new(host.clone(), wisconsin)),
        ],
        host,
        settings: config.server_settings(),
    };
    let server = Server::start(listener, parts)?;
    Ok(Opened {
        server,
        ccp: ccp_address.transpose()?,
    })
}

/// Answers questions about positions of these games.
fn explorer(catalog: &Catalog) -> Explorer {
    Explorer::new(catalog.iter().map(|entry| explorer::Game {
        variant: entry.variant(),
        bot: Some(entry.bot()),
    }))
}

/// How the games of a server are set up.
///
/// # Errors
/// The configuration has an engine that is not there.
pub(crate) fn host_settings(
    catalog: &Catalog,
    config: &Config,
) -> Result<Settings, Box<dyn std::error::Error>> {
    let engines = Engines::new(&config.engine, catalog)?;
    Ok(settings(catalog, config, engines))
}

fn settings(catalog: &Catalog, config: &Config, engines: Engines) -> Settings {
    Settings {
        variants: catalog.variants(),
        max_games: config.limits.games,
        computer: Some(Arc::new(WithOnePly(Bots {
            catalog: catalog.clone(),
            engines,
            tables: Mutex::default(),
        }))),
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    let bound = TcpListener::bind(address).await;
    bound.map_err(|why| format!("cannot listen on {address}: {why}"))
}

fn announce(
    config: &Config,
    address: SocketAddr,
    ccp: Option<SocketAddr>,
    out: &mut impl Write,
) -> io::Result<()> {
    let place = Place::of(config).map_err(io::Error::other)?;
    writeln!(out, "Rookery keeps its games in {place}")?;
    if address.ip().is_unspecified() {
        writeln!(out, "Play at http://localhost:{}", address.port())?;
        for ip in addresses::own() {
            let address = SocketAddr::new(ip, address.port());
            writeln!(out, "In your network: http://{address}")?;
        }
    } else {
        writeln!(out, "Play at http://{address}")?;
    }
    if let Some(ccp) = ccp {
        writeln!(out, "CCP at {ccp}")?;
    }
    out.flush()
}

/// Comes back when somebody wants the server to stop.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Comes back when somebody wants the server to stop.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
