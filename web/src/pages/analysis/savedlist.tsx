import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { variants } from "../../client";
import type { AnalysisInfo } from "../../generated";
import { language, texts } from "../../texts";
import { more } from "../../texts/more";
import { Icon } from "../icon";
import { deleteAnalysis, listAnalyses, renameAnalysis } from "./saved";

interface SavedListProps {
  /** Grows whenever something was saved. */
  changes: number;
  current: string | null;
  tell(work: Promise<string>): void;
}

/** What the account keeps: opened, renamed, deleted. */
export function SavedList({ changes, current, tell }: SavedListProps) {
  const list = useSignal<AnalysisInfo[] | null>(null);
  const load = async () => {
    list.value = await listAnalyses();
    return "";
  };
  useEffect(() => tell(load()), [changes]);
  if (list.value === null || list.value.length === 0) return null;
  return (
    <section class="saved" aria-label={more.analysis.saved}>
      <h2>{more.analysis.saved}</h2>
      <ul>
        {list.value.map((info) => (
          <Saved
            key={info.id}
            info={info}
            isCurrent={info.id === current}
            onChange={(work) => tell(work.then(load))}
          />
        ))}
      </ul>
    </section>
  );
}

interface SavedProps {
  info: AnalysisInfo;
  isCurrent: boolean;
  onChange(work: Promise<void>): void;
}

function Saved({ info, isCurrent, onChange }: SavedProps) {
  const { id, name, variant, changed } = info;
  const asked = useSignal<"rename" | "delete" | null>(null);
  const own = useSignal(name);
  const about = [
    variants.value.find((one) => one.id === variant)?.name ?? variant,
    new Date(changed).toLocaleDateString(language),
  ];
  if (asked.value === "rename")
    return (
      <li>
        <form
          class="typed"
          onSubmit={(event) => {
            event.preventDefault();
            asked.value = null;
            onChange(renameAnalysis(id, own.value));
          }}
        >
          <input
            value={own.value}
            maxLength={80}
            aria-label={more.analysis.name}
            onInput={(event) => (own.value = event.currentTarget.value)}
          />
          <button type="submit">{more.analysis.rename}</button>
        </form>
      </li>
    );
  if (asked.value === "delete")
    return (
      <li>
        <span class="saved-name">{more.analysis.reallyDelete(name)}</span>
        <button class="danger" type="button" onClick={() => onChange(deleteAnalysis(id))}>
          {texts.game.yes}
        </button>
        <button type="button" onClick={() => (asked.value = null)}>
          {texts.game.no}
        </button>
      </li>
    );
  return (
    <li aria-current={isCurrent ? "true" : undefined}>
      <a class="saved-name" href={`/analysis/${variant}#saved=${id}`}>
        {name} <small>{about.join(" · ")}</small>
      </a>
      <button
        type="button"
        aria-label={more.analysis.renameIt(name)}
        title={more.analysis.rename}
        onClick={() => (asked.value = "rename")}
      >
        <Icon name="pen" />
      </button>
      <button
        type="button"
        aria-label={more.analysis.deleteIt(name)}
        title={more.analysis.delete}
        onClick={() => (asked.value = "delete")}
      >
        <Icon name="abort" />
      </button>
    </li>
  );
}
