// The style of the Tri-Dimensional board. It travels with its code, so that it is loaded with it and only then.
import { installer } from "../stylesheet";

// The side of a square is worked out once; as mere text it would be read again for every square that is measured by it.
const CSS = `
@property --cell { syntax: "<length>"; inherits: true; initial-value: 40px; }
.levels-frame { container-type: inline-size; width: 100%; }
.levels {
  --levels-light: var(--light, #f0d9b5);
  --levels-dark: var(--dark, #b58863);
  --cell: min(calc((100cqw - 8px) / 8.25), calc((var(--board-room, 100dvh - 12rem) - 3rem) / 15.2), 58px);
  display: grid; gap: .5rem; width: 100%; justify-items: center;
  grid-template-columns: minmax(0, 1fr);
}
.levels-bar { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; justify-content: center; min-height: 2.5rem; }
.levels-bar button { min-height: 2.25rem; min-width: 2.75rem; padding: .2rem clamp(.35rem, 1cqw, .8rem); font-size: .875rem; }
.levels-bar [hidden] { display: none; }
.levels-bar-title { font-size: .875rem; color: var(--soft); margin-left: .3rem; }
.levels { position: relative; }
.levels-news { position: absolute; top: 3rem; left: 50%; translate: -50% 0; z-index: 6; margin: 0; padding: .5rem .9rem; border-radius: 8px; width: max-content; max-width: 90%;
  background: #1f5fae; color: #fff; font-size: .9375rem; box-shadow: 0 2px 10px rgb(0 0 0 / .35); pointer-events: none; }
.levels-news:empty { display: none; }
.levels-note { margin: 0; font-size: .875rem; opacity: .85; }
.levels-space { position: relative; width: 100%; height: min(100cqw, 60dvh); min-height: 300px; border-radius: 10px; overflow: hidden;
  background: radial-gradient(ellipse at 50% 35%, #d5d3ce, #a9a6a1); }
:root[data-appearance="dark"] .levels-space { background: radial-gradient(ellipse at 50% 35%, #8b8c92, #5f6067); }
@media (prefers-color-scheme: dark) { :root:not([data-appearance="light"]) .levels-space { background: radial-gradient(ellipse at 50% 35%, #8b8c92, #5f6067); } }
.levels-space[hidden] { display: none; }
.levels-space canvas { position: absolute; inset: 0; display: block; width: 100%; height: 100%; touch-action: none; cursor: grab; border-radius: 10px; }
.levels-space canvas:active { cursor: grabbing; }
.levels-tip { position: absolute; left: 0; top: 0; max-width: 15rem; padding: .25rem .5rem; border-radius: 5px; pointer-events: none;
  font-size: .8125rem; background: #1d2127; color: #fff; z-index: 2; }
.levels-tip[hidden] { display: none; }
.levels-drawings { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; z-index: 3; overflow: visible; }
.levels-plan { position: relative; display: grid; gap: calc(var(--cell) * .16); justify-content: center; touch-action: pan-y; user-select: none; -webkit-user-select: none; }
.levels-storey { position: relative; display: grid; grid-template-columns: repeat(2, var(--cell)) calc(var(--cell) * .12) repeat(4, var(--cell)) calc(var(--cell) * .12) repeat(2, var(--cell));
  grid-template-rows: calc(var(--cell) * .5) repeat(4, var(--cell)) calc(var(--cell) * .5); }
.levels-row { display: contents; }
.levels-title { grid-column: 4 / span 4; grid-row: 1; align-self: center; justify-self: center; font-size: max(11px, calc(var(--cell) * .27)); opacity: .85; white-space: nowrap; }
.levels-item { position: relative; display: grid; place-items: center; cursor: pointer; outline: none; min-width: 0; }
.levels-item.is-light { background: var(--levels-light); }
.levels-item.is-dark { background: var(--levels-dark); }
.levels-item.is-free { cursor: default; border: 1px dashed color-mix(in srgb, currentColor 22%, transparent); }
.levels-item.is-free.is-target { cursor: pointer; background: color-mix(in srgb, #2fae57 32%, transparent); border-color: #1c8a3f; }
.levels-item.is-board, .levels-item.is-pin, .levels-item.is-turn { display: flex; align-items: center; justify-content: center; gap: .25em;
  font-size: max(11px, calc(var(--cell) * .27)); line-height: 1; border-radius: 5px; margin: 1px; }
.levels-item.is-board { border: 1px solid color-mix(in srgb, currentColor 40%, transparent); background: color-mix(in srgb, currentColor 10%, transparent); }
.levels-item.is-board.seat-white { background: #efe9dc; color: #22252a; }
.levels-item.is-board.seat-black { background: #3a3f47; color: #fff; }
.levels-item.is-pin { opacity: .75; cursor: default; }
.levels-item.is-pin.is-target, .levels-item.is-turn { opacity: 1; cursor: pointer; background: #1c7a3a; color: #fff; font-weight: 600; }
.levels-item.is-board.is-chosen { outline: 3px solid #1c8a3f; outline-offset: 0; }
.levels-item::before { content: ""; position: absolute; inset: 0; pointer-events: none; }
.levels-item.mark-last::before { background: rgb(155 199 0 / .42); }
.levels-item.is-premove::before { background: rgb(28 63 156 / .5); }
.levels-item.is-ghost::before { background: rgb(138 63 252 / .38); outline: 2px dashed #6d28d9; outline-offset: -3px; }
.levels-item.is-cause::before { outline: 3px solid #b3541e; outline-offset: -3px; }
.levels-item.is-free.is-missing { color: #b3261e; border: 2px solid #b3261e; }
.levels-item.is-free.is-missing::before { background: repeating-linear-gradient(45deg, rgb(179 38 30 / .34) 0 4px, rgb(179 38 30 / .12) 4px 8px); outline: none; }
.levels-item.is-cell.is-chosen::before { background: rgb(20 85 30 / .55); }
.levels-item.mark-check::before { background: radial-gradient(circle, #ff1a1a 0%, rgb(231 0 0 / .85) 35%, rgb(169 0 0 / 0) 92%); }
.levels-item.is-cell.is-target::after { content: ""; position: absolute; width: 32%; height: 32%; border-radius: 50%; background: rgb(16 88 36 / .78); pointer-events: none; }
.levels-item.is-cell.is-taken.is-target::after { width: 92%; height: 92%; background: none; box-shadow: inset 0 0 0 calc(var(--cell) * .08) rgb(16 88 36 / .85); }
.levels-item.in-column { box-shadow: inset 0 0 0 2px rgb(255 255 255 / .85), inset 0 0 0 3px rgb(0 0 0 / .45); z-index: 1; }
.levels-item:focus-visible { outline: 3px solid #0b57d0; outline-offset: -3px; box-shadow: inset 0 0 0 5px #fff; z-index: 2; }
.levels-item.is-taken { touch-action: none; }
.levels-item .piece-image { position: relative; width: 94%; height: 94%; pointer-events: none; }
.levels-item.is-locked:is(:hover, :focus-visible, .is-asked, .is-chosen) .piece-image { opacity: .55; }
.levels-item .is-dragged { z-index: 5; filter: drop-shadow(0 4px 4px rgb(0 0 0 / .4)); }
.levels-item.is-arriving, .levels-item.is-lifted { z-index: 4; }
.levels-coordinate { position: absolute; left: 2px; top: 1px; font-size: max(9px, calc(var(--cell) * .2)); line-height: 1.1; pointer-events: none; font-weight: 600; }
.levels-coordinate::before { content: attr(data-name); }
.is-cell .levels-coordinate { color: #2a2118; }
.is-taken .levels-coordinate { display: none; }
.levels-sign { position: absolute; right: 0; top: 0; width: max(16px, 38%); aspect-ratio: 1; pointer-events: none; }
.levels-item.is-board .levels-sign, .levels-item.is-turn .levels-sign { position: static; width: auto; height: 1.45em; }
.levels-item .sign-lock { display: none; }
.levels-item:is(:hover, :focus-visible, .is-asked, .is-chosen) .sign-lock { display: block; }
.levels-landing { position: absolute; inset: 4%; display: grid; place-items: center; opacity: .6; pointer-events: none; }
.levels-landing.is-turned { opacity: .45; outline: 2px dashed currentColor; outline-offset: -2px; }
.levels:not(.is-narrow).has-space { grid-template-columns: minmax(0, 1fr) auto; grid-template-rows: auto minmax(0, 1fr); grid-template-areas: "bar plan" "space plan"; --cell: min(max(36px, calc(34cqw / 8.25)), max(calc(var(--board-room, 100dvh - 12rem) / 15.4), 24px), 52px); }
.levels:not(.is-narrow).has-space .levels-bar { grid-area: bar; }
.levels:not(.is-narrow).has-space .levels-space { grid-area: space; height: 100%; }
.levels:not(.is-narrow).has-space .levels-plan { grid-area: plan; }
/* A phone on its side: the levels stand in two rows with the buttons in the free corner, and the set, when it is shown, takes the place of the plan. */
@media (max-height: 540px) and (min-aspect-ratio: 5 / 4) {
  .levels.is-narrow { --cell: min(calc((100cqw - 8px) / 16.9), calc((var(--board-room, 100dvh - 12rem) - 6px) / 10.2), 58px); gap: 0; }
  .levels.is-narrow .levels-plan { grid-template-columns: auto auto; column-gap: calc(var(--cell) * .4); }
  .levels.is-narrow .levels-bar { position: absolute; right: 0; bottom: 0; z-index: 3; width: calc(var(--cell) * 8); max-height: calc(var(--cell) * 4); }
  .levels.is-narrow.has-space .levels-plan { display: none; }
  .levels.is-narrow.has-space .levels-bar { flex-flow: column; align-items: stretch; inset: .3rem .3rem auto auto; width: auto; max-height: none; gap: .2rem; }
  .levels.is-narrow.has-space .levels-bar-title { display: none; }
  .levels.is-narrow.has-space .levels-space { height: calc(var(--board-room) - 4px); min-height: 0; }
}
`;

export const installStyle = installer(CSS);
