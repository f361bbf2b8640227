import { type ReadonlySignal, useSignal } from "@preact/signals";
import { change, settings } from "../client";
import { readTyped, type Typed } from "../model/words";
import { texts } from "../texts";

/** The box for typed moves and commands, and the log of answers and announcements. It folds away. */
export function TypedBox({
  said,
  placeholder,
  title,
  onTyped,
}: {
  said: ReadonlySignal<string>;
  placeholder: string;
  title?: string;
  onTyped(typed: Typed): void;
}) {
  const text = useSignal("");
  const submit = (event: Event) => {
    event.preventDefault();
    const typed = readTyped(text.value);
    text.value = "";
    onTyped(typed);
  };
  return (
    <details
      class="talk"
      open={settings.value.typing}
      onToggle={(event) => change({ typing: event.currentTarget.open })}
    >
      <summary>{texts.text.input}</summary>
      <form class="typed" onSubmit={submit}>
        <label class="hidden" for="typed">
          {texts.text.input}
        </label>
        <input
          id="typed"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          placeholder={placeholder}
          title={title}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="send"
        />
        <button type="submit">{texts.text.send}</button>
      </form>
      <p class="said" role="log" aria-live="polite" aria-label={texts.text.said} tabIndex={0}>
        {said.value}
      </p>
    </details>
  );
}
