//! `cargo xtask cluster`: several nodes on one database, and a balancer in front of them, for a trial.

mod balancer;
mod node;
mod options;
mod postgres;

use std::io::Read;
use std::net::TcpListener;
use std::process::Command;

use self::balancer::Balancer;
use self::node::Node;
use self::options::Options;
use self::postgres::Postgres;
use crate::{cargo, say, web};

/// Ctrl-C reaches every process of the terminal. This shell stays, the loop ends, and the reader of the loop learns
/// that it is time to stop everything in the right order. The loop also ends when the shell or the reader is gone.
const UNTIL_INTERRUPTED: &str = r#"
trap : INT
while kill -0 $$ 2> /dev/null && sleep 1; do echo; done 2> /dev/null | (trap '' INT; exec "$0" cluster --until-end-of-input "$@")
"#;

pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let options = Options::read(arguments)?;
    match options.is_inner {
        true => serve(&options),
        false => serve_until_interrupted(arguments),
    }
}

#[cfg(unix)]
fn serve_until_interrupted(arguments: &[String]) -> Result<(), String> {
    use std::os::unix::process::CommandExt;
    let own = std::env::current_exe().map_err(|why| why.to_string())?;
    let mut shell = Command::new("sh");
    shell.args(["-c", UNTIL_INTERRUPTED]).arg(own);
    let why = shell.args(arguments).exec();
    Err(format!("sh: {why}"))
}

#[cfg(not(unix))]
fn serve_until_interrupted(_: &[String]) -> Result<(), String> {
    Err("a cluster needs Linux or another Unix".to_owned())
}

/// Lets a child be no part of the terminal's group, so that Ctrl-C does not end it before its time.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Serves until the end of standard input.
fn serve(options: &Options) -> Result<(), String> {
    let listener = TcpListener::bind(options.listen);
    let listener = listener.map_err(|why| format!("cannot listen on {}: {why}", options.listen))?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    let program = match &options.program {
        Some(program) => program.clone(),
        None => build()?,
    };
    let database = match &options.store {
        Some(_) => None,
        None => Some(Postgres::start(&program)?),
    };
    let store = database.as_ref().map(Postgres::address);
    let store = store.or(options.store.as_deref()).unwrap_or_default();
    let start = |number| Node::start(&program, number, store);
    let mut nodes: Vec<Node> = (1..=options.n_nodes).map(start).collect::<Result<_, _>>()?;
    let addresses: Vec<_> = nodes.iter().map(Node::address).collect();
    Balancer::start(listener, &addresses, |number, word| {
        say(&format!("balancer: node {}: {word}", number + 1));
    });
    announce(&nodes, address);
    drop(std::io::stdin().read_to_end(&mut Vec::new()));
    say("stopping all nodes, then the database");
    nodes.iter_mut().for_each(Node::ask_to_stop);
    let stopped: Vec<Result<(), String>> = nodes.into_iter().map(Node::wait).collect();
    drop(database);
    stopped.into_iter().collect()
}

fn build() -> Result<std::path::PathBuf, String> {
    web::build()?;
    cargo(&["build", "--locked", "--release", "--package", "rookery"])?;
    Ok(crate::target_folder().join("release/rookery"))
}

fn announce(nodes: &[Node], address: std::net::SocketAddr) {
    for node in nodes {
        say(&format!("{node}"));
    }
    let (n_nodes, any) = (nodes.len(), nodes[0].id());
    say(&format!(
        "\n{n_nodes} nodes play at http://{address}\n\
         Open it in two browsers and play. Then kill a node and play on, for example the first:\n\
         \x20   kill -9 {any}\n\
         Ctrl-C ends everything, and the games with it.\n"
    ));
}
