import type { Texts } from "..";
import { catalog } from "./catalog";
import { commands } from "./commands";
import { game } from "./game";
import { lobby } from "./lobby";
import { programs } from "./programs";
import { site } from "./site";

/** What the first page needs, in French. */
export const dictionary: Texts = {
  ...site,
  ...lobby,
  ...game,
  ...commands,
  ...programs,
  catalog,
};
