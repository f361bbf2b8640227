//! A PostgreSQL server for tests and trials: with data of its own, on a port of its own, gone when the process that
//! started it is.

use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a server takes to start at most.
const START: Duration = Duration::from_secs(60);

/// Where Debian has the programs of PostgreSQL, one folder for each version.
const PLACE: &str = "/usr/lib/postgresql";

/// What the tests write need not survive the machine, only the server.
const SETTINGS: [&str; 5] = [
    "fsync=off",
    "max_connections=200",
    "shared_buffers=32MB",
    "listen_addresses=127.0.0.1",
    "log_min_messages=error",
];

/// Runs the server until standard input is closed, which happens when the process that started it ends, however it ends.
/// PostgreSQL refuses to be run by root, so root becomes the user whom Debian's package makes.
const KEEPER: &str = r#"
bin=$1 folder=$2; shift 2
cd "$folder"
as=
if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=postgres --regid=postgres --init-groups"; chown -R postgres "$folder"; fi
if [ ! -f data/PG_VERSION ]; then
    $as "$bin/initdb" -D data -U rookery -A trust -E UTF8 --locale=C.UTF-8 --no-sync > initdb.log 2>&1 || exit 1
    cp pg_hba.conf data/pg_hba.conf
fi
$as "$bin/postgres" -D data -k "$folder" "$@" > server.log 2>&1 < /dev/null &
server=$!
cat > /dev/null
kill -QUIT $server 2> /dev/null
wait $server
if [ ! -f keep ]; then cd /; rm -rf "$folder"; fi
"#;

/// The tests' own user needs no password; all others do.
const ACCESS: &str = "local all rookery trust
host all rookery 127.0.0.1/32 trust
host replication rookery 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
";

/// Says that a test was skipped, to people and to `cargo xtask test`, which counts. Where everything that the tests need
/// must be there, it is a failure.
///
/// # Panics
/// With `CI=true`, or if that cannot be said.
pub fn skip(test: &str, why: &str) {
    let must_run = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!must_run, "{test} cannot be run: {why}");
    let line = format!("skipped: {test}: {why}");
    // Written around the test runner, which shows nothing of tests that pass.
    drop(writeln!(std::io::stderr(), "{line}"));
    if let Some(path) = std::env::var_os("SKIPPED_TESTS") {
        let file = std::fs::OpenOptions::new().append(true).open(path);
        let noted = file.and_then(|mut file| writeln!(file, "{line}"));
        noted.expect("the list of skipped tests can be written");
    }
}

/// A server that runs.
pub struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    settings: Vec<String>,
    keeper: Option<Child>,
}

/// The newest version of the programs that is installed.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir(PLACE).ok()?;
    let number = |path: &Path| -> Option<u32> { path.file_name()?.to_str()?.parse().ok() };
    let installed = versions
        .filter_map(Result::ok)
        .map(|version| version.path())
        .filter(|path| path.join("bin/postgres").is_file());
    let newest = installed.max_by_key(|path| number(path))?;
    Some(newest.join("bin"))
}

fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

