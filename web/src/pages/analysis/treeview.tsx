import { type Block, blocksOf, type Count, countsOf } from "../../model/analysis/blocks";
import type { AnalysisBoard } from "../../model/analysis/board";
import { changeOf } from "../../model/analysis/changes";
import { readable, signOf } from "../../model/analysis/glyphs";
import { lineFrom, lineTo, type Node, nodeOf, START, type Tree } from "../../model/analysis/tree";
import { moveInLetters } from "../../texts/letters";
import { more } from "../../texts/more";
import { Sheet } from "../movelist";

/** Deeper variations are not indented further. */
const MAX_INDENT = 6;

/** The moves with their variations. Every move can be gone to. */
export function TreeView({ board }: { board: AnalysisBoard }) {
  const [tree, at] = [board.tree.value, board.at.value];
  const counts = countsOf(tree);
  const blocks = blocksOf(tree);
  const start = nodeOf(tree, START);
  const depth = lineTo(tree, at).length;
  const changesPast = board.scene.value?.timeline !== undefined;
  return (
    <Sheet
      n={tree.nodes.size - 1}
      at={depth}
      length={depth + lineFrom(tree, at).length}
      isPlaying={board.isPlaying.value}
      onStep={(how) => board.step(how)}
      onPlay={() => board.togglePlaying()}
      follow={`${at} ${tree.nodes.size}`}
    >
      {readable(start.comment) !== "" && <li class="tree-block">{readable(start.comment)}</li>}
      {blocks.length === 0 && <li class="empty">{more.analysis.noMoves}</li>}
      {blocks.map((block) => (
        <li
          key={block.nodes[0]}
          class={`tree-block ${block.depth > 0 ? "is-variation" : ""}`}
          style={{ "--indent": String(Math.min(block.depth, MAX_INDENT)) }}
        >
          <Moves board={board} tree={tree} block={block} counts={counts} />
        </li>
      ))}
      {changesPast && blocks.length > 0 && <li class="tree-legend">{more.analysis.pastLegend}</li>}
    </Sheet>
  );
}

interface MovesProps {
  board: AnalysisBoard;
  tree: Tree;
  block: Block;
  counts: Map<number, Count>;
}

function Moves({ board, tree, block, counts }: MovesProps) {
  let isApart = true;
  return (
    <>
      {block.depth > 0 && block.opens && <span class="hidden">{more.analysis.variation}</span>}
      {block.nodes.map((id) => {
        const node = nodeOf(tree, id);
        const number = numberIn(counts.get(id), isApart);
        const comment = readable(node.comment);
        isApart = comment !== "";
        return (
          <span key={id} class="tree-move">
            <span class="tree-numbered">
              {number !== "" && <span class="tree-number">{number}</span>}
              <MoveButton board={board} node={node} />
            </span>
            {comment !== "" && <span class="tree-comment">{comment}</span>}
          </span>
        );
      })}
    </>
  );
}

/** White's moves have numbers, and Black's where something stands before them. */
function numberIn(count: Count | undefined, isApart: boolean): string {
  if (count === undefined || (!count.begins && !isApart)) return "";
  if (count.seat === "white") return `${count.number}.`;
  return isApart ? `${count.number}…` : "";
}

function MoveButton({ board, node }: { board: AnalysisBoard; node: Node }) {
  const isCurrent = node.id === board.at.value;
  const notation = node.move?.notation ?? "";
  const change = changeOf(notation);
  const glyphs = node.glyphs.map(signOf).join(" ");
  const hasMore = node.drawings.length > 0;
  return (
    <button
      class={`move ${change === null ? "" : "is-change"} ${judgement(node)}`}
      type="button"
      data-node={node.id}
      aria-current={isCurrent ? "step" : undefined}
      title={change === null ? undefined : more.analysis.changesPast(change.number)}
      onClick={() => board.go(node.id)}
    >
      {change === null ? (
        moveInLetters(notation)
      ) : (
        <>
          <span aria-hidden="true">↺{change.number} </span>
          <span class="hidden">{more.analysis.changesPast(change.number)}</span>
          {moveInLetters(change.move)}
        </>
      )}
      {glyphs !== "" && <span class="tree-glyphs">{glyphs}</span>}
      {hasMore && <span class="tree-drawn" aria-hidden="true" />}
    </button>
  );
}

const JUDGED: Record<number, string> = { 6: "is-inaccuracy", 2: "is-mistake", 4: "is-blunder" };

const judgement = ({ glyphs }: Node): string =>
  glyphs.flatMap((glyph) => JUDGED[glyph] ?? [])[0] ?? "";
