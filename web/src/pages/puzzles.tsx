import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { installer } from "../boards/stylesheet";
import { variants } from "../client";
import type { PuzzleInfo, VariantInfo } from "../generated";
import { loadPuzzles } from "../http";
import {
  dailyPuzzle,
  loadPuzzleProgress,
  NO_PROGRESS,
  nextPuzzle,
  type PuzzleProgress,
} from "../model/puzzle";
import { go } from "../router";
import { loadRules, type Rules } from "../rules";
import { texts } from "../texts";
import { counted } from "../texts/counted";
import { more } from "../texts/more";
import { style as courseStyle } from "./coursestyle";
import { VariantPicture } from "./picture";
import { PuzzleBoard } from "./puzzle";
import { style } from "./puzzlestyle";

const installStyle = installer(courseStyle + style);

/** The word that stands for the puzzle of the day in an address. */
const DAILY = "daily";

interface PuzzlesPageProps {
  variant: string | null;
  puzzle: string | null;
}

/** Puzzles: of which games there are some, or one to solve. */
export function PuzzlesPage({ variant: id, puzzle }: PuzzlesPageProps) {
  installStyle();
  const known = variants.value;
  useEffect(() => {
    document.title = `${texts.app.puzzles} · ${texts.app.name}`;
  }, []);
  if (known.length === 0) return <p class="loading">{more.puzzles.loading}</p>;
  if (id === null) return <Overview />;
  const variant = known.find((one) => one.id === id && one.puzzles !== undefined);
  return variant === undefined ? <NoPuzzles /> : <Puzzles variant={variant} puzzle={puzzle} />;
}

function NoPuzzles() {
  return (
    <div class="lost">
      <h1>{more.puzzles.none}</h1>
      <a class="button" href="/puzzles">
        {more.puzzles.all}
      </a>
    </div>
  );
}

/** The games that have puzzles, and how far one has come. */
function Overview() {
  const progress = loadPuzzleProgress(localStorage);
  return (
    <div class="lobby puzzles">
      <div class="lobby-head">
        <div>
          <h1>{texts.app.puzzles}</h1>
          <p>{more.puzzles.intro}</p>
        </div>
      </div>
      <section class="cards" aria-label={texts.app.puzzles}>
        {variants.value
          .filter((variant) => variant.puzzles !== undefined)
          .map((variant) => (
            <Card key={variant.id} variant={variant} progress={progress[variant.id]} />
          ))}
      </section>
    </div>
  );
}

function Card({
  variant,
  progress = NO_PROGRESS,
}: {
  variant: VariantInfo;
  progress: PuzzleProgress | undefined;
}) {
  const { solved, streak } = progress;
  return (
    <article class="card">
      <VariantPicture variant={variant} />
      <h2>{variant.name}</h2>
      <p>
        {more.puzzles.solved(solved.length, variant.puzzles ?? 0)}
        {streak > 0 && ` · ${counted(more.puzzles.streak, streak)}`}
      </p>
      <div class="card-buttons">
        <a class="button primary" href={`/puzzles/${variant.id}/${DAILY}`}>
          {texts.lobby.dailyPuzzle}
        </a>
        <a class="button" href={`/puzzles/${variant.id}`}>
          {more.puzzles.solve}
        </a>
      </div>
    </article>
  );
}

/** One puzzle of a game: the one of the address, that of the day, or the next that is not solved yet. */
function Puzzles({ variant, puzzle: wanted }: { variant: VariantInfo; puzzle: string | null }) {
  const loaded = useSignal<[PuzzleInfo[], Rules] | null>(null);
  const refusal = useSignal("");
  const shown = useSignal<PuzzleInfo | undefined>(undefined);
  useEffect(() => {
    Promise.all([loadPuzzles(variant.id), loadRules(variant.id)]).then(
      (found) => (loaded.value = found),
      (why: Error) => (refusal.value = why.message),
    );
  }, [variant.id]);
  const [list, rules] = loaded.value ?? [null, null];
  // Which one is next is decided when the page is opened, not when this one is solved.
  useEffect(() => {
    if (list !== null) shown.value = find(list, variant.id, wanted);
  }, [list, wanted]);
  if (refusal.value !== "") return <p class="loading">{refusal.value}</p>;
  if (list === null || rules === null) return <p class="loading">{more.puzzles.loading}</p>;
  const puzzle = shown.value;
  if (puzzle === undefined) return <NoPuzzles />;
  const next = () => {
    const { solved } = loadPuzzleProgress(localStorage)[variant.id] ?? NO_PROGRESS;
    const found = nextPuzzle(list, solved, puzzle.id);
    if (found !== undefined) go(`/puzzles/${variant.id}/${found.id}`);
  };
  const isDaily = puzzle.id === dailyPuzzle(list, Date.now())?.id;
  return (
    <PuzzleBoard
      key={puzzle.id}
      variant={variant}
      rules={rules}
      puzzle={puzzle}
      isDaily={isDaily}
      onNext={next}
    />
  );
}

function find(list: PuzzleInfo[], variant: string, wanted: string | null): PuzzleInfo | undefined {
  if (wanted === DAILY) return dailyPuzzle(list, Date.now());
  if (wanted !== null) return list.find((puzzle) => puzzle.id === wanted);
  const { solved } = loadPuzzleProgress(localStorage)[variant] ?? NO_PROGRESS;
  return nextPuzzle(list, solved, null);
}
