import type { More } from "../more";
import { analysis } from "./analysis";
import { armies } from "./armies";
import { device } from "./device";
import { levels } from "./levels";
import { puzzles } from "./puzzles";
import { server } from "./server";
import { timeline } from "./timeline";

/** What is needed once a game is open, in Spanish. */
export const more: More = { analysis, armies, device, levels, puzzles, timeline, server };
