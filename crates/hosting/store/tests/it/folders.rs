//! The folder of a database: one server at a time, and nothing lost without a word.

use std::fs;
use std::path::Path;

use store::{Entry, Inspector, Space, SqliteStore, Store, StoreError, database_in};

use crate::support::{folder, play, texts};

fn why(opened: Result<SqliteStore, StoreError>) -> String {
    match opened {
        Ok(_) => panic!("it was opened"),
        Err(error) => error.to_string(),
    }
}

fn beside(folder: &Path, suffix: &str) -> std::path::PathBuf {
    folder.join(format!("rookery.db{suffix}"))
}

/// What a process that is killed leaves behind: the files as they are now.
fn copy_of(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

#[tokio::test]
async fn a_folder_has_one_server() {
    let folder = folder();
    let first = SqliteStore::open_folder(folder.path()).unwrap();
    let refused = why(SqliteStore::open_folder(folder.path()));
    let id = format!("process {}", std::process::id());
    assert!(refused.contains(&id), "{refused}");
    // Commands of the host work beside it.
    play(&first, "one", 3).await;
    let beside = SqliteStore::open(database_in(folder.path())).unwrap();
    assert_eq!(texts(&beside, "one").await.len(), 4);
    drop((beside, first));
    let second = SqliteStore::open_folder(folder.path()).unwrap();
    assert_eq!(texts(&second, "one").await.len(), 4);
}

#[tokio::test]
async fn closing_leaves_one_file_with_everything() {
    let folder = folder();
    let store = SqliteStore::open_folder(folder.path()).unwrap();
    play(&store, "one", 3).await;
    drop(store);
    assert!(!beside(folder.path(), "-wal").exists());
    // Whichever of its threads is the last.
    for _ in 0..50 {
        let store = SqliteStore::open_folder(folder.path()).unwrap();
        assert_eq!(texts(&store, "one").await.len(), 4);
        drop(store);
        assert!(!beside(folder.path(), "-wal").exists());
    }
    fs::remove_file(folder.path().join("rookery.lock")).unwrap();
    let store = SqliteStore::open_folder(folder.path()).unwrap();
    assert_eq!(texts(&store, "one").await.len(), 4);
}

#[tokio::test]
async fn a_lost_database_is_not_replaced_by_an_empty_one() {
    let folder = folder();
    drop(SqliteStore::open_folder(folder.path()).unwrap());
    fs::remove_file(beside(folder.path(), "")).unwrap();
    let refused = why(SqliteStore::open_folder(folder.path()));
    assert!(refused.contains("rookery.db is missing"), "{refused}");
    assert!(refused.contains("delete rookery.stamp"), "{refused}");
    assert!(!beside(folder.path(), "").exists(), "nothing was made");
    // Beginning anew has to be asked for.
    fs::remove_file(folder.path().join("rookery.stamp")).unwrap();
    drop(SqliteStore::open_folder(folder.path()).unwrap());
}

#[tokio::test]
async fn a_database_without_its_log_is_not_taken_for_the_whole() {
    let folder = folder();
    let store = SqliteStore::open_folder(folder.path()).unwrap();
    let entry = |value: &str| Entry {
        key: "k".to_owned(),
        value: value.to_owned(),
        expires: None,
    };
    // The first of them has a stamp, which the database file does not have yet; it is noted before the second.
    store.put(&Space::Server, entry("early")).await.unwrap();
    store.put(&Space::Server, entry("late")).await.unwrap();
    let early = copy_of(folder.path());
    let killed = copy_of(folder.path());
    drop(store);
    let log = beside(killed.path(), "-wal");
    assert!(fs::metadata(&log).unwrap().len() > 0);
    fs::remove_file(&log).unwrap();
    let refused = why(SqliteStore::open_folder(killed.path()));
    assert!(refused.contains("rookery.db-wal was lost"), "{refused}");
    // With its log it is whole.
    let store = SqliteStore::open_folder(early.path()).unwrap();
    let found = store.get(&Space::Server, "k").await.unwrap();
    assert_eq!(found, Some(entry("late")));
}

#[tokio::test]
async fn a_log_without_its_database_is_not_thrown_away() {
    let folder = folder();
    fs::write(beside(folder.path(), "-wal"), "records").unwrap();
    let refused = why(SqliteStore::open_folder(folder.path()));
    assert!(
        refused.contains("its log rookery.db-wal is there"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_backup_is_the_whole_database_at_one_moment() {
    let folder = folder();
    let store = SqliteStore::open_folder(folder.path()).unwrap();
    for game in 0..20 {
        play(&store, &format!("g{game}"), 5).await;
    }
    let inspector = Inspector::open(&database_in(folder.path())).unwrap();
    let copy = folder.path().join("copy.db");
    inspector.back_up(&copy).unwrap();
    play(&store, "later", 1).await;
    let refused = inspector.back_up(&copy).unwrap_err().to_string();
    assert!(refused.contains("exists already"), "{refused}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&copy).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it contains secrets");
    }
    // Restoring is putting the file into an empty folder.
    let other = tempfile::tempdir().unwrap();
    fs::copy(&copy, database_in(other.path())).unwrap();
    let restored = SqliteStore::open_folder(other.path()).unwrap();
    for game in 0..20 {
        let name = format!("g{game}");
        assert_eq!(texts(&restored, &name).await, texts(&store, &name).await);
    }
    assert!(texts(&restored, "later").await.is_empty());
    play(&restored, "new", 1).await;
}
