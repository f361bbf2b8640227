import type { Millis } from "./Millis"; export type AnalysisInfo = { id: string, name: string, variant: string, changed: Millis, };
