import type { More } from "../more";
import { armies } from "./armies";
import { device } from "./device";
import { levels } from "./levels";
import { puzzles } from "./puzzles";
import { server } from "./server";
import { timeline } from "./timeline";

/** What is needed once a game is open, in French. */
export const more: More = { armies, device, levels, puzzles, timeline, server };
