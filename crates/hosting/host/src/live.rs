//! One game in memory: decide, store, evolve, tell.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use rules::{SceneChecksum, Seat, Variants};
use session::{
    Change, Command, Created, GameId, Hash, Millis, Phase, Plan, PlayerId, Record, Report, Sealed,
    Session,
};
use store::AppendError;

use crate::edition::Told;
use crate::game_context::GameContext;
use crate::host::Absence;
use crate::nodes::{NodeCounters, Resume};
use crate::work::Weight;
use crate::{Edition, Happening, HostError, HostRefusal, Push, Rejection, Subscriber, system};

/// How often somebody else may be faster before we give up.
const TRIES: usize = 8;

/// Records told to a client that comes back. One that missed more gets the whole state.
const MAX_MISSED: u64 = 64;

/// One game in memory.
pub(crate) struct Live {
    pub(crate) context: Arc<GameContext>,
    pub(crate) session: Session,
    pub(crate) readers: Vec<Reader>,
    /// Since when the store has failed. What it keeps may be more than we know.
    failing_since: Option<Millis>,
    /// How many absences of the host the game has settled.
    absences: u64,
    /// What readers who follow the picture have been told; nothing while there are none.
    told: Option<Told>,
    /// How many records there were after the last of this node's own. Computers are asked by the node that gave them their turn.
    pub(crate) n_own: u64,
    /// Whether the game is not in the store any more.
    pub(crate) is_removed: bool,
    pub(crate) weight: Weight,
    /// Processor time of what was done last, as far as it was measured.
    work: Duration,
}

/// What became of records that were to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Appended {
    /// They are stored.
    Now,
    /// Somebody else has stored others.
    Late,
    /// The store does not have those any more that were known here.
    Rewound,
}

pub(crate) struct Reader {
    pub(crate) subscriber: Subscriber,
    pub(crate) edition: &'static Edition,
    pub(crate) player: Option<PlayerId>,
}

impl Reader {
    /// The seats that this reader is told about; none unless its edition follows the picture.
    fn seats(&self, session: &Session) -> &'static [Seat] {
        let Some(player) = self
            .player
            .as_ref()
            .filter(|_| self.edition.follows_picture)
        else {
            return &[];
        };
        let has = |seat: Seat| sits_at(session, seat, player);
        match (has(Seat::White), has(Seat::Black)) {
            (true, true) => &Seat::BOTH,
            (true, false) => &[Seat::White],
            (false, true) => &[Seat::Black],
            (false, false) => &[],
        }
    }
}

impl Live {
    /// Reads a game from the store. After a restart, what has passed meanwhile is charged to nobody.
    pub(crate) async fn load(context: &Arc<GameContext>, id: &GameId) -> Result<Live, Rejection> {
        let sealed = context.store.read(id, 0).await?;
        if sealed.is_empty() {
            return Err(HostRefusal::NoSuchGame.into());
        }
        let session = replay(context.variants.clone(), sealed).await?;
        let mut live = Live {
            context: Arc::clone(context),
            session,
            readers: Vec::new(),
            failing_since: None,
            absences: 0,
            told: None,
            n_own: 0,
            is_removed: false,
            weight: Weight::default(),
            work: Duration::ZERO,
        };
        if let Some(Resume { before, since }) = context.nodes.resume()
            && live.session.last_at() < before
        {
            let resume = Command::Report(Report::Resume { since });
            live.execute(&resume).await?;
            context.consequences.begin_rematch(&live.session);
        }
        live.settle().await?;
        live.n_own = live.session.seq();
        Ok(live)
    }

