import { useSignal, useSignalEffect } from "@preact/signals";
import { ask, called, challenges, link, me, pieceSet, start, table, visit } from "../client";
import { path, type Route, route } from "../router";
import { texts } from "../texts";
import { AccountDialog } from "./account";
import { titled } from "./botmark";
import { GamePage } from "./game";
import { Icon } from "./icon";
import { lazy } from "./lazy";
import { LobbyPage, MeetPage } from "./lobby";
import { SettingsDialog } from "./settings";

// The lobby does not wait for these.
const ImportPage = lazy(async () => (await import("./import")).ImportPage);
const AccountPage = lazy(async () => (await import("./accountpage")).AccountPage);
const AuthorizePage = lazy(async () => (await import("./authorize")).AuthorizePage);
const ResetPage = lazy(async () => (await import("./reset")).ResetPage);
const AnalysisPage = lazy(async () => (await import("./analysis/page")).AnalysisPage);
const DevicePage = lazy(async () => (await import("./device")).DevicePage);
const PuzzlesPage = lazy(async () => (await import("./puzzles")).PuzzlesPage);
const CoursePage = lazy(async () => (await import("./course")).CoursePage);

/** The frame of every page: header, banners, the page itself, footer. */
export function App() {
  const dialog = useSignal<"account" | "settings" | "keys" | null>(null);
  useSignalEffect(() => {
    const now = route(path.value);
    visit(now.page === "game" ? now.game : null);
    document.title = now.page === "game" ? `${texts.app.play} · ${texts.app.name}` : texts.app.name;
  });
  const close = () => {
    dialog.value = null;
  };
  return (
    <>
      <a class="skip" href="#main">
        {texts.app.skip}
      </a>
      <Header
        onAccount={() => (dialog.value = "account")}
        onSettings={() => (dialog.value = "settings")}
      />
      <LinkBanner />
      <Challenges />
      <CalledGames />
      {/* With other drawings, everything that shows pieces is drawn anew. */}
      <main id="main" key={pieceSet.value}>
        <Page
          onAccount={() => (dialog.value = "account")}
          onSettings={() => (dialog.value = "settings")}
          onHelp={() => (dialog.value = "keys")}
        />
      </main>
      {dialog.value === "account" && <AccountDialog onClose={close} />}
      {(dialog.value === "settings" || dialog.value === "keys") && (
        <SettingsDialog showsKeys={dialog.value === "keys"} onClose={close} />
      )}
    </>
  );
}

interface PageProps {
  onAccount(): void;
  onSettings(): void;
  onHelp(): void;
}

function Page({ onAccount, onSettings, onHelp }: PageProps) {
  const now = route(path.value);
  if (now.page === "lobby") return <LobbyPage />;
  if (now.page === "meet") return <MeetPage variant={now.variant} word={now.word} />;
  if (now.page === "device") return <DevicePage key={now.game} game={now.game} />;
  if (now.page === "import") return <ImportPage />;
  if (now.page === "analysis")
    return (
      <AnalysisPage key={`${now.variant} ${now.game}`} variant={now.variant} game={now.game} />
    );
  if (now.page === "course") return <CoursePage key={now.variant} variant={now.variant} />;
  if (now.page === "puzzles")
    return <PuzzlesPage key={now.variant} variant={now.variant} puzzle={now.puzzle} />;
  if (now.page === "account") return <AccountPage onLogIn={onAccount} />;
  if (now.page === "reset") return <ResetPage />;
  if (now.page === "authorize") return <AuthorizePage onLogIn={onAccount} />;
  if (now.page === "game" && table.value !== null)
    return (
      <GamePage table={table.value} key={table.value.id} onSettings={onSettings} onHelp={onHelp} />
    );
  if (now.page === "game") return null;
  return (
    <div class="lost">
      <h1>{texts.app.notFound}</h1>
      <a class="button" href="/">
        {texts.app.home}
      </a>
    </div>
  );
}

function Header({ onAccount, onSettings }: { onAccount(): void; onSettings(): void }) {
  const isAt = (page: Route["page"]) => (route(path.value).page === page ? "page" : undefined);
  return (
    <header class="header">
      <a class="brand" href="/">
        <img src="/icon.svg" alt="" width="28" height="28" />
        {texts.app.name}
      </a>
      <nav aria-label={texts.app.name}>
        <a href="/" aria-current={isAt("lobby")}>
          {texts.app.play}
        </a>
        <a href="/puzzles" aria-current={isAt("puzzles")}>
          {texts.app.puzzles}
        </a>
        <a href="/learn/index.html" aria-current={isAt("course")}>
          {texts.app.learn}
        </a>
        <a href="/analysis" aria-current={isAt("analysis")}>
          {texts.app.analysis}
        </a>
        <a class="wide-only" href="/import" aria-current={isAt("import")}>
          {texts.import.nav}
        </a>
      </nav>
      <button
        class="quiet"
        type="button"
        onClick={onSettings}
        aria-label={texts.settings.title}
        title={texts.settings.title}
      >
        <Icon name="settings" />
      </button>
      <button class="quiet who" type="button" title={me.value?.name} onClick={onAccount}>
        <Icon name="person" />
        <span>{me.value?.name ?? "…"}</span>
      </button>
    </header>
  );
}

/** The first connection takes a moment on every visit; only one that is lost, silent or impossible is worth a banner. */
function LinkBanner() {
  const words: Partial<Record<typeof link.value, string>> = {
    lost: texts.link.lost,
    stalled: texts.link.stalled,
    unreachable: texts.link.unreachable,
  };
  // Games on this device need no server.
  const told = route(path.value).page === "device" ? undefined : words[link.value];
  return (
    <div class="banners" role="status">
      {told !== undefined && <p class="banner banner-lost">{told}</p>}
    </div>
  );
}

/** Games that wait for the player, who is busy with another one. */
function CalledGames() {
  return (
    <>
      {called.value.map((game) => (
        <p class="banner" role="alert" key={game}>
          {texts.lobby.called}
          <a class="button" href={`/game/${game}`}>
            {texts.lobby.goThere}
          </a>
        </p>
      ))}
    </>
  );
}

function Challenges() {
  return (
    <>
      {challenges.value.map((seek) => (
        <p class="banner" role="alert" key={seek.game}>
          {texts.lobby.wantsYou(titled(seek))}
          <button type="button" onClick={() => void start({ type: "join", game: seek.game })}>
            {texts.lobby.accept}
          </button>
          <button type="button" onClick={() => void ask({ type: "cancel", game: seek.game })}>
            {texts.lobby.decline}
          </button>
        </p>
      ))}
    </>
  );
}
