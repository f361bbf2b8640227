//! Perft tables: text files of positions with the number of action sequences of each length.
//!
//! ```text
//! position  the usual start
//! setup     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! perft 1   20
//! perft 2   400
//! ```

use std::path::Path;

use crate::AnyVariant;

/// Counts every row of a table with at most `max_nodes`, and gives the number of rows counted.
///
/// # Errors
/// Lists all rows that came out differently or cannot be read.
pub fn check(variant: &dyn AnyVariant, file: &Path, max_nodes: u64) -> Result<usize, String> {
    let text = std::fs::read_to_string(file).map_err(|why| format!("{}: {why}", file.display()))?;
    let mut wrong = Vec::new();
    let mut counted = 0;
    let (mut name, mut setup) = ("", "");
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut fail =
            |why: String| wrong.push(format!("{}:{}: {name}: {why}", file.display(), index + 1));
        match word {
            "" => {}
            "position" => name = rest.trim(),
            "setup" => setup = rest.trim(),
            "perft" => match row(rest) {
                Some((_, nodes)) if nodes > max_nodes => {}
                Some((depth, nodes)) => match variant.perft(setup, depth) {
                    Ok(count) if count == nodes => counted += 1,
                    Ok(count) => fail(format!("perft {depth} is {count}, not {nodes}")),
                    Err(no) => fail(no.to_string()),
                },
                None => fail(format!("`{rest}` is not a depth and a number")),
            },
            _ => fail(format!("`{word}` is not a word of perft tables")),
        }
    }
    if wrong.is_empty() {
        Ok(counted)
    } else {
        Err(wrong.join("\n"))
    }
}

fn row(text: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = text.trim().split_once(char::is_whitespace)?;
    Some((
        depth.parse().ok()?,
        nodes.trim().replace(',', "").parse().ok()?,
    ))
}