    /// Judges a command, stores what it makes, evolves and tells everybody; in this order.
    ///
    /// # Errors
    /// The command is refused, or the store failed: then the session is as it was.
    pub(crate) async fn execute(&mut self, command: &Command) -> Result<Arc<[Record]>, Rejection> {
        let mut now = self.context.now();
        if self.is_unsettled(now) {
            self.settle().await?;
            now = self.context.now();
        }
        for n_tries in 0..TRIES {
            if n_tries > 0 {
                now = self.context.now();
            }
            let session = &self.session;
            let (plan, work) = self.weight.carry_light(|| session.plan(now, command));
            self.work += work;
            let plan = match plan {
                Ok(plan) => plan,
                // A no by an old position is none: somebody else may have stored something since.
                Err(refusal) => match self.has_news().await {
                    true => continue,
                    false => return Err(refusal.into()),
                },
            };
            if plan.records().is_empty() {
                return Ok(Arc::default());
            }
            let rematch = self.session.rematch_in(plan.records());
            let appended = match &rematch {
                None => self.append(now, plan.records()).await?,
                Some(rematch) => self.append_and_begin(now, plan.records(), rematch).await?,
            };
            if appended == Appended::Now {
                let records = self.carry_out(plan)?;
                if let Some(rematch) = rematch {
                    self.context.consequences.announce_rematch(rematch);
                }
                return Ok(records);
            }
            self.look_again(appended).await?;
        }
        Err(HostError::Overloaded.into())
    }

    /// Somebody else has stored something, or the store has lost something.
    async fn look_again(&mut self, appended: Appended) -> Result<(), Rejection> {
        NodeCounters::count(&self.context.nodes.counters.conflicts);
        match appended {
            Appended::Now => Ok(()),
            Appended::Late => Ok(self.catch_up().await?),
            Appended::Rewound => self.reload().await,
        }
    }

    /// Whether the records were stored.
    async fn append(
        &mut self,
        now: Millis,
        records: &Arc<[Record]>,
    ) -> Result<Appended, HostError> {
        let store = &self.context.store;
        let append = store.append(self.session.id(), self.session.seq(), Arc::clone(records));
        let appended = append.await;
        self.stored(now, appended)
    }

    fn stored(
        &mut self,
        now: Millis,
        appended: Result<(), AppendError>,
    ) -> Result<Appended, HostError> {
        match appended {
            Ok(()) => Ok(Appended::Now),
            Err(AppendError::Conflict { actual }) if actual < self.session.seq() => {
                Ok(Appended::Rewound)
            }
            Err(AppendError::Conflict { .. }) => Ok(Appended::Late),
            Err(AppendError::Failed(error)) => {
                tracing::error!(game = %self.session.id(), %error, "a game could not be stored");
                self.failing_since.get_or_insert(now);
                Err(error.into())
            }
        }
    }

    /// The same with the game that the players agreed on, which begins with the agreement or not at all.
    async fn append_and_begin(
        &mut self,
        now: Millis,
        records: &Arc<[Record]>,
        rematch: &Created,
    ) -> Result<Appended, Rejection> {
        let lookup = self.context.variants.lookup();
        let first = Session::create(now, rematch.clone(), &lookup)?;
        let (id, seq) = (self.session.id(), self.session.seq());
        let store = &self.context.store;
        let append = store.append_and_begin(id, seq, Arc::clone(records), first);
        let appended = self.stored(now, append.await);
        if appended.is_err() {
            self.context.consequences.unconfirmed(&rematch.game);
        }
        Ok(appended?)
    }

    /// Whether there are times at which the game could not be served and for which somebody may have to pay.
    fn is_unsettled(&self, now: Millis) -> bool {
        self.is_failing()
            || self.absences != self.context.n_absences(now)
            || self.context.outage(now).is_some()
    }

    /// Lets nobody pay for times at which the game could not be served.
    pub(crate) async fn settle(&mut self) -> Result<(), Rejection> {
        self.recover().await?;
        let count = self.context.n_absences(self.context.now());
        if self.absences != count {
            for absence in self.context.absences_after(self.absences) {
                if self.is_concerned() {
                    self.forgive(absence).await?;
                }
            }
            self.absences = count;
        }
        // It may be over without the host knowing it yet.
        if let Some(outage) = self.context.outage(self.context.now())
            && self.is_concerned()
        {
            self.forgive(outage).await?;
        }
        Ok(())
    }

