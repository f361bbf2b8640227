//! Packs the built web client into the program, if it has been built.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let client = root.join("../../../web/dist");
    // A path that does not exist is looked at again every time, so building the client is noticed.
    let watched = if client.exists() {
        client.clone()
    } else {
        root.join("../../../web")
    };
    if watched.exists() {
        announce(&watched);
    }
    let mut files = Vec::new();
    collect(&client, &mut files)?;
    files.sort();
    let mut table = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.strip_prefix(&client).unwrap_or(&file);
        let name = name.to_string_lossy().replace('\\', "/");
        let absolute = fs::canonicalize(&file)?;
        let line = writeln!(table, "    ({name:?}, include_bytes!({absolute:?})),");
        line.map_err(io::Error::other)?;
    }
    table.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("client.rs"), table)
}

/// Tells cargo what to watch.
fn announce(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
