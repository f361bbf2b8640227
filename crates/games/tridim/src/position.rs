//! What stands where, and what else a position needs to be played on.

use rules::{BySeat, Seat};

use crate::{
    BoardId, Boards, Column, ColumnSet, Kind, Past, Piece, Pin, Preset, Rights, Square, SquareSet,
};

/// A position without its past. Small enough to be copied for every move that is tried.
///
/// Every piece is held twice: as a square and as a column. The columns answer all questions of movement
/// and attack; the squares say on which level a piece stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    kinds: [SquareSet; 6],
    seats: BySeat<SquareSet>,
    fresh: SquareSet,
    carried: SquareSet,
    columns: BySeat<[ColumnSet; 6]>,
    occupied: ColumnSet,
    existing: SquareSet,
    boards: Boards,
    pub(crate) to_move: Seat,
    pub(crate) castling: Rights,
    pub(crate) en_passant: Option<Square>,
    pub(crate) half_moves: u32,
    pub(crate) full_moves: u32,
    preset: Preset,
}

/// The 48 squares of the main boards.
const MAIN: SquareSet = SquareSet((1 << 48) - 1);

impl Position {
    /// A position without pieces, White to move.
    pub(crate) fn empty(boards: Boards, preset: Preset) -> Position {
        Position {
            kinds: [SquareSet::EMPTY; 6],
            seats: BySeat::default(),
            fresh: SquareSet::EMPTY,
            carried: SquareSet::EMPTY,
            columns: BySeat::default(),
            occupied: ColumnSet::EMPTY,
            existing: MAIN.or(boards.squares()),
            boards,
            to_move: Seat::White,
            castling: Rights::default(),
            en_passant: None,
            half_moves: 0,
            full_moves: 1,
            preset,
        }
    }

    /// Whose turn it is, or will be once a pending promotion is chosen.
    pub const fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Which rules are played.
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// Where the attack boards stand.
    pub const fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The castling rights.
    pub const fn castling(&self) -> Rights {
        self.castling
    }

    /// The pawn that has just made a double step.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Turns since the last capture, pawn movement or promotion.
    pub const fn half_moves(&self) -> u32 {
        self.half_moves
    }

    /// The number of the move, 1 at the start.
    pub const fn full_moves(&self) -> u32 {
        self.full_moves
    }

    /// The 64 squares that exist now.
    pub const fn existing(&self) -> SquareSet {
        self.existing
    }

    /// The existing squares of a column.
    pub const fn squares_of(&self, column: Column) -> SquareSet {
        Square::of_column(column).and(self.existing)
    }

    /// The existing squares of a column on which nothing stands.
    pub fn empty_of(&self, column: Column) -> SquareSet {
        self.squares_of(column).without(self.pieces())
    }

    /// The squares with a piece of this side.
    pub fn of_seat(&self, seat: Seat) -> SquareSet {
        self.seats[seat]
    }

    /// The squares with any piece.
    pub fn pieces(&self) -> SquareSet {
        self.seats.white.or(self.seats.black)
    }

    /// The squares with such a piece of this side.
    pub fn of(&self, seat: Seat, kind: Kind) -> SquareSet {
        self.seats[seat].and(self.kinds[kind as usize])
    }

    /// The columns with such a piece of this side.
    pub fn columns_of(&self, seat: Seat, kind: Kind) -> ColumnSet {
        self.columns[seat][kind as usize]
    }

    /// The columns with any piece.
    pub const fn occupied(&self) -> ColumnSet {
        self.occupied
    }

    /// Whether such a piece of this side stands on a square.
    pub fn holds(&self, square: Square, seat: Seat, kind: Kind) -> bool {
        self.of(seat, kind).contains(square)
    }

    /// The pawns that may still make a double step.
    pub const fn fresh(&self) -> SquareSet {
        self.fresh
    }

