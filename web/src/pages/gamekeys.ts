import { useEffect, useLayoutEffect } from "preact/hooks";
import { change, me, settings, zen } from "../client";
import type { Replayer } from "../model/replayer";
import type { Table } from "../model/table";

type Keys = Record<string, () => void>;

/** Keys that step through the moves of any game. */
export function replayKeys(walk: { step: Replayer["step"]; togglePlaying(): void }): Keys {
  return {
    ArrowLeft: () => walk.step("back"),
    k: () => walk.step("back"),
    ArrowRight: () => walk.step("forward"),
    j: () => walk.step("forward"),
    Home: () => walk.step("first"),
    ArrowUp: () => walk.step("first"),
    "0": () => walk.step("first"),
    End: () => walk.step("last"),
    ArrowDown: () => walk.step("last"),
    $: () => walk.step("last"),
    " ": () => walk.togglePlaying(),
  };
}

/** Listens for keys anywhere on the page, unless something is being typed or a dialog is open. */
export function useKeys(make: () => Keys, of: unknown): void {
  // Before the page is painted: a key that is pressed as soon as it is seen counts.
  useLayoutEffect(() => {
    const keys = make();
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping =
        target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select") ||
        // Also where the focus has left a dialog because what had it is gone.
        document.querySelector("dialog[open]") !== null;
      const isPressing = event.key === " " && target.matches("button, a, summary, input");
      if (
        isTyping ||
        isPressing ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented
      )
        return;
      const action = keys[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [of]);
}

export function useGameKeys(table: Table, onHelp: () => void): void {
  const keys = (): Keys => ({
    ...replayKeys(table),
    f: () => (table.flipped.value = !table.flipped.value),
    t: () => change({ textMode: !settings.peek().textMode }),
    m: () => change({ sound: !settings.peek().sound }),
    c: openChat,
    z: () => (zen.value = !zen.value),
    "[": () => table.lookBy(-1),
    "]": () => table.lookBy(1),
    "/": openTyping,
    "?": onHelp,
    Escape: () => leave(table),
  });
  useKeys(keys, table);
}

/** Opens the field for typed moves, and goes there. */
function openTyping(): void {
  change({ typing: true });
  focusRendered("typed");
}

/** Opens the chat where there is one, and goes there. */
function openChat(): void {
  if (me.peek()?.chat !== true) return;
  change({ chat: true });
  focusRendered("say");
}

/**
 * Goes to a field that a change of the settings has just opened. It is rendered as soon as this task is done, before the next
 * key arrives: who types on at once writes into the field.
 */
function focusRendered(id: string): void {
  queueMicrotask(() => document.getElementById(id)?.focus());
}

/** Escape leaves one thing at a time: first what was chosen, then zen mode. */
function leave(table: Table): void {
  const isBusy =
    table.taps.value.length > 0 || !table.premoves.isEmpty || table.toConfirm.value !== null;
  if (!isBusy) zen.value = false;
  table.cancel();
}

const REPLAY_MS = 900;

export function useReplayTimer(replayer: Replayer): void {
  const isPlaying = replayer.replay.value.playing;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => replayer.step("forward"), REPLAY_MS);
    return () => clearInterval(timer);
  }, [isPlaying, replayer]);
}
