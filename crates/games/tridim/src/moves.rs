//! All legal turns of the side to move in a position in which no promotion is pending.

use rules::Seat;

use crate::castling::{self, Wing};
use crate::promotion::{Corner, promotes_on};
use crate::{
    BoardId, BoardMove, Column, ColumnSet, Heading, Kind, PieceMove, Pin, Position, Square,
    SquareSet, Turn,
};

/// The legal turns, in a fixed order.
pub fn legal_turns(position: &Position) -> Vec<Turn> {
    let mut search = Search::new(position);
    for kind in Kind::ALL {
        let pieces = position.of(search.seat, kind);
        match kind {
            Kind::Pawn => pieces.for_each(|from| search.pawn(from)),
            Kind::King | Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight => {
                pieces.for_each(|from| search.piece(kind, from));
            }
        }
    }
    search.castle();
    for board in BoardId::ALL {
        search.board(board);
    }
    search.turns
}

struct Search<'p> {
    position: &'p Position,
    seat: Seat,
    in_check: bool,
    /// The lines on which leaving a column can open the way to the king.
    lines: ColumnSet,
    turns: Vec<Turn>,
}

impl<'p> Search<'p> {
    fn new(position: &'p Position) -> Search<'p> {
        let seat = position.to_move();
        let king = position.king(seat).map(Square::column);
        Search {
            position,
            seat,
            in_check: position.in_check(seat),
            lines: king.map_or(ColumnSet::EMPTY, Column::lines),
            turns: Vec::with_capacity(64),
        }
    }

    fn piece(&mut self, kind: Kind, from: Square) {
        let columns = from.column().reach(kind, self.position.occupied());
        let targets = self
            .squares(columns)
            .without(self.position.of_seat(self.seat));
        for to in targets {
            self.offer(kind, from, to);
        }
    }

    /// The existing squares of some columns.
    fn squares(&self, columns: ColumnSet) -> SquareSet {
        let all = columns.fold(SquareSet::EMPTY, |squares, column| {
            squares.or(Square::of_column(column))
        });
        all.and(self.position.existing())
    }

    fn pawn(&mut self, from: Square) {
        self.promote_in_place(from);
        let enemies = self.position.of_seat(!self.seat);
        let attacked = from.column().pawn_attacks(self.seat);
        let steps = self.steps(from).or(self.double_steps(from));
        let captures = self.squares(attacked).and(enemies);
        for to in steps.or(captures) {
            self.offer(Kind::Pawn, from, to);
        }
        if let Some(crossed) = crossed_column(self.position)
            && attacked.contains(crossed)
        {
            for to in self.position.squares_of(crossed) {
                self.offer_en_passant(from, to);
            }
        }
    }

    fn steps(&self, from: Square) -> SquareSet {
        let ahead = from.column().ahead(self.seat);
        ahead.map_or(SquareSet::EMPTY, |column| self.position.empty_of(column))
    }

    fn double_steps(&self, from: Square) -> SquareSet {
        let crossed = from.column().ahead(self.seat).filter(|column| {
            self.position.fresh().contains(from)
                && !self.position.occupied().contains(*column)
                && !self.position.squares_of(*column).is_empty()
        });
        let landing = crossed.and_then(|column| column.ahead(self.seat));
        landing.map_or(SquareSet::EMPTY, |column| self.position.empty_of(column))
    }

    /// Offers a move, once for each piece a pawn can become on its furthest rank.
    fn offer(&mut self, kind: Kind, from: Square, to: Square) {
        let made = PieceMove {
            kind,
            from,
            to,
            capture: self.position.of_seat(!self.seat).contains(to),
            en_passant: false,
            promotion: None,
        };
        // What a pawn becomes blocks the same lines as the pawn would: one test serves all choices.
        if self.is_risky(kind, from) && !self.is_safe(Turn::Move(made)) {
            return;
        }
        if kind == Kind::Pawn && promotes_on(self.position.boards(), self.seat, to) {
            let choice = |promotion| PieceMove { promotion, ..made };
            self.offer_choices(|promotion| Turn::Move(choice(promotion)));
        } else {
            self.turns.push(Turn::Move(made));
        }
    }

    /// Offers a turn once for each piece a pawn can become.
    fn offer_choices(&mut self, turn: impl Fn(Option<Kind>) -> Turn) {
        let choices = Kind::PROMOTIONS.map(|kind| turn(Some(kind)));
        self.turns.extend(choices);
    }

    fn offer_en_passant(&mut self, from: Square, to: Square) {
        // Two columns are left at once, so this move is always tried out.
        self.offer_if_safe(Turn::Move(PieceMove {
            kind: Kind::Pawn,
            from,
            to,
            capture: true,
            en_passant: true,
            promotion: None,
        }));
    }

    /// Whether a move could leave the own king attacked. Out of check, a piece that is on no line with
    /// its king cannot uncover it.
    fn is_risky(&self, kind: Kind, from: Square) -> bool {
        self.in_check || kind == Kind::King || self.lines.contains(from.column())
    }

    fn is_safe(&self, turn: Turn) -> bool {
        !self.position.after(turn).in_check(self.seat)
    }

    fn offer_if_safe(&mut self, turn: Turn) {
        if self.is_safe(turn) {
            self.turns.push(turn);
        }
    }

    fn castle(&mut self) {
        for wing in Wing::BOTH {
            if !self.in_check
                && self.position.castling().has(self.seat, wing)
                && self.position.full_moves() >= 2
                && castling_way_is_free(self.position, wing)
            {
                self.offer_if_safe(Turn::Castle(wing));
            }
        }
    }

    fn board(&mut self, board: BoardId) {
        if self.position.controller(board) != Some(self.seat) {
            return;
        }
        let from = self.position.boards().pin(board);
        let ridden = self.position.lone_rider(board).is_some();
        let preset = self.position.preset();
        for to in Pin::all() {
            let backward = ridden && from.heading(to, self.seat) == Heading::Backward;
            if from.is_adjacent(to) && !backward && !self.position.boards().cover(to) {
                self.offer_board(board, from, to, false);
                if ridden && preset.arrival_choice() {
                    self.offer_board(board, from, to, true);
                }
            }
        }
        if ridden && preset.rotate_in_place() {
            self.offer_board(board, from, from, true);
        }
    }

    fn offer_board(&mut self, board: BoardId, from: Pin, to: Pin, rotated: bool) {
        let made = BoardMove {
            from,
            to,
            rotated,
            promotion: None,
        };
        let after = self.position.after(Turn::Board(made));
        if after.in_check(self.seat) || uncovered_checker(&after, self.seat).is_some() {
            return;
        }
        if rider_promotes(self.position, board, made) {
            let choice = |promotion| BoardMove { promotion, ..made };
            self.offer_choices(|promotion| Turn::Board(choice(promotion)));
        } else {
            self.turns.push(Turn::Board(made));
        }
    }

    fn promote_in_place(&mut self, at: Square) {
        // The new piece stands where the pawn stood: an attack on the king stays an attack.
        if !self.in_check && promotes_on(self.position.boards(), self.seat, at) {
            let choices = Kind::PROMOTIONS.map(|to| Turn::Promote { at, to });
            self.turns.extend(choices);
        }
    }
}

/// The column that a pawn has just crossed with a double step.
pub(crate) fn crossed_column(position: &Position) -> Option<Column> {
    position.en_passant()?.column().behind(!position.to_move())
}

/// Whether the square on which the king arrives is free, where the rook does not stand on it.
pub(crate) fn castling_way_is_free(position: &Position, wing: Wing) -> bool {
    let squares = castling::squares(position.to_move(), wing);
    wing == Wing::King || !position.pieces().contains(squares.king_to)
}

/// Whether a pawn that rides along has to be promoted by the board move itself.
pub(crate) fn rider_promotes(position: &Position, board: BoardId, made: BoardMove) -> bool {
    if !position.preset().promotes_riders_at_once() {
        return false;
    }
    let Some((square, rider)) = position.lone_rider(board) else {
        return false;
    };
    let mut boards = *position.boards();
    boards.put(board, made.to, made.rotated);
    rider.kind == Kind::Pawn && promotes_on(&boards, rider.seat, made.arrival(square))
}

/// An uncovered enemy pawn that could attack the king of `seat` by its promotion. A queen and a knight
/// attack everything that a rook or bishop would.
pub(crate) fn uncovered_checker(after: &Position, seat: Seat) -> Option<&'static Corner> {
    after.pending()?;
    let mut enemy_pawns = after.forced().filter(|corner| corner.seat != seat);
    enemy_pawns.find(|corner| {
        [Kind::Queen, Kind::Knight]
            .into_iter()
            .any(|kind| after.settled(corner.square, kind).in_check(seat))
    })
}
