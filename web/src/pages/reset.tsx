import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { identify } from "../client";
import { go } from "../router";
import { texts } from "../texts";
import { NewPassword } from "./newpassword";

/** Where a link of the host leads: a new password for an account. */
export function ResetPage() {
  // The secret stands behind the #, which browsers send to nobody.
  const [link] = useState(() => location.hash.slice(1));
  const message = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    try {
      await identify("me/reset-password", { link, password: String(fields.get("password")) });
      go("/account");
    } catch (why) {
      message.value = (why as Error).message;
    }
  };
  return (
    <div class="account">
      <h1>{texts.account.resetTitle}</h1>
      <section>
        {link === "" ? (
          <p>{texts.account.resetBroken}</p>
        ) : (
          <form class="form" onSubmit={(event) => void submit(event)}>
            <NewPassword name="password" message={message.value} submit={texts.account.resetSave} />
          </form>
        )}
      </section>
    </div>
  );
}
