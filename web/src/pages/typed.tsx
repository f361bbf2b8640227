import { useSignal, useSignalEffect } from "@preact/signals";
import type { Ask, Offer } from "../generated";
import { formatTime, timeLeft } from "../model/clock";
import type { Table } from "../model/table";
import { legalInWords, offerByWords, playedInWords, type Typed, where } from "../model/words";
import { texts } from "../texts";
import { moveFromLetters } from "../texts/letters";
import { noteInWords } from "../texts/server";
import { newsInWords } from "./news";
import { TypedBox } from "./typedbox";

/** The box for typed moves and commands of a game. */
export function TypedMove({ table }: { table: Table }) {
  const wantsToResign = useSignal(false);
  useNews(table);
  const onTyped = (typed: Typed) => {
    const isResign = typed.type === "resign";
    const mayResign = isResign && wantsToResign.value;
    wantsToResign.value = isResign && !mayResign;
    if (isResign && !mayResign) table.said.value = texts.words.resignAgain;
    else if (typed.type !== "nothing") void runCommand(table, typed);
  };
  return (
    <TypedBox
      said={table.said}
      placeholder={texts.text.hint}
      title={texts.words.help}
      onTyped={onTyped}
    />
  );
}

/** Announces each change of the game once. */
function useNews(table: Table): void {
  const told = useSignal<{ key: string; notes: string[] }>({ key: "", notes: [] });
  useSignalEffect(() => {
    const game = table.game.value;
    if (game === null) return;
    const before = told.peek();
    const key = `${game.frame} ${game.view.phase.type}`;
    if (key === before.key) return;
    const notes = (game.view.scene.notes ?? []).map(noteInWords);
    told.value = { key, notes };
    if (before.key !== "") table.said.value = newsInWords(game.view, before.notes);
  });
}

let commands = 0;

/** Runs a command and tells its answer, unless another one was typed meanwhile. */
async function runCommand(table: Table, typed: Exclude<Typed, { type: "nothing" }>): Promise<void> {
  const number = ++commands;
  const say = (words: string) => {
    if (number === commands) table.said.value = words;
  };
  switch (typed.type) {
    case "move":
      // The server reads what was typed: it knows every notation and says what is wrong. Only commands are handled here.
      if (!(await table.act(await actionTyped(table, typed.text)))) say(table.message.value);
      return;
    case "hint":
      say(await table.advise(table.openGame.view.moves.length));
      return;
    case "draw":
    case "takeback":
    case "resign":
      say(await askTyped(table, typed.type));
      return;
    case "legal": {
      const offers = table.openGame.view.offers.length === 0 ? [] : await table.labelledOffers();
      say(legalInWords(table.openGame.view.scene, offers, typed.place));
      return;
    }
    default:
      say(answer(table, typed));
  }
}

/** What to send for what was typed: the action of an offer, or the text itself in English letters. */
async function actionTyped(table: Table, text: string): Promise<string> {
  return (await offerTyped(table, text))?.action ?? moveFromLetters(text);
}

/** What was typed in the words in which legal moves are told. */
async function offerTyped(table: Table, text: string): Promise<Offer | undefined> {
  if (table.offers.value.length === 0) return undefined;
  return offerByWords(table.openGame.view.scene, await table.labelledOffers(), text);
}

async function askTyped(table: Table, type: "draw" | "takeback" | "resign"): Promise<string> {
  const seat = table.seat.value;
  const asks = seat === null ? [] : table.openGame.view.seats[seat].asks;
  const isWanted = (ask: Ask) =>
    type === "resign"
      ? ask.type === "resign"
      : "proposal" in ask &&
        ask.proposal.kind === type &&
        (ask.type === "accept" || ask.type === "propose");
  const ask = asks.find((one) => isWanted(one) && one.type === "accept") ?? asks.find(isWanted);
  if (ask === undefined) return texts.words.cannot;
  return (await table.ask(ask)) ? texts.words.done : table.message.value;
}

/** The answer to a command. */
export function answer(table: Table, typed: Typed): string {
  const game = table.openGame;
  const { moves, seats } = game.view;
  const scene = table.scene.value ?? game.view.scene;
  switch (typed.type) {
    case "where":
      return where(scene, typed.what);
    case "board":
      return where(scene, "");
    case "last": {
      const last = moves.at(-1);
      return last === undefined ? texts.words.noMove : playedInWords(game.view.scene, last);
    }
    case "clock": {
      const left = (seat: "white" | "black") => timeLeft(game.clock, seat, performance.now());
      const [white, black] = [left("white"), left("black")];
      return white === null || black === null
        ? texts.words.noClock
        : texts.words.clock(formatTime(white), formatTime(black));
    }
    case "who":
      return texts.words.who(
        seats.white.name ?? texts.lobby.openSeat,
        seats.black.name ?? texts.lobby.openSeat,
      );
    default:
      return texts.words.help;
  }
}
