import { useSignal } from "@preact/signals";
import { ask, identify, me } from "../client";
import type { SessionInfo } from "../generated";
import { language, texts } from "../texts";
import { Field } from "./choices";
import { NeedsAccount } from "./needsaccount";
import { NewPassword } from "./newpassword";
import { useOwned } from "./owned";
import { BotAccount, Programs } from "./programs";

/** The account of the player who is logged in: password and sessions. */
export function AccountPage({ onLogIn }: { onLogIn(): void }) {
  if (me.value === null) return null;
  if (!me.value.has_account)
    return (
      <NeedsAccount
        title={texts.account.title}
        why={texts.account.needsAccount}
        onLogIn={onLogIn}
      />
    );
  return (
    <div class="account">
      <h1>{texts.account.title}</h1>
      <p class="soft">{texts.account.member(me.value.name)}</p>
      <Password name={me.value.name} />
      <Sessions />
      <Programs />
      <BotAccount />
    </div>
  );
}

function Password({ name }: { name: string }) {
  const message = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const fields = new FormData(form);
    const [old, fresh] = [String(fields.get("old")), String(fields.get("new"))];
    try {
      await identify("me/password", { old, new: fresh });
      form.reset();
      message.value = texts.account.passwordChanged;
    } catch (why) {
      message.value = (why as Error).message;
    }
  };
  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title">{texts.account.changePassword}</h2>
      <form class="form" onSubmit={(event) => void submit(event)}>
        {/* Password managers want to know whose password it is. */}
        <input type="text" name="username" autocomplete="username" value={name} hidden readOnly />
        <Field
          name="old"
          title={texts.account.oldPassword}
          type="password"
          autocomplete="current-password"
          required
        />
        <NewPassword name="new" message={message.value} submit={texts.account.changePassword} />
      </form>
    </section>
  );
}

function Sessions() {
  const { items: sessions, message, attempt } = useOwned(readSessions);
  const end = (session: SessionInfo) =>
    attempt(async () => {
      if (session.current) await identify("me/log-out");
      else await ask({ type: "end_session", id: session.id });
      return texts.account.loggedOut(nameOf(session));
    });
  const endOthers = () =>
    attempt(async () => {
      await identify("me/end-sessions");
      return texts.account.sessionsEnded;
    });
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">{texts.account.sessions}</h2>
      <ul class="sessions">
        {sessions.value.map((session) => (
          <li key={session.id}>
            <SessionText session={session} />
            <button
              type="button"
              onClick={() => void end(session)}
              aria-label={texts.account.logOutOf(nameOf(session))}
            >
              {texts.account.logOut}
            </button>
          </li>
        ))}
      </ul>
      <p class="told" role="status">
        {message.value}
      </p>
      {sessions.value.length > 1 && (
        <div class="account-buttons">
          <button type="button" onClick={() => void endOthers()}>
            {texts.account.endSessions}
          </button>
        </div>
      )}
    </section>
  );
}

async function readSessions(): Promise<SessionInfo[]> {
  const answer = await ask({ type: "sessions" });
  return answer.type === "sessions" ? answer.sessions : [];
}

function SessionText({ session }: { session: SessionInfo }) {
  const times =
    session.since === 0
      ? ""
      : `${texts.account.lastUsed(moment(session.seen))}, ${texts.account.loggedInOn(day(session.since))}`;
  return (
    <div>
      <p>
        {nameOf(session)}{" "}
        {session.current && <span class="this-device">({texts.account.thisDevice})</span>}
      </p>
      <p class="soft">{times}</p>
    </div>
  );
}

function nameOf(session: SessionInfo): string {
  if (session.since === 0) return texts.account.olderSessions;
  return session.client === "" ? texts.account.unknownClient : session.client;
}

const day = (time: number) => new Date(time).toLocaleDateString(language, { dateStyle: "medium" });

const moment = (time: number) =>
  new Date(time).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
