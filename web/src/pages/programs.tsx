import { useSignal } from "@preact/signals";
import { ask, identify, me } from "../client";
import type { AccessTokenInfo, Scope } from "../generated";
import { language, texts } from "../texts";
import { Field } from "./choices";
import { useOwned } from "./owned";

const SCOPES: readonly Scope[] = ["bot:play", "board:play", "challenge:read", "challenge:write"];

/** For how many days a token can be made; 0 is without an end. */
const LASTS = [30, 90, 365, 0];

/** Access tokens of the player who is logged in: made, listed and ended. */
export function Programs() {
  const { items: tokens, message, attempt } = useOwned(readTokens);
  const secret = useSignal("");
  const make = (form: HTMLFormElement) =>
    attempt(async () => {
      secret.value = "";
      const fields = new FormData(form);
      const days = Number(fields.get("days"));
      const answer = await ask({
        type: "make_access_token",
        name: String(fields.get("name")),
        scopes: SCOPES.filter((scope) => fields.has(scope)),
        ...(days === 0 ? {} : { days }),
      });
      if (answer.type === "access_token") secret.value = answer.secret;
      form.reset();
      return texts.programs.made;
    });
  const end = ({ id, name }: AccessTokenInfo) =>
    attempt(async () => {
      await ask({ type: "end_access_token", id });
      return texts.programs.ended(name);
    });
  return (
    <section aria-labelledby="programs-title">
      <h2 id="programs-title">{texts.programs.title}</h2>
      <p class="soft">{texts.programs.intro}</p>
      {tokens.value.length === 0 && <p class="soft">{texts.programs.none}</p>}
      <ul class="sessions">
        {tokens.value.map((token) => (
          <li key={token.id}>
            <TokenText token={token} />
            <button
              type="button"
              onClick={() => void end(token)}
              aria-label={texts.programs.endNamed(token.name)}
            >
              {texts.programs.end}
            </button>
          </li>
        ))}
      </ul>
      <p class="told" role="status">
        {message.value}
      </p>
      {secret.value !== "" && <Secret text={secret.value} />}
      <NewToken onMake={(form) => void make(form)} />
    </section>
  );
}

async function readTokens(): Promise<AccessTokenInfo[]> {
  const answer = await ask({ type: "access_tokens" });
  return answer.type === "access_tokens" ? answer.tokens : [];
}

function TokenText({ token }: { token: AccessTokenInfo }) {
  const seen =
    token.seen === undefined ? texts.programs.unused : texts.programs.seen(day(token.seen));
  const parts = [texts.programs.since(day(token.since)), seen];
  if (token.expires !== undefined) parts.push(texts.programs.until(day(token.expires)));
  return (
    <div>
      <p>{token.name}</p>
      <p class="soft">{token.scopes.map((scope) => texts.programs.scopeNames[scope]).join(", ")}</p>
      <p class="soft">{parts.join(", ")}</p>
    </div>
  );
}

/** A new token, which is shown once. */
function Secret({ text }: { text: string }) {
  const isCopied = useSignal(false);
  const copy = () => void navigator.clipboard?.writeText(text).then(() => (isCopied.value = true));
  return (
    <div class="secret">
      <Field name="secret" title={texts.programs.secret} type="text" value={text} readOnly />
      <button type="button" onClick={copy}>
        {isCopied.value ? texts.programs.copied : texts.programs.copy}
      </button>
    </div>
  );
}

function NewToken({ onMake }: { onMake(form: HTMLFormElement): void }) {
  const submit = (event: Event) => {
    event.preventDefault();
    onMake(event.target as HTMLFormElement);
  };
  return (
    <form class="form" onSubmit={submit}>
      <Field
        name="name"
        title={texts.programs.name}
        type="text"
        maxLength={60}
        placeholder={texts.programs.namePlaceholder}
        required
      />
      <fieldset class="scopes">
        <legend>{texts.programs.scopes}</legend>
        {SCOPES.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name={scope} /> {texts.programs.scopeNames[scope]}{" "}
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{texts.programs.lasts}</span>
        <select name="days">
          {LASTS.map((days) => (
            <option value={days} key={days}>
              {days === 0 ? texts.programs.forever : texts.programs.days(days)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{texts.programs.make}</button>
    </form>
  );
}

/** Makes the account one of a program, after a second thought. */
export function BotAccount() {
  const isSure = useSignal(false);
  const message = useSignal("");
  const become = async () => {
    try {
      await ask({ type: "become_bot" });
      await identify("hello");
    } catch (why) {
      message.value = (why as Error).message;
    }
    isSure.value = false;
  };
  if (me.value?.bot === true)
    return (
      <section aria-labelledby="bot-title">
        <h2 id="bot-title">{texts.programs.becomeTitle}</h2>
        <p>{texts.programs.isBot}</p>
      </section>
    );
  return (
    <section aria-labelledby="bot-title">
      <h2 id="bot-title">{texts.programs.becomeTitle}</h2>
      <p class="soft">{texts.programs.becomeIntro}</p>
      <p class="told" role="status">
        {message.value}
      </p>
      <div class="account-buttons">
        {isSure.value ? (
          <>
            <button type="button" class="primary" onClick={() => void become()}>
              {texts.programs.becomeSurely}
            </button>
            <button type="button" onClick={() => (isSure.value = false)}>
              {texts.programs.keep}
            </button>
          </>
        ) : (
          <button type="button" onClick={() => (isSure.value = true)}>
            {texts.programs.become}
          </button>
        )}
      </div>
    </section>
  );
}

const day = (time: number) => new Date(time).toLocaleDateString(language, { dateStyle: "medium" });
