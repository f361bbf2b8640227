import { useSignal } from "@preact/signals";
import { ask, variants } from "../client";
import type { Format } from "../generated";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { phraseInWords } from "../texts/server";
import { copyText } from "./clipboard";
import { Icon } from "./icon";

/** Links, position texts and files. */
export function Share({ table }: { table: Table }) {
  const message = useSignal("");
  const copy = async (text: string) => {
    message.value = (await copyText(text)) ? texts.share.copied : text;
  };
  const exported = async (format: Format) => {
    const answer = await ask({ type: "export", game: table.id, format });
    return answer.type === "exported" ? answer.text : null;
  };
  const save = async (format: Format, extension: string) => {
    const text = await exported(format);
    if (text !== null) download(`${table.id}.${extension}`, text);
  };
  const copyPgn = async () => {
    const text = await exported("pgn");
    if (text !== null) await copy(text);
  };
  const file =
    variants.value.find((one) => one.id === table.game.value?.view.variant)?.file ?? null;
  return (
    <details class="share">
      <summary>
        <Icon name="share" />
        {texts.share.title}
      </summary>
      <div class="share-menu">
        <button type="button" onClick={() => void copy(location.href)}>
          {texts.share.link}
        </button>
        <button type="button" onClick={() => void copy(table.picture.value?.setup ?? "")}>
          {isFen(table.picture.value?.setup ?? "") ? texts.share.fen : texts.share.position}
        </button>
        <button type="button" onClick={() => void copyPgn()}>
          {texts.share.copyPgn}
        </button>
        <button type="button" onClick={() => void save("pgn", "pgn")}>
          {texts.share.pgn}
        </button>
        {file !== null && (
          <button type="button" onClick={() => void save("file", file.extension)}>
            {phraseInWords(file.name)}
          </button>
        )}
        <button type="button" onClick={() => void save("records", "jsonl")}>
          {texts.share.records}
        </button>
        <span role="status">{message.value}</span>
      </div>
    </details>
  );
}

/** Whether a position text is a FEN, as other programs read it. */
export function isFen(setup: string): boolean {
  return /^([rnbqkpRNBQKP1-8]+\/){7}[rnbqkpRNBQKP1-8]+ [wb] \S+ \S+ \d+ \d+$/.test(setup);
}

function download(name: string, text: string): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}
