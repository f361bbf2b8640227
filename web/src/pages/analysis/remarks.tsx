import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { named } from "../../model/analysis/blocks";
import type { AnalysisBoard } from "../../model/analysis/board";
import { signOf } from "../../model/analysis/glyphs";
import {
  comment,
  isMain,
  MAX_COMMENT,
  MOVE_GLYPHS,
  makeMain,
  nodeOf,
  POSITION_GLYPHS,
  promote,
  remove,
  START,
  toggleGlyph,
} from "../../model/analysis/tree";
import { moveInLetters } from "../../texts/letters";
import { more } from "../../texts/more";

/** What is written about the move that is looked at, and what is done with its line. */
export function Remarks({ board }: { board: AnalysisBoard }) {
  const [tree, at] = [board.tree.value, board.at.value];
  const isStart = at === START;
  const title = isStart ? more.analysis.start : moveInLetters(named(tree, at));
  return (
    <details class="remarks">
      <summary>
        {more.analysis.notes} <span class="about">{title}</span>
      </summary>
      {!isStart && <Glyphs board={board} />}
      <Comment key={at} board={board} />
      <div class="action-row">
        {!isStart && !isMain(tree, at) && (
          <>
            <button type="button" onClick={() => board.change(promote(tree, at))}>
              {more.analysis.promote}
            </button>
            <button type="button" onClick={() => board.change(makeMain(tree, at))}>
              {more.analysis.makeMain}
            </button>
          </>
        )}
        <button type="button" onClick={() => board.change(...remove(tree, at))}>
          {isStart ? more.analysis.removeAll : more.analysis.remove}
        </button>
      </div>
    </details>
  );
}

function Glyphs({ board }: { board: AnalysisBoard }) {
  const [tree, at] = [board.tree.value, board.at.value];
  const { glyphs } = nodeOf(tree, at);
  return (
    <div class="glyphs" role="toolbar" aria-label={more.analysis.glyphs}>
      {[...MOVE_GLYPHS, ...POSITION_GLYPHS].map((glyph) => (
        <button
          type="button"
          key={glyph}
          aria-pressed={glyphs.includes(glyph)}
          title={more.analysis.glyphNames[glyph]}
          aria-label={more.analysis.glyphNames[glyph]}
          onClick={() => board.change(toggleGlyph(tree, at, glyph))}
        >
          {signOf(glyph)}
        </button>
      ))}
    </div>
  );
}

/** The comment is kept when the field is left, or the move: not with every letter, so that undo is worth something. */
function Comment({ board }: { board: AnalysisBoard }) {
  const at = board.at.peek();
  const kept = nodeOf(board.tree.value, at).comment;
  const text = useSignal(kept);
  useEffect(() => {
    text.value = kept;
  }, [kept]);
  const keep = () => {
    const tree = board.tree.peek();
    if (tree.nodes.has(at) && nodeOf(tree, at).comment !== text.peek())
      board.change(comment(tree, at, text.peek()));
  };
  return (
    <label class="field">
      <span>{more.analysis.comment}</span>
      <textarea
        rows={2}
        maxLength={MAX_COMMENT}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onBlur={keep}
      />
    </label>
  );
}
