import { useSignal } from "@preact/signals";
import { identify, me } from "../client";
import type { Request } from "../generated";
import { texts } from "../texts";
import { Field } from "./choices";
import { Dialog } from "./dialog";

/** Names and accounts. */
export function AccountDialog({ onClose }: { onClose(): void }) {
  const message = useSignal("");
  const hasAccount = me.value?.has_account ?? false;
  const send = async (request: Request) => {
    try {
      await identify(request);
      message.value = texts.account.saved;
    } catch (why) {
      message.value = (why as Error).message;
    }
  };
  const submit = (make: (name: string, password: string) => Request) => (event: Event) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const named = (event as SubmitEvent).submitter?.getAttribute("value") === "log_in";
    const request = make(String(fields.get("name")).trim(), String(fields.get("password") ?? ""));
    void send(named && "password" in request ? { ...request, type: "log_in" } : request);
  };
  return (
    <Dialog title={texts.account.title} onClose={onClose}>
      <p class="soft">
        {hasAccount ? texts.account.member(me.value?.name ?? "") : texts.account.guest}
      </p>
      <p class="told" role="status">
        {message.value}
      </p>
      {!hasAccount && (
        <>
          <form class="form" onSubmit={submit((name) => ({ type: "rename", name }))}>
            <div class="field-row">
              <Field
                name="name"
                title={texts.account.playAs}
                value={me.value?.name ?? ""}
                maxLength={40}
                required
              />
              <button type="submit">{texts.account.rename}</button>
            </div>
          </form>
          <form
            class="form"
            onSubmit={submit((name, password) => ({ type: "register", name, password }))}
          >
            <h3 class="form-title">{texts.account.account}</h3>
            <Field
              name="name"
              title={texts.account.name}
              autocomplete="username"
              maxLength={40}
              required
            />
            <Field
              name="password"
              title={texts.account.password}
              type="password"
              autocomplete="current-password"
              minLength={8}
              required
            />
            <div class="dialog-buttons">
              <button type="button" class="quiet" onClick={onClose}>
                {texts.settings.close}
              </button>
              <button type="submit" value="log_in">
                {texts.account.logIn}
              </button>
              <button class="primary" type="submit" value="register">
                {texts.account.register}
              </button>
            </div>
          </form>
        </>
      )}
      {hasAccount && (
        <div class="dialog-buttons">
          <button type="button" class="quiet" onClick={onClose}>
            {texts.settings.close}
          </button>
          <button type="button" onClick={() => void send({ type: "end_sessions" })}>
            {texts.account.endSessions}
          </button>
          <button type="button" onClick={() => void send({ type: "log_out" })}>
            {texts.account.logOut}
          </button>
        </div>
      )}
    </Dialog>
  );
}
