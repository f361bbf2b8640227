import { useSignal } from "@preact/signals";
import { identify, me, rename } from "../client";
import { texts } from "../texts";
import { Choice, Field } from "./choices";
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

interface FormProps {
  onAttempt(work: Promise<void>): void;
  onClose(): void;
}

function GuestForms({ onAttempt, onClose }: FormProps) {
  const wanted = useSignal<"logIn" | "signUp">("logIn");
  return (
    <>
      <NameForm onAttempt={onAttempt} />
      <hr />
      <Choice
        name="entrance"
        title={texts.account.account}
        names={{ logIn: texts.account.logIn, signUp: texts.account.signUp }}
        value={wanted.value}
        onChange={(value) => (wanted.value = value as typeof wanted.value)}
      />
      {wanted.value === "logIn" ? (
        <LogInForm onAttempt={onAttempt} onClose={onClose} />
      ) : (
        <SignUpForm onAttempt={onAttempt} onClose={onClose} />
      )}
    </>
  );
}

/** The fields of a form that is being sent. */
function sent(event: Event): { name: string; password: string } {
  event.preventDefault();
  const fields = new FormData(event.target as HTMLFormElement);
  return { name: String(fields.get("name")).trim(), password: String(fields.get("password")) };
}

function NameForm({ onAttempt }: Pick<FormProps, "onAttempt">) {
  return (
    <form class="form" onSubmit={(event) => onAttempt(rename(sent(event).name))}>
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
  );
}

/** Who logs in or signs up, and the password, which the browser fills in or proposes. */
function NameAndPassword(password: { autocomplete: string; minLength?: number }) {
  return (
    <>
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
        required
        {...password}
      />
    </>
  );
}

function LogInForm({ onAttempt, onClose }: FormProps) {
  return (
    <form class="form" onSubmit={(event) => onAttempt(identify("me/log-in", sent(event)))}>
      <NameAndPassword autocomplete="current-password" />
      <p class="soft">{texts.account.forgotten}</p>
      <FormButtons submit={texts.account.logIn} onClose={onClose} />
    </form>
  );
}

function SignUpForm({ onAttempt, onClose }: FormProps) {
  return (
    <form class="form" onSubmit={(event) => onAttempt(identify("me/register", sent(event)))}>
      <NameAndPassword autocomplete="new-password" minLength={8} />
      <p class="soft">{texts.account.signUpRule}</p>
      <FormButtons submit={texts.account.signUp} onClose={onClose} />
    </form>
  );
}

function FormButtons({ submit, onClose }: { submit: string; onClose(): void }) {
  return (
    <div class="dialog-buttons">
      <button type="button" class="quiet" onClick={onClose}>
        {texts.settings.close}
      </button>
      <button class="primary" type="submit">
        {submit}
      </button>
    </div>
  );
}
