// Puts the steps of the courses (docs/courses/ID.json) and their texts (docs/courses/LANGUAGE/ID.json) together, one file each.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const read = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));

/** The ids of the games that have a course. */
export function courseIds(source) {
  return readdirSync(source)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

export function courseLanguages(source) {
  const folders = readdirSync(source, { withFileTypes: true });
  return folders.filter((one) => one.isDirectory()).map((one) => one.name);
}

/** A course in one language. A text that is missing, or belongs to nothing, is an error. */
export function readCourse(source, id, language) {
  const { steps, game } = read(source, `${id}.json`);
  const texts = read(source, language, `${id}.json`);
  const place = `${language}/${id}.json`;
  const known = steps.map((step) => step.id);
  const strange = Object.keys(texts.steps).filter((step) => !known.includes(step));
  if (strange.length > 0) throw new Error(`${place}: no step is called ${strange.join(", ")}`);
  return {
    title: present(texts.title, place, "title"),
    steps: steps.map((step) => ({ ...step, texts: stepTexts(step, texts.steps[step.id], place) })),
    game: { ...game, ...texts.game },
  };
}

function stepTexts(step, texts, place) {
  for (const key of ["title", "task", "hint", "done", "wrong"])
    present(texts?.[key], place, `${step.id}.${key}`);
  const wanted = step.mistakes.flatMap(({ why }) => why ?? []);
  for (const why of wanted) present(texts.why?.[why], place, `${step.id}.why.${why}`);
  const strange = Object.keys(texts.why ?? {}).filter((why) => !wanted.includes(why));
  if (strange.length > 0)
    throw new Error(`${place}: no mistake of ${step.id} is called ${strange}`);
  return texts;
}

function present(text, place, key) {
  if (typeof text !== "string" || text === "") throw new Error(`${place}: ${key} is missing`);
  return text;
}

/** Writes every course in every language that it has texts in. */
export function writeCourses(source, target) {
  mkdirSync(target, { recursive: true });
  for (const id of courseIds(source))
    for (const language of courseLanguages(source))
      if (existsSync(join(source, language, `${id}.json`)))
        writeFileSync(
          join(target, `${id}.${language}.json`),
          JSON.stringify(readCourse(source, id, language)),
        );
}
