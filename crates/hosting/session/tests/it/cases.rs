//! Runs the case files: lives of games as lines that can be read.
//!
//! A case begins with `case` and a title, then what the game is like (`clock`, `grace`, `setup`, `open`).
//! A line that begins with a time in seconds tells the session something; `! code` says that it is
//! refused. A line that begins with `=` says what must then be true.

use std::fmt::Write;
use std::path::Path;

use rules::{BySeat, Seat};
use session::{Ask, Clock, Command, Created, Millis, Phase, PlayerId, Proposal, Report};

use crate::support::{Life, START, created};

#[test]
fn cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut failures = String::new();
    let mut n_cases = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut runner = Runner::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.starts_with("case ") {
                n_cases += 1;
                runner = Runner::default();
            } else if let Err(why) = runner.line(line) {
                writeln!(failures, "{name}:{}: {line}\n    {why}", index + 1).unwrap();
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(n_cases >= 40, "only {n_cases} cases were found");
}

/// One case on its way.
struct Runner {
    created: Created,
    life: Option<Life>,
    now: Millis,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner {
            created: created(Clock::Untimed),
            life: None,
            now: START,
        }
    }
}

type Outcome = Result<(), String>;

impl Runner {
    fn line(&mut self, line: &str) -> Outcome {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => Ok(()),
            ["clock", ref words @ ..] => self.describe(|created| created.clock = clock(words)),
            ["grace", "none"] => self.describe(|created| created.grace = None),
            ["grace", seconds] => self.describe(|created| created.grace = Some(span(seconds))),
            ["setup", ref words @ ..] => self.describe(|created| created.setup = words.join(" ")),
            ["open"] => self.describe(|created| created.seats = BySeat::default()),
            ["alone"] => self.describe(|created| created.seats.black = created.seats.white.clone()),
            ["=", ref words @ ..] => self.check(words),
            [seconds, ref words @ ..] => self.tell(seconds, words),
        }
    }

    fn describe(&mut self, change: impl FnOnce(&mut Created)) -> Outcome {
        change(&mut self.created);
        Ok(())
    }

    fn life(&mut self) -> &mut Life {
        let created = &self.created;
        self.life.get_or_insert_with(|| Life::new(created.clone()))
    }

    fn tell(&mut self, seconds: &str, words: &[&str]) -> Outcome {
        let (words, expected) = match words {
            [words @ .., "!", code] => (words, Some(*code)),
            words => (words, None),
        };
        self.now = START + span(seconds);
        let now = self.now;
        let told = self.life().tell(now, command(words));
        let code = told.err().map(|refusal| refusal.code);
        same(
            "refusal",
            code.as_deref().unwrap_or("none"),
            expected.unwrap_or("none"),
        )
    }

    fn check(&mut self, words: &[&str]) -> Outcome {
        let now = self.now;
        let session = &self.life().session;
        let (subject, expected) = words.split_first().unwrap();
        let found = match *subject {
            "phase" => match session.phase() {
                Phase::Open => "open".to_owned(),
                Phase::Running { to_act } => format!("running {to_act}"),
                Phase::Over { ending } => format!("over {} {}", ending.score, ending.reason),
            },
            "left" => match session.clocks(now).left {
                Some(left) => format!("{} {}", seconds(left.white), seconds(left.black)),
                None => "none".to_owned(),
            },
            "clock" => match session.clocks(now).running {
                Some(seat) => format!("runs {seat}"),
                None => "stands".to_owned(),
            },
            "waits" => seconds(session.clocks(now).waits),
            "deadline" => match session.deadline() {
                Some(moment) => seconds(moment - START),
                None => "none".to_owned(),
            },
            "actions" => {
                let actions = session.played().iter().map(|played| played.action.clone());
                actions.collect::<Vec<_>>().join(" ")
            }
            "score-sheet" => {
                let moves = session.view(now).moves.into_iter();
                moves
                    .map(|played| played.notation)
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            "records" => session.seq().to_string(),
            "setup" => session.game().setup(),
            "asks" => return check_asks(session, now, expected),
            subject => panic!("unknown subject {subject}"),
        };
        same(subject, &found, &expected.join(" "))
    }
}

/// `= asks white resign propose-draw` lists everything White could ask for.
fn check_asks(session: &session::Session, now: Millis, words: &[&str]) -> Outcome {
    let (seat, expected) = words.split_first().unwrap();
    let asks = session.asks(seat.parse().unwrap(), now);
    let found: Vec<String> = asks.iter().map(ask_name).collect();
    same("asks", &found.join(" "), &expected.join(" "))
}

