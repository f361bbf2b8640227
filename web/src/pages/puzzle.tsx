import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { PuzzleInfo, VariantInfo } from "../generated";
import { Lesson } from "../model/lesson";
import {
  afterMistake,
  afterSolved,
  exerciseOf,
  judgePuzzle,
  keepPuzzleProgress,
  lineOf,
  loadPuzzleProgress,
  NO_PROGRESS,
  type PuzzleProgress,
} from "../model/puzzle";
import type { Rules } from "../rules";
import { texts } from "../texts";
import { counted } from "../texts/counted";
import { more } from "../texts/more";
import { extrasOf } from "./extras";
import { Icon } from "./icon";
import { Decisions, FocusedButton, LessonBoard } from "./lesson";
import { useLetters } from "./letters";
import { later, lookWith, offersWith } from "./look";

const GRADES = [1, 2, 3, 4, 5];

interface PuzzleProps {
  variant: VariantInfo;
  rules: Rules;
  puzzle: PuzzleInfo;
  isDaily: boolean;
  onNext(): void;
}

/** One puzzle with its board, on which only the solver moves. */
export function PuzzleBoard({ variant, rules, puzzle, isDaily, onNext }: PuzzleProps) {
  useLetters(variant.id);
  const progress = useSignal(loadPuzzleProgress(localStorage)[variant.id] ?? NO_PROGRESS);
  const attempt = useMemo(() => {
    const keep = (next: PuzzleProgress) => {
      progress.value = next;
      keepPuzzleProgress(localStorage, variant.id, next);
    };
    return new Attempt(variant.id, rules, puzzle, () => progress.peek(), keep);
  }, [puzzle]);
  const { lesson } = attempt;
  useEffect(() => void lesson.open(), [lesson]);
  const { Legend } = extrasOf(variant.id);
  const scene = useComputed(() => lesson.board.value.scene).value;
  return (
    <div class={`game course game-${variant.shape}`} data-puzzle={puzzle.id}>
      <aside class="game-side course-side" aria-labelledby="puzzle-title">
        <header class="course-head">
          <h1 id="puzzle-title">{more.puzzles.of(variant.name)}</h1>
          <Facts lesson={lesson} puzzle={puzzle} isDaily={isDaily} />
        </header>
        <Panel attempt={attempt} puzzle={puzzle} onNext={onNext} />
      </aside>
      <LessonBoard lesson={lesson} shape={variant.shape} />
      <section class="game-side course-more" aria-label={texts.course.more}>
        <Progress progress={progress.value} n={variant.puzzles ?? 0} />
        {Legend !== undefined && scene !== null && <Legend scene={scene} />}
        <p class="puzzle-links">
          {isOverIn(lesson) && <a href={analysisOf(variant.id, puzzle)}>{texts.app.analysis}</a>}
          <a href="/puzzles">{more.puzzles.all}</a>
          <a href={`/learn/${variant.id}.html`}>{more.puzzles.rules}</a>
        </p>
      </section>
    </div>
  );
}

/** A try at a puzzle, and what it does to the streak. */
class Attempt {
  readonly lesson: Lesson;

  constructor(
    variant: string,
    rules: Rules,
    private readonly puzzle: PuzzleInfo,
    private readonly progress: () => PuzzleProgress,
    private readonly keep: (progress: PuzzleProgress) => void,
  ) {
    const step = exerciseOf(puzzle);
    const judge = (_seat: unknown, _position: unknown, own: string[]) => this.judge(own);
    const onDone = () => this.keep(afterSolved(this.progress(), this.puzzle.id, this.isClean));
    const [look, offersAfter] = [lookWith(rules), offersWith(rules, variant)];
    this.lesson = new Lesson({ variant, step, judge, look, offersAfter, later, onDone });
  }

  /** Nothing was shown, and nothing wrong was tried. */
  private isClean = true;

  private judge(own: string[]) {
    const verdict = judgePuzzle(this.puzzle, own);
    if (this.lesson.help.value > 0) this.isClean = false;
    if (verdict.type === "failed") this.spoil();
    // The next action is found without the help that the last one needed.
    else this.lesson.help.value = 0;
    return verdict;
  }

