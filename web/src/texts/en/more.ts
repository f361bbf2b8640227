import type { ServerWords } from "../server";
import { analysis } from "./analysis";
import { armies } from "./armies";
import { device } from "./device";
import { levels } from "./levels";
import { puzzles } from "./puzzles";
import { timeline } from "./timeline";

/** The server speaks English. */
const server: ServerWords | undefined = undefined as ServerWords | undefined;

/** What is needed once a game is open, in English: the form that all languages have. */
export const more = { analysis, armies, device, levels, puzzles, timeline, server };
