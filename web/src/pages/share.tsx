import { useSignal } from "@preact/signals";
import { ask } from "../client";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { copyText } from "./clipboard";
import { Icon } from "./icon";

/** Links, position texts and files. */
export function Share({ table }: { table: Table }) {
  const message = useSignal("");
  const copy = async (text: string) => {
    message.value = (await copyText(text)) ? texts.share.copied : text;
  };
  const save = async (format: "pgn" | "records") => {
    const answer = await ask({ type: "export", game: table.id, format });
    if (answer.type === "exported") download(`${table.id}.${format === "pgn" ? "pgn" : "jsonl"}`, answer.text);
  };
  return (
    <details class="share">
      <summary><Icon name="share" />{texts.share.title}</summary>
      <div class="share-menu">
        <button type="button" onClick={() => void copy(location.href)}>{texts.share.link}</button>
        <button type="button" onClick={() => void copy(table.picture.value?.setup ?? "")}>{texts.share.position}</button>
        <button type="button" onClick={() => void save("pgn")}>{texts.share.pgn}</button>
        <button type="button" onClick={() => void save("records")}>{texts.share.records}</button>
        <span role="status">{message.value}</span>
      </div>
    </details>
  );
}

function download(name: string, text: string): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}
