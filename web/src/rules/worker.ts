// Runs a module of rules beside the page, so that thinking never holds it up.
import { type Answers, startModule } from "./module";

/** The first message names the module; every other is a question with its number. */
export type ToWorker = { module: string } | { number: number; question: string };
export type FromWorker =
  | { ready: boolean }
  | { number: number; answer: string }
  | { number: number; failed: string };

interface Scope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = self as unknown as Scope;
let answers: Answers | null = null;

async function start(url: string): Promise<void> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status}`);
    answers = await startModule(await response.arrayBuffer());
    scope.postMessage({ ready: true });
  } catch {
    scope.postMessage({ ready: false });
  }
}

scope.onmessage = ({ data }) => {
  if ("module" in data) {
    void start(data.module);
    return;
  }
  const { number, question } = data;
  try {
    scope.postMessage({ number, answer: answers?.(question) ?? "" });
  } catch (why) {
    // A module that has failed once is in an unknown state: the caller starts another.
    scope.postMessage({ number, failed: String(why) });
  }
};
