import type { Ranking } from "../artifacts/ranking.ts";
import { amount, boundOf, count, isBeyondConfidence } from "../text/numbers.ts";
import type { Account } from "./account.ts";
import { type Sentence, say, words } from "./sentence.ts";

export const howToReadTitle: Sentence = say`How to read this`;

/** What the numbers of a ranking mean, for whoever reads its page without us. */
export function howToRead(ranking: Ranking, account: Pick<Account, "scores">): Sentence[] {
  const { summary, assumptions, people } = ranking;
  const persons = people?.counted.length ?? 0;
  const bound = Math.round(100 * boundOf(summary));
  const ranges = isBeyondConfidence(ranking)
    ? []
    : say`, and a rank range holds the design's rank in 90 % of ${amount(assumptions.draws)} draws`;
  return [
    say`${METHOD[ranking.method]} ${count(summary.total_designs, "design")}, ${panelSaid(summary.total_reviewers - persons, persons)}, ${account.scores}. All scores are on 0–10, those by criterion on the criterion's own scale.`,
    ...(summary.verdict.kind !== "nobody-compares"
      ? [
          say`P(best) is the probability that a design is the best${ranges}. ${correlatedSaid(assumptions)}, and so none is printed beyond 95 %. A winner is the best of those judged with ${bound} % or more by at least two reviewers; designs that cannot be told apart with ${bound} % are a tie. Confidence is P(best) of the first design in a word: high from 95 % where the first two hardly could lie as close as two of a kind, medium from ${bound} %, and never above medium with two designs or two reviewers.`,
        ]
      : []),
    say`Agreement of the reviewers (r_WG, alpha, W and others) is in results/ranking.json: it hardly says who is the best.`,
    say`Made ${words(ranking.timestamp)} for the experiment ${words(ranking.experiment_id, "sentence")}. Everything that stands behind it is in report.html beside this file.`,
  ];
}

/** Whether the correlation of errors is assumed, or learned from the project's experiments. */
function correlatedSaid({ error_correlation, learned }: Ranking["assumptions"]): Sentence {
  if (learned === undefined)
    return say`It takes reviewers' errors to be correlated at ${error_correlation}, an assumption and not a measurement`;
  return say`How far the errors of two reviewers correlate comes from ${count(learned.experiments, "earlier experiment")} of this project, but their mean of ${error_correlation} is assumed`;
}

/** Models and people are counted apart, as the scores are. */
export function panelSaid(models: number, people: number): Sentence {
  const reviewers = say`${count(models, "reviewer")}`;
  return people === 0
    ? reviewers
    : people === 1
      ? say`${reviewers} and a person`
      : say`${reviewers} and ${people} people`;
}

/** What the words of a report stand for, where it says how far its numbers can be trusted. */
export function wordsRest({ summary, assumptions }: Ranking): Sentence {
  const { verdict, scored_designs, told_apart } = summary;
  const bound = Math.round(100 * boundOf(summary));
  const compared = verdict.kind !== "unranked" && verdict.kind !== "nobody-compares";
  const two =
    compared && scored_designs < 3
      ? say`Of two equal designs that bound names one in about ${Math.round(200 * (1 - boundOf({ told_apart })))} of 100 panels. `
      : [];
  const { learned } = assumptions;
  const learnedMore =
    learned === undefined
      ? []
      : say` in the mean, more or less for two models by ${count(learned.experiments, "earlier experiment")}`;
  return say`A design wins when its chance to be the best is ${bound} % or more; designs that cannot be told apart with ${bound} % are a tie. Confidence is that chance in a word: high from 95 % where the first two hardly could lie as close as two of a kind, medium from ${bound} %, and never high with two designs or two reviewers. ${two}The chance, called P(best) in the other files, takes for granted that reviewers share some of their errors (a correlation of ${assumptions.error_correlation}${learnedMore}), which one experiment cannot show; so none is printed beyond 95 %.`;
}

/** What stands above the places that designs may have; `ranges`: with the range of ranks of each. */
export const placesSaid = ({ method }: Ranking, ranges: boolean): Sentence =>
  say`${ranges ? RANGES : []}${method === "adjusted" ? say`The adjusted score, which ranks, is the mean after evening out how strict each reviewer is.` : say`The mean score ranks.`}`;
const RANGES = say`The second row is the range in which a design's rank lies with a chance of nine in ten. `;

/** What a range with ± leaves out, and which of a ranking's numbers stand where. */
export const plusMinus: Sentence = say`±: chance alone goes further in one case of twenty (1.96 standard errors, more where scores are few).`;
export const leftOpenBy: Sentence = say`What the numbers in ranking.json leave open`;

const METHOD: Readonly<Record<Ranking["method"], Sentence>> = {
  adjusted: say`Ranks rest on the score, which is adjusted: the average with each reviewer's severity and preference for its own design taken out.`,
  mean: say`Ranks rest on the score, which is the plain average.`,
};
