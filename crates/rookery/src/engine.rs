//! `rookery engine`: the JSON message interface on standard input and output.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use catalog::Catalog;
use clap::Args;
use host::{Host, Settings};
use json_interface::{Client, Engine, MAX_MESSAGE};
use server::BoundedLine;
use store::MemoryStore;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

use crate::json_values::read_value;
use crate::lines::read_line;

/// Messages read ahead. A client that writes faster than we answer has to wait.
const READ_AHEAD: usize = 64;

/// Games in memory at the same time. The interface keeps fewer by itself.
const MAX_GAMES: usize = 1000;

#[derive(Args)]
pub(crate) struct Options {
    /// Read messages that go over several lines, such as those a person has laid out
    #[arg(long)]
    multiline: bool,
}

/// What one message is on standard input.
#[derive(Clone, Copy)]
enum Framing {
    Lines,
    Values,
}

pub(crate) fn run(catalog: &Catalog, options: &Options, out: &mut impl Write) -> crate::Outcome {
    let framing = match options.multiline {
        true => Framing::Values,
        false => Framing::Lines,
    };
    let runtime = runtime()?;
    runtime.block_on(async {
        let engine = start(catalog).await?;
        let messages = read_ahead(framing);
        serve(engine.connect(None), messages, out).await
    })?;
    Ok(ExitCode::SUCCESS)
}

/// One thread does everything but reading, so that nothing is handed from thread to thread.
pub(crate) fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
}

/// An engine whose games are hosted like all others, and kept in memory.
pub(crate) async fn start(catalog: &Catalog) -> io::Result<Engine> {
    let settings = Settings {
        variants: catalog.variants(),
        max_games: MAX_GAMES,
        computer: None,
    };
    let host = Host::start(Arc::new(MemoryStore::new()), settings).await;
    Ok(Engine::new(host.map_err(io::Error::other)?))
}

/// Standard input is read on a thread of its own, so that a clock can run out while nothing arrives.
fn read_ahead(framing: Framing) -> mpsc::Receiver<io::Result<BoundedLine>> {
    let (sender, receiver) = mpsc::channel(READ_AHEAD);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut next = || match framing {
            Framing::Lines => read_line(&mut input, MAX_MESSAGE),
            Framing::Values => read_value(&mut input, MAX_MESSAGE),
        };
        while let Some(line) = next().transpose() {
            let failed = line.is_err();
            if sender.blocking_send(line).is_err() || failed {
                return;
            }
        }
    });
    receiver
}

async fn serve(
    mut client: Client,
    mut messages: mpsc::Receiver<io::Result<BoundedLine>>,
    out: &mut impl Write,
) -> io::Result<()> {
    loop {
        let outgoing = tokio::select! {
            biased;
            message = messages.recv() => match message {
                Some(line) => match line? {
                    BoundedLine::Whole(message) | BoundedLine::TooLong(message) => client.receive(&message).await,
                },
                None => return out.flush(),
            },
            told = client.next() => told.unwrap_or_default(),
        };
        for text in outgoing {
            out.write_all(text.as_bytes())?;
            out.write_all(b"\n")?;
        }
        // Answers that are ready together go out together.
        if messages.is_empty() {
            out.flush()?;
        }
    }
}
