import { texts } from "../texts";

/** The mark beside the name of a program's account. */
export function BotMark({ bot }: { bot: boolean | undefined }) {
  if (bot !== true) return null;
  return (
    <abbr class="bot-mark" title={texts.programs.botTitle}>
      {texts.programs.botMark}
    </abbr>
  );
}

/** A name as it stands in a sentence. */
export function titled(player: { name: string; bot?: boolean }): string {
  return player.bot === true ? texts.programs.titled(player.name) : player.name;
}
