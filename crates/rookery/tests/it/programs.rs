//! Programs that people write and have: what docs/programs.md shows, and berserk from PyPI.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::json;

use crate::child::{Api, Served, value};
use crate::skipped::skip;

const DOCUMENT: &str = include_str!("../../../../docs/programs.md");

/// A player with an account: the token of a session.
pub(crate) fn register(address: SocketAddr, name: &str) -> String {
    let mut api = Api::connect(address).expect("it is there");
    let (_, hello) = api.ask("POST /api/hello", "", "hello", "{}").unwrap();
    let guest = value(&hello)["token"].as_str().unwrap().to_owned();
    let account = json!({"name": name, "password": "correct horse"}).to_string();
    let asked = api.ask("POST /api/me/register", &guest, "register", &account);
    let (status, welcome) = asked.unwrap();
    assert_eq!(status, 200, "{welcome}");
    value(&welcome)["token"].as_str().unwrap().to_owned()
}

/// An access token with these scopes.
pub(crate) fn access_token(address: SocketAddr, name: &str, scopes: &[&str]) -> String {
    let session = register(address, name);
    let mut api = Api::connect(address).expect("it is there");
    let wanted = json!({"name": "test", "scopes": scopes}).to_string();
    let made = api.ask("POST /api/me/access-tokens", &session, "make", &wanted);
    let (status, made) = made.unwrap();
    assert_eq!(status, 200, "{made}");
    value(&made)["secret"].as_str().unwrap().to_owned()
}

const BOARD: [&str; 2] = ["board:play", "challenge:write"];
const BOT: [&str; 2] = ["bot:play", "challenge:write"];

/// Python with what the programs use, in an environment of its own that is made once. None where there is no Python, or
/// the packages cannot be had.
pub(crate) fn python() -> Option<&'static Path> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    PYTHON.get_or_init(make_python).as_deref()
}

fn make_python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let python = folder.join("bin/python");
    let mut imported = Command::new(&python);
    imported.args(["-c", "import berserk, chess, requests"]);
    if imported
        .output()
        .is_ok_and(|output| output.status.success())
    {
        return Some(python);
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let packages = ["berserk==0.14.0", "chess==1.11.2", "requests"];
    let mut install = Command::new(&python);
    install
        .args(["-m", "pip", "install", "--quiet"])
        .args(packages);
    run(&mut install)?;
    Some(python)
}

fn run(command: &mut Command) -> Option<()> {
    let output = command.output().ok()?;
    output.status.success().then_some(())
}

pub(crate) fn succeed(output: Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    text
}

/// The program in this language that the document shows last before the next heading.
fn shown(language: &str, heading: &str) -> String {
    let section = DOCUMENT.split(&format!("## {heading}\n")).nth(1).unwrap();
    let block = section.split(&format!("```{language}\n")).nth(1).unwrap();
    block.split("```").next().unwrap().to_owned()
}

#[test]
fn the_python_program_of_the_document_plays_a_game() {
    let Some(python) = python() else {
        skip(
            "the_python_program_of_the_document_plays_a_game",
            "no Python",
        );
        return;
    };
    let program = shown("python", "Python");
    assert!(program.lines().count() < 30);
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let token = access_token(served.web, "Ada", &BOARD);
    let output = Command::new(python)
        .args(["-c", &program])
        .env("ROOKERY_URL", format!("http://{}", served.web))
        .env("ROOKERY_TOKEN", token)
        .output();
    let said = succeed(output.unwrap());
    assert!(
        !said.trim().is_empty() && !said.contains("started"),
        "{said}"
    );
    served.kill();
}

#[test]
fn the_curl_program_of_the_document_plays_a_game() {
    if Command::new("curl").arg("--version").output().is_err() {
        skip("the_curl_program_of_the_document_plays_a_game", "no curl");
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let token = access_token(served.web, "Ada", &BOARD);
    let output = Command::new("sh")
        .args(["-e", "-c", &shown("sh", "curl")])
        .env("ROOKERY_URL", format!("http://{}", served.web))
        .env("ROOKERY_TOKEN", token)
        .output();
    let said = succeed(output.unwrap());
    assert!(said.contains("\"moves\":\"e2e4 "), "{said}");
    assert!(
        said.contains("[White \"Ada\"]") && said.contains("0-1"),
        "{said}"
    );
    served.kill();
}

fn play_with_berserk(test: &str, script: &str, scopes: [(&str, &[&str]); 2]) {
    let Some(python) = python() else {
        skip(test, "no Python, or no berserk");
        return;
    };
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path());
    let tokens = scopes.map(|(name, scopes)| access_token(served.web, name, scopes));
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(script);
    let output = Command::new(python)
        .arg(script)
        .arg(format!("http://{}", served.web))
        .args(tokens)
        .output();
    let said = succeed(output.unwrap());
    assert_eq!(said.trim(), "all done");
    served.kill();
}

#[test]
fn berserk_plays_unchanged() {
    play_with_berserk(
        "berserk_plays_unchanged",
        "berserk_client.py",
        [("Ada", &BOARD), ("Clanker", &BOT)],
    );
}

#[test]
fn berserk_looks_for_opponents() {
    play_with_berserk(
        "berserk_looks_for_opponents",
        "berserk_seek.py",
        [("Ada", &BOARD), ("Ben", &BOARD)],
    );
}
