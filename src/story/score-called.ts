import type { Ranking } from "../artifacts/ranking.ts";

/** What the score that ranks is called in every view; reviewers' own scores and their mean are other numbers. */
export const scoreCalled = (method: Ranking["method"]): "adjusted score" | "mean score" =>
  method === "adjusted" ? "adjusted score" : "mean score";
