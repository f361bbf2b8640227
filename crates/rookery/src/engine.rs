//! `rookery engine`: the JSON message interface on standard input and output.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use catalog::Catalog;
use json_interface::{ConnectionId, Desk, MAX_MESSAGE, Outgoing};

use crate::lines::{Line, read_line};
use crate::referees::referees;

/// Lines read ahead. A client that writes faster than we answer has to wait.
const READ_AHEAD: usize = 64;

pub(crate) fn run(catalog: &Catalog, out: &mut impl Write) -> crate::Outcome {
    let seed = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_nanos();
    let mut desk = Desk::new(referees(catalog), seed as u64);
    let client = desk.connect();
    let lines = read_ahead();
    serve(&mut desk, client, &lines, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Standard input is read on a thread of its own, so that a clock can run out while nothing arrives.
fn read_ahead() -> Receiver<io::Result<Line>> {
    let (sender, receiver) = sync_channel(READ_AHEAD);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = read_line(&mut input, MAX_MESSAGE).transpose() {
            let failed = line.is_err();
            if sender.send(line).is_err() || failed {
                return;
            }
        }
    });
    receiver
}

fn serve(
    desk: &mut Desk,
    client: ConnectionId,
    lines: &Receiver<io::Result<Line>>,
    out: &mut impl Write,
) -> io::Result<()> {
    let start = Instant::now();
    let now = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    loop {
        let outgoing = match next(lines, desk.deadline().map(|at| at.saturating_sub(now()))) {
            Ok(line) => match line? {
                Line::Whole(message) | Line::TooLong(message) => {
                    desk.receive(client, &message, now())
                }
            },
            Err(RecvTimeoutError::Timeout) => desk.tick(now()),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        send(&outgoing, out)?;
    }
}

fn next<T>(lines: &Receiver<T>, wait_ms: Option<u64>) -> Result<T, RecvTimeoutError> {
    match wait_ms {
        // One more, because a deadline is over only after its millisecond.
        Some(wait) => lines.recv_timeout(Duration::from_millis(wait + 1)),
        None => lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}

fn send(outgoing: &[Outgoing], out: &mut impl Write) -> io::Result<()> {
    for message in outgoing {
        out.write_all(message.text.as_bytes())?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
