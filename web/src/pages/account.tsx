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
      <p>{hasAccount ? texts.account.member : texts.account.guest}</p>
      {!hasAccount && (
        <>
          <form class="form" onSubmit={submit((name) => ({ type: "rename", name }))}>
            <Field name="name" title={texts.account.name} value={me.value?.name ?? ""} maxLength={40} required />
            <button type="submit">{texts.account.rename}</button>
          </form>
          <form class="form" onSubmit={submit((name, password) => ({ type: "register", name, password }))}>
            <Field name="name" title={texts.account.name} autocomplete="username" maxLength={40} required />
            <Field name="password" title={texts.account.password} type="password" autocomplete="current-password" minLength={8} required />
            <div class="dialog-buttons">
              <button type="submit" value="log_in">{texts.account.logIn}</button>
              <button class="primary" type="submit" value="register">{texts.account.register}</button>
            </div>
          </form>
        </>
      )}
      {hasAccount && (
        <div class="dialog-buttons">
          <button type="button" onClick={() => void send({ type: "end_sessions" })}>{texts.account.endSessions}</button>
          <button type="button" onClick={() => void send({ type: "log_out" })}>{texts.account.logOut}</button>
        </div>
      )}
      <p role="status">{message.value}</p>
      <div class="dialog-buttons"><button type="button" onClick={onClose}>{texts.settings.close}</button></div>
    </Dialog>
  );
}
