import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { installer } from "../boards/stylesheet";
import { start, variants } from "../client";
import type { PositionView, Seat, VariantInfo } from "../generated";
import { type Course, judge, keepProgress, loadProgress } from "../model/course";
import { Lesson } from "../model/lesson";
import { language, texts } from "../texts";
import { CLOCKS } from "./clocks";
import { style } from "./coursestyle";
import { extrasOf } from "./extras";
import { Icon } from "./icon";
import { LessonBoard, LessonPanel } from "./lesson";
import { useLetters } from "./letters";
import { later, look } from "./look";

const installStyle = installer(style);

/** The id of the last step, which is a game. */
const GAME = "game";

/** A game learnt by playing: a few exercises, then a first game. */
export function CoursePage({ variant: id }: { variant: string }) {
  installStyle();
  const course = useSignal<Course | null>(null);
  const isMissing = useSignal(false);
  useEffect(() => {
    loadCourse(id).then(
      (found) => (course.value = found),
      () => (isMissing.value = true),
    );
  }, [id]);
  const variant = variants.value.find((one) => one.id === id);
  if (isMissing.value) return <NoCourse />;
  if (course.value === null || variant === undefined)
    return <p class="loading">{texts.course.loading}</p>;
  return <Steps variant={variant} course={course.value} />;
}

/** The course in the reader's language, or else in English. */
async function loadCourse(id: string): Promise<Course> {
  for (const code of new Set([language, "en"])) {
    const response = await fetch(`/learn/courses/${id}.${code}.json`);
    if (response.ok) return (await response.json()) as Course;
  }
  throw new Error(texts.app.notFound);
}

function NoCourse() {
  return (
    <div class="lost">
      <h1>{texts.app.notFound}</h1>
      <a class="button" href="/learn/index.html">
        {texts.course.allRules}
      </a>
    </div>
  );
}

function Steps({ variant, course }: { variant: VariantInfo; course: Course }) {
  useLetters(variant.id);
  const progress = useSignal(loadProgress(localStorage)[variant.id] ?? []);
  const ids = [...course.steps.map((step) => step.id), GAME];
  const current = useSignal(ids.find((id) => !progress.value.includes(id)) ?? ids[0]);
  const done = (id: string) => {
    progress.value = keepProgress(localStorage, variant.id, id)[variant.id] ?? [];
  };
  const next = () => (current.value = ids[ids.indexOf(current.value) + 1] ?? GAME);
  const step = course.steps.find((one) => one.id === current.value);
  const lesson = useMemo(() => {
    if (step === undefined) return null;
    const onDone = () => done(step.id);
    const judged = (learner: Seat, position: PositionView, own: string[]) =>
      judge(step, learner, position, own);
    return new Lesson({ variant: variant.id, step, judge: judged, look, later, onDone });
  }, [step]);
  useEffect(() => {
    document.title = `${course.title} · ${texts.app.name}`;
  }, [course]);
  useEffect(() => void lesson?.open(), [lesson]);
  const titles = [...course.steps.map((one) => one.texts.title), course.game.title];
  const { Legend } = extrasOf(variant.id);
  const scene = useComputed(() => lesson?.board.value.scene ?? null).value;
  return (
    <div class={`game course game-${variant.shape}`} data-step={current.value}>
      <aside class="game-side course-side" aria-labelledby="course-title">
        <header class="course-head">
          <h1 id="course-title">{course.title}</h1>
          <ol class="course-steps">
            {ids.map((id, index) => (
              <li key={id}>
                <button
                  type="button"
                  class={progress.value.includes(id) ? "is-done" : ""}
                  aria-current={id === current.value ? "step" : undefined}
                  aria-label={texts.course.step(
                    index + 1,
                    titles[index],
                    progress.value.includes(id),
                  )}
                  title={titles[index]}
                  onClick={() => (current.value = id)}
                >
                  {progress.value.includes(id) ? <Icon name="check" /> : index + 1}
                </button>
              </li>
            ))}
          </ol>
        </header>
        {step !== undefined && lesson !== null ? (
          <LessonPanel lesson={lesson} words={step.texts} onNext={next} />
        ) : (
          <FirstGame variant={variant} course={course} onStart={() => done(GAME)} />
        )}
      </aside>
      {lesson !== null && <LessonBoard key={current.value} lesson={lesson} shape={variant.shape} />}
      <section class="game-side course-more" aria-label={texts.course.more}>
        {Legend !== undefined && scene !== null && <Legend scene={scene} />}
        <p>
          <a href={`/learn/${variant.id}.html`}>{texts.course.fullRules}</a>
        </p>
      </section>
    </div>
  );
}

/** The last step: a game against the computer that has just learnt the moves as well. */
function FirstGame({
  variant,
  course,
  onStart,
}: {
  variant: VariantInfo;
  course: Course;
  onStart(): void;
}) {
  const refusal = useSignal("");
  const { level, setup, title, text } = course.game;
  const begin = async () => {
    try {
      onStart();
      await start({
        type: "create",
        variant: variant.id,
        start: setup === undefined ? { type: "usual" } : { type: "setup", text: setup },
        clock: CLOCKS.untimed,
        seat: "white",
        audience: { type: "computer", level },
      });
    } catch (why) {
      refusal.value = (why as Error).message;
    }
  };
  return (
    <section class="lesson">
      <h2>{title}</h2>
      <p>{text}</p>
      <p class="refusal" role="alert">
        {refusal.value}
      </p>
      <div class="lesson-buttons">
        <button type="button" class="primary big" onClick={() => void begin()}>
          {texts.course.play}
        </button>
      </div>
    </section>
  );
}
