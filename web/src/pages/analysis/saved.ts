import type { AnalysisInfo, Answer, Refusal } from "../../generated";
import { Refused } from "../../model/connection";

/** Asks the server over HTTP: analyses are longer than frames may be. */
export async function call(path: string, body?: object): Promise<Answer> {
  const response = await fetch(path, {
    ...(body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
  });
  const answer = (await response.json()) as Answer | Refusal;
  if (!("type" in answer)) throw new Refused(answer);
  return answer;
}

/** The analyses of the account, the latest first. */
export async function listAnalyses(): Promise<AnalysisInfo[]> {
  const answer = await call("/api/me/analyses");
  return answer.type === "analyses" ? answer.analyses : [];
}

export async function loadAnalysis(id: string): Promise<{ info: AnalysisInfo; text: string }> {
  const answer = await call(`/api/me/analysis?id=${encodeURIComponent(id)}`);
  if (answer.type !== "analysis") throw new Error(answer.type);
  return answer;
}

export async function saveAnalysis(wanted: {
  id?: string;
  name: string;
  variant: string;
  text: string;
}): Promise<AnalysisInfo> {
  const answer = await call("/api/me/analyses", wanted);
  if (answer.type !== "analysis_saved") throw new Error(answer.type);
  return answer.info;
}

export async function renameAnalysis(id: string, name: string): Promise<void> {
  await call("/api/me/analyses/rename", { id, name });
}

export async function deleteAnalysis(id: string): Promise<void> {
  await call("/api/me/analyses/delete", { id });
}
