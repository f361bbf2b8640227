import { commands } from "./commands";
import { game } from "./game";
import { lobby } from "./lobby";
import { site } from "./site";

/**
 * Every text of the client is in this folder, ready to be translated; those of parts that are loaded on demand have files of their
 * own. Texts about rules come from the server.
 */
export const texts = { ...site, ...lobby, ...game, ...commands };
