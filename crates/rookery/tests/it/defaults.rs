//! `rookery serve` without arguments, in an empty folder.

use crate::child::{Api, Served};

#[test]
fn a_server_without_arguments_keeps_everything_below_its_working_directory() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start_in(folder.path());
    assert!(served.ccp.is_some());
    let entries: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    let names = entries
        .iter()
        .map(|entry| entry.as_ref().unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["rookery-data"]);
    assert!(folder.path().join("rookery-data/rookery.db").is_file());
    let mut api = Api::connect(served.web).unwrap();
    let (status, page) = api.ask("GET /", "", "page", "").unwrap();
    assert_eq!(status, 200);
    assert!(page.contains("<title>"), "{page}");
    let (status, health) = api.ask("GET /healthz", "", "health", "").unwrap();
    assert_eq!((status, health.as_str()), (200, "ok\n"));
    served.kill();
}
