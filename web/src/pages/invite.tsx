import { useSignal } from "@preact/signals";
import { ask, keepSeek, me, start, variants } from "../client";
import type { Seek } from "../generated";
import { other } from "../model/game";
import { encodeQr } from "../model/qr";
import type { Table } from "../model/table";
import { go } from "../router";
import { texts } from "../texts";
import { titled } from "./botmark";
import { copyText } from "./clipboard";
import { clockInWords } from "./clocks";
import { ComputerDialog } from "./computer";
import { Embedded } from "./element";
import { Icon } from "./icon";
import { VariantPicture } from "./picture";

/** A game that waits for its second player: the link to send, or the button to join. */
export function Invite({ table }: { table: Table }) {
  const seek = table.seek.value;
  if (seek === null) return null;
  const isOwn = seek.player === me.value?.player;
  const variant = variants.value.find((one) => one.id === seek.variant);
  return (
    <div class="invite">
      {variant !== undefined && <VariantPicture variant={variant} />}
      <h1>{isOwn ? titleOf(seek) : texts.invite.joinTitle(titled(seek))}</h1>
      <p class="invite-terms">{termsOf(seek, isOwn)}</p>
      {isOwn ? <OwnInvite seek={seek} /> : <Join game={seek.game} />}
    </div>
  );
}

/** What is going to be played, as the reader will play it. */
function termsOf(seek: Seek, isOwn: boolean): string {
  const variant = variants.value.find((one) => one.id === seek.variant);
  const preset = variant?.presets.find(
    (one) => one.id === seek.preset && one !== variant.presets[0],
  );
  const seat = isOwn || seek.seat === "random" ? seek.seat : other(seek.seat);
  return [
    variant?.name ?? seek.variant,
    preset?.name,
    clockInWords(seek.clock),
    texts.invite.colours[seat],
  ]
    .filter(Boolean)
    .join(" · ");
}

function Join({ game }: { game: string }) {
  const refusal = useSignal("");
  const join = () =>
    start({ type: "join", game }).catch((why: Error) => (refusal.value = why.message));
  return (
    <>
      <p>{texts.invite.joinText}</p>
      <button class="primary big" type="button" onClick={() => void join()}>
        {texts.invite.join}
      </button>
      <p class="refusal" role="alert">
        {refusal.value}
      </p>
    </>
  );
}

function titleOf({ audience }: Seek): string {
  return audience.type === "anybody" ? texts.invite.looking : texts.invite.title;
}

function OwnInvite({ seek }: { seek: Seek }) {
  const { game, audience } = seek;
  const isOpen = audience.type === "anybody";
  const variant = variants.value.find((one) => one.id === seek.variant);
  const isAsking = useSignal(false);
  const cancel = async () => {
    await ask({ type: "cancel", game }).catch(() => undefined);
    go("/");
  };
  return (
    <>
      <p>{isOpen ? texts.invite.lookingText : texts.invite.text}</p>
      {isOpen && variant !== undefined && variant.computers.length > 0 && (
        <button
          class="primary"
          type="button"
          onClick={() => {
            keepSeek(game);
            isAsking.value = true;
          }}
        >
          <Icon name="computer" />
          {texts.invite.meanwhile}
        </button>
      )}
      {isAsking.value && variant !== undefined && (
        <ComputerDialog variant={variant} onClose={() => (isAsking.value = false)} />
      )}
      <LinkToSend address={location.href} />
      <button class="quiet" type="button" onClick={() => void cancel()}>
        {texts.invite.cancel}
      </button>
    </>
  );
}

/** A link to copy, to share, or to scan as a QR code. */
export function LinkToSend({ address }: { address: string }) {
  const copied = useSignal(false);
  const copy = async () => {
    copied.value = await copyText(address);
  };
  return (
    <>
      <div class="invite-link">
        <input
          readOnly
          value={address}
          aria-label={texts.invite.link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button class="primary" type="button" onClick={() => void copy()}>
          {copied.value ? texts.invite.copied : texts.invite.copy}
        </button>
      </div>
      {"share" in navigator && (
        <button
          type="button"
          onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
        >
          <Icon name="share" />
          {texts.invite.share}
        </button>
      )}
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
  const squares = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", squares.join(""));
  svg.append(path);
  return svg;
}
