import { language } from ".";
import type { more as english } from "./en/more";

export type More = typeof english;

/** The texts of boards and of what games bring with them. They are there once `loadMore` is done, which boards wait for. */
export let more: More;

let loading: Promise<void> | null = null;

/** Sets them. */
export function speakMore(loaded: More): void {
  more = loaded;
}

const LOADERS: Record<typeof language, () => Promise<{ more: More }>> = {
  en: () => import("./en/more"),
  de: () => import("./de/more"),
  es: () => import("./es/more"),
  fr: () => import("./fr/more"),
};

/** Fetches them in the reader's language, once. A failure is told to the callers that wait, and the next one tries again. */
export function loadMore(): Promise<void> {
  loading ??= LOADERS[language]().then(
    (loaded) => speakMore(loaded.more),
    (why: unknown) => {
      loading = null;
      throw why;
    },
  );
  return loading;
}
