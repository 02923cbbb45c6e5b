import type { Mutant } from "./mutant.ts";

/** Mistakes in the statistics of one file; a row is a name, the text it stands in and what stands there instead. */
function mistakes(file: string, ...rows: readonly [name: string, find: string, replace: string][]): Mutant[] {
  const path = `src/stats/${file}.ts`;
  return rows.map(([name, find, replace]) => ({ name, file: path, find, replace, tests: ["test/stats"] }));
}

export const STATS: readonly Mutant[] = [
  ...mistakes("ranking-fit", [
    "designs that no reviewer compares have an order",
    "if (nobodyCompares(incidence, ranks, opinions)) return null;",
    "",
  ]),
  ...mistakes(
    "additive-model",
    ["the self term of the covariance is dropped", "block.add(own.mmul(own.transpose()).div(self.left));", ""],
    ["a self-review weighs a quarter", "SELF_WEIGHT = 0.5", "SELF_WEIGHT = 0.25"],
    [
      "self-preference costs no degree of freedom",
      "(designs + reviewers - 1) - (self ? 1 : 0)",
      "(designs + reviewers - 1)",
    ],
    ["severities are not shrunk", "add(a, a, shrinkage);", ""],
    ["self-preference is not shrunk", "left: left + shrinkage", "left"],
    ["the error of beta takes weights for noise", "((weight * own) / left) ** 2", "(weight * own ** 2) / left ** 2"],
    [
      "the error of beta counts every residual as free",
      "freedom += weight * (1 - weight * hat);",
      "freedom += weight;",
    ],
    ["confounded self-preference is fitted all the same", "left > IDENTIFIABLE * whole", "left > -1"],
  ),
  ...mistakes(
    "choose-model",
    ["severities are shrunk without noise", "errors >= severities ? 1 : errors / severities", "1"],
    [
      "the additive model ranks where the mean is asked for",
      'method === "mean" ? meanModel(incidence) : fitted',
      "fitted",
    ],
  ),
  ...mistakes("fit-scores", [
    "the noise comes from the wrong model",
    "adjusted && models.additive ? {",
    "adjusted && models.additive && false ? {",
  ]),
  ...mistakes(
    "belief",
    ["errors are correlated by 0.35", "ERROR_CORRELATION = 0.45", "ERROR_CORRELATION = 0.35"],
    ["the expected variance is half of the scores'", "PRIOR_SHARE = 0.7", "PRIOR_SHARE = 0.5"],
    ["the expected deviation has no least", "Math.max(priorLeast ** 2, priorShare * within)", "priorShare * within"],
    ["the expected variance weighs nothing", "(rss + PRIOR_FREEDOM * prior) / freedom", "rss / freedom"],
    [
      "the prior's degrees of freedom are forgotten",
      "degreesOfFreedom + PRIOR_FREEDOM",
      "Math.max(1, degreesOfFreedom)",
    ],
    ["distances weigh alike whatever they explain", "rest ** (-next / 2)", "1"],
    ["what two designs share counts as their difference", " - 2 * spread.get(i, j)", ""],
  ),
  ...mistakes(
    "best-probability",
    ["every part of the spread is a design's own", "value - own > ROUNDING * whole", "value - own > 2 * whole"],
    ["the scale is the variance", "Math.sqrt((variance * freedom) / quantile)", "(variance * freedom) / quantile"],
    ["a design must beat itself too", "/ (below[i] ?? 1)", ""],
  ),
  ...mistakes(
    "canonical-order",
    ["the best comes last", "[-value, spread.get(at, at), ...row]", "[value, spread.get(at, at), ...row]"],
    [
      "values are given back in the order they came",
      "restored[position] = values[at] as T",
      "restored[at] = values[position] as T",
    ],
  ),
  ...mistakes(
    "rank-intervals",
    ["the rank interval holds 95 %", "rankAt(counts, 0.05 * draws)", "rankAt(counts, 0.025 * draws)"],
    ["the rank interval ends at 97.5 %", "rankAt(counts, 0.95 * draws)", "rankAt(counts, 0.975 * draws)"],
    ["ranks are off by one", "return at + 1;", "return at;"],
  ),
  ...mistakes(
    "competition-ranks",
    ["ties are chained", "group.members.push(at);", "group.members.push(at);\n      head = score;"],
    [
      "competition ranks are dense",
      "ranks[at] = group.before + 1",
      "ranks[at] = ranks.filter((rank) => rank > 0).length + 1",
    ],
  ),
  ...mistakes(
    "ranking-fit",
    ["one opinion names a winner", "opinions > 1 ? leader", "opinions > 0 ? leader"],
    ["a winner needs more than nine in ten", "winner: best >= bound - EPSILON", "winner: best >= 0.9"],
    ["a shared first place has a leader", "ranks[second] === 1) ? null : first", "ranks[second] === 0) ? null : first"],
  ),
  ...mistakes(
    "confidence",
    ["two reviewers can be sure", "opinions < 3", "opinions < 2"],
    ["two designs can be sure", "if (designs < 3)", "if (designs < 2)"],
    ["confidence is high from 0.9", "best >= SURE - EPSILON", "best >= 0.9"],
    ["a first pair that may be two of a kind is high", "apart < SURE - EPSILON", "apart < 0"],
  ),
  ...mistakes("tie-groups", ["designs are told apart by nine in ten", ">= bound - EPSILON", ">= 0.9"]),
  {
    name: "any first design is slightly ahead",
    file: "src/schemas/verdict.ts",
    find: "AHEAD = 0.7",
    replace: "AHEAD = 0.4",
    tests: ["test/report/ranking-sentences.test.ts"],
  },
  {
    name: "two designs are told apart as three are",
    file: "src/text/certainty.ts",
    find: "designs > 2 ? TOLD_APART",
    replace: "designs > 1 ? TOLD_APART",
    tests: ["test/stats"],
  },
  ...mistakes(
    "leave-one-out",
    ["one of two reviewers confirms", "incidence.reviewers < 3", "incidence.reviewers < 2"],
    [
      "leaving one out changes the model",
      'method === "mean" ? meanModel(rest) : fitAdditive(rest, scores)',
      "fitAdditive(rest, scores)",
    ],
  ),
  ...mistakes(
    "weight-robustness",
    ["a criterion of weight 0 is passed over", "Math.max(present, middle) < EPSILON", "present < EPSILON"],
    ["of two as near the halving is named", "ratio > than + EPSILON", "ratio < than - EPSILON"],
  ),
  ...mistakes(
    "odd-reviewers",
    ["a reviewer against others who disagree is named", "correlation < 0 : correlation > 0", "correlation < 0 : true"],
    ["a weak disagreement is named", "correlation <= -least", "correlation <= 0"],
    ["half of the others' range is narrow", "NARROW = 1 / 3", "NARROW = 1 / 2"],
    ["a constant reviewer is an opinion", "given.size > 1 && !isConstant([...given.values()])", "given.size > 1"],
  ),
  ...mistakes(
    "score-panel",
    ["the first of two scores for one cell counts", "place.length === 1 ? place : []", "place.slice(0, 1)"],
    ["an excluded self score is looked at first", "if (self && excludeSelf) continue;\n", ""],
    [
      "a score without a criterion counts",
      "Number.isFinite(score.scores[name])",
      "name !== undefined && score !== undefined",
    ],
  ),
  ...mistakes(
    "agreement",
    ["agreement divides by the whole population", "sampleVariance([...values])", "sampleVariance([...values]) * 0.9"],
    ["two reviewers can reach a high consensus", "reviewers > 2 && agreement", "agreement"],
  ),
  ...mistakes(
    "kendall",
    ["Kendall's W forgets ties", "- m * ties", ""],
    ["Kendall's W has no twelve", "12 * sum(", "11 * sum("],
  ),
  ...mistakes(
    "student-t",
    ["chance is 90 %", "> tQuantile(0.975, freedom) * error", "> tQuantile(0.95, freedom) * error"],
    [
      "a silent test claims to have seen more than it could",
      "unseen: tQuantile(0.975, freedom)",
      "unseen: tQuantile(0.95, freedom)",
    ],
    ["four designs in one order are no chance", "if (n < 5) return null", "if (n < 4) return null"],
    ["five designs need no more than Student's t asks", "n - 5]", "n + 50]"],
  ),
  ...mistakes(
    "covariate",
    ["the covariate takes up self-preference", "selfWeight: 1", "selfWeight: 1e-9"],
    ["the covariate costs no degree of freedom", "model.degreesOfFreedom - 1", "model.degreesOfFreedom"],
  ),
  ...mistakes("bias", ["a shorter design is explained by its length", "own > other &&", "own !== other &&"]),
  ...mistakes("insights", ["a lead is of raw means", "one.reviewer_id)", "one.reviewer_id || true)"]),
  ...mistakes("composite", ["weights do not count", "weightOf(criterion) * normalise(", "normalise("]),
];
