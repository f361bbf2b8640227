//! The task of one live game.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use rules::Seat;
use session::{Command, Millis, Phase, Report, Session};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::computer;
use crate::game::{Asked, Game, Message, Opening};
use crate::game_context::GameContext;
use crate::live::{Live, Reader};
use crate::{Cancel, Edition, HostError, HostRefusal, Occupant, Rejection};

/// How long an unused game stays in memory.
const IDLE: Duration = Duration::from_secs(30);

/// How soon a game that could not be stored is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// How long after a game has been loaded its players may take to come back before they count as gone.
const SETTLING: Duration = Duration::from_secs(30);

/// The task of one live game.
pub(crate) struct Actor {
    context: Arc<GameContext>,
    handle: Game,
    messages: mpsc::Receiver<Message>,
    last_used: Instant,
    presence_due: Option<Instant>,
    /// The number of records at which computers were last asked.
    computers_asked: Option<u64>,
    /// The moment of the game at which a computer was asked for its action.
    acting: Option<(Moment, Cancel)>,
    /// What computers were asked to answer.
    answering: Cancel,
}

/// What a computer's action depends on: how much was played, and who is to act.
type Moment = (usize, Option<Seat>);

impl Actor {
    pub(crate) fn new(
        context: Arc<GameContext>,
        handle: Game,
        messages: mpsc::Receiver<Message>,
    ) -> Actor {
        Actor {
            context,
            handle,
            messages,
            last_used: Instant::now(),
            presence_due: Some(Instant::now() + SETTLING),
            computers_asked: None,
            acting: None,
            answering: Cancel::default(),
        }
    }

    /// Loads the game and serves it until it is no longer used.
    pub(crate) async fn run(self) {
        let (context, id) = (Arc::clone(&self.context), self.handle.id().clone());
        // Before it is loaded, so that nothing is missed that is stored meanwhile.
        let _joined = Joined::new(&context, &id);
        match Live::load(&context, &id).await {
            Ok(live) => self.serve(live).await,
            Err(error) => {
                self.context.damaged.note(self.handle.id(), &error);
                self.turn_away(&error);
            }
        }
    }

    /// The game cannot be served: everybody who waits is told why.
    fn turn_away(mut self, error: &Rejection) {
        self.context.games.forget(&self.handle);
        self.messages.close();
        while let Ok(message) = self.messages.try_recv() {
            match message {
                Message::Ask { answer, .. } => {
                    drop(answer.send((Err(error.clone()), Duration::ZERO)));
                }
                Message::Open { answer, .. } => drop(answer.send(Err(error.clone()))),
                Message::Look(look) | Message::AskAndLook { look, .. } => look(Err(error.clone())),
                Message::Report { answer, .. } => {
                    drop(answer.map(|answer| answer.send(Err(error.clone()))));
                }
                Message::Remove { answer } => drop(answer.send(Err(error.clone()))),
                Message::Close { .. }
                | Message::Wake
                | Message::News { .. }
                | Message::Behind { .. }
                | Message::Poke
                | Message::Stop => {}
            }
        }
    }

    async fn serve(mut self, mut live: Live) {
        let mut alarm = pin!(sleep_until(self.alarm_after(&live)));
        loop {
            if live.is_removed {
                self.stop_computers();
                return self.turn_away(&HostRefusal::NoSuchGame.into());
            }
            if !self.context.nodes.is_alone() {
                self.handle.note_records(live.session.seq());
            }
            self.ask_computers(&live);
            // Being woken in vain now and then costs less than setting the alarm after every move.
            if let Some(due) = self.next_due(&live)
                && due < alarm.deadline()
            {
                alarm.as_mut().reset(due);
            }
            // What is due comes first: it is due once, while messages may come without end.
            let message = tokio::select! {
                biased;
                () = &mut alarm => {
                    if self.on_time(&mut live).await {
                        return;
                    }
                    alarm.as_mut().reset(self.alarm_after(&live));
                    continue;
                }
                message = self.messages.recv() => message,
            };
            match &message {
                // What other nodes do does not keep a game awake here.
                Some(Message::News { .. } | Message::Behind { .. }) => {}
                Some(_) | None => self.last_used = Instant::now(),
            }
            match message {
                Some(Message::Stop) | None => {
                    self.stop_computers();
                    return self.messages.close();
                }
                Some(Message::Remove { answer }) => {
                    let removed = self.remove(&mut live).await;
                    let is_gone = removed == Ok(true);
                    drop(answer.send(removed.map_err(Rejection::from)));
                    if is_gone {
                        self.stop_computers();
                        return self.turn_away(&HostRefusal::NoSuchGame.into());
                    }
                }
                Some(message) => self.handle(&mut live, message).await,
            }
        }
    }

