import { useEffect } from "preact/hooks";
import { go } from "../../router";
import { texts } from "../../texts";
import { more } from "../../texts/more";
import { Dialog } from "../dialog";
import { LinkToSend } from "../invite";
import { meet } from "./host";

/** A random code for an invitation link. */
export function newWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}

interface MeetingProps {
  army: readonly number[];
  /** The code of the invitation; empty for any opponent. */
  word: string;
  onFail(): void;
  onClose(): void;
}

/** Waits with an army for a person. Closing it ends the wait. */
export function Meeting({ army, word, onFail, onClose }: MeetingProps) {
  useEffect(() => {
    const leaving = new AbortController();
    meet(army, word, leaving.signal).then(
      (game) => (game === null ? onFail() : go(`/game/${game}`)),
      () => (leaving.signal.aborted ? undefined : onFail()),
    );
    return () => leaving.abort();
  }, []);
  return (
    <Dialog title={texts.invite.title} onClose={onClose}>
      <div class="meeting">
        <p class="soft">
          {word === "" ? more.armies.waitingForAnybody : more.armies.waitingForFriend}
        </p>
        {word !== "" && <LinkToSend address={`${location.origin}/meet/wisconsin/${word}`} />}
        <button class="quiet" type="button" onClick={onClose}>
          {texts.create.cancel}
        </button>
      </div>
    </Dialog>
  );
}
