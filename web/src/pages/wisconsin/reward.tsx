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
import { words } from "../../texts/wisconsin";
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
    message.value = isTaken ? words.taken : words.notTaken;
    if (isTaken && (await acknowledge(reward.id))) found.value = null;
  };
  return (
    <form class="status reward" onSubmit={submit}>
      <p>
        <strong>{reward.claimable ? words.reward : words.noReward}</strong>
      </p>
      {reward.claimable &&
        rewardChoices(reward).map(({ key, kind }) => (
          <label class="reward-choice" key={key}>
            <Embedded make={() => pieceImage(kind.kind, "white")} of={kind.kind} />
            <span>{kind.kind}</span>
            <select name={key} aria-label={words.slotFor(kind.kind)}>
              <option value="0">{words.leaveIt}</option>
              {owned.collection.map((held, index) => (
                <option
                  value={index + 1}
                  key={index}
                  selected={key === "re" && index === owned.collection.indexOf(0)}
                >
                  {words.intoSlot(index + 1, kindByNumber(held)?.kind ?? words.emptySlot)}
                </option>
              ))}
            </select>
          </label>
        ))}
      <button type="submit">{reward.claimable ? words.take : words.leaveGame}</button>
      <p class="message" role="status">
        {message.value}
      </p>
    </form>
  );
}
