//! What a NATS server says, taken apart.

use tokio::io::{AsyncRead, AsyncReadExt};

/// The longest line, and the longest message, that is read.
const MAX_LINE: usize = 65_536;
const MAX_MESSAGE: usize = 1_048_576;

/// Something that the server says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    Info,
    Ok,
    Ping,
    Pong,
    Message(String),
    Error(String),
}

/// Reads what the server says. A read that is not waited for any longer loses nothing.
pub(super) struct Lines<R> {
    read: R,
    buffer: Vec<u8>,
    /// How much of the buffer was used already.
    used: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(read: R) -> Lines<R> {
        Lines {
            read,
            buffer: Vec::new(),
            used: 0,
        }
    }

    pub(super) async fn next(&mut self) -> Result<Said, String> {
        loop {
            if let Some((said, n_bytes)) = take(&self.buffer[self.used..])? {
                self.used += n_bytes;
                return Ok(said);
            }
            self.buffer.drain(..self.used);
            self.used = 0;
            let read = self.read.read_buf(&mut self.buffer).await;
            if read.map_err(|why| why.to_string())? == 0 {
                return Err("the NATS server has closed the connection".to_owned());
            }
        }
    }
}

/// What stands first in a buffer, and how many bytes it has; none if more has to be read.
fn take(buffer: &[u8]) -> Result<Option<(Said, usize)>, String> {
    let Some(end) = buffer.windows(2).position(|pair| pair == b"\r\n") else {
        return match buffer.len() > MAX_LINE {
            true => Err("the NATS server sends an endless line".to_owned()),
            false => Ok(None),
        };
    };
    let line = String::from_utf8_lossy(&buffer[..end]);
    let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
    let said = match verb.to_ascii_uppercase().as_str() {
        "INFO" => Said::Info,
        "+OK" => Said::Ok,
        "PING" => Said::Ping,
        "PONG" => Said::Pong,
        "-ERR" => Said::Error(rest.to_owned()),
        "MSG" => return take_message(rest, &buffer[end + 2..], end + 2),
        _ => {
            return Err(format!(
                "the NATS server says `{verb}`, which is not understood"
            ));
        }
    };
    Ok(Some((said, end + 2)))
}

/// `MSG subject number [reply] length`, and the message in the next line.
fn take_message(rest: &str, buffer: &[u8], head: usize) -> Result<Option<(Said, usize)>, String> {
    let fields: Vec<&str> = rest.split(' ').collect();
    let length = match fields[..] {
        [_, _, length] | [_, _, _, length] => length.parse().ok(),
        _ => None,
    };
    let length: usize = length.ok_or("the NATS server sends a message without a length")?;
    if length > MAX_MESSAGE {
        return Err("the NATS server sends a message that is too long".to_owned());
    }
    if buffer.len() < length + 2 {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
    Ok(Some((Said::Message(text), head + length + 2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_comes_in_pieces_is_put_together() {
        let (mut server, client) = tokio::io::duplex(5);
        let mut lines = Lines::new(client);
        let spoken = "INFO {\"a\":1}\r\nPING\r\nMSG a.b 7 5\r\na\r\nbc\r\nmsg a 1 reply 0\r\n\r\n+OK\r\n-ERR 'no'\r\n";
        let speak = tokio::spawn(async move {
            tokio::io::AsyncWriteExt::write_all(&mut server, spoken.as_bytes()).await
        });
        let expected = [
            Said::Info,
            Said::Ping,
            Said::Message("a\r\nbc".to_owned()),
            Said::Message(String::new()),
            Said::Ok,
            Said::Error("'no'".to_owned()),
        ];
        for said in expected {
            assert_eq!(lines.next().await, Ok(said));
        }
        speak.await.unwrap().unwrap();
        assert!(lines.next().await.is_err(), "the server has gone");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "HELLO\r\n",
            "MSG a 1\r\n",
            "MSG a 1 x\r\n",
            "MSG a 1 99999999\r\n",
        ] {
            assert!(take(text.as_bytes()).is_err(), "{text}");
        }
        assert!(take(&vec![b'x'; MAX_LINE + 1]).is_err());
        assert_eq!(take(b"PIN"), Ok(None));
    }
}