    /// Whether the one to act had to wait for this node when it did not run or did not reach the store. A player at another one
    /// did not.
    fn is_concerned(&self) -> bool {
        let context = &self.context;
        if context.nodes.is_alone() || !context.nodes.has_peers() {
            return true;
        }
        let Phase::Running { to_act } = self.session.phase() else {
            return true;
        };
        let sitter = self.session.seats()[to_act].as_ref();
        sitter.is_some_and(|sitter| context.is_present_here(&sitter.player))
    }

    /// After a failure: reads what is really stored, and lets nobody pay for the time in between.
    async fn recover(&mut self) -> Result<(), Rejection> {
        let Some(since) = self.failing_since else {
            return Ok(());
        };
        self.catch_up().await?;
        let until = self.context.now();
        self.forgive(Absence { since, until }).await?;
        self.failing_since = None;
        tracing::info!(game = %self.session.id(), "the game can be stored again");
        Ok(())
    }

    /// Charges a time to nobody. If that cannot be stored, nothing since then is charged.
    async fn forgive(&mut self, Absence { since, until }: Absence) -> Result<(), Rejection> {
        let resume = Command::Report(Report::Resume { since });
        for _ in 0..TRIES {
            let plan = self.session.plan(until, &resume)?;
            if plan.records().is_empty() {
                return Ok(());
            }
            let appended = self.append(since, plan.records()).await?;
            if appended == Appended::Now {
                drop(self.carry_out(plan)?);
                return Ok(());
            }
            self.look_again(appended).await?;
        }
        Err(HostError::Overloaded.into())
    }

    /// The processor time that was used since this was asked last, as far as it was measured: where moves are light it is
    /// not.
    pub(crate) fn take_work(&mut self) -> Duration {
        std::mem::take(&mut self.work)
    }

    pub(crate) fn is_failing(&self) -> bool {
        self.failing_since.is_some()
    }

    /// Whether others have stored something that was not known here. If the store cannot say, what is
    /// known counts.
    async fn has_news(&mut self) -> bool {
        let before = self.session.seq();
        drop(self.catch_up().await);
        self.session.seq() != before
    }

    /// Another node says that it has stored these records. The store is asked only if they are not the next ones.
    pub(crate) async fn hear(
        &mut self,
        n_records: u64,
        records: &[Record],
    ) -> Result<(), Rejection> {
        let seq = self.session.seq();
        if n_records <= seq || self.is_failing() {
            return Ok(());
        }
        let known = records.iter().take_while(|record| record.seq < seq).count();
        let new = &records[known..];
        if new.first().map(|record| record.seq) != Some(seq) {
            return Ok(self.catch_up().await?);
        }
        self.context.store.learn(self.session.id(), new);
        match self.accept(new) {
            Ok(()) => Ok(()),
            // It is not what is stored, or what is known here is not.
            Err(_) => self.reload().await,
        }
    }

    /// The store has another number of records than was known here.
    pub(crate) async fn hear_behind(
        &mut self,
        n_records: u64,
        n_known: u64,
    ) -> Result<(), Rejection> {
        match n_records < n_known {
            true => self.reload().await,
            false if n_records > self.session.seq() => Ok(self.catch_up().await?),
            false => Ok(()),
        }
    }

