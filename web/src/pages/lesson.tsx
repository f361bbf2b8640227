import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { pieceImage } from "../boards/pieces";
import { numberOf, ownerOf } from "../boards/timeline/moments";
import { settings } from "../client";
import type { PositionView, Shape, Status } from "../generated";
import type { Change } from "../learn/study";
import type { StepTexts } from "../model/course";
import { type Lesson, pressable } from "../model/lesson";
import { isPromotion } from "../model/selection";
import type { StudyBoard } from "../model/studyboard";
import { labelInWords, legalInWords, offerInWords, type Typed, where } from "../model/words";
import { texts } from "../texts";
import { type BoardContent, BoardHost } from "./boardhost";
import { Embedded } from "./element";
import { endingInWords } from "./ending";
import { Grids, type Told } from "./grids";

/** The board of a study, on which only the learner moves, or the side to move. */
export function LessonBoard({ lesson, shape }: { lesson: StudyBoard; shape: Shape }) {
  const callbacks = {
    tap: (place: string) => lesson.tap(place),
    drag: (from: string, to: string) => void lesson.drag(from, to),
    inspect: () => undefined,
    look: (moment: number | null) => lesson.lookAt(moment),
  };
  return (
    <div class="game-board">
      <div class="board-frame">
        <BoardHost
          shape={shape}
          content={() => content(lesson)}
          picture={() => lesson.board.value.shown}
          callbacks={callbacks}
        />
      </div>
      {settings.value.textMode && <LessonGrids lesson={lesson} />}
    </div>
  );
}

/** The board in words, for screen readers. */
function LessonGrids({ lesson }: { lesson: StudyBoard }) {
  const said = useSignal("");
  const table: Told = {
    scene: useComputed(() => lesson.board.value.scene),
    offers: useComputed(() => lesson.board.value.offers),
    taps: useComputed(() => lesson.board.value.taps),
    message: useComputed(() => lesson.board.value.message),
    said,
    tap: (place) => lesson.tap(place),
  };
  return (
    <>
      <Grids table={table} answer={(typed) => answered(lesson, typed)} />
      <p class="said" role="log" aria-live="polite" aria-label={texts.text.said} tabIndex={0}>
        {said.value}
      </p>
    </>
  );
}

function answered(lesson: StudyBoard, typed: Typed): string {
  const { scene, offers } = lesson.board.value;
  if (scene === null) return "";
  if (typed.type === "where") return where(scene, typed.what);
  if (typed.type === "legal") return legalInWords(scene, offers, typed.place);
  return texts.words.cannot;
}

function content(lesson: StudyBoard): BoardContent | null {
  const { scene, offers, selection, ghosts } = lesson.board.value;
  if (scene === null) return null;
  const isOpen = lesson.state.value === "open";
  const taps = selection.type === "decided" ? selection.offer.taps : selection.taps;
  return {
    scene,
    offers,
    taps: isOpen ? taps : [],
    targets: isOpen && selection.type === "open" ? selection.targets : [],
    orientation: lesson.learner.value,
    seat: lesson.learner.value,
    premove: [],
    ghosts: [...ghosts, ...lesson.hints],
  };
}

interface PanelProps {
  lesson: Lesson;
  words: StepTexts;
  onNext(): void;
}

/** What to do, how it went, and how to go on. */
export function LessonPanel({ lesson, words, onNext }: PanelProps) {
  const state = lesson.state.value;
  const { position } = lesson.board.value;
  return (
    <section class={`lesson lesson-${state}`} data-played={position?.n_actions ?? 0}>
      <h2>{words.title}</h2>
      <p class="lesson-task">{words.task}</p>
      <div class="lesson-foot">
        <p class="lesson-said" role="status">
          {said(lesson, words)}
        </p>
        <Decisions lesson={lesson} />
        <div class="lesson-buttons">
          {state === "failed" && (
            <FocusedButton words={texts.course.again} onPress={() => void lesson.open()} />
          )}
          {state === "done" && <FocusedButton words={texts.course.next} onPress={onNext} />}
          {state === "open" && lesson.help.value === 0 && (
            <button type="button" onClick={() => (lesson.help.value = 2)}>
              {texts.course.hint}
            </button>
          )}
          {lesson.hasPlayed && (state === "open" || state === "done") && (
            <button type="button" onClick={() => void lesson.open()}>
              {texts.course.startOver}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

function said(lesson: Lesson, words: StepTexts): string {
  const { message } = lesson.board.value;
  switch (lesson.state.value) {
    case "done":
      return words.done;
    case "failed":
      return words.why?.[lesson.why.value ?? ""] ?? words.wrong;
    case "open":
      return message || (lesson.help.value > 0 ? words.hint : "");
    case "loading":
    case "answering":
    case "shown":
      return message;
  }
}

/** What has to be decided by pressing, not by pointing. */
export function Decisions({ lesson }: { lesson: Lesson }) {
  const { change, position } = lesson.board.value;
  if (change === null) return <Choices lesson={lesson} />;
  if (position === null || lesson.state.value !== "open") return null;
  return <ChangeQuestion lesson={lesson} change={change} position={position} />;
}

/** What comes next can be pressed at once, by keyboard too. */
export function FocusedButton({ words, onPress }: { words: string; onPress(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button type="button" class="primary" ref={button} onClick={onPress}>
      {words}
    </button>
  );
}

/** What has to be chosen by its name: what a pawn becomes, how a board lands, that an end is accepted. */
export function Choices({ lesson }: { lesson: StudyBoard }) {
  const { selection, offers } = lesson.board.value;
  if (lesson.state.value !== "open") return null;
  const choices = pressable(selection, offers);
  if (choices.length === 0) return null;
  const isPiece = isPromotion(choices);
  return (
    <div class="lesson-choices">
      {choices.map((offer) => (
        <button type="button" key={offer.action} onClick={() => lesson.choose(offer)}>
          {isPiece && (
            <Embedded make={() => pieceImage(offer.label, lesson.learner.value)} of={offer.label} />
          )}
          {labelInWords(offer)}
        </button>
      ))}
    </div>
  );
}

interface ChangeProps {
  lesson: StudyBoard;
  change: Change;
  position: PositionView;
}

/** What a change of the past would do, and whether it is wanted. */
export function ChangeQuestion({ lesson, change, position }: ChangeProps) {
  const moments = position.scene.timeline?.moments ?? [];
  const lost = change.lost.map((moment) =>
    texts.words.ownMove(texts.seats[ownerOf(moments, moment)], numberOf(moments, moment)),
  );
  const offer = offerInWords(position.scene, change.offer);
  return (
    <div class="lesson-change">
      <p>{texts.learn.change(offer, lost, statusInWords(change.outcome.status))}</p>
      <div class="lesson-buttons">
        <button type="button" class="primary" onClick={() => lesson.choose(change.offer)}>
          {texts.game.yes}
        </button>
        <button type="button" onClick={() => lesson.cancel()}>
          {texts.game.no}
        </button>
      </div>
    </div>
  );
}

/** Who is to move, or how it ended. */
export function statusInWords(status: Status): string {
  if ("to_act" in status) return texts.words.turn(texts.seats[status.to_act]);
  const { winner, reason } = status.over;
  const score = winner === null ? "1/2-1/2" : winner === "white" ? "1-0" : "0-1";
  return `${endingInWords({ score, reason })}.`;
}
