import type { Moment, Patch, Scene, SceneDelta, TimelineDelta } from "../generated";

/** The picture after a delta; the old one stays as it is. */
export function applyDelta(scene: Scene, delta: SceneDelta): Scene {
  const { boards, cells, spots, tokens, marks, timeline, notes } = delta;
  return {
    ...scene,
    ...(boards === undefined ? {} : { boards }),
    ...(marks === undefined ? {} : { marks }),
    ...(notes === undefined ? {} : { notes }),
    cells: patched(scene.cells, cells, (cell) => cell.id),
    tokens: patched(scene.tokens, tokens, (token) => token.cell),
    ...(spots === undefined ? {} : { spots: patched(scene.spots ?? [], spots, (spot) => spot.id) }),
    ...(timeline === undefined || scene.timeline === undefined
      ? {}
      : {
          timeline: { moments: moments(scene.timeline.moments, timeline), shown: timeline.shown },
        }),
  };
}

function patched<T>(elements: T[], patch: Patch<T> | undefined, key: (element: T) => string): T[] {
  if (patch === undefined) return elements;
  const { put = [], gone = [] } = patch;
  const replaced = new Set([...gone, ...put.map(key)]);
  return [...elements.filter((element) => !replaced.has(key(element))), ...put];
}

function moments(before: Moment[], delta: TimelineDelta): Moment[] {
  const after = before.slice(0, delta.len);
  for (const [place, moment] of delta.moments) after[place] = moment;
  return after;
}
