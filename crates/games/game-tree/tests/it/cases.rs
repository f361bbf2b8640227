//! Texts as people have them, with what a chess player expects of each: one file a case, in `cases`.
//!
//! A case begins with a sentence. `=== read` is followed by a file, `=== write` by what is written again for all games that
//! were read, `=== said` by the faults and notes. `=== read as utf-16` and the like say how the file is stored.

use std::fmt::Write;
use std::path::Path;

use game_tree::{TreeReader, decode};
use orthodox::Orthodox;
use rules::Erased;

struct Case {
    bytes: Vec<u8>,
    written: String,
    said: String,
}

impl Case {
    fn read(text: &str) -> Case {
        let mut case = Case {
            bytes: Vec::new(),
            written: String::new(),
            said: String::new(),
        };
        for part in text.split("\n=== ").skip(1) {
            let (head, body) = part.split_once('\n').unwrap();
            match head {
                "write" => case.written = body.trim_end().to_owned(),
                "said" => case.said = body.trim_end().to_owned(),
                stored => case.bytes = encoded(stored, body),
            }
        }
        assert!(!case.bytes.is_empty(), "a case reads something");
        case
    }
}

fn encoded(stored: &str, text: &str) -> Vec<u8> {
    match stored {
        "read" => text.as_bytes().to_vec(),
        "read with carriage returns" => text.replace('\n', "\r").into_bytes(),
        "read as latin-1" => {
            let byte = |letter| u8::try_from(u32::from(letter)).unwrap();
            text.chars().map(byte).collect()
        }
        "read as utf-16" => {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        }
        other => panic!("`{other}` is not a part of a case"),
    }
}

/// What is written again, and what is said.
fn outcome(bytes: &[u8]) -> (String, String) {
    let text = decode(bytes);
    let chess = Erased::<Orthodox>::new();
    let mut reader = TreeReader::new(&chess, &text);
    let (mut written, mut said) = (Vec::new(), String::new());
    for game in reader.by_ref() {
        match game {
            Ok(tree) => written.push(tree.to_pgn()),
            Err(fault) => writeln!(said, "{fault}").unwrap(),
        }
    }
    for note in reader.notes() {
        writeln!(said, "{note}").unwrap();
    }
    let written = written.join("\n");
    (written.trim_end().to_owned(), said.trim_end().to_owned())
}

#[test]
fn every_case_gives_what_a_player_expects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut wrong = Vec::new();
    let mut n_cases = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let case = Case::read(&text);
        let (written, said) = outcome(&case.bytes);
        if (&written, &said) != (&case.written, &case.said) {
            wrong.push(format!("{}\n{written}\n--- said\n{said}", path.display()));
        }
        // What was written is read and written again as it is.
        let (again, faults) = outcome(case.written.as_bytes());
        if (&again, faults.as_str()) != (&case.written, "") {
            wrong.push(format!("{}, again\n{again}\n{faults}", path.display()));
        }
        n_cases += 1;
    }
    assert!(n_cases >= 21, "{n_cases} cases");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
