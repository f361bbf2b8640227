import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { start, variants } from "../client";
import type { Ask, Proposal, Seat } from "../generated";
import { isComputer } from "../model/advice";
import { claimableIn, other } from "../model/game";
import type { Table } from "../model/table";
import { texts } from "../texts";
import { CreateDialog } from "./create";
import { setupAfter } from "./extras";
import { Icon, type IconName } from "./icon";
import { useNow } from "./now";

/** Draw, resign, takeback, rematch, abort and claims: exactly those the server would accept now. */
export function GameActions({ table }: { table: Table }) {
  const asking = useSignal<Ask | null>(null);
  const game = table.openGame;
  const seat = table.seat.value;
  useEffect(() => {
    asking.value = null;
  }, [game.view.phase.type]);
  const isGone = seat !== null && game.view.seats[other(seat)].claimable_at !== null;
  const now = useNow(isGone, 1000);
  if (seat === null)
    return (
      <section class="actions">
        <p class="watching">{texts.game.watching}</p>
        <RematchLink game={game.view.rematch} />
        <AfterEnd table={table} />
      </section>
    );
  // The server sends no notice when a claim becomes possible, only its time in advance.
  const asks = withClaims(game.view.seats[seat].asks, claimableIn(game, seat, now) === 0);
  const send = (ask: Ask) => {
    asking.value = null;
    void table.ask(ask);
  };
  const press = (ask: Ask) => {
    if (needsYes(ask)) asking.value = ask;
    else send(ask);
  };
  const question = asking.value;
  return (
    <section class="actions">
      <Proposals table={table} seat={seat} asks={asks} onAsk={send} />
      {question !== null ? (
        <div class="ask" role="alert">
          <p class="question">
            {name(question)}? {texts.game.sure}
          </p>
          <button class="danger" type="button" onClick={() => send(question)}>
            {texts.game.yes}
          </button>
          <button type="button" onClick={() => (asking.value = null)}>
            {texts.game.no}
          </button>
        </div>
      ) : (
        <p class="action-row">
          {asks.filter(isPlain).map((ask) => (
            <button
              class={isMain(ask) ? "primary" : ""}
              type="button"
              key={JSON.stringify(ask)}
              title={name(ask)}
              aria-label={name(ask)}
              onClick={() => press(ask)}
            >
              <Icon name={icon(ask)} />
              {texts.game.short[kind(ask)]}
            </button>
          ))}
          {table.redo.actions.value.length > 0 && table.offers.value.length > 0 && (
            <button
              type="button"
              title={texts.game.redo}
              aria-label={`${texts.game.redoShort}: ${texts.game.redo}`}
              onClick={() => table.playAgain()}
            >
              <Icon name="redo" />
              {texts.game.redoShort}
            </button>
          )}
          <RematchLink game={game.view.rematch} />
          {game.view.phase.type === "over" && <NextGame table={table} seat={seat} />}
        </p>
      )}
      <AfterEnd table={table} />
    </section>
  );
}

/** The same game against the next opponent, for those who have played against a person; otherwise the choice of all games. */
function NextGame({ table, seat }: { table: Table; seat: Seat }) {
  const { variant, clock, seats } = table.openGame.view;
  if (isComputer(seats[other(seat)].player))
    return (
      <a class="button" href="/">
        <Icon name="plus" />
        {texts.game.newGame}
      </a>
    );
  const pair = () => void start({ type: "pair", variant, clock: clock.control });
  return (
    <button type="button" onClick={pair}>
      <Icon name="bolt" />
      {texts.game.newOpponent}
    </button>
  );
}

