//! A write timeout for connections.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// Fails when a write makes no progress for a while. Otherwise a client that asks and does not read could keep a
/// connection and its buffers for ever.
#[derive(Debug)]
pub(crate) struct WriteTimeout<S> {
    stream: S,
    patience: Duration,
    /// Rings when a write has waited for too long.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> WriteTimeout<S> {
        WriteTimeout {
            stream,
            patience,
            alarm: None,
        }
    }

    /// What was wrapped; nothing waits in between.
    pub(crate) fn into_inner(self) -> S {
        self.stream
    }

    /// What became of a write: as it says, unless it has waited for too long.
    fn judge<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.alarm = None;
            return written;
        }
        let patience = self.patience;
        let alarm = self
            .alarm
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        ready!(alarm.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.judge(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::{Instant, sleep};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_is_given_up_and_one_that_reads_slowly_is_not() {
        let (ours, mut theirs) = duplex(16);
        let mut ours = WriteTimeout::new(ours, PATIENCE);
        let sending = tokio::spawn(async move {
            ours.write_all(&[7; 64]).await?;
            // Nobody has to read what nobody sends.
            sleep(10 * PATIENCE).await;
            ours.write_all(&[7; 64]).await
        });
        let mut buffer = [0; 16];
        for _ in 0..4 {
            sleep(PATIENCE / 2).await;
            theirs.read_exact(&mut buffer).await.unwrap();
        }
        let began = Instant::now();
        let result = sending.await.unwrap();
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(began.elapsed() >= 10 * PATIENCE);
    }

    #[tokio::test(start_paused = true)]
    async fn reading_may_take_any_time() {
        let (ours, mut theirs) = duplex(16);
        let mut ours = WriteTimeout::new(ours, PATIENCE);
        let reading = tokio::spawn(async move {
            let mut buffer = [0; 1];
            ours.read_exact(&mut buffer).await.map(|_| buffer[0])
        });
        sleep(100 * PATIENCE).await;
        theirs.write_all(b"x").await.unwrap();
        assert_eq!(reading.await.unwrap().unwrap(), b'x');
    }
}
