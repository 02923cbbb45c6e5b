import { mean } from "simple-statistics";
import type { ScoreSample } from "../artifacts/score.ts";

/** One reviewer's mean over its own samples: k samples make one score, never k reviewers. At least one sample. */
export function meanScore(samples: readonly ScoreSample[]): Pick<ScoreSample, "scores" | "overall_score"> {
  const names = Object.keys(samples[0]?.scores ?? {});
  return {
    scores: Object.fromEntries(
      names.map((name) => [name, mean(samples.map(({ scores }) => scores[name] ?? Number.NaN))]),
    ),
    overall_score: mean(samples.map(({ overall_score }) => overall_score)),
  };
}