    async fn handle(&mut self, live: &mut Live, message: Message) {
        match message {
            Message::Ask { command, answer } => {
                live.take_work();
                let asked = live.execute(&command).await.map(|records| {
                    let first = records.first().map(|record| record.seq);
                    let first = first.or_else(|| earlier(&live.session, &command));
                    let seq = first.unwrap_or(live.session.seq());
                    Asked { seq }
                });
                drop(answer.send((asked, live.take_work())));
            }
            Message::Report { report, answer } => {
                // Reports are never refused; if the store fails, that is already in the log.
                let told = live.execute(&Command::Report(report)).await.map(drop);
                drop(answer.map(|answer| answer.send(told)));
            }
            Message::Open {
                subscriber,
                edition,
                player,
                from,
                answer,
            } => {
                let opening = open(live, edition, player.as_ref(), from).await;
                let opening = opening.map_err(Rejection::from);
                let id = subscriber.id();
                live.readers.retain(|reader| reader.subscriber.id() != id);
                let is_open = opening.is_ok();
                if answer.send(opening).is_ok() && is_open {
                    live.add_reader(Reader {
                        subscriber,
                        edition,
                        player,
                    });
                }
            }
            Message::Close { subscriber } => {
                live.readers
                    .retain(|reader| reader.subscriber.id() != subscriber);
            }
            Message::Look(look) => {
                let now = self.context.now();
                let session = &live.session;
                live.weight.carry(|| look(Ok((session, now))));
            }
            Message::AskAndLook { command, look } => match live.execute(&command).await {
                Ok(_) => look(Ok((&live.session, self.context.now()))),
                Err(rejection) => look(Err(rejection)),
            },
            // If the store fails, that is in the log, and it is tried again.
            Message::Wake => drop(live.settle().await),
            // If the store fails, it is looked again a moment later.
            Message::News { n_records, records } => drop(live.hear(n_records, &records).await),
            Message::Behind { n_records, n_known } => {
                drop(live.hear_behind(n_records, n_known).await);
            }
            Message::Poke => {
                self.computers_asked = None;
                live.n_own = live.session.seq();
            }
            Message::Remove { .. } | Message::Stop => {}
        }
    }

    /// Removes the game from the store, unless somebody reads it.
    async fn remove(&self, live: &mut Live) -> Result<bool, HostError> {
        live.readers.retain(|reader| reader.subscriber.is_open());
        if !live.readers.is_empty() {
            return Ok(false);
        }
        let removed = self.context.store.remove(self.handle.id()).await?;
        if removed && live.session.ending().is_none() {
            self.context.consequences.note_end(&live.session);
        }
        Ok(removed)
    }

    /// When to look at the game again if no message comes and nothing is due before.
    fn alarm_after(&self, live: &Live) -> Instant {
        let due = self.next_due(live);
        due.unwrap_or_else(|| Instant::now() + IDLE)
    }

    /// When something is due if no message comes.
    fn next_due(&self, live: &Live) -> Option<Instant> {
        if live.is_failing() {
            return Some(Instant::now() + RETRY);
        }
        let deadline = live.session.deadline().map(|deadline| {
            let due = deadline + self.context.delay(self.handle.id());
            Instant::now() + Duration::from_millis((due - self.context.now()).0)
        });
        let idle = live.readers.is_empty().then(|| self.last_used + IDLE);
        let due = [deadline, idle, self.presence_due];
        due.into_iter().flatten().min()
    }

    /// Does what is due; whether the game has gone to sleep.
    async fn on_time(&mut self, live: &mut Live) -> bool {
        // A game that could not be stored is not put to sleep before it can be again.
        if live.is_failing() && live.settle().await.is_err() {
            return false;
        }
        if self.presence_due.is_some_and(|due| due <= Instant::now()) {
            self.presence_due = None;
            self.check_presence(live).await;
        }
        let delay = || self.context.delay(self.handle.id());
        if live
            .session
            .deadline()
            .is_some_and(|due| due + delay() <= self.context.now())
        {
            drop(live.execute(&Command::Report(Report::Tick)).await);
            return false;
        }
        // A game that did not hear of it when they left.
        live.readers.retain(|reader| reader.subscriber.is_open());
        let is_idle = live.readers.is_empty() && self.last_used + IDLE <= Instant::now();
        is_idle && !live.is_failing() && self.fall_asleep(live.session.deadline())
    }

