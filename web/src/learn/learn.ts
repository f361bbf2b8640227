// Brings the pictures of the rules pages to life: each can be played on, for both sides.
import "../style/learn.css";
import { choosePieceSet } from "../boards/pieces";
import type { Answer } from "../generated";
import { loadSettings } from "../model/settings";
import { speak, texts } from "../texts";
import { loadLanguage } from "../texts/load";
import { LiveBoard } from "./liveboard";
import type { Look } from "./study";

const settings = loadSettings(localStorage);
document.documentElement.dataset.appearance = settings.appearance;
document.documentElement.dataset.board = settings.boardTheme;
void choosePieceSet(settings.pieceSet);
// Beside the text there is room for the list of contents; on a small screen it would push the text out of sight.
if (window.matchMedia("(min-width: 861px)").matches)
  document.querySelector(".learn-contents details")?.setAttribute("open", "");

const look: Look = async (variant, start, actions, moment) => {
  const response = await fetch("/api/look", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant, start, actions, moment }),
  });
  const answer = (await response.json()) as Answer & { message?: string };
  if (!response.ok) throw new Error(answer.message ?? texts.learn.failed);
  return answer;
};

// These pages are written in English, and so is what stands beside their boards.
speak(...(await loadLanguage("en")));
for (const figure of document.querySelectorAll<HTMLElement>("figure.live")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = texts.learn.play;
  button.addEventListener("click", () => {
    const { variant = "", setup = "" } = figure.dataset;
    void new LiveBoard(figure, variant, setup, look, settings).open();
  });
  figure.append(button);
}
