/** The style of the analysis board. It travels with its code, so that the first page does not carry it. */
export const style = `
.analysis {
  --board-room: calc(100dvh - var(--header) - 1.6rem);
}
.analysis .game-side {
  max-height: var(--board-room);
  overflow-y: auto;
}
.analysis .game-side > .moves {
  flex: 1 0 12rem;
}
.analysis .arrow-best {
  fill: rgb(28 79 168 / 55%);
}
.analysis .arrow-ring.arrow-best {
  fill: none;
  stroke: rgb(28 79 168 / 70%);
}
.engine {
  display: grid;
  gap: 0.35rem;
}
.engine-head {
  display: flex;
  gap: 0.4rem;
  align-items: center;
}
.engine-head > button {
  font-size: 0.92rem;
}
.engine-head > button:first-child {
  flex: 1 1 auto;
}
.engine-head [aria-pressed="true"] {
  border-color: var(--accent);
  background: var(--accent-soft);
}
.engine-count select {
  padding: 0.3em 0.4em;
  background: var(--raised);
}
.engine-depth {
  font-size: 0.85rem;
  color: var(--soft);
  font-variant-numeric: tabular-nums;
  min-height: 1.3em;
}
.engine-lines li {
  display: flex;
  gap: 0.5rem;
  align-items: baseline;
  min-height: 32px;
  border-top: 1px solid var(--line);
}
.engine-lines li:first-child {
  border-top: 0;
}
.engine-score {
  flex: none;
  min-width: 3.2rem;
  font-variant-numeric: tabular-nums;
}
.engine-moves {
  display: flex;
  overflow-x: auto;
  scrollbar-width: thin;
}
.engine-moves .move {
  flex: none;
  padding: 0 0.35rem;
}
.analysis .moves li.tree-block {
  display: block;
  padding-left: calc(var(--indent, 0) * 0.8rem);
  line-height: 1.75;
}
.analysis .moves li.is-variation {
  font-size: 0.92rem;
  color: var(--soft);
  border-left: 2px solid var(--line);
  margin-left: calc(var(--indent, 0) * 0.5rem);
  padding-left: 0.4rem;
}
.tree-move {
  display: inline;
}
/* A number does not stay behind at the end of a line. */
.tree-numbered {
  white-space: nowrap;
}
.tree-number {
  color: var(--soft);
  font-size: 0.88em;
  margin-left: 0.2rem;
}
.analysis .tree-move .move {
  display: inline-flex;
  min-height: 28px;
  padding: 0 0.3rem;
  gap: 0.15em;
}
.analysis .move[aria-current] {
  background: var(--accent);
  color: var(--accent-ink);
}
.tree-glyphs {
  font-weight: 700;
}
.analysis .is-inaccuracy:not([aria-current]) {
  color: var(--gold);
}
.analysis .is-mistake:not([aria-current]),
.analysis .is-blunder:not([aria-current]) {
  color: var(--danger);
}
/* A change of the past is drawn as something that turns back, never as a line beside the game. */
.analysis .move.is-change {
  border: 1px dashed #7a3ff2;
  background: rgb(122 63 242 / 12%);
  border-radius: 9px;
}
.analysis .move.is-change[aria-current] {
  background: #6a34d8;
  color: #fff;
}
.tree-drawn::after {
  content: "➚";
  font-size: 0.75em;
  opacity: 0.7;
}
.tree-comment {
  color: var(--soft);
  font-style: italic;
  margin-inline: 0.15rem;
  overflow-wrap: anywhere;
}
.analysis .moves li.tree-legend {
  display: block;
  margin-top: 0.5rem;
  padding-top: 0.4rem;
  border-top: 1px solid var(--line);
  font-size: 0.85rem;
  color: var(--soft);
}
.analysis-tools {
  flex-wrap: wrap;
}
.analysis-tools .tool-wide {
  flex: 1 1 auto;
  font-size: 0.92rem;
  color: var(--ink);
  padding: 0 0.4em;
}
.analysis-tools [aria-disabled="true"] {
  opacity: 0.4;
}
.pen-green {
  box-shadow: inset 0 -4px #15781b;
}
.pen-red {
  box-shadow: inset 0 -4px #b3261e;
}
.pen-blue {
  box-shadow: inset 0 -4px #1c4fa8;
}
.pen-yellow {
  box-shadow: inset 0 -4px #c78a00;
}
.game-side details:is(.remarks, .keep, .review)[open] {
  display: grid;
  gap: 0.5rem;
}
/* Where browsers have a box of its own for what is below the summary, that is what has to have gaps. */
.game-side details:is(.remarks, .keep, .review)[open]::details-content {
  display: grid;
  gap: 0.5rem;
}
.game-side details:is(.remarks, .keep, .review) > summary {
  cursor: pointer;
  font-weight: 600;
  font-size: 0.95rem;
  background: none;
  min-height: 28px;
}
.game-side details[open]:is(.remarks, .keep, .review) > summary {
  margin-bottom: 0.4rem;
}
.remarks textarea,
.keep textarea,
.editor textarea {
  width: 100%;
  font: inherit;
  font-size: 0.92rem;
  color: inherit;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 8px;
  padding: 0.4rem 0.6rem;
  resize: vertical;
}
.glyphs {
  display: grid;
  grid-template-columns: repeat(7, 1fr);
  gap: 0.25rem;
}
.glyphs button {
  padding: 0;
  min-height: 36px;
}
.glyphs [aria-pressed="true"] {
  background: var(--accent);
  color: var(--accent-ink);
}
.keep-row {
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem;
}
.keep-row > * {
  flex: 1 1 auto;
  font-size: 0.92rem;
  padding-inline: 0.5em;
}
.saved h2 {
  font-size: 0.95rem;
  margin: 0.4rem 0;
}
.saved li {
  display: flex;
  gap: 0.3rem;
  align-items: center;
  padding: 0.2rem 0;
  border-top: 1px solid var(--line);
}
.saved li[aria-current] .saved-name {
  font-weight: 700;
}
.saved-name {
  flex: 1 1 auto;
  min-width: 0;
  overflow-wrap: anywhere;
}
.saved-name small {
  color: var(--soft);
}
.saved button {
  flex: none;
  padding: 0 0.6em;
}
.review-progress {
  display: flex;
  gap: 0.5rem;
  align-items: center;
}
.review-progress progress {
  flex: 1 1 auto;
}
.review-graph {
  display: block;
  width: 100%;
  height: 84px;
  cursor: pointer;
  border: 1px solid var(--line);
  border-radius: 6px;
}
.graph-black {
  fill: #4a4540;
}
.graph-white {
  fill: #f6f2ea;
}
.graph-middle {
  stroke: #9a9187;
  stroke-width: 1px;
  vector-effect: non-scaling-stroke;
}
.graph-now {
  stroke: #2f7df0;
  stroke-width: 2px;
  vector-effect: non-scaling-stroke;
}
.review-counts {
  width: 100%;
  border-collapse: collapse;
  font-size: 0.92rem;
}
.review-counts th {
  text-align: left;
  font-weight: 500;
}
.review-counts :is(td, thead th) {
  text-align: right;
  font-variant-numeric: tabular-nums;
}
.review-faults li {
  display: grid;
  gap: 0.25rem;
  padding: 0.4rem 0 0.4rem 0.5rem;
  border-left: 4px solid var(--gold);
  margin-bottom: 0.3rem;
}
.review-faults :is(.fault-mistake, .fault-blunder) {
  border-color: var(--danger);
}
.game-side .fault-move {
  justify-content: flex-start;
  flex-wrap: wrap;
  text-align: left;
  border: 0;
  padding: 0.2rem 0;
  background: none;
}
.fault-buttons {
  display: flex;
  flex-wrap: wrap;
  gap: 0.3rem;
}
.fault-buttons button {
  font-size: 0.9rem;
}
.trial {
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem;
  align-items: center;
  font-weight: 600;
}
.trial:empty {
  display: none;
}
.editor {
  width: min(46rem, 100vw - 1rem);
}
.editor-palette > div {
  display: flex;
  flex-wrap: wrap;
  gap: 2px;
}
.editor-piece {
  position: relative;
  width: 40px;
  height: 40px;
  min-height: 0;
  padding: 0;
  font-size: 1.3rem;
  background: var(--light, #f0d9b5);
  color: #24211d;
}
.editor-piece[aria-pressed="true"] {
  outline: 3px solid var(--focus);
  outline-offset: -3px;
}
.editor .piece-image {
  display: block;
  width: 100%;
  height: 100%;
}
.editor-boards {
  display: flex;
  flex-wrap: wrap;
  gap: 0.6rem;
  justify-content: center;
  align-items: flex-start;
}
.editor-board {
  border: 0;
  margin: 0;
  padding: 0;
  min-width: 0;
}
.editor-board legend {
  font-size: 0.85rem;
  color: var(--soft);
  padding: 0;
}
.editor-pin {
  display: flex;
  gap: 0.4rem;
  align-items: center;
  font-size: 0.85rem;
  margin-bottom: 0.2rem;
}
.editor-pin select {
  min-height: 32px;
  padding: 0 0.3rem;
}
.editor-grid {
  display: grid;
  grid-template-columns: repeat(var(--width), min(42px, (100vw - 5rem) / 8));
}
.editor-cell {
  position: relative;
  aspect-ratio: 1;
  min-height: 0;
  padding: 0;
  border: 0;
  border-radius: 0;
}
.editor-cell.shade-light {
  background: var(--light, #f0d9b5);
}
.editor-cell.shade-dark {
  background: var(--dark, #b58863);
}
.editor-cell:focus-visible {
  z-index: 1;
}
.editor-fresh {
  position: absolute;
  right: 2px;
  top: 2px;
  width: 9px;
  height: 9px;
  border-radius: 50%;
  background: #2f6b4a;
  border: 1px solid #fff;
}
.editor-fields {
  display: flex;
  flex-wrap: wrap;
  gap: 0.6rem;
}
.editor-fields .field {
  flex: 1 1 8rem;
}
.editor .dialog-buttons {
  flex-wrap: wrap;
}
@media (max-width: 860px) {
  .analysis .game-side {
    max-height: none;
    overflow-y: visible;
  }
  .analysis .game-side > .moves {
    flex: none;
    height: 11rem;
  }
}
`;
