//! The threads that read. They see what is committed and never wait for the writer.

use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use super::transaction::Transaction;
use super::work::Work;
use crate::StoreError;

/// Works until the queue is closed.
pub(crate) fn run(connection: &Connection, queue: &Mutex<Receiver<Box<dyn Work>>>) {
    while let Some(mut work) = next(queue) {
        let outcome = work.run(&mut Transaction::new(connection));
        work.answer(outcome.err().map(StoreError::failed));
    }
}

fn next(queue: &Mutex<Receiver<Box<dyn Work>>>) -> Option<Box<dyn Work>> {
    let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    queue.recv().ok()
}