    /// The store has lost records that were known here: the game goes on as it is stored. Readers begin again.
    async fn reload(&mut self) -> Result<(), Rejection> {
        NodeCounters::count(&self.context.nodes.counters.rewinds);
        let sealed = self.context.store.read(self.session.id(), 0).await?;
        for reader in self.readers.drain(..) {
            reader.subscriber.give_up();
        }
        self.told = None;
        if sealed.is_empty() {
            self.is_removed = true;
            return Err(HostRefusal::NoSuchGame.into());
        }
        let n_known = self.session.seq();
        self.session = replay(self.context.variants.clone(), sealed).await?;
        if self.session.ending().is_none() {
            self.context.nodes.ended.forget(self.session.id());
        }
        let (game, n_records) = (self.session.id(), self.session.seq());
        tracing::warn!(%game, n_known, n_records, "the store has lost records of a game; it goes on from there");
        Ok(())
    }

    /// Learns what others have stored.
    async fn catch_up(&mut self) -> Result<(), HostError> {
        let records = read(&self.context, self.session.id(), self.session.seq()).await?;
        if records.is_empty() {
            return Ok(());
        }
        NodeCounters::count(&self.context.nodes.counters.catch_ups);
        self.accept(&records)
    }

    /// Evolves by the stored records of a plan and tells everybody.
    fn carry_out(&mut self, plan: Plan) -> Result<Arc<[Record]>, HostError> {
        let kept = self.kept(plan.records());
        let records = self.session.carry_out(plan).map_err(damaged)?;
        if !self.context.nodes.is_alone() {
            self.context.nodes.bus().stored(self.session.id(), &records);
        }
        self.n_own = self.session.seq();
        self.announce(&records, kept, true);
        Ok(records)
    }

    /// Evolves by records that others have stored and tells everybody.
    fn accept(&mut self, records: &[Record]) -> Result<(), HostError> {
        let kept = self.kept(records);
        for record in records {
            self.session.evolve(record).map_err(damaged)?;
        }
        self.announce(records, kept, false);
        // A node that runs with others has begun it with the agreement.
        if self.context.nodes.is_alone() && self.session.rematch_in(records).is_some() {
            self.context.consequences.begin_rematch(&self.session);
        }
        Ok(())
    }

    /// How many moves of the score sheet will stay when these records are added.
    fn kept(&self, records: &[Record]) -> usize {
        let taken_back = records.iter().filter_map(|record| {
            let Change::TakenBack { to } = record.change else {
                return None;
            };
            Some(to as usize)
        });
        taken_back.fold(self.session.played().len(), usize::min)
    }

    fn announce(&mut self, records: &[Record], kept: usize, is_own: bool) {
        let mut weight = std::mem::take(&mut self.weight);
        let ((), work) = weight.carry_light(|| self.publish(records, kept));
        self.weight = weight;
        self.work += work;
        self.context
            .consequences
            .note(&self.session, records, is_own);
    }

    fn publish(&mut self, records: &[Record], kept: usize) {
        let now = self.context.now();
        let is_followed = |reader: &Reader| reader.edition.follows_picture;
        let told = self.told.take();
        let told = told.filter(|_| self.readers.iter().any(is_followed));
        let has_new_picture = records.iter().any(|record| changes_picture(&record.change));
        let followed = told.map(|told| told.follow(&self.session, now, has_new_picture));
        let mut encoded = Encoded::default();
        self.readers.retain(|reader| {
            let seats = reader.seats(&self.session);
            let text = encoded.text(reader.edition, seats, || Happening {
                session: &self.session,
                records,
                kept,
                now,
                seats,
                followed: followed.as_ref(),
            });
            reader.subscriber.push(Push::Text(text))
        });
        self.told = followed.map(|followed| followed.now);
    }

    /// The checksum of the picture that a new reader is shown, if it is going to follow it.
    pub(crate) fn follow(&mut self, edition: &Edition, now: Millis) -> Option<SceneChecksum> {
        let session = &self.session;
        let told = || Told::of(session, now);
        edition
            .follows_picture
            .then(|| self.told.get_or_insert_with(told).checksum)
    }

