import { useSignal } from "@preact/signals";
import { identify, me, rename } from "../client";
import { texts } from "../texts";
import { Field } from "./choices";
import { Dialog } from "./dialog";

/** Names, logging in and out. */
export function AccountDialog({ onClose }: { onClose(): void }) {
  const message = useSignal("");
  const hasAccount = me.value?.has_account ?? false;
  const attempt = async (work: Promise<void>) => {
    try {
      await work;
      message.value = texts.account.saved;
    } catch (why) {
      message.value = (why as Error).message;
    }
  };
  return (
    <Dialog title={texts.account.title} onClose={onClose}>
      <p class="soft">
        {hasAccount ? texts.account.member(me.value?.name ?? "") : texts.account.guest}
      </p>
      <p class="told" role="status">
        {message.value}
      </p>
      {hasAccount ? (
        <div class="dialog-buttons">
          <button type="button" class="quiet" onClick={onClose}>
            {texts.settings.close}
          </button>
          <button type="button" onClick={() => void attempt(identify("me/log-out"))}>
            {texts.account.logOut}
          </button>
          <a class="button" href="/account" onClick={onClose}>
            {texts.account.settings}
          </a>
        </div>
      ) : (
        <GuestForms onAttempt={(work) => void attempt(work)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function GuestForms({
  onAttempt,
  onClose,
}: {
  onAttempt(work: Promise<void>): void;
  onClose(): void;
}) {
  const submit = (act: (fields: FormData, button: string | null) => Promise<void>) => {
    return (event: SubmitEvent) => {
      event.preventDefault();
      const fields = new FormData(event.target as HTMLFormElement);
      onAttempt(act(fields, event.submitter?.getAttribute("value") ?? null));
    };
  };
  const nameOf = (fields: FormData) => String(fields.get("name")).trim();
  const enter = (fields: FormData, button: string | null) =>
    identify(button === "log_in" ? "me/log-in" : "me/register", {
      name: nameOf(fields),
      password: String(fields.get("password")),
    });
  return (
    <>
      <form class="form" onSubmit={submit((fields) => rename(nameOf(fields)))}>
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
      <form class="form" onSubmit={submit(enter)}>
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
          required
        />
        <p class="soft">{texts.account.forgotten}</p>
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
  );
}
