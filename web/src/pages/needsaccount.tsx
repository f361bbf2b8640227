import { texts } from "../texts";

interface NeedsAccountProps {
  title: string;
  why: string;
  onLogIn(): void;
}

/** What a page for members shows to everybody else. */
export function NeedsAccount({ title, why, onLogIn }: NeedsAccountProps) {
  return (
    <div class="account">
      <h1>{title}</h1>
      <p>{why}</p>
      <div class="account-buttons">
        <button type="button" class="primary" onClick={onLogIn}>
          {texts.account.logInOrSignUp}
        </button>
      </div>
    </div>
  );
}
