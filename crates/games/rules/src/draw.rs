//! A scene as lines of text, for terminals and case files.

use crate::{Board, Cell, Scene};

/// Draws every board of a scene, highest rank first, one line a rank.
///
/// `sign` chooses what stands for a token; an empty cell is a dot and a place without a cell a blank.
/// Several boards are drawn one below the other, each under its name.
pub fn draw(scene: &Scene, sign: impl Fn(&crate::Token) -> char) -> Vec<String> {
    let mut lines = Vec::new();
    for board in scene.boards.iter().rev() {
        if scene.boards.len() > 1 {
            lines.push(board.name.to_string());
        }
        lines.extend(draw_board(scene, board, &sign));
    }
    lines
}

/// Draws one board of a scene, without its name.
pub fn draw_board(
    scene: &Scene,
    board: &Board,
    sign: impl Fn(&crate::Token) -> char,
) -> Vec<String> {
    let cells: Vec<&Cell> = scene
        .cells
        .iter()
        .filter(|cell| cell.board == board.id)
        .collect();
    let range = |of: fn(&Cell) -> i16| {
        let low = cells.iter().map(|cell| of(cell)).min().unwrap_or(0);
        let high = cells.iter().map(|cell| of(cell)).max().unwrap_or(-1);
        low..=high
    };
    let symbol = |x, y| match cells.iter().find(|cell| (cell.x, cell.y) == (x, y)) {
        None => ' ',
        Some(cell) => scene.token_at(cell.id.as_str()).map_or('.', &sign),
    };
    range(|cell| cell.y)
        .rev()
        .map(|y| {
            let signs: Vec<String> = range(|cell| cell.x)
                .map(|x| symbol(x, y).to_string())
                .collect();
            signs.join(" ").trim_end().to_owned()
        })
        .collect()
}
