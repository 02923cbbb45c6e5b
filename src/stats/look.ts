import { normal } from "jstat";
import type { Look } from "../artifacts/look.ts";
import { LIKELY } from "../text/numbers.ts";
import { fitRanking, type RankingFit } from "./fit.ts";
import { byModels, preparePanel, type RankingInput, type Scored } from "./panel.ts";
import { EPSILON } from "./ranks.ts";

/** What a design may gain, in standard deviations of one score, before further reviewers are worth asking. */
const WORTH_ASKING = 0.02;
/** Fewer scores than these say too little of a design to let it go. */
const FEWEST_SCORES = 2;

/** How many of so many reviewers judge every design before it is looked whether the others need to. */
export function firstReviewers(reviewers: number): number {
  return reviewers > 3 ? 3 : 2;
}

/**
 * Which designs are still to be judged by reviewers that were held back, from the scores there are: those with a
 * P(best) of 0.1 or more, the first two with whoever shares their ranks, and any with fewer than two scores. Where the
 * scores give no order all are. Of four reviewers or more, two with an opinion, none but the last are where the
 * expected gain of going on is below 0.02·s.
 *
 * People take no part in it: nobody waits for a person, and whom to ask hangs on no vote.
 *
 * @param input Scores of the first reviewers, and whatever others there are.
 * @param panel How many reviewers are the first, and how many the panel has.
 */
export function lookAt(
  input: RankingInput,
  { first, all }: { first: number; all: number },
): Pick<Look, "heard" | "gain"> & { designs: Omit<Look["designs"][number], "design_sha256">[] } {
  const panel = byModels(preparePanel(input));
  const fitted = fitRanking(panel, input.options);
  // Whoever has scored beside the first, as a stand-in of some cells, makes no part of the panel heard that was not.
  const heard = Math.min(first, new Set(panel.cells.map(({ reviewer }) => reviewer)).size);
  const gain = fitted && all > 3 && fitted.opinions > 1 ? gainOf(fitted, heard / all) : null;
  const settled = gain !== null && gain.expected < gain.enough;
  const reasonOf = reasonsOf(panel, fitted, settled);
  const designs = panel.designs.map(({ design_id }, at) => {
    const reason = reasonOf(at);
    const place = fitted?.incidence.designIds.indexOf(at) ?? -1;
    return {
      design_id,
      p_best: fitted?.uncertainty.best[place] ?? null,
      scores: scoresOf(panel, at),
      kept: reason !== "unlikely" && reason !== "settled",
      reason,
    };
  });
  return { heard, designs, gain };
}

function scoresOf({ cells }: Scored, design: number): number {
  return cells.filter((cell) => cell.design === design).length;
}

function reasonsOf(panel: Scored, fitted: RankingFit | null, settled: boolean) {
  const second = fitted ? (fitted.ranks[fitted.order[1] ?? 0] ?? 1) : 0;
  return (design: number): Look["designs"][number]["reason"] => {
    if (scoresOf(panel, design) < FEWEST_SCORES) return "few-scores";
    if (fitted === null) return "not-told-apart";
    if (settled) return "settled";
    const place = fitted.incidence.designIds.indexOf(design);
    if ((fitted.uncertainty.best[place] ?? 0) >= LIKELY - EPSILON) return "likely";
    return (fitted.ranks[place] ?? 0) <= second ? "among-first" : "unlikely";
  };
}

/**
 * What the quality of the chosen design may be expected to rise by once all have judged, without their shared error,
 * which no number of them averages out: the largest σ·(φ(z) − z·Φ(−z)) over the leader's rivals, z = d/σ,
 * σ² = s²·v·(1 − k/M), d the distance and v the variance of the difference for an error variance of 1 (the expected
 * value of sample information: Raiffa and Schlaifer 1961).
 *
 * @param share k/M, the reviewers that scored of all.
 */
function gainOf({ order, models, fit, belief }: RankingFit, share: number): NonNullable<Look["gain"]> {
  const covariance = models.ranking.covariance();
  const [leader = 0, ...rivals] = order;
  const gains = rivals.map((rival) => {
    const distance = (fit.theta[leader] ?? 0) - (fit.theta[rival] ?? 0);
    const v = covariance.get(leader, leader) + covariance.get(rival, rival) - 2 * covariance.get(leader, rival);
    const deviation = Math.sqrt(Math.max(0, belief.variance * v * (1 - share)));
    if (deviation === 0) return 0;
    const z = distance / deviation;
    return deviation * (normal.pdf(z, 0, 1) - z * normal.cdf(-z, 0, 1));
  });
  return { expected: Math.max(0, ...gains), enough: WORTH_ASKING * Math.sqrt(belief.variance) };
}
