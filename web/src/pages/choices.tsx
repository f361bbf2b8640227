import { useSignal } from "@preact/signals";

interface ChoiceProps {
  name: string;
  title: string;
  names: Record<string, string>;
  value: string;
  onChange?(value: string): void;
}

/** One of a few, all visible. */
export function Choice({ name, title, names, value, onChange }: ChoiceProps) {
  const own = useSignal(value);
  const choose = (key: string) => {
    own.value = key;
    onChange?.(key);
  };
  return (
    <fieldset class="choice">
      <legend>{title}</legend>
      <div class="choice-row">
        {Object.entries(names).map(([key, words]) => (
          <label key={key}>
            <input
              type="radio"
              name={name}
              value={key}
              checked={own.value === key}
              onChange={() => choose(key)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Field({
  title,
  ...input
}: {
  title: string;
  name: string;
  [attribute: string]: unknown;
}) {
  return (
    <label class="field">
      <span>{title}</span>
      <input {...input} autocomplete={(input.autocomplete as string) ?? "off"} />
    </label>
  );
}
