import { useSignal, useSignalEffect } from "@preact/signals";
import { me } from "../client";

/** What an account has several of, read again after every change to it, and what became of the last one. */
export function useOwned<T>(read: () => Promise<T[]>) {
  const items = useSignal<T[]>([]);
  const message = useSignal("");
  const load = async () => {
    items.value = await read();
  };
  // A player who logs in anew has others.
  useSignalEffect(() => {
    if (me.value?.has_account) void load();
  });
  /** Makes a change, which says what it has done. */
  const attempt = async (change: () => Promise<string>) => {
    try {
      message.value = await change();
      await load();
    } catch (why) {
      message.value = (why as Error).message;
    }
  };
  return { items, message, attempt };
}
