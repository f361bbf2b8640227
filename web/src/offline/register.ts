/** Whether this page can be kept for times without a connection: browsers allow that only over HTTPS, and on the same machine. */
export type Offline = "possible" | "insecure" | "unsupported";

export function offlineKind(): Offline {
  if (!window.isSecureContext) return "insecure";
  return "serviceWorker" in navigator ? "possible" : "unsupported";
}

/** Has the browser keep the page. A failure changes nothing: the page works as long as there is a connection. */
export function keepPage(): void {
  if (offlineKind() === "possible")
    void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}

/** Whether everything is kept by now. */
export async function isKept(): Promise<boolean> {
  if (offlineKind() !== "possible") return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active != null;
}
