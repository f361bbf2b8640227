import type { GameSummary, Lobby, LobbyNotice, Seek } from "../generated";

export const EMPTY_LOBBY: Lobby = { number: 0, seeks: [], own: [], n_running: 0, games: [] };

/** The lobby lists at most this many running games. */
const MAX_GAMES = 40;

/** The lobby lists at most this many results. */
const MAX_RESULTS = 10;

/** The lobby after a notice, or null when notices are missing and it must be asked for again. */
export function applyLobbyNotice(lobby: Lobby, notice: LobbyNotice): Lobby | null {
  if (notice.number <= lobby.number) return lobby;
  if (notice.number !== lobby.number + 1) return null;
  const counted = { ...lobby, number: notice.number, n_running: notice.n_running };
  const { change } = notice;
  switch (change.type) {
    case "seek_added":
      return { ...counted, seeks: [...without(lobby.seeks, change.seek.game), change.seek] };
    case "seek_gone":
      return {
        ...counted,
        seeks: without(lobby.seeks, change.game),
        own: without(lobby.own, change.game),
      };
    case "game_started": {
      const games = [change.summary, ...without(lobby.games, change.summary.game)];
      return {
        ...counted,
        games: games.slice(0, MAX_GAMES),
        seeks: without(lobby.seeks, change.summary.game),
      };
    }
    case "game_left":
    case "game_ended":
      return { ...counted, games: without(lobby.games, change.game) };
    case "result": {
      const results = [change.summary, ...without(lobby.results ?? [], change.summary.game)];
      return { ...counted, results: results.slice(0, MAX_RESULTS) };
    }
  }
}

function without<T extends Seek | GameSummary>(list: T[], game: string): T[] {
  return list.filter((one) => one.game !== game);
}
