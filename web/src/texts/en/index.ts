import { commands } from "./commands";
import { game } from "./game";
import { lobby } from "./lobby";
import { programs } from "./programs";
import { site } from "./site";

/** What the first page needs, in English: the form that all languages have. */
export const dictionary = {
  ...site,
  ...lobby,
  ...game,
  ...commands,
  ...programs,
  /** Names and sentences of the games and their starts. The server's own are English. */
  catalog: {} as Record<string, string>,
};
