import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { pieceImage } from "../../boards/pieces";
import type { Seat } from "../../generated";
import type { AnalysisBoard } from "../../model/analysis/board";
import {
  cleared,
  type Draft,
  type DraftBoard,
  moved,
  put,
  readDraft,
  writeDraft,
} from "../../model/analysis/draft";
import { newTree } from "../../model/analysis/tree";
import { texts } from "../../texts";
import { more } from "../../texts/more";
import { phraseInWords } from "../../texts/server";
import { Choice } from "../choices";
import { Dialog } from "../dialog";
import { Embedded } from "../element";
import { extrasOf, type KindOfPiece } from "../extras";

const ORDINARY: KindOfPiece[] = [
  { letter: "K", kind: "king" },
  { letter: "Q", kind: "queen" },
  { letter: "R", kind: "rook" },
  { letter: "B", kind: "bishop" },
  { letter: "N", kind: "knight" },
  { letter: "P", kind: "pawn" },
];
/** On boards above each other a pawn that has not moved has a letter of its own. */
const FRESH: KindOfPiece = { letter: "D", kind: "pawn" };
const PINS = ["QL", "KL"].flatMap((side) => [1, 2, 3, 4, 5, 6].map((level) => `${side}${level}`));
const ERASE = "";

/** A position to be set up piece by piece, or pasted as a text. The rules say what is wrong with it. */
export function EditorDialog({ board, onClose }: { board: AnalysisBoard; onClose(): void }) {
  const { variant, setup } = board.tree.peek();
  const text = useSignal(board.setup.peek() || setup);
  const refusal = useSignal("");
  const hand = useSignal("P");
  const draft = readDraft(text.value);
  const change = (next: Draft) => (text.value = writeDraft(next));
  useChecked(board, text, refusal);
  const accept = async (event: Event) => {
    event.preventDefault();
    try {
      board.replace(await treeOf(board, text.peek()));
      onClose();
    } catch (why) {
      refusal.value = (why as Error).message;
    }
  };
  const kinds = useKinds(variant, draft);
  return (
    <Dialog title={more.analysis.setUp} className="editor" onClose={onClose}>
      <form class="form" onSubmit={accept}>
        {draft?.form === "timeline" && <p class="about">{more.analysis.historyBegins}</p>}
        {draft !== null && (
          <>
            <Palette kinds={kinds} hand={hand.value} onTake={(sign) => (hand.value = sign)} />
            <div class="editor-boards">
              {draft.boards.map((one, index) => (
                <EditorBoard
                  key={index}
                  draft={one}
                  name={boardName(board, draft, index)}
                  kinds={kinds}
                  onPut={(row, column) => {
                    const now = draft.boards[index]?.rows[row]?.[column];
                    const sign = now === hand.value ? ERASE : hand.value;
                    change(put(draft, index, row, column, sign));
                  }}
                  onMove={(to) => change(moved(draft, index, to))}
                />
              ))}
            </div>
            <Fields draft={draft} onChange={change} />
          </>
        )}
        <label class="field">
          <span>{more.analysis.positionText}</span>
          <textarea
            rows={2}
            spellcheck={false}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <p class="refusal" role="alert">
          {refusal.value}
        </p>
        <div class="dialog-buttons">
          {draft !== null && (
            <button type="button" onClick={() => change(cleared(draft))}>
              {more.analysis.clear}
            </button>
          )}
          <button
            type="button"
            onClick={() => void usual(board).then((found) => (text.value = found))}
          >
            {more.analysis.usual}
          </button>
          <button type="button" onClick={onClose}>
            {texts.promotion.cancel}
          </button>
          <button class="primary" type="submit" disabled={refusal.value !== ""}>
            {more.analysis.analyseThis}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A tree without moves from a position text, if the rules take it. */
async function treeOf(board: AnalysisBoard, text: string) {
  const { variant } = board.tree.peek();
  const place = { variant, start: { type: "setup" as const, text: text.trim() } };
  const looked = await board.rules.ask<"look">({ type: "look", place });
  return newTree(variant, looked.start, looked.first_move ?? 1);
}

async function usual(board: AnalysisBoard): Promise<string> {
  const place = { variant: board.tree.peek().variant, start: { type: "usual" as const } };
  return (await board.rules.ask<"look">({ type: "look", place })).start;
}

/** Asks the rules about every text; only what they say about the latest counts. */
function useChecked(
  board: AnalysisBoard,
  text: { value: string },
  refusal: { value: string },
): void {
  const questions = useSignal(0);
  useSignalEffect(() => {
    const wanted = text.value;
    const question = questions.peek() + 1;
    questions.value = question;
    const tell = (words: string) => {
      if (question === questions.peek()) refusal.value = words;
    };
    treeOf(board, wanted).then(
      () => tell(""),
      (why: Error) => tell(why.message),
    );
  });
}

function useKinds(variant: string, draft: Draft | null): KindOfPiece[] {
  const own = useSignal<readonly KindOfPiece[] | null>(null);
  useEffect(() => {
    void extrasOf(variant)
      .kinds?.()
      .then((kinds) => (own.value = kinds));
  }, [variant]);
  const kinds = own.value ?? ORDINARY;
  return draft?.form === "levels" ? [...kinds, FRESH] : [...kinds];
}

/** The boards from the highest down, as they stand in the text; those that move have no name of their own. */
function boardName(board: AnalysisBoard, draft: Draft, index: number): string {
  if (draft.form !== "levels" || draft.boards[index]?.pin !== undefined) return texts.text.board;
  const fixed = (board.scene.peek()?.boards ?? []).filter((one) => one.tap === undefined);
  return phraseInWords(fixed.toReversed()[index]?.name ?? texts.text.board);
}

const seatOf = (sign: string): Seat => (sign[0] === sign[0]?.toUpperCase() ? "white" : "black");

function nameOf(sign: string, kinds: readonly KindOfPiece[]): string {
  if (sign === ERASE) return texts.words.empty;
  const kind = kinds.find((one) => one.letter === sign[0]?.toUpperCase());
  const name = phraseInWords(`${seatOf(sign)} ${kind?.kind ?? sign}`);
  return kind === FRESH ? more.analysis.fresh(name) : name;
}

function Piece({ sign, kinds }: { sign: string; kinds: readonly KindOfPiece[] }) {
  const kind = kinds.find((one) => one.letter === sign[0]?.toUpperCase());
  return (
    <>
      <Embedded make={() => pieceImage(kind?.kind ?? "", seatOf(sign), sign[0])} of={sign} />
      {kind === FRESH && <span class="editor-fresh" aria-hidden="true" />}
    </>
  );
}

interface PaletteProps {
  kinds: readonly KindOfPiece[];
  hand: string;
  onTake(sign: string): void;
}

/** What is put on the square that is pressed next. */
function Palette({ kinds, hand, onTake }: PaletteProps) {
  const take = (sign: string) => (
    <button
      type="button"
      key={sign}
      class="editor-piece"
      aria-pressed={hand === sign}
      title={sign === ERASE ? more.analysis.erase : nameOf(sign, kinds)}
      aria-label={sign === ERASE ? more.analysis.erase : nameOf(sign, kinds)}
      onClick={() => onTake(sign)}
    >
      {sign === ERASE ? "×" : <Piece sign={sign} kinds={kinds} />}
    </button>
  );
  return (
    <div class="editor-palette" role="toolbar" aria-label={more.analysis.pieces}>
      <div>{kinds.map((kind) => take(kind.letter))}</div>
      <div>
        {kinds.map((kind) => take(kind.letter.toLowerCase()))}
        {take(ERASE)}
      </div>
    </div>
  );
}

interface EditorBoardProps {
  draft: DraftBoard;
  name: string;
  kinds: readonly KindOfPiece[];
  onPut(row: number, column: number): void;
  onMove(to: Partial<DraftBoard>): void;
}

const FILES = "abcdefgh";

function EditorBoard({ draft, name, kinds, onPut, onMove }: EditorBoardProps) {
  const { rows, pin, isTurned } = draft;
  const width = rows[0]?.length ?? 0;
  const title = pin === undefined ? name : more.analysis.attackBoard(pin);
  return (
    <fieldset class={`editor-board ${pin === undefined ? "" : "is-moving"}`}>
      <legend>{title}</legend>
      {pin !== undefined && (
        <div class="editor-pin">
          <select
            value={pin}
            aria-label={more.analysis.pin(pin)}
            onChange={(event) => onMove({ pin: event.currentTarget.value })}
          >
            {PINS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <label>
            <input
              type="checkbox"
              checked={isTurned === true}
              onChange={(event) => onMove({ isTurned: event.currentTarget.checked })}
            />
            {more.analysis.turned}
          </label>
        </div>
      )}
      <div class="editor-grid" style={{ "--width": String(width) }}>
        {rows.flatMap((row, at) =>
          row.map((sign, column) => {
            const place = width === 8 ? `${FILES[column]}${8 - at}` : `${at + 1}.${column + 1}`;
            return (
              <button
                type="button"
                key={place}
                class={`editor-cell shade-${(at + column) % 2 === 0 ? "light" : "dark"}`}
                data-place={place}
                aria-label={`${place}, ${nameOf(sign, kinds)}`}
                onClick={() => onPut(at, column)}
              >
                {sign !== ERASE && <Piece sign={sign} kinds={kinds} />}
              </button>
            );
          }),
        )}
      </div>
    </fieldset>
  );
}

function Fields({ draft, onChange }: { draft: Draft; onChange(next: Draft): void }) {
  const { castling, promotions, turn } = draft;
  return (
    <div class="editor-fields">
      <Choice
        key={turn}
        name="editor-turn"
        title={more.analysis.toMove}
        names={{ white: texts.seats.white, black: texts.seats.black }}
        value={turn}
        onChange={(next) => onChange({ ...draft, turn: next as Seat })}
      />
      {castling !== null && (
        <Text
          title={more.analysis.castling}
          value={castling}
          onChange={(next) => onChange({ ...draft, castling: next })}
        />
      )}
      {promotions !== null && (
        <Text
          title={more.analysis.promotions}
          value={promotions}
          onChange={(next) => onChange({ ...draft, promotions: next })}
        />
      )}
    </div>
  );
}

interface TextProps {
  title: string;
  value: string;
  onChange(value: string): void;
}

function Text({ title, value, onChange }: TextProps) {
  return (
    <label class="field">
      <span>{title}</span>
      <input
        value={value}
        spellcheck={false}
        autocomplete="off"
        onChange={(event) => onChange(event.currentTarget.value.trim() || "-")}
      />
    </label>
  );
}
