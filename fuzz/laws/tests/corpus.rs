//! The laws hold for all seeds and findings, and for some mutations of them.
#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::fs;
use std::path::{Path, PathBuf};

use fuzz_laws::{Target, targets};
use rules::SplitMix;

/// How many mutations of each target's inputs are tried here. The fuzzer tries millions.
const MUTATIONS: usize = 300;

fn folder(kind: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(kind)
        .join(target)
}

fn inputs(kind: &str, target: &str) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder(kind, target)) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn every_target_has_seeds_and_every_folder_a_target() {
    let all = targets();
    for kind in ["seeds", "findings"] {
        let root = folder(kind, "");
        let names = fs::read_dir(&root).into_iter().flatten();
        for name in names.map(|entry| entry.unwrap().file_name()) {
            let name = name.to_string_lossy().into_owned();
            assert!(
                all.iter().any(|target| target.name == name),
                "{kind}/{name} has no target"
            );
        }
    }
    for target in &all {
        assert!(
            !inputs("seeds", &target.name).is_empty(),
            "{} has no seeds",
            target.name
        );
    }
}

#[test]
fn the_laws_hold_for_seeds_findings_and_their_mutations() {
    for target in &targets() {
        let mut known = inputs("seeds", &target.name);
        known.extend(inputs("findings", &target.name));
        known.iter().for_each(|input| target.check(input));
        let mut random = SplitMix::new(20_261_117);
        for _ in 0..MUTATIONS {
            target.check(&mutated(target, &known, &mut random));
        }
    }
}

/// Some input with up to four changes: a byte, a piece of another input, a piece less.
fn mutated(target: &Target, known: &[Vec<u8>], random: &mut SplitMix) -> Vec<u8> {
    let mut input = known[random.below(known.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() + 1);
        match random.below(4) {
            0 => input.truncate(at),
            1 if at < input.len() => input[at] = b' ' + random.below(95) as u8,
            2 => {
                let other = &known[random.below(known.len())];
                let from = random.below(other.len() + 1);
                let to = from + random.below(other.len() - from + 1);
                input.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                let end = (at + random.below(6)).min(input.len());
                input.drain(at..end);
            }
        }
    }
    input.truncate(target.max_len);
    input
}
