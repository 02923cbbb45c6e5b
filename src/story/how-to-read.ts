import type { Ranking } from "../artifacts/ranking.ts";
import { amount, boundOf, count, isBeyondConfidence } from "../text/numbers.ts";
import type { Account } from "./account.ts";
import { type Sentence, say, words } from "./sentence.ts";

/** What the numbers of a ranking mean, for whoever reads its page without us. */
export function howToRead(ranking: Ranking, account: Pick<Account, "scores">): Sentence[] {
  const { summary, assumptions } = ranking;
  const bound = Math.round(100 * boundOf(summary));
  const ranges = isBeyondConfidence(ranking)
    ? []
    : say`, and a rank range holds the design's rank in 90 % of ${amount(assumptions.draws)} draws`;
  return [
    say`${METHOD[ranking.method]} ${count(summary.total_designs, "design")}, ${reviewersOf(ranking)}, ${account.scores}. All scores are on 0–10, those by criterion on the criterion's own scale.`,
    ...(summary.verdict.kind !== "nobody-compares"
      ? [
          say`P(best) is the probability that a design is the best${ranges}. It takes reviewers' errors to be correlated at ${assumptions.error_correlation}, an assumption and not a measurement, and so none is printed beyond 95 %. A winner is the best of those judged with ${bound} % or more by at least two reviewers; designs that cannot be told apart with ${bound} % are a tie. Confidence is P(best) of the first design in a word: high from 95 % where the first two hardly could lie as close as two of a kind, medium from ${bound} %, and never above medium with two designs or two reviewers.`,
        ]
      : []),
    say`Agreement of the reviewers (r_WG, alpha, W and others) is in results/ranking.json: it hardly says who is the best.`,
    say`Made ${words(ranking.timestamp)} for the experiment ${words(ranking.experiment_id, "sentence")}. Everything that stands behind it is in report.html beside this file.`,
  ];
}

/** Models and people are counted apart, as the scores are. */
function reviewersOf({ summary: { total_reviewers }, people }: Ranking): Sentence {
  const persons = people?.counted.length ?? 0;
  const models = say`${count(total_reviewers - persons, "reviewer")}`;
  return persons === 0 ? models : persons === 1 ? say`${models} and a person` : say`${models} and ${persons} people`;
}

const METHOD: Readonly<Record<Ranking["method"], Sentence>> = {
  adjusted: say`Ranks rest on the score, which is adjusted: the average with each reviewer's severity and preference for its own design taken out.`,
  mean: say`Ranks rest on the score, which is the plain average.`,
};
