import { useSignal } from "@preact/signals";
import { me } from "../../client";
import type { AnalysisInfo } from "../../generated";
import type { AnalysisBoard } from "../../model/analysis/board";
import { packed } from "../../model/analysis/link";
import { writeTree } from "../../model/analysis/text";
import { texts } from "../../texts";
import { more } from "../../texts/more";
import { copyText } from "../clipboard";
import { type Opened, startOf } from "./opening";
import { saveAnalysis } from "./saved";
import { SavedList } from "./savedlist";
import { readPgn, writePgn } from "./sheets";

interface KeepProps {
  board: AnalysisBoard;
  opened: Opened;
}

/** Texts, links and what is kept under one's account. */
export function Keep({ board, opened }: KeepProps) {
  const message = useSignal("");
  const tags = useSignal(opened.tags);
  const saved = useSignal(opened.saved);
  const pasted = useSignal("");
  const tell = (work: Promise<string>) =>
    void work.then(
      (words) => (message.value = words),
      (why: Error) => (message.value = why.message),
    );
  const copy = async (text: string) => ((await copyText(text)) ? texts.share.copied : text);
  const copyLink = async () => {
    const word = await packed(writeTree(board.tree.peek()));
    if (word === null) return more.analysis.linkTooLong;
    const { variant } = board.tree.peek();
    return copy(`${location.origin}/analysis/${variant}#link=${word}`);
  };
  const paste = async () => {
    const text = pasted.value.trim();
    const sheet = await read(board, text);
    tags.value = sheet.tags;
    board.replace(sheet.tree);
    pasted.value = "";
    return more.analysis.pasted;
  };
  return (
    <details class="keep">
      <summary>{more.analysis.keep}</summary>
      <div class="keep-row">
        <button type="button" onClick={() => tell(copy(board.setup.peek()))}>
          {texts.share.position}
        </button>
        <button
          type="button"
          onClick={() => tell(writePgn(board.tree.peek(), tags.peek()).then(copy))}
        >
          {texts.share.copyPgn}
        </button>
        <button type="button" onClick={() => tell(copyLink())}>
          {texts.share.link}
        </button>
      </div>
      <label class="field">
        <span>{more.analysis.paste}</span>
        <textarea
          rows={2}
          spellcheck={false}
          value={pasted.value}
          onInput={(event) => (pasted.value = event.currentTarget.value)}
        />
      </label>
      <div class="keep-row">
        <button type="button" disabled={pasted.value.trim() === ""} onClick={() => tell(paste())}>
          {more.analysis.open}
        </button>
      </div>
      <p class="message" role="status">
        {message.value}
      </p>
      <Account board={board} saved={saved} tell={tell} />
    </details>
  );
}

/** A position text, or PGN. */
async function read(board: AnalysisBoard, text: string) {
  const { variant } = board.tree.peek();
  const isPosition = !text.includes("\n") && /^(TT1;|\S+\/\S+ )/.test(text) && !/\d\.\s/.test(text);
  if (isPosition) return { tree: await startOf(variant, text), tags: [] };
  return readPgn(variant, text);
}

interface AccountProps {
  board: AnalysisBoard;
  saved: { value: AnalysisInfo | null };
  tell(work: Promise<string>): void;
}

/** Saved under the account, for those who have one. */
function Account({ board, saved, tell }: AccountProps) {
  const name = useSignal(saved.value?.name ?? "");
  const changes = useSignal(0);
  if (me.value?.has_account !== true) return <p class="about">{more.analysis.needsAccount}</p>;
  const save = async (asNew: boolean) => {
    const id = asNew ? undefined : saved.value?.id;
    saved.value = await saveAnalysis({
      ...(id === undefined ? {} : { id }),
      name: name.value.trim() || more.analysis.unnamed,
      variant: board.tree.peek().variant,
      text: writeTree(board.tree.peek()),
    });
    name.value = saved.value.name;
    changes.value += 1;
    return texts.account.saved;
  };
  return (
    <>
      <label class="field">
        <span>{more.analysis.name}</span>
        <input
          value={name.value}
          maxLength={80}
          autocomplete="off"
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <div class="keep-row">
        <button class="primary" type="button" onClick={() => tell(save(saved.value === null))}>
          {more.analysis.save}
        </button>
        {saved.value !== null && (
          <button type="button" onClick={() => tell(save(true))}>
            {more.analysis.saveNew}
          </button>
        )}
      </div>
      <SavedList changes={changes.value} current={saved.value?.id ?? null} tell={tell} />
    </>
  );
}
