// The end of every form that sets a password: the new one, what it must be, what came of it, and the button.
import { texts } from "../texts";
import { Field } from "./choices";

export function NewPassword(props: { name: string; message: string; submit: string }) {
  return (
    <>
      <Field
        name={props.name}
        title={texts.account.newPassword}
        type="password"
        autocomplete="new-password"
        minLength={8}
        required
      />
      <p class="soft">{texts.account.passwordRule}</p>
      <p class="told" role="status">
        {props.message}
      </p>
      <div class="account-buttons">
        <button type="submit" class="primary">
          {props.submit}
        </button>
      </div>
    </>
  );
}
