import type { Remarks } from "./Remarks"; import type { Seat } from "./Seat"; export type PlainMove = { parent: number, action: string, notation?: string, seat?: Seat, remarks?: Remarks, };
