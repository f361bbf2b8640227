import { ask } from "../client";
import type { Look, OffersAfter } from "../learn/study";
import type { Rules } from "../rules";

/** Asks the server what actions lead to, without a game. */
export const look: Look = (variant, from, actions, moment) =>
  ask({
    type: "look",
    variant,
    start: from,
    actions,
    ...(moment === undefined ? {} : { moment }),
  });

/** Asks the rules of a game, wherever they run. */
export const lookWith =
  (rules: Rules): Look =>
  (variant, start, actions, moment) =>
    rules.ask<"look">({
      type: "look",
      place: { variant, start, actions },
      ...(moment === undefined ? {} : { moment }),
    });

/** The same about what can be done after pointing at something. */
export const offersWith =
  (rules: Rules, variant: string): OffersAfter =>
  async (start, actions, taps) =>
    (await rules.ask<"offers">({ type: "offers", place: { variant, start, actions }, taps }))
      .offers;

export const later = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds);
