import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { change, chat, me, settings } from "../client";
import { type Chat, LONGEST, mayTalk } from "../model/chat";
import type { Table } from "../model/table";
import { texts } from "../texts";

/** The chat of the two players, if the server allows it and the player has it open. */
export function ChatPanel({ table }: { table: Table }) {
  const game = table.game.value;
  const talk = chat.value;
  const seat = table.seat.value;
  if (game === null || talk === null || me.value?.chat !== true || !mayTalk(game.view, seat))
    return null;
  const isOpen = settings.value.chat;
  return (
    <section class="chat" aria-label={texts.chat.title}>
      <button
        type="button"
        class="chat-title"
        aria-expanded={isOpen}
        onClick={() => change({ chat: !isOpen })}
      >
        {texts.chat.title}
      </button>
      {isOpen && <Lines table={table} />}
      {isOpen && <Say talk={talk} />}
    </section>
  );
}

function Lines({ table }: { table: Table }) {
  const list = useRef<HTMLDivElement>(null);
  const lines = chat.value?.lines.value ?? [];
  const own = table.seat.value;
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  return (
    <div
      class="chat-lines"
      ref={list}
      role="log"
      aria-live="polite"
      tabIndex={0}
      aria-label={texts.chat.lines}
    >
      {lines.length === 0 && <p class="soft">{texts.chat.nothing}</p>}
      {lines.map((line, n) => (
        <p key={n}>
          <b>{line.seat === own ? texts.chat.you : texts.chat.opponent}</b> {line.text}
        </p>
      ))}
    </div>
  );
}

function Say({ talk }: { talk: Chat }) {
  const text = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const wanted = text.value.trim();
    if (wanted === "") return;
    text.value = "";
    // A refused message returns to the field.
    if (!(await talk.say(wanted)) && text.value === "") text.value = wanted;
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label class="hidden" for="say">
        {texts.chat.say}
      </label>
      <input
        id="say"
        value={text.value}
        maxLength={LONGEST}
        onInput={(event) => (text.value = event.currentTarget.value)}
        placeholder={texts.chat.say}
        autocomplete="off"
        enterkeyhint="send"
      />
      <button type="submit">{texts.chat.send}</button>
      {talk.refusal.value !== "" && (
        <p class="message" role="alert">
          {talk.refusal.value}
        </p>
      )}
    </form>
  );
}
