import { useSignal } from "@preact/signals";
import { ask, me } from "../client";
import { backTo, readAsked } from "../model/authorization";
import { texts } from "../texts";
import { NeedsAccount } from "./needsaccount";

/** A program asks for an access token: whom it is for, what it allows, and where the browser goes then. */
export function AuthorizePage({ onLogIn }: { onLogIn(): void }) {
  const asked = readAsked(location.search);
  const message = useSignal("");
  if (asked === null)
    return (
      <div class="account">
        <p role="alert">{texts.programs.badRequest}</p>
      </div>
    );
  if (me.value === null) return null;
  const title = texts.programs.authorizeTitle(asked.host);
  if (!me.value.has_account)
    return <NeedsAccount title={title} why={texts.programs.needsLogIn} onLogIn={onLogIn} />;
  const allow = async () => {
    const { client, redirect, challenge, scopes } = asked;
    try {
      const answer = await ask({ type: "authorize", client, redirect, challenge, scopes });
      if (answer.type === "authorized") location.assign(backTo(asked, { code: answer.code }));
    } catch (why) {
      message.value = (why as Error).message;
    }
  };
  const deny = () => location.assign(backTo(asked, { error: "access_denied" }));
  return (
    <div class="account">
      <h1>{title}</h1>
      <section>
        <p>{texts.programs.authorizeAs(me.value.name)}</p>
        <ul>
          {asked.scopes.map((scope) => (
            <li key={scope}>{texts.programs.scopeNames[scope]}</li>
          ))}
        </ul>
        <p class="soft">{texts.programs.authorizeBack(asked.redirect)}</p>
        <p class="told" role="alert">
          {message.value}
        </p>
        <div class="account-buttons">
          <button type="button" class="primary" onClick={() => void allow()}>
            {texts.programs.allow}
          </button>
          <button type="button" onClick={deny}>
            {texts.programs.deny}
          </button>
        </div>
      </section>
    </div>
  );
}
