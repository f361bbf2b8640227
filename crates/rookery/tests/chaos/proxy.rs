//! A line between a node and its database that can be cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::nats::Loser;

/// What the line does with what it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkState {
    /// Passes it.
    Open,
    /// Keeps it, and says nothing: a network in which packets are lost. What was kept is passed later.
    Silent,
    /// Ends connections, and every new one.
    Cut,
    /// Loses some messages of a NATS server, and passes everything else.
    Losing { percent: usize },
}

#[derive(Clone, Copy)]
enum Direction {
    There,
    Back,
}

#[derive(Default)]
struct State {
    line: Option<LinkState>,
    /// Both ends of every connection, to be able to end it.
    streams: Vec<TcpStream>,
}

/// A line that lasts as long as the process.
#[derive(Clone)]
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl Proxy {
    /// A line to a port of this machine.
    pub(crate) fn start(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let proxy = Proxy {
            address: listener.local_addr().expect("an address"),
            shared: Arc::default(),
        };
        let accepting = proxy.clone();
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let proxy = accepting.clone();
                // The far end may be gone; then the near one is ended, too.
                thread::spawn(move || drop(proxy.connect(near, port)));
            }
        });
        proxy
    }

    pub(crate) fn set(&self, line: LinkState) {
        let (state, changed) = &*self.shared;
        let mut state = state.lock().expect("nothing has failed");
        state.line = Some(line);
        if line == LinkState::Cut {
            for stream in state.streams.drain(..) {
                drop(stream.shutdown(Shutdown::Both));
            }
        }
        changed.notify_all();
    }

    fn connect(&self, near: TcpStream, port: u16) -> std::io::Result<()> {
        if self.wait_while_silent() == LinkState::Cut {
            return Ok(());
        }
        let far = TcpStream::connect(("127.0.0.1", port))?;
        near.set_nodelay(true)?;
        far.set_nodelay(true)?;
        {
            let mut state = self.shared.0.lock().expect("nothing has failed");
            state.streams.push(near.try_clone()?);
            state.streams.push(far.try_clone()?);
        }
        let (back, proxy) = ((far.try_clone()?, near.try_clone()?), self.clone());
        thread::spawn(move || proxy.pass(back.0, back.1, Direction::Back));
        self.pass(near, far, Direction::There);
        Ok(())
    }

    fn pass(&self, mut from: TcpStream, mut to: TcpStream, direction: Direction) {
        let mut bytes = [0; 16 * 1024];
        let mut loser = None;
        while let Ok(n_bytes @ 1..) = from.read(&mut bytes) {
            let bytes = &bytes[..n_bytes];
            let is_passed = match (self.wait_while_silent(), direction) {
                (LinkState::Cut, _) => false,
                (LinkState::Losing { percent }, Direction::Back) => {
                    let loser = loser.get_or_insert_with(|| Loser::new(percent));
                    to.write_all(&loser.pass(bytes)).is_ok()
                }
                (LinkState::Open | LinkState::Silent | LinkState::Losing { .. }, _) => {
                    to.write_all(bytes).is_ok()
                }
            };
            if !is_passed {
                break;
            }
        }
        drop(to.shutdown(Shutdown::Both));
        drop(from.shutdown(Shutdown::Both));
    }

    fn wait_while_silent(&self) -> LinkState {
        let (state, changed) = &*self.shared;
        let state = state.lock().expect("nothing has failed");
        let is_silent = |state: &mut State| state.line == Some(LinkState::Silent);
        let state = changed.wait_while(state, is_silent);
        state
            .expect("nothing has failed")
            .line
            .unwrap_or(LinkState::Open)
    }
}
