import type { Colour } from "./Colour"; export type Drawing = { from: string, to: string, colour: Colour, };