    /// The king of a side.
    pub fn king(&self, seat: Seat) -> Option<Square> {
        self.of(seat, Kind::King).first()
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let seat = Seat::BOTH
            .into_iter()
            .find(|seat| self.seats[*seat].contains(square))?;
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| self.kinds[*kind as usize].contains(square))?;
        let past = if self.fresh.contains(square) {
            Past::Fresh
        } else if self.carried.contains(square) {
            Past::Carried
        } else {
            Past::Moved
        };
        Some(Piece { seat, kind, past })
    }

    /// The riders of a board.
    pub fn riders(&self, board: BoardId) -> SquareSet {
        let squares: SquareSet = self.boards.pin(board).squares().into_iter().collect();
        squares.and(self.pieces())
    }

    /// Who may move a board: the side of its only rider, or its owner while it is empty.
    pub fn controller(&self, board: BoardId) -> Option<Seat> {
        let mut riders = self.riders(board);
        match (riders.next(), riders.next()) {
            (None, _) => Some(board.owner()),
            (Some(rider), None) => self.piece_at(rider).map(|piece| piece.seat),
            _ => None,
        }
    }

    /// The columns from which `by` attacks a column.
    pub fn attackers(&self, column: Column, by: Seat) -> ColumnSet {
        let of = |kind| self.columns_of(by, kind);
        let reach = |kind| column.reach(kind, self.occupied);
        let straight = of(Kind::Rook).or(of(Kind::Queen));
        let diagonal = of(Kind::Bishop).or(of(Kind::Queen));
        column
            .pawn_attacks(!by)
            .and(of(Kind::Pawn))
            .or(reach(Kind::Knight).and(of(Kind::Knight)))
            .or(reach(Kind::King).and(of(Kind::King)))
            .or(reach(Kind::Rook).and(straight))
            .or(reach(Kind::Bishop).and(diagonal))
    }

    /// Whether `by` attacks a column: all its squares alike.
    pub fn is_attacked(&self, column: Column, by: Seat) -> bool {
        !self.attackers(column, by).is_empty()
    }

    /// Whether the king of a side is attacked.
    pub fn in_check(&self, seat: Seat) -> bool {
        self.king(seat)
            .is_some_and(|king| self.is_attacked(king.column(), !seat))
    }

    /// One of the pieces that attack a column.
    pub fn attacker(&self, column: Column, by: Seat) -> Option<Square> {
        let from = self.attackers(column, by).first()?;
        let pieces = Square::of_column(from).and(self.of_seat(by));
        pieces.into_iter().find(|square| {
            Kind::ALL.into_iter().any(|kind| {
                let reach = match kind {
                    Kind::Pawn => from.pawn_attacks(by),
                    Kind::King | Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight => {
                        from.reach(kind, self.occupied)
                    }
                };
                self.holds(*square, by, kind) && reach.contains(column)
            })
        })
    }

    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let one = SquareSet::one(square);
        let column = ColumnSet::one(square.column());
        self.seats[piece.seat] = self.seats[piece.seat].or(one);
        self.kinds[piece.kind as usize] = self.kinds[piece.kind as usize].or(one);
        let columns = &mut self.columns[piece.seat][piece.kind as usize];
        *columns = columns.or(column);
        self.occupied = self.occupied.or(column);
        match (piece.kind, piece.past) {
            (Kind::Pawn, Past::Fresh) => self.fresh = self.fresh.or(one),
            (Kind::Pawn, Past::Carried) => self.carried = self.carried.or(one),
            _ => {}
        }
    }

    pub(crate) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        let one = SquareSet::one(square);
        let column = square.column();
        self.seats[piece.seat] = self.seats[piece.seat].without(one);
        self.kinds[piece.kind as usize] = self.kinds[piece.kind as usize].without(one);
        self.fresh = self.fresh.without(one);
        self.carried = self.carried.without(one);
        // Another piece of the same column may keep the column in the set.
        let here = Square::of_column(column);
        if self.of(piece.seat, piece.kind).and(here).is_empty() {
            let columns = &mut self.columns[piece.seat][piece.kind as usize];
            *columns = columns.without(ColumnSet::one(column));
        }
        if self.pieces().and(here).is_empty() {
            self.occupied = self.occupied.without(ColumnSet::one(column));
        }
        Some(piece)
    }

    /// Moves a board without its riders.
    pub(crate) fn put_board(&mut self, board: BoardId, pin: Pin, rotated: bool) {
        self.boards.put(board, pin, rotated);
        self.existing = MAIN.or(self.boards.squares());
    }
}