    /// Adds a reader next to those who read the same, so that nothing is encoded twice.
    pub(crate) fn add_reader(&mut self, new: Reader) {
        let reads_the_same = |reader: &Reader| std::ptr::eq(reader.edition, new.edition);
        let last = self.readers.iter().rposition(reads_the_same);
        let place = last.map_or(self.readers.len(), |last| last + 1);
        self.readers.insert(place, new);
    }

    /// What a subscriber that has `from` records has missed, if that is little enough.
    pub(crate) async fn missed(&self, from: u64) -> Result<Option<Vec<Record>>, HostError> {
        let seq = self.session.seq();
        if from > seq || seq - from > MAX_MISSED {
            return Ok(None);
        }
        if from == seq {
            return Ok(Some(Vec::new()));
        }
        let mut records = read(&self.context, self.session.id(), from).await?;
        // What others stored since will be told later, in its turn.
        records.retain(|record| record.seq < seq);
        Ok(Some(records))
    }

    pub(crate) fn seats_of(&self, player: &PlayerId) -> Vec<Seat> {
        let has = |seat: &Seat| sits_at(&self.session, *seat, player);
        Seat::BOTH.into_iter().filter(has).collect()
    }
}

fn sits_at(session: &Session, seat: Seat, player: &PlayerId) -> bool {
    let sitter = session.seats()[seat].as_ref();
    sitter.is_some_and(|sitter| sitter.player == *player)
}

/// The texts of one happening, each made once.
#[derive(Default)]
struct Encoded {
    texts: Vec<(&'static Edition, &'static [Seat], Bytes)>,
}

impl Encoded {
    fn text<'a>(
        &mut self,
        edition: &'static Edition,
        seats: &'static [Seat],
        happening: impl FnOnce() -> Happening<'a>,
    ) -> Bytes {
        // Readers of the same edition stand together, so the last text is mostly the one.
        let mut latest_first = self.texts.iter().rev();
        let known = latest_first
            .find(|(known, of, _)| std::ptr::eq(*known, edition) && *of == seats)
            .map(|(_, _, text)| text.clone());
        known.unwrap_or_else(|| {
            let text = Bytes::from((edition.encode)(&happening()));
            self.texts.push((edition, seats, text.clone()));
            text
        })
    }
}

/// Whether the board can look different afterwards.
fn changes_picture(change: &Change) -> bool {
    match change {
        Change::Created(_) | Change::Acted { .. } | Change::TakenBack { .. } => true,
        Change::Sat { .. }
        | Change::Renamed { .. }
        | Change::Proposed { .. }
        | Change::Declined { .. }
        | Change::Withdrawn { .. }
        | Change::Gone { .. }
        | Change::Back { .. }
        | Change::Resumed { .. }
        | Change::Ended { .. }
        | Change::RematchAgreed { .. } => false,
    }
}

/// Games with more records than this are replayed where nobody else has to wait for it.
const LONG: usize = 100;

/// Checks what was read from the store, and replays it.
async fn replay(variants: Variants, sealed: Vec<Sealed>) -> Result<Session, HostError> {
    let is_long = sealed.len() > LONG && !system::is_repeatable();
    let replay = move || {
        let records = Sealed::open_all(&sealed, Some(Hash::START)).map_err(damaged)?;
        Session::replay(&records, &variants.lookup()).map_err(damaged)
    };
    match is_long {
        false => replay(),
        true => {
            let replayed = tokio::task::spawn_blocking(replay).await;
            replayed.unwrap_or_else(|failure| Err(damaged(failure)))
        }
    }
}

/// The records of a game from a sequence number on. Those before are known here, but not their hashes.
async fn read(context: &GameContext, id: &GameId, from: u64) -> Result<Vec<Record>, HostError> {
    let sealed = context.store.read(id, from).await?;
    Sealed::open_all(&sealed, None).map_err(damaged)
}

fn damaged(why: impl std::fmt::Display) -> HostError {
    let why = why.to_string();
    HostError::Damaged { why }
}
