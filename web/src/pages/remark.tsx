import { useEffect } from "preact/hooks";
import type { Table } from "../model/table";
import { texts } from "../texts";

/** A remark is read in about this time. */
const SHOWN_MS = 6000;

/** What is said quietly at the edge of the board: why a move is refused, that one is on its way, what was declined. */
export function Remark({ table }: { table: Table }) {
  const remark = table.remark.value;
  const isSending = table.isSlow.value && table.sending.value !== null;
  useEffect(() => {
    if (remark === "") return undefined;
    const timer = setTimeout(() => {
      table.remark.value = "";
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [remark]);
  const words = isSending ? texts.game.sending : remark;
  return (
    <p class={`remark ${words === "" ? "" : "is-shown"}`} role="status">
      {words}
    </p>
  );
}
