// The style of the Time-Travelling board. It travels with its code, so that it is loaded with it and only then.
import { installer } from "../stylesheet";

const CSS = `
.timeline-frame { container-type: inline-size; width: 100%; }
.timeline { display: grid; gap: .6rem; grid-template-columns: minmax(0, 1fr); }
.timeline-board { width: min(100cqw, calc(var(--board-room, 100dvh - 12rem) - 5rem)); min-width: min(100cqw, 280px); aspect-ratio: 1; justify-self: center; border-radius: 8px; }
.in-the-past .timeline-board { filter: saturate(.55); box-shadow: 0 0 0 3px var(--soft, #667); }
.is-changing .timeline-board { filter: none; box-shadow: 0 0 0 4px #6b2fa0; }
.timeline-strip { min-width: 0; display: grid; gap: .35rem; }
.timeline-track { display: flex; gap: 3px; overflow-x: auto; padding: 4px 4px 8px; scrollbar-width: thin; touch-action: pan-x; align-items: stretch; position: relative; }
.timeline-arrows { position: absolute; left: 0; top: 0; pointer-events: none; z-index: 2; }
.timeline-arrows path { fill: none; stroke: #8a4fc2; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; opacity: .85; }
.timeline-column { display: grid; grid-template-rows: auto 1fr 1fr; gap: 3px; min-width: 4.1rem; }
.timeline-number { font-size: .75rem; color: var(--soft, #5e574d); text-align: center; line-height: 1.1; }
.timeline-strip .timeline-ply { position: relative; min-height: 2.5rem; padding: .1rem .35rem; display: grid; align-content: center; justify-items: center; gap: 0; font-size: .875rem; line-height: 1.15;
  border: 1.5px solid var(--line, #bbb); border-radius: 6px; cursor: pointer; font-weight: 550; }
.timeline-strip .timeline-ply.is-start { align-self: end; height: calc(5rem + 3px); min-width: 3.2rem; background: transparent; }
.timeline-strip .timeline-ply.seat-white { background: #fffdf8; color: #1d1b19; }
.timeline-strip .timeline-ply.seat-black { background: #34302c; color: #fff; }
.timeline-strip .timeline-ply.is-blank { background: transparent; color: inherit; border-style: dashed; border-width: 2px; border-color: var(--gold, #8a6100); font-weight: 400; }
.timeline-strip .timeline-ply.is-pass { background: color-mix(in srgb, currentColor 12%, transparent); color: inherit; font-weight: 400; font-style: italic; }
.timeline-strip .timeline-ply.has-dormant { background: transparent; color: var(--soft, #5e574d); text-decoration: line-through; border-style: dotted; }
.timeline-strip .timeline-ply.has-terminus { border-color: #c62828; border-width: 3px; }
.timeline-strip .timeline-ply.is-changeable { box-shadow: inset 0 -4px 0 #2f8f57; }
.timeline-strip .timeline-ply[aria-current] { outline: 3px solid var(--accent, #2f6b4a); outline-offset: 1px; }
.timeline-strip .timeline-ply.is-changing { background: #6b2fa0; color: #fff; }
.timeline-strip .timeline-ply.is-ghost { background: #efe2fa; color: #55207f; border: 2px dashed #6b2fa0; text-decoration: line-through; }
.timeline-strip .timeline-ply:focus-visible { outline: 3px solid var(--focus, #1a56c4); outline-offset: 1px; z-index: 1; }
.timeline-signs { font-size: .7rem; line-height: 1; letter-spacing: .12em; text-decoration: none; min-height: .7rem; }
.timeline-panel { display: grid; gap: .5rem; align-content: start; min-width: 0; font-size: .9375rem; }
.timeline-panel p { margin: 0; }
.timeline-shown { font-weight: 600; }
.timeline-actions { display: flex; flex-wrap: wrap; gap: .4rem; }
.timeline-actions:empty { display: none; }
.timeline-turn, .timeline-pressable { color: var(--soft, #5e574d); }
.timeline-orders { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.timeline-chip { border: 1px solid var(--line, #bbb); border-radius: 1rem; padding: .05rem .6rem; font-size: .8125rem; }
.timeline-panel .timeline-hint { font-size: .8125rem; color: var(--soft, #5e574d); }
.timeline-hint:empty { display: none; }
.timeline-legend summary { cursor: pointer; min-height: 1.75rem; }
.timeline-legend dl { display: grid; grid-template-columns: 1.5rem 1fr; gap: .15rem .4rem; margin: .3rem 0 0; font-size: .8125rem; }
.timeline-legend dt { text-align: center; font-weight: 700; }
.timeline-legend dd { margin: 0; }
@container (min-width: 720px) {
  .timeline { grid-template-columns: auto minmax(15rem, 1fr); column-gap: 1rem; }
  .timeline-board { width: min(calc(100cqw - 17rem), calc(var(--board-room, 100dvh - 12rem) - 7.6rem)); min-width: 280px; }
  .timeline-strip { grid-column: 1 / -1; grid-row: 2; }
  .timeline-panel { grid-column: 2; grid-row: 1; }
  .timeline-actions { min-height: 2.6rem; }
}
/* A phone on its side: the board has the height, history and words stand beside it. */
@media (max-height: 540px) and (min-aspect-ratio: 5 / 4) {
  .timeline { grid-template-columns: auto minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); column-gap: .6rem; max-height: calc(var(--board-room) - 4px); }
  .timeline-board { width: min(62cqw, calc(var(--board-room) - 6px)); min-width: 0; grid-row: 1 / 3; align-self: start; }
  .timeline-strip { grid-column: 2; grid-row: 1; }
  .timeline-panel { grid-column: 2; grid-row: 2; overflow: auto; }
}
`;

export const installStyle = installer(CSS);
