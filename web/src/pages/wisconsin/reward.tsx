import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { pieceImage } from "../../boards/pieces";
import type { Table } from "../../model/table";
import {
  type Collection,
  kindByNumber,
  type Reward,
  rewardChoices,
} from "../../model/wisconsin/collection";
import { more } from "../../texts/more";
import { phraseInWords } from "../../texts/server";
import { Embedded } from "../element";
import { acknowledge, possessions, rewardOf, take } from "./host";

async function find(game: string): Promise<{ reward: Reward; owned: Collection } | null> {
  const reward = await rewardOf(game);
  const owned = reward === null ? null : await possessions();
  return reward === null || owned === null ? null : { reward, owned };
}

/** The reward after a game, and a slot of the collection for it. */
export function RewardPanel({ table }: { table: Table }) {
  const isOver = table.openGame.view.phase.type === "over";
  const found = useSignal<{ reward: Reward; owned: Collection } | null>(null);
  const message = useSignal("");
  useEffect(() => {
    if (isOver) void find(table.id).then((won) => (found.value = won));
  }, [isOver]);
  if (found.value === null) return null;
  const { reward, owned } = found.value;
  const submit = async (event: Event) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const slot = (key: string) => Number(fields.get(key) ?? 0);
    const isTaken =
      !reward.claimable || (await take(reward.id, { l: slot("l"), r: slot("r"), re: slot("re") }));
    message.value = isTaken ? more.armies.taken : more.armies.notTaken;
    if (isTaken && (await acknowledge(reward.id))) found.value = null;
  };
  return (
    <form class="status reward" onSubmit={submit}>
      <p>
        <strong>{reward.claimable ? more.armies.reward : more.armies.noReward}</strong>
      </p>
      {reward.claimable &&
        rewardChoices(reward).map(({ key, kind }) => (
          <label class="reward-choice" key={key}>
            <Embedded make={() => pieceImage(kind.kind, "white")} of={kind.kind} />
            <span>{phraseInWords(kind.kind)}</span>
            <select name={key} aria-label={more.armies.slotFor(phraseInWords(kind.kind))}>
              <option value="0">{more.armies.leaveIt}</option>
              {owned.collection.map((held, index) => (
                <option
                  value={index + 1}
                  key={index}
                  selected={key === "re" && index === owned.collection.indexOf(0)}
                >
                  {more.armies.intoSlot(
                    index + 1,
                    kindByNumber(held)?.kind ?? more.armies.emptySlot,
                  )}
                </option>
              ))}
            </select>
          </label>
        ))}
      <button type="submit">{reward.claimable ? more.armies.take : more.armies.leaveGame}</button>
      <p class="message" role="status">
        {message.value}
      </p>
    </form>
  );
}