    /// A message that came in the meantime keeps the game awake.
    fn fall_asleep(&mut self, deadline: Option<Millis>) -> bool {
        if !self.context.games.retire(&self.handle, &mut self.messages) {
            self.last_used = Instant::now();
            return false;
        }
        if let Some(deadline) = deadline {
            self.context.wake_at(deadline, self.handle.id());
        }
        true
    }

    /// Players who have not come back since the game was loaded are gone.
    async fn check_presence(&self, live: &mut Live) {
        let seats = live.session.seats();
        let sitters = [&seats.white, &seats.black].into_iter().flatten();
        let players: Vec<_> = sitters
            .map(|sitter| sitter.player.clone())
            .filter(|player| !Occupant::of(player).is_computer())
            .collect();
        for player in self.context.absent(players).await {
            drop(
                live.execute(&Command::Report(Report::Gone { player }))
                    .await,
            );
        }
    }

    /// After every change, computers that sit at this game may have something to do. What they were asked before does
    /// not matter any more; but an action only if the game has gone on.
    fn ask_computers(&mut self, live: &Live) {
        let session = &live.session;
        if self.computers_asked == Some(session.seq()) {
            return;
        }
        self.computers_asked = Some(session.seq());
        // Where none sits, none was asked anything.
        if !computer::plays(session) {
            return;
        }
        self.answering.cancel();
        self.answering = Cancel::default();
        let to_act = match session.phase() {
            Phase::Running { to_act } => Some(to_act),
            Phase::Open | Phase::Over { .. } => None,
        };
        let moment: Moment = (session.played().len(), to_act);
        let is_asked = |(before, _): &(Moment, Cancel)| *before == moment;
        // The node that gave a computer its turn has asked it.
        let is_others = session.seq() != live.n_own;
        let act = match self.acting.as_ref().is_some_and(is_asked) {
            true => None,
            false if is_others => {
                let before = self.acting.take();
                before.iter().for_each(|(_, before)| before.cancel());
                None
            }
            false => {
                let cancel = Cancel::default();
                let before = self.acting.replace((moment, cancel.clone()));
                before.iter().for_each(|(_, before)| before.cancel());
                Some(cancel)
            }
        };
        if is_others {
            return;
        }
        let answer = self.answering.clone();
        self.context
            .consequences
            .ask_computers(session, act, answer);
    }

    /// The game is over, or nobody serves it any more: what its computers think about is in vain.
    fn stop_computers(&self) {
        self.answering.cancel();
        self.acting.iter().for_each(|(_, acting)| acting.cancel());
    }
}

/// A game of which this node wants to hear, until this is dropped.
struct Joined<'a> {
    context: &'a GameContext,
    game: &'a session::GameId,
}

impl<'a> Joined<'a> {
    fn new(context: &'a GameContext, game: &'a session::GameId) -> Joined<'a> {
        if !context.nodes.is_alone() {
            context.nodes.bus().join(game);
        }
        Joined { context, game }
    }
}

impl Drop for Joined<'_> {
    fn drop(&mut self) {
        let nodes = &self.context.nodes;
        // Another task may serve the game by now.
        if !nodes.is_alone() && !self.context.games.lock().contains_key(self.game) {
            nodes.bus().leave(self.game);
        }
    }
}

/// The first record that a request made when it was first sent.
fn earlier(session: &Session, command: &Command) -> Option<u64> {
    match command {
        Command::Ask { player, tag, .. } => session.answered(player, tag.as_ref()?),
        Command::Report(_) => None,
    }
}

async fn open(
    live: &mut Live,
    edition: &Edition,
    player: Option<&session::PlayerId>,
    from: Option<u64>,
) -> Result<Opening, HostError> {
    let missed = match from {
        Some(from) => live.missed(from).await?,
        None => None,
    };
    let now = live.context.now();
    let checksum = live.follow(edition, now);
    let session = &live.session;
    let (view, work) = live.weight.carry(|| session.view(now));
    Ok(Opening {
        checksum,
        view,
        work,
        seats: player
            .map(|player| live.seats_of(player))
            .unwrap_or_default(),
        missed,
    })
}
