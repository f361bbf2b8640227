//! A configuration is refused with a sentence, or read; the environment says the same as the file.

use rookery::Config;

pub(crate) fn check(bytes: &[u8]) {
    let Some(text) = crate::text(bytes) else {
        return;
    };
    let none = std::iter::empty::<(String, String)>;
    match Config::read(Some(text), none()) {
        Err(why) => assert!(!why.to_string().is_empty()),
        Ok(config) => {
            let again = Config::read(Some(text), none()).ok();
            assert_eq!(again.as_ref(), Some(&config));
        }
    }
    check_environment(text);
}

/// Lines `key = value` of plain words mean the same in the environment.
fn check_environment(text: &str) {
    let Some((key, value)) = text.lines().next().and_then(|line| line.split_once(" = ")) else {
        return;
    };
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let is_number = !value.is_empty()
        && value.len() < 19
        && !value.starts_with('0')
        && value.bytes().all(|b| b.is_ascii_digit());
    if !is_word(key) || !(is_number || value == "true" || value == "false") {
        return;
    }
    let line = format!("{key} = {value}");
    let file = Config::read(Some(&line), std::iter::empty());
    let variable = (format!("ROOKERY_{}", key.to_uppercase()), value.to_owned());
    let environment = Config::read(None, [variable]);
    assert_eq!(file.ok(), environment.ok(), "{line}");
}
