//! The rules of each game as a WebAssembly module, for the page.
//!
//! `rustup target add wasm32-unknown-unknown` is the usual way to get a compiler for it. Where that is impossible, Debian has
//! a complete second tool chain with the source of the standard library, which is compiled along.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{cargo_path, finish, game_names, install, say};

/// What modules are compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// Where the page is built with them.
const FOLDER: &str = "web/modules";

/// The module that holds all games, for times without a connection: smaller than all others together.
const ALL: &str = "all";

/// Debian's tool chain, its source of the standard library, and a linker of the same version.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
const DEBIAN_LINKER: &str = "/usr/bin/wasm-ld-22";

/// A compiler for WebAssembly.
#[derive(Clone, Copy)]
enum Toolchain {
    /// The one that everything else is compiled with.
    Own,
    /// The packages of Debian.
    Debian,
}

/// Builds the modules where it can, and says in one line what is missing where it cannot: then the page asks the server. Modules
/// of an earlier build would know other rules, so none stay.
pub(crate) fn build() -> Result<(), String> {
    match toolchain() {
        Some(toolchain) => build_with(toolchain),
        None => {
            say(&format!(
                "the page will ask the server for the rules: `rustup target add {TARGET}` would let it have its own"
            ));
            clear()
        }
    }
}

/// The same for tests, which install a compiler first. Where there is none to be had, tests of the modules are skipped and
/// counted; with `CI=true` that is a failure.
pub(crate) fn build_for_tests() -> Result<(), String> {
    if toolchain().is_none() && !add_target() {
        install("rules in the browser", &PACKAGES)?;
    }
    build()
}

/// Whether rustup could get the target.
fn add_target() -> bool {
    let rustup = Command::new("rustup")
        .args(["target", "add", TARGET])
        .output();
    rustup.is_ok_and(|output| output.status.success())
}

fn toolchain() -> Option<Toolchain> {
    let root = Command::new("rustc")
        .args(["--print", "sysroot"])
        .output()
        .ok()?;
    let root = String::from_utf8_lossy(&root.stdout).trim().to_owned();
    let library = Path::new(&root).join("lib/rustlib").join(TARGET);
    if library.is_dir() {
        return Some(Toolchain::Own);
    }
    let debian = Path::new(DEBIAN_LINKER).exists() && has_debian_packages();
    debian.then_some(Toolchain::Debian)
}

fn has_debian_packages() -> bool {
    let status = Command::new("dpkg").arg("--status").args(PACKAGES).output();
    status.is_ok_and(|output| output.status.success())
}

fn build_with(toolchain: Toolchain) -> Result<(), String> {
    clear()?;
    fs::create_dir_all(FOLDER).map_err(|why| format!("{FOLDER}: {why}"))?;
    for game in game_names::games()? {
        let mut command = compiler(toolchain);
        command.env("ROOKERY_GAME", &game);
        make(&mut command, &game)?;
    }
    make(&mut compiler(toolchain), ALL)
}

fn make(compiler: &mut Command, name: &str) -> Result<(), String> {
    finish(compiler, &format!("the rules of {name} for the browser"))?;
    let made = Path::new(&target_folder()).join(TARGET);
    let made = made.join("wasm/wasm.wasm");
    let copied = fs::copy(&made, Path::new(FOLDER).join(format!("{name}.wasm")));
    copied
        .map(drop)
        .map_err(|why| format!("{}: {why}", made.display()))
}

fn compiler(toolchain: Toolchain) -> Command {
    let words = [
        "rustc",
        "--locked",
        "--package",
        "wasm",
        "--lib",
        "--profile",
        "wasm",
    ];
    let target = ["--target", TARGET, "--crate-type", "cdylib"];
    match toolchain {
        Toolchain::Own => {
            let mut command = Command::new(cargo_path());
            command.args(words).args(target);
            command
        }
        Toolchain::Debian => {
            let mut command = Command::new("/usr/bin/cargo");
            command
                .args(words)
                .args(target)
                .arg("-Zbuild-std=std,panic_abort");
            // Its compiler is a release, to which building a standard library is forbidden unless this is said.
            command
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", "/usr/bin/rustc");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
            // What the tool chain of this command was told must not reach another one.
            for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER"] {
                command.env_remove(name);
            }
            command
        }
    }
}

fn target_folder() -> String {
    std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned())
}

fn clear() -> Result<(), String> {
    match fs::remove_dir_all(FOLDER) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => Err(format!("{FOLDER}: {why}")),
        _ => Ok(()),
    }
}