fn ask_name(ask: &Ask) -> String {
    let proposal_name = |proposal: &Proposal| match proposal {
        Proposal::Draw => "draw".to_owned(),
        Proposal::Takeback { to } => format!("takeback-{to}"),
        Proposal::Rematch => "rematch".to_owned(),
    };
    match ask {
        Ask::Sit { .. } => "sit".to_owned(),
        Ask::Act { .. } => "act".to_owned(),
        Ask::Propose { proposal } => format!("propose-{}", proposal_name(proposal)),
        Ask::Accept { proposal } => format!("accept-{}", proposal_name(proposal)),
        Ask::Decline { proposal } => format!("decline-{}", proposal_name(proposal)),
        Ask::Withdraw { proposal } => format!("withdraw-{}", proposal_name(proposal)),
        Ask::Resign => "resign".to_owned(),
        Ask::Abort => "abort".to_owned(),
        Ask::ClaimWin => "claim-win".to_owned(),
        Ask::ClaimDraw => "claim-draw".to_owned(),
    }
}

fn same(subject: &str, found: &str, expected: &str) -> Outcome {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{subject}: {found:?}, not {expected:?}"))
    }
}

fn span(seconds: &str) -> Millis {
    let seconds: f64 = seconds.parse().expect("a time in seconds");
    Millis((seconds * 1000.0).round() as u64)
}

fn seconds(span: Millis) -> String {
    (span.0 as f64 / 1000.0).to_string()
}

fn clock(words: &[&str]) -> Clock {
    match *words {
        ["untimed"] => Clock::Untimed,
        ["fischer", initial, increment] => Clock::Fischer {
            initial: span(initial),
            increment: span(increment),
        },
        ["delay", initial, delay] => Clock::Delay {
            initial: span(initial),
            delay: span(delay),
        },
        ["days", days] => Clock::Correspondence {
            days: days.parse().unwrap(),
        },
        _ => panic!("unknown clock {words:?}"),
    }
}

/// Seats stand for those who sit there at the beginning; any other word is a player of that name.
fn who(word: &str) -> PlayerId {
    match word.parse::<Seat>() {
        Ok(seat) => crate::support::player(seat),
        Err(()) => PlayerId::new(word).unwrap(),
    }
}

fn command(words: &[&str]) -> Command {
    match *words {
        ["tick"] => Command::Report(Report::Tick),
        ["resume", since] => Command::Report(Report::Resume {
            since: START + span(since),
        }),
        ["gone", player] => Command::Report(Report::Gone {
            player: who(player),
        }),
        ["back", player] => Command::Report(Report::Back {
            player: who(player),
        }),
        [player, "as", seat, ref words @ ..] => Command::Ask {
            player: who(player),
            seat: Some(seat.parse().unwrap()),
            tag: None,
            ask: ask(words),
        },
        [player, ref words @ ..] => Command::ask(who(player), ask(words)),
        [] => panic!("nothing is said"),
    }
}

fn ask(words: &[&str]) -> Ask {
    match *words {
        ["sits"] => Ask::Sit {
            seat: None,
            name: "Guest".to_owned(),
        },
        ["sits", seat] => Ask::Sit {
            seat: Some(seat.parse().unwrap()),
            name: "Guest".to_owned(),
        },
        ["sits", seat, "as", ref name @ ..] => Ask::Sit {
            seat: Some(seat.parse().unwrap()),
            name: name.join(" "),
        },
        ["takes", action] => Ask::Act {
            action: action.to_owned(),
            after: None,
        },
        ["takes", action, "after", after] => Ask::Act {
            action: action.to_owned(),
            after: Some(after.parse().unwrap()),
        },
        ["proposes", ref words @ ..] => Ask::Propose {
            proposal: proposal(words),
        },
        ["accepts", ref words @ ..] => Ask::Accept {
            proposal: proposal(words),
        },
        ["declines", ref words @ ..] => Ask::Decline {
            proposal: proposal(words),
        },
        ["withdraws", ref words @ ..] => Ask::Withdraw {
            proposal: proposal(words),
        },
        ["resigns"] => Ask::Resign,
        ["aborts"] => Ask::Abort,
        ["claims", "win"] => Ask::ClaimWin,
        ["claims", "draw"] => Ask::ClaimDraw,
        _ => panic!("unknown wish {words:?}"),
    }
}

fn proposal(words: &[&str]) -> Proposal {
    match *words {
        ["draw"] => Proposal::Draw,
        ["takeback", to] => Proposal::Takeback {
            to: to.parse().unwrap(),
        },
        ["rematch"] => Proposal::Rematch,
        _ => panic!("unknown proposal {words:?}"),
    }
}