  showSolution(): void {
    this.spoil();
    void this.lesson.showSolution(lineOf(this.puzzle));
  }

  private spoil(): void {
    const isKnown = this.progress().solved.includes(this.puzzle.id);
    if (this.isClean && !isKnown) this.keep(afterMistake(this.progress()));
    this.isClean = false;
  }
}

interface PanelProps {
  attempt: Attempt;
  puzzle: PuzzleInfo;
  onNext(): void;
}

/** Where the position can be looked at further. */
const analysisOf = (variant: string, { setup }: PuzzleInfo) =>
  `/analysis/${variant}#setup=${encodeURIComponent(setup)}`;

const isOverIn = ({ state }: Lesson) => state.value === "done" || state.value === "shown";

/** What is asked, how it went, and how to go on. */
function Panel({ attempt, puzzle, onNext }: PanelProps) {
  const { lesson } = attempt;
  const state = lesson.state.value;
  const { position } = lesson.board.value;
  const { puzzles } = more;
  const hints = lesson.help.value;
  const isOver = isOverIn(lesson);
  return (
    <section class={`lesson lesson-${state}`} data-played={position?.n_actions ?? 0}>
      <h2>{goalInWords(puzzle)}</h2>
      <p class="lesson-task">{texts.words.turn(texts.seats[lesson.learner.value])}</p>
      <div class="lesson-foot">
        <p class="lesson-said" role="status">
          {said(lesson)}
        </p>
        <Decisions lesson={lesson} />
        <div class="lesson-buttons">
          {state === "failed" && (
            <FocusedButton words={puzzles.again} onPress={() => void lesson.retry()} />
          )}
          {isOver && <FocusedButton words={puzzles.next} onPress={onNext} />}
          {state === "open" && hints < 2 && (
            <button type="button" onClick={() => (lesson.help.value = hints === 0 ? 1 : 2)}>
              {hints === 0 ? puzzles.hint : puzzles.moreHint}
            </button>
          )}
          {(state === "open" || state === "failed") && (
            <button type="button" onClick={() => attempt.showSolution()}>
              {puzzles.solution}
            </button>
          )}
          {isOver && (
            <button type="button" onClick={() => void lesson.open()}>
              {puzzles.repeat}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

function goalInWords({ goal }: PuzzleInfo): string {
  switch (goal.type) {
    case "mate":
      return counted(more.puzzles.mate, goal.actions);
    case "win":
      return more.puzzles.win;
    case "save":
      return more.puzzles.save;
  }
}

function said(lesson: Lesson): string {
  const { message } = lesson.board.value;
  const { puzzles } = more;
  switch (lesson.state.value) {
    case "done":
      return puzzles.done;
    case "shown":
      return puzzles.shown;
    case "failed":
      return puzzles.wrong;
    case "open":
      return message || ["", puzzles.hintPiece, puzzles.hintMove][lesson.help.value];
    case "loading":
    case "answering":
      return message;
  }
}

interface FactsProps {
  lesson: Lesson;
  puzzle: PuzzleInfo;
  isDaily: boolean;
}

/** How deep it is, and afterwards what it is an example of: before, that would give half of it away. */
function Facts({ lesson, puzzle, isDaily }: FactsProps) {
  const { puzzles } = more;
  return (
    <p class="puzzle-facts">
      {isDaily && <strong>{texts.lobby.dailyPuzzle}</strong>}
      <span class="puzzle-grade" role="img" aria-label={puzzles.gradeOf(puzzle.grade)}>
        {GRADES.map((grade) => (
          <span key={grade} class={grade <= puzzle.grade ? "is-on" : ""} />
        ))}
      </span>
      {isOverIn(lesson) && <span>{puzzles.themes[puzzle.theme] ?? puzzle.theme}</span>}
    </p>
  );
}

function Progress({ progress, n }: { progress: PuzzleProgress; n: number }) {
  const { solved, streak, best } = progress;
  return (
    <p class="puzzle-progress" role="status">
      <span class="puzzle-streak">
        <Icon name="bolt" />
        {counted(more.puzzles.streak, streak)}
      </span>
      {best > 0 && <span>{more.puzzles.best(best)}</span>}
      <span>{more.puzzles.solved(solved.length, n)}</span>
    </p>
  );
}
