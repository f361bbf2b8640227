import type { Ask, Button, Played, Proposal, Seat, SeatView } from "../generated";

interface Context {
  seat: Seat;
  seats: Record<Seat, SeatView>;
  moves: Played[];
}

/** What a player can ask for, with the details that follow from the score sheet and from what is proposed. */
export function asksOf(buttons: Button[], context: Context): Ask[] {
  return buttons.flatMap((button) => askOf(button, context) ?? []);
}

/** The same asks after a move: a takeback is now about another one. */
export function refreshed(asks: Ask[], context: Context): Ask[] {
  return asks.map((ask) =>
    ask.type === "propose" && ask.proposal.kind === "takeback"
      ? { type: "propose", proposal: ownTakeback(context) }
      : ask,
  );
}

function askOf(button: Button, context: Context): Ask | null {
  switch (button) {
    case "abort":
    case "resign":
    case "claim_win":
    case "claim_draw":
      return { type: button };
    default:
      return proposalAsk(button, context);
  }
}

type ProposalButton = Exclude<Button, "abort" | "resign" | "claim_win" | "claim_draw">;

function proposalAsk(button: ProposalButton, context: Context): Ask | null {
  const [type, kind] = button.split("_") as [
    "propose" | "accept" | "decline" | "withdraw",
    Proposal["kind"],
  ];
  const proposal = proposalOf(type, kind, context);
  return proposal === undefined ? null : { type, proposal };
}

function proposalOf(
  type: "propose" | "accept" | "decline" | "withdraw",
  kind: Proposal["kind"],
  context: Context,
): Proposal | undefined {
  if (kind !== "takeback") return { kind };
  if (type === "propose") return ownTakeback(context);
  const opponent: Seat = context.seat === "white" ? "black" : "white";
  const proposer = type === "withdraw" ? context.seat : opponent;
  return context.seats[proposer].proposals.find((proposal) => proposal.kind === "takeback");
}

/** To before the player's own last move. */
function ownTakeback({ seat, moves }: Context): Proposal {
  return { kind: "takeback", to: moves.findLastIndex((move) => move.seat === seat) };
}
