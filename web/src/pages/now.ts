import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The local time, updated while it is shown. */
export function useNow(isWatched: boolean, everyMs: number): number {
  const now = useSignal(performance.now());
  useEffect(() => {
    if (!isWatched) return undefined;
    const timer = setInterval(() => (now.value = performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [isWatched, everyMs]);
  return isWatched ? now.value : performance.now();
}
