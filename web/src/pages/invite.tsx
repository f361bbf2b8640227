import { useSignal } from "@preact/signals";
import { ask, me, start, variants } from "../client";
import { encodeQr } from "../model/qr";
import type { Table } from "../model/table";
import { go } from "../router";
import { texts } from "../texts";
import { formatClock } from "../model/clock";
import { copyText } from "./clipboard";
import { Embedded } from "./element";

/** A game that waits for its second player: the link to send, or the button to join. */
export function Invite({ table }: { table: Table }) {
  const seek = table.seek.value;
  if (seek === null) return null;
  const isOwn = seek.player === me.value?.player;
  return (
    <div class="invite">
      <h1>{isOwn ? texts.invite.title : texts.invite.joinTitle(seek.name)}</h1>
      <p class="row-detail">{variants.value.find((one) => one.id === seek.variant)?.name ?? seek.variant} · {formatClock(seek.clock)} · {texts.seats[seek.seat]}</p>
      {isOwn ? <OwnInvite game={seek.game} /> : <Join game={seek.game} />}
    </div>
  );
}

function Join({ game }: { game: string }) {
  const refusal = useSignal("");
  const join = () => start({ type: "join", game }).catch((why: Error) => (refusal.value = why.message));
  return (
    <>
      <p>{texts.invite.joinText}</p>
      <button class="primary big" type="button" onClick={() => void join()}>{texts.invite.join}</button>
      <p class="refusal" role="alert">{refusal.value}</p>
    </>
  );
}

function OwnInvite({ game }: { game: string }) {
  const copied = useSignal(false);
  const address = location.href;
  const copy = async () => {
    copied.value = await copyText(address);
  };
  const cancel = async () => {
    await ask({ type: "cancel", game }).catch(() => undefined);
    go("/");
  };
  return (
    <>
      <p>{texts.invite.text}</p>
      <input class="invite-link" readOnly value={address} aria-label={texts.invite.copy} onFocus={(event) => event.currentTarget.select()} />
      <div class="dialog-buttons centred">
        <button type="button" onClick={() => void cancel()}>{texts.invite.cancel}</button>
        <button class="primary" type="button" onClick={() => void copy()}>{copied.value ? texts.invite.copied : texts.invite.copy}</button>
      </div>
      <Embedded make={() => qrImage(address)} of={address} className="qr" />
    </>
  );
}

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4;

function qrImage(text: string): Element {
  const modules = encodeQr(text) ?? [];
  const size = modules.length + 2 * QUIET;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", texts.invite.qr);
  const squares = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", squares.join(""));
  svg.append(path);
  return svg;
}
