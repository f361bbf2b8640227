import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The local time, read again and again while somebody looks at it. */
export function useNow(isWatched: boolean, everyMs: number): number {
  const now = useSignal(performance.now());
  useEffect(() => {
    if (!isWatched) return undefined;
    const timer = setInterval(() => (now.value = performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [isWatched, everyMs]);
  return isWatched ? now.value : performance.now();
}
