//! The weights of full strength in hundredths of a pawn, each for the middle game and for the end.
//!
//! Reasoned; not tuned yet.

use crate::strength::{N, Pair};

/// In the order of [`crate::strength::LAYOUT`].
#[rustfmt::skip]
pub const VALUES: [Pair; N] = [
    // material: pawn, knight, bishop, rook, queen
    [82, 100], [325, 300], [335, 315], [465, 525], [970, 970],
    // pawn by rank
    [0, 0], [0, 0], [0, 2], [6, 8], [14, 18], [25, 35], [45, 60], [0, 0],
    // knight by rank
    [-25, -20], [-10, -8], [2, 2], [8, 10], [12, 12], [10, 6], [-2, -5], [-20, -18],
    // bishop by rank
    [-10, -8], [2, -2], [5, 3], [5, 5], [5, 5], [3, 4], [-5, 0], [-12, -6],
    // rook by rank
    [0, -2], [-5, -4], [-5, -3], [-3, 2], [0, 5], [5, 6], [18, 12], [10, 8],
    // queen by rank
    [-5, -15], [2, -8], [2, 0], [0, 6], [0, 12], [2, 12], [0, 10], [2, 5],
    // king by rank
    [20, -35], [5, -12], [-25, 4], [-45, 14], [-50, 20], [-45, 20], [-40, 8], [-40, -15],
    // pawn by file, from the edge
    [-4, 6], [0, 2], [0, 0], [6, -2],
    // knight by file
    [-18, -14], [-4, -4], [4, 4], [8, 8],
    // bishop by file
    [-4, -4], [4, 0], [0, 2], [2, 4],
    // rook by file
    [-6, 0], [-3, 0], [3, 0], [8, 0],
    // queen by file
    [-4, -8], [-1, -2], [2, 4], [3, 6],
    // king by file
    [15, -18], [22, -2], [-2, 8], [-12, 14],
    // each square within reach: knight, bishop, rook, queen
    [5, 4], [5, 5], [3, 5], [2, 4],
    // almost nothing within reach: knight, bishop, rook, queen
    [-12, -12], [-12, -15], [-8, -15], [-5, -10],
    // passed pawn by rank
    [0, 0], [0, 5], [0, 8], [6, 18], [16, 38], [38, 70], [70, 120], [0, 0],
    // passed pawn: guarded, blocked, each step to its king, each step to the other king
    [8, 12], [-6, -12], [0, -4], [0, 8],
    // pawn: isolated, doubled, backward
    [-10, -12], [-6, -16], [-7, -8],
    // pawn beside or guarded by another, by rank
    [0, 0], [2, 0], [8, 4], [10, 6], [18, 14], [35, 30], [50, 50], [0, 0],
    // two bishops
    [25, 45],
    // rook on an open file, half open
    [28, 12], [12, 8],
    // king: each pawn of the shield, each open file near it
    [12, 0], [-14, 2],
    // attack on the king, grows with the square of its force
    [-3, -1],
    // attacked by a pawn
    [-40, -35],
    // attacked and not guarded
    [-25, -25],
    // major piece attacked by a minor one
    [-25, -20],
    // knight or bishop that no pawn can drive away
    [20, 10],
    // check that could be given safely
    [-8, -4],
    // having the move
    [14, 14],
];
