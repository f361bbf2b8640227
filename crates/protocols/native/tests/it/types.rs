//! The TypeScript types that the web client is built with are those of this crate.
//!
//! `UPDATE_TYPES=1 cargo test -p wire` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use native::message::{Call, Frame};
use ts_rs::{Config, TS};

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/src/generated")
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return BTreeMap::new();
    };
    let mut files = BTreeMap::new();
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let inner = files_in(&path);
            files.extend(inner);
        } else {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    files
}

/// Files of a folder inside the folder of types, by `folder/file`.
fn files_in(folder: &Path) -> Vec<(String, String)> {
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    files(folder)
        .into_iter()
        .map(|(file, text)| (format!("{name}/{file}"), text))
        .collect()
}

fn write(folder: &Path) {
    let config = Config::new().with_large_int("number").with_out_dir(folder);
    Call::export_all(&config).unwrap();
    Frame::export_all(&config).unwrap();
}

#[test]
fn committed_types_are_those_of_the_protocol() {
    if std::env::var_os("UPDATE_TYPES").is_some() {
        let _ = fs::remove_dir_all(committed());
        write(&committed());
    }
    let fresh = tempfile::tempdir().unwrap();
    write(fresh.path());
    let (expected, found) = (files(fresh.path()), files(&committed()));
    let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&expected), names(&found), "run with UPDATE_TYPES=1");
    for (name, text) in &expected {
        assert_eq!(
            text, &found[name],
            "{name} differs; run with UPDATE_TYPES=1"
        );
    }
    assert!(expected.contains_key("Frame.ts"));
}
