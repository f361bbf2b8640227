//! The quick reader of calls gives what the careful one gives, and what was read can be written and read again.

use native::message::{Call, decode};

pub(crate) fn check(bytes: &[u8]) {
    let Some(text) = crate::text(bytes) else {
        return;
    };
    let careful: Option<Call> = serde_json::from_str(text).ok();
    let quick = decode(text).ok();
    assert_eq!(quick, careful, "{text:?}");
    if let Some(call) = quick {
        let written = serde_json::to_string(&call);
        let written = written.unwrap_or_else(|why| panic!("{call:?}: {why}"));
        assert_eq!(decode(&written).ok(), Some(call), "{written}");
    }
}