impl PostgresServer {
    /// The server that all tests of a process share, each with a database of its own. Without PostgreSQL the test is
    /// skipped.
    pub fn shared(test: &str) -> Option<&'static PostgresServer> {
        static SHARED: OnceLock<Option<PostgresServer>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| PostgresServer::start(&[], |_| ()));
        if shared.is_none() {
            skip(test, "no PostgreSQL");
        }
        shared.as_ref()
    }

    /// A server for one test, which may stop it. Without PostgreSQL the test is skipped.
    pub fn own(test: &str, settings: &[&str]) -> Option<PostgresServer> {
        let own = PostgresServer::start(settings, |_| ());
        if own.is_none() {
            skip(test, "no PostgreSQL");
        }
        own
    }

    /// Starts a server with these settings besides its own, and whatever files are put into its folder before; none if
    /// PostgreSQL is not installed. Paths in settings are relative to the folder `data` in that folder.
    ///
    /// # Panics
    /// It is installed and does not start.
    pub fn start(settings: &[&str], prepare: impl FnOnce(&Path)) -> Option<PostgresServer> {
        let programs = programs()?;
        let name = format!("rookery-postgres-{}-{}", std::process::id(), next_number());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).expect("there is room for a server");
        let written = std::fs::write(folder.join("pg_hba.conf"), ACCESS);
        written.expect("the server can be set up");
        prepare(&folder);
        let own = SETTINGS.iter().chain(settings);
        let mut server = PostgresServer {
            programs,
            folder,
            port: free_port().expect("there is a free port"),
            settings: own.map(|setting| (*setting).to_owned()).collect(),
            keeper: None,
        };
        server.start_again();
        Some(server)
    }

    /// A standby: it follows this server over a port, which may lead there through somebody else.
    ///
    /// # Panics
    /// It does not start.
    pub fn standby(&self, port: u16) -> PostgresServer {
        let port = port.to_string();
        let copy = |folder: &Path| {
            let data = folder.join("data");
            let data = data.to_str().expect("the name of a folder is text");
            let from = ["-h", "127.0.0.1", "-p", &port, "-U", "rookery", "-D", data];
            let how = ["--checkpoint=fast", "--no-sync", "--write-recovery-conf"];
            self.run("pg_basebackup", &[&from[..], &how].concat());
        };
        let settings: Vec<&str> = self.settings[SETTINGS.len()..]
            .iter()
            .map(String::as_str)
            .collect();
        PostgresServer::start(&settings, copy).expect("it is installed")
    }

    /// Lets a standby take writes.
    ///
    /// # Panics
    /// It does not.
    pub fn promote(&self) {
        assert_eq!(self.sql("postgres", "SELECT pg_promote()").trim(), "t");
    }

    /// Starts the server again that was stopped.
    ///
    /// # Panics
    /// It does not start.
    pub fn start_again(&mut self) {
        let mut command = Command::new("sh");
        command.args(["-c", KEEPER, "sh"]);
        command.arg(&self.programs).arg(&self.folder);
        command.args(["-p", &self.port.to_string()]);
        for setting in &self.settings {
            command.args(["-c", setting]);
        }
        command.stdin(Stdio::piped());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.keeper = Some(command.spawn().expect("there is a shell"));
        let began = Instant::now();
        while !self.is_ready() {
            assert!(began.elapsed() < START, "{}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn is_ready(&self) -> bool {
        let mut ask = Command::new(self.programs.join("pg_isready"));
        ask.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
        ask.status().is_ok_and(|status| status.success())
    }

    /// What the server has written.
    pub fn log(&self) -> String {
        let read = |name: &str| std::fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        format!("{}{}", read("initdb.log"), read("server.log"))
    }

    /// Where the server has its files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The process that all others of the server descend from; none if it does not run.
    pub fn process(&self) -> Option<u32> {
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).ok()?;
        file.lines().next()?.trim().parse().ok()
    }

    /// Where the server listens on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Stops the server as a crash would, without letting it finish anything. Its files stay.
    ///
    /// # Panics
    /// It does not stop.
    pub fn crash(&mut self) {
        std::fs::write(self.folder.join("keep"), "").expect("files can be kept");
        self.end();
        let removed = std::fs::remove_file(self.folder.join("keep"));
        removed.expect("files need not be kept any longer");
    }

    fn end(&mut self) {
        if let Some(mut keeper) = self.keeper.take() {
            drop(keeper.stdin.take());
            drop(keeper.wait());
        }
    }

    /// The address of a new database.
    ///
    /// # Panics
    /// It cannot be made.
    pub fn new_database(&self) -> String {
        let name = format!("test_{}", next_number());
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name)
    }

    /// The address of a database of the server.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://rookery@127.0.0.1:{}/{database}", self.port)
    }

    /// Carries out SQL with PostgreSQL's own client, and gives its output.
    ///
    /// # Panics
    /// It fails.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        self.run(
            "psql",
            &[
                "-qAtX",
                "-v",
                "ON_ERROR_STOP=1",
                "-c",
                sql,
                &self.address(database),
            ],
        )
    }

    /// Runs one of PostgreSQL's own programs, and gives its output.
    ///
    /// # Panics
    /// It fails.
    pub fn run(&self, program: &str, arguments: &[&str]) -> String {
        let done = Command::new(self.programs.join(program))
            .args(arguments)
            .output();
        let done = done.expect("PostgreSQL is installed as a whole");
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{program} {arguments:?}: {errors}");
        String::from_utf8_lossy(&done.stdout).into_owned()
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.end();
        // A server that has crashed has left its files behind.
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
