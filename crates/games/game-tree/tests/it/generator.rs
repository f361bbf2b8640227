//! Random games as people annotate them, as PGN: the same seed gives the same text.

use rules::{AnyGame, AnyVariant, SplitMix};

const REMARKS: [&str; 8] = [
    "the main line",
    "White is better",
    "a (known) mistake; 2. d4 was played in 1924",
    "forced",
    "[%cal Gg1f3,Re4e5] with the idea Nf3",
    "only move, says J. \"Fox\" Lee",
    "±, but 50% of all players like it",
    "après ça, l'étude",
];
const NAGS: [&str; 9] = [
    "!", "?", "!?", "??", " $14", " $18", " $146", "! $32", " $3 $10",
];

/// A game of ordinary chess, with tags, variations, comments, judgements, clocks, evaluations and null moves.
pub(crate) fn game(variant: &dyn AnyVariant, seed: u64) -> String {
    let mut dice = SplitMix::new(seed.wrapping_mul(977) + 5);
    let preset = if seed % 10 == 3 {
        "chess960"
    } else {
        "standard"
    };
    let setup = variant.preset(preset, seed).unwrap();
    let start = variant.start(&setup).unwrap();
    let mut text = tags(seed, preset, &start.setup());
    if dice.below(3) == 0 {
        text += "{A game to remember.} ";
    }
    let plies = 10 + dice.below(50);
    let mut writer = Writer { dice, text };
    writer.line(start, 0, plies);
    writer.text + "1/2-1/2\n\n"
}

fn tags(seed: u64, preset: &str, setup: &str) -> String {
    let mut tags = format!(
        "[Event \"Game {seed}\"]\n[Site \"https://example.org/{seed}\"]\n[Date \"2026.11.18\"]\n[Round \"{}\"]\n\
         [White \"Ada \\\"Fox\\\" Lee\"]\n[Black \"Bén\"]\n[Result \"1/2-1/2\"]\n[ECO \"A0{}\"]\n",
        seed % 9,
        seed % 10
    );
    if preset == "chess960" {
        let fen = setup.split(';').next().unwrap();
        tags += &format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    }
    tags + "\n"
}

struct Writer {
    dice: SplitMix,
    text: String,
}

impl Writer {
    fn line(&mut self, start: Box<dyn AnyGame>, depth: usize, plies: usize) {
        let mut game = start;
        let mut needs_number = true;
        for ply in 0..plies {
            let Some(next) = self.ply(&*game, ply, needs_number) else {
                return;
            };
            needs_number = self.dice.below(4) == 0;
            if depth < 3 && ply > 0 && self.dice.below(8 + 6 * depth) == 0 {
                self.variation(game.clone(), depth + 1);
                needs_number = true;
            }
            game = next;
        }
    }

    fn variation(&mut self, from: Box<dyn AnyGame>, depth: usize) {
        if from.legal().is_empty() {
            return;
        }
        self.text += "(";
        if self.dice.below(4) == 0 {
            self.comment();
        }
        let plies = 1 + self.dice.below(6);
        self.line(from, depth, plies);
        self.text = self.text.trim_end().to_owned() + ") ";
    }

    /// Writes a move of this state and gives the state after it.
    fn ply(
        &mut self,
        game: &dyn AnyGame,
        ply: usize,
        needs_number: bool,
    ) -> Option<Box<dyn AnyGame>> {
        let seat = game.status().to_act()?;
        let dots = match seat {
            rules::Seat::White => ".",
            rules::Seat::Black => "...",
        };
        if needs_number {
            self.text += &format!("{}{dots} ", game.move_number());
        }
        let passed = game.null_move().filter(|_| self.dice.below(40) == 0);
        let next = match passed {
            Some(passed) => {
                self.text += "--";
                passed
            }
            None => {
                let legal = game.legal();
                let moves: Vec<&String> = legal.iter().filter(|one| *one != "claim").collect();
                let judged = game.play(seat, self.dice.choose(&moves)?).unwrap();
                self.text += &judged.notation;
                judged.step.game
            }
        };
        if self.dice.below(5) == 0 {
            self.text += NAGS[self.dice.below(NAGS.len())];
        }
        self.text += if ply % 7 == 6 { "\n" } else { " " };
        self.around();
        Some(next)
    }

    fn around(&mut self) {
        let (seconds, value) = (self.dice.below(600), self.dice.below(900));
        match self.dice.below(8) {
            0 => self.comment(),
            1 => self.text += &format!("{{[%clk 0:0{}:{:02}]}} ", seconds / 60, seconds % 60),
            2 => self.text += &format!("{{ [%eval {}.{:02}] good }} ", value / 100, value % 100),
            3 => self.text += &format!("{{[%eval #-{}]}} ", value % 20 + 1),
            _ => {}
        }
    }

    fn comment(&mut self) {
        let remark = REMARKS[self.dice.below(REMARKS.len())];
        self.text += &format!("{{{remark}}} ");
    }
}