/** What a finished game is good for: to be gone through with the computer's opinion, and to be played on from any position. */
function AfterEnd({ table }: { table: Table }) {
  const isPlayingOn = useSignal(false);
  const { phase, variant: id, moves, first_move } = table.openGame.view;
  const variant = variants.value.find((one) => one.id === id);
  if (phase.type !== "over") return null;
  return (
    <>
      <p class="action-row">
        <a class="button" href={`/analysis/game/${table.id}`}>
          <Icon name="hint" />
          {texts.game.analyse}
        </a>
        {variant !== undefined && (
          <button type="button" onClick={() => (isPlayingOn.value = true)}>
            <Icon name="play" />
            {texts.import.playOn}
          </button>
        )}
      </p>
      {isPlayingOn.value && variant !== undefined && (
        <CreateDialog
          variant={variant}
          opponent="computer"
          setup={setupAfter(
            id,
            table.picture.value?.setup ?? "",
            moves.slice(0, table.replay.value.at ?? undefined),
            first_move,
          )}
          onClose={() => (isPlayingOn.value = false)}
        />
      )}
    </>
  );
}

/** To the next game of the same two, for players and spectators alike. */
function RematchLink({ game }: { game: string | null }) {
  if (game === null) return null;
  return (
    <a class="button primary" href={`/game/${game}`}>
      {texts.game.toRematch}
    </a>
  );
}

/** The actions that get a prominent button. */
function isMain(ask: Ask): boolean {
  return ask.type === "claim_win" || (ask.type === "propose" && ask.proposal.kind === "rematch");
}

function needsYes(ask: Ask): boolean {
  return (
    ask.type === "resign" ||
    ask.type === "abort" ||
    (ask.type === "propose" && ask.proposal.kind === "draw")
  );
}

/** Answers to proposals have a place of their own. */
function isPlain(ask: Ask): boolean {
  return (
    ask.type !== "accept" && ask.type !== "decline" && ask.type !== "withdraw" && ask.type !== "act"
  );
}

function withClaims(asks: Ask[], canClaim: boolean): Ask[] {
  if (!canClaim || asks.some((ask) => ask.type === "claim_win" || ask.type === "claim_draw"))
    return asks;
  return [...asks, { type: "claim_win" }, { type: "claim_draw" }];
}

/** The key of an ask in texts and icons. */
function kind(ask: Ask): string {
  return ask.type === "propose" ? ask.proposal.kind : ask.type;
}

function name(ask: Ask): string {
  return texts.game.asks[kind(ask)] ?? kind(ask);
}

const ICONS: Record<string, IconName> = {
  draw: "draw",
  takeback: "takeback",
  rematch: "rematch",
  resign: "resign",
  abort: "abort",
  claim_win: "claim",
  claim_draw: "draw",
};

function icon(ask: Ask): IconName {
  return ICONS[kind(ask)] ?? "plus";
}

interface ProposalsProps {
  table: Table;
  seat: Seat;
  asks: Ask[];
  onAsk(ask: Ask): void;
}

function Proposals({ table, seat, asks, onAsk }: ProposalsProps) {
  const { seats } = table.openGame.view;
  const opponent = seats[other(seat)];
  const may = (type: "accept" | "decline" | "withdraw", proposal: Proposal) =>
    asks.some((ask) => ask.type === type && ask.proposal.kind === proposal.kind);
  const button = (type: "accept" | "decline" | "withdraw", proposal: Proposal) =>
    may(type, proposal) && (
      <button
        type="button"
        class={type === "accept" ? "primary" : ""}
        onClick={() => onAsk({ type, proposal })}
      >
        {texts.game[type]}
      </button>
    );
  return (
    <div class="proposals" role="status">
      {opponent.proposals.map((proposal) => (
        <div class="ask" key={proposal.kind}>
          <p class="question">
            {opponent.name} {texts.game.proposes[proposal.kind]}
          </p>
          {button("accept", proposal)}
          {button("decline", proposal)}
        </div>
      ))}
      {seats[seat].proposals.map((proposal) => (
        <div class="ask" key={proposal.kind}>
          <p class="question">{texts.game.proposed[proposal.kind]}</p>
          {button("withdraw", proposal)}
        </div>
      ))}
    </div>
  );
}
