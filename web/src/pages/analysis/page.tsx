import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { installer } from "../../boards/stylesheet";
import { me, settings, variants } from "../../client";
import { AnalysisBoard } from "../../model/analysis/board";
import { Engine } from "../../model/analysis/engine";
import { loadRules } from "../../rules";
import { texts } from "../../texts";
import { more } from "../../texts/more";
import { type Opened, openAnalysis, type Wanted } from "./opening";
import { style } from "./style";
import { AnalysisView } from "./view";

const installStyle = installer(style);
const later = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds);

interface Ready {
  board: AnalysisBoard;
  engine: Engine;
  opened: Opened;
}

async function prepare(wanted: Wanted): Promise<Ready> {
  const opened = await openAnalysis(wanted);
  const rules = await loadRules(opened.tree.variant);
  const board = new AnalysisBoard(opened.tree, {
    rules,
    later,
    promotesToQueen: () => settings.peek().autoQueen,
  });
  const engine = new Engine({ rules, now: () => performance.now(), later });
  await board.open(opened.at);
  return { board, engine, opened };
}

/** The analysis board of any game: empty, or with what an address, an import or a finished game brings. */
export function AnalysisPage({ variant, game }: { variant: string | null; game: string | null }) {
  installStyle();
  const ready = useSignal<Ready | null>(null);
  const refusal = useSignal("");
  const isKnown = variants.value.length > 0 && me.value !== null;
  useEffect(() => {
    let isGone = false;
    const show = () => {
      ready.value = null;
      refusal.value = "";
      prepare({ variant, game, hash: location.hash }).then(
        (made) => {
          if (!isGone) ready.value = made;
        },
        (why: Error) => {
          if (!isGone) refusal.value = why.message;
        },
      );
    };
    if (isKnown) show();
    window.addEventListener("hashchange", show);
    return () => {
      isGone = true;
      window.removeEventListener("hashchange", show);
    };
  }, [variant, game, isKnown]);
  useEffect(() => () => ready.peek()?.engine.follow(null), []);
  if (refusal.value !== "") return <Refusal words={refusal.value} />;
  if (ready.value === null) return <p class="loading">{more.analysis.loading}</p>;
  const { board, engine, opened } = ready.value;
  return <AnalysisView key={location.href} board={board} engine={engine} opened={opened} />;
}

function Refusal({ words }: { words: string }) {
  return (
    <div class="lost">
      <h1>{more.analysis.title}</h1>
      <p role="alert">{words}</p>
      <a class="button" href="/">
        {texts.app.home}
      </a>
    </div>
  );
}
