import { render } from "preact";
import { startClient } from "./client";
import { App } from "./pages/app";

/** Starts the client and shows its pages. */
export function startPage(): void {
  startClient();
  const host = document.getElementById("app");
  if (host !== null) render(<App />, host);
}
