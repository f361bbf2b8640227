import { render } from "preact";
import { startClient } from "./client";
import { keepPage } from "./offline/register";
import { App } from "./pages/app";
import { language, speak } from "./texts";
import { loadLanguage } from "./texts/load";
import { loadMore } from "./texts/more";

/** Runs a function when the browser has nothing else to do, where it can tell. */
const requestIdle = (run: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(run) : setTimeout(run);

/** Starts the client and shows its pages, in the language that the document has got before. */
async function startPage(host: HTMLElement): Promise<void> {
  speak(...(await loadLanguage(document.documentElement.lang)));
  startClient();
  render(<App />, host);
  // The server speaks English: what it says is put into another language as soon as its words are there.
  if (language !== "en") requestIdle(() => void loadMore().catch(() => undefined));
  // Everything else is fetched after what this page needs itself.
  if (document.readyState === "complete") requestIdle(keepPage);
  else window.addEventListener("load", () => requestIdle(keepPage));
}

const host = document.getElementById("app");
if (host !== null) void startPage(host);
