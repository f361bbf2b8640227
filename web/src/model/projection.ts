import type { Scene, Token } from "../generated";

/** A piece and where it is going: two places that were pointed at. */
export type Step = [from: string, to: string];

/**
 * The scene with pieces put where they were sent, before the server has said what follows from it. Only what was sent is moved;
 * whatever else happens comes from the server.
 */
export function withSteps(scene: Scene, steps: Step[]): Scene {
  return steps.reduce(withStep, scene);
}

function withStep(scene: Scene, [from, to]: Step): Scene {
  const moving = scene.tokens.find((token) => token.cell === from);
  const isPlace = scene.cells.some((cell) => cell.id === to);
  const isOwn = (token: Token) => token.cell === to && token.seat === moving?.seat;
  // Onto an own piece a king castles, and what then happens to both only the server knows.
  if (moving === undefined || !isPlace || scene.tokens.some(isOwn)) return scene;
  const tokens = scene.tokens.flatMap((token) => {
    if (token.cell === to) return [];
    return token === moving ? [{ ...token, cell: to }] : [token];
  });
  return { ...scene, tokens };
}

/** The step that these taps on the board mean, if they mean one. */
export function stepOf(taps: string[]): Step | null {
  return taps.length === 2 && taps[0] !== taps[1] ? [taps[0], taps[1]] : null;
}
