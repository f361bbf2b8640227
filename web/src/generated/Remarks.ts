import type { Drawing } from "./Drawing"; export type Remarks = { comment?: string, glyphs?: Array<number>, drawings?: Array<Drawing>, };
