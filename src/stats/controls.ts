import { mean, median } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import type { Without } from "../artifacts/ranking-note.ts";
import { LabError } from "../errors.ts";
import { normalise, SCALE } from "./composite.ts";
import { compact } from "./incidence.ts";
import { fitAdditive } from "./models.ts";
import { panelWithout } from "./odd-reviewers.ts";
import { preparePanel, type RankingInput } from "./panel.ts";
import { scoresOn } from "./parts.ts";
import { EPSILON, tidy } from "./ranks.ts";

/** What one reviewer gave a design on one criterion, and the copy in which that criterion was spoiled. */
export type SpoiledCell = {
  reviewer_id: string;
  /** Which copy it is. */
  control: string;
  criterion: string;
  /** Both on the criterion's own scale. */
  original: number;
  copy: number;
};

/**
 * Who does not see what was spoiled. Points are of 0–10. `reason` says why nobody could be named whatever they scored:
 * fewer than three reviewers scored original and copy, or no residual tells how far scores of one criterion err, or the
 * panel as a whole saw little (`seen`, the median drop, is below .5).
 */
export type ControlsVerdict = {
  reviewers: ReviewerOfControls[];
  /** reviewer_ids of those who do not see it, in ascending order. */
  unseeing: string[];
  /** The median over reviewers of their drop; null where nobody scored. */
  seen: number | null;
  /** s, the residual deviation of one criterion. */
  deviation: number | null;
  reason: "few-reviewers" | "no-deviation" | "hardly-seen" | null;
};

/**
 * One reviewer of the controls. `drop` is the mean of original − copy over its spoiled cells, `others` the median of the
 * other reviewers' drops over the same cells, `needed` what the two would have to lie apart by. `cells` counts those used;
 * `no_room` those left out, in which the original was nearer to the bottom of the scale than the others' median drop.
 */
export type ReviewerOfControls = {
  reviewer_id: string;
  drop: number | null;
  others: number | null;
  needed: number | null;
  /** How many others scored any of these cells. */
  compared: number;
  cells: number;
  no_room: number;
  unseeing: boolean;
};

/** A reviewer that does not see has at most this share of the others' median drop. */
const SHARE = 1 / 3;
/** Where the others drop by less, the spoiling itself may be what is hard to see. */
const LEAST_SEEN = 0.5;
/** By so many of its own deviations the drop must lie below the others'. */
const DEVIATIONS = 2.5;
/** Of two reviewers nobody says which of them sees. */
const FEWEST_REVIEWERS = 3;

/**
 * Names reviewers whose scores do not fall where a design was spoiled: drop ≤ ⅓ of the others' median, that median ≥ .5,
 * and median − drop ≥ 2.5·s·√(2/k), k the cells. Where the median of all is below .5 nobody is named: what most do not
 * see may be what is hard to see. A cell of which original or copy is missing is not given.
 *
 * @param cells At most one of a reviewer, a control and a criterion.
 * @param deviation As criterionDeviation() finds it.
 *
 * Throws a LabError for a criterion that is not among `criteria`, and for two cells of one place.
 */
export function unseenControls(
  cells: readonly SpoiledCell[],
  criteria: readonly Criterion[],
  deviation: number | null,
): ControlsVerdict {
  const panel = [...Map.groupBy(dropsOf(cells, criteria), ({ reviewer_id }) => reviewer_id).values()].toSorted(
    ([a], [b]) => ((a?.reviewer_id ?? "") < (b?.reviewer_id ?? "") ? -1 : 1),
  );
  const drops = panel.map((own) => mean(own.map(({ drop }) => drop)));
  const seen = drops.length > 0 ? median(drops) : null;
  const reason = reasonOf(panel.length, deviation, seen);
  const reviewers = panel.map((own) => {
    const found = besideOthers(
      own,
      panel.filter((other) => other !== own),
      deviation,
    );
    return { ...found, unseeing: reason === null && isUnseeing(found) };
  });
  const unseeing = reviewers.flatMap((each) => (each.unseeing ? each.reviewer_id : []));
  return tidy({ reviewers, unseeing, seen, deviation, reason });
}

function reasonOf(reviewers: number, deviation: number | null, seen: number | null): ControlsVerdict["reason"] {
  if (reviewers < FEWEST_REVIEWERS) return "few-reviewers";
  if (deviation === null) return "no-deviation";
  return (seen ?? 0) < LEAST_SEEN - EPSILON ? "hardly-seen" : null;
}

/** What a score fell by, and the most that it could have fallen by, in points of 0–10. */
type Drop = { reviewer_id: string; place: string; drop: number; room: number };

function dropsOf(cells: readonly SpoiledCell[], criteria: readonly Criterion[]): Drop[] {
  const seen = new Set<string>();
  return cells.map(({ reviewer_id, control, criterion: name, original, copy }) => {
    const criterion = criteria.find((each) => each.name === name);
    const place = JSON.stringify([control, name]);
    const cannot = `Cannot read the controls of ${reviewer_id}`;
    if (!criterion) throw new LabError(`${cannot}: needs a criterion of the rubric, found "${name}"`);
    if (seen.has(`${reviewer_id} ${place}`))
      throw new LabError(`${cannot}: needs one score on "${name}" of control ${control}, found two`);
    seen.add(`${reviewer_id} ${place}`);
    const before = SCALE * normalise(original, criterion);
    return { reviewer_id, place, drop: before - SCALE * normalise(copy, criterion), room: before };
  });
}

/** One reviewer beside the others, over the cells that it had room in and another scored too. */
function besideOthers(
  own: readonly Drop[],
  others: readonly (readonly Drop[])[],
  deviation: number | null,
): Omit<ReviewerOfControls, "unseeing"> {
  const shared = own.flatMap((cell) => {
    const same = others.flatMap((other) => other.filter(({ place }) => place === cell.place));
    return same.length > 0 ? [{ ...cell, others: median(same.map(({ drop }) => drop)) }] : [];
  });
  const used = shared.filter((cell) => cell.room >= cell.others - EPSILON);
  const places = new Set(used.map(({ place }) => place));
  const against = others.flatMap((other) => {
    const same = other.filter(({ place }) => places.has(place));
    return same.length > 0 ? [mean(same.map(({ drop }) => drop))] : [];
  });
  const cells = used.length;
  return {
    reviewer_id: own[0]?.reviewer_id ?? "",
    drop: cells > 0 ? mean(used.map(({ drop }) => drop)) : null,
    others: against.length > 0 ? median(against) : null,
    needed: cells > 0 && deviation !== null ? DEVIATIONS * deviation * Math.sqrt(2 / cells) : null,
    compared: against.length,
    cells,
    no_room: shared.length - cells,
  };
}

function isUnseeing({ drop, others, needed, compared }: Omit<ReviewerOfControls, "unseeing">): boolean {
  if (drop === null || others === null || needed === null || compared < FEWEST_REVIEWERS - 1) return false;
  return others >= LEAST_SEEN - EPSILON && drop <= SHARE * others + EPSILON && others - drop >= needed - EPSILON;
}

/**
 * Whether a reviewer's scores fell by more than a third of what the others' did: who is not named need not have seen it,
 * for where scores err much, or nobody else scored the same, nothing is named.
 */
export function hasSeen({ drop, others, compared }: ReviewerOfControls): boolean {
  if (drop === null || others === null || compared < FEWEST_REVIEWERS - 1) return false;
  return drop > SHARE * others + EPSILON;
}

/**
 * s, how far reviewers' scores of one criterion differ once severity is out, in points of 0–10: √(Σ RSS/Σ df) over the
 * criteria, each with its own additive model. Null where no criterion leaves a degree of freedom.
 *
 * @param panel The designs as they were judged, without the controls.
 */
export function criterionDeviation(panel: RankingInput): number | null {
  const { criteria, cells } = preparePanel(panel);
  let [squares, freedom] = [0, 0];
  for (const criterion of criteria) {
    const own = cells.filter(({ score }) => criterion.name in score.scores);
    const model = own.length > 0 ? fitAdditive(compact(own), scoresOn(own, criterion)) : null;
    if (model === null || "reason" in model || model.degreesOfFreedom < 1) continue;
    squares += model.solve(scoresOn(own, criterion)).rss;
    freedom += model.degreesOfFreedom;
  }
  return freedom > 0 ? Math.sqrt(squares / freedom) : null;
}

/**
 * The ranking of the panel without some of its reviewers, by reviewer_id, as it stands beside the one with them; of a
 * model with several rows, any of them stands for all. Null where the others give no order.
 */
export function rankingWithout(input: RankingInput, reviewerIds: readonly string[]): Without {
  const panel = preparePanel(input);
  const isGone = (id: string) =>
    reviewerIds.some(
      (gone) => gone === id || panel.minds.some(({ reviewer_ids: own }) => own.includes(gone) && own.includes(id)),
    );
  const gone = panel.reviewers.flatMap(({ reviewer_id }, at) => (isGone(reviewer_id) ? at : []));
  return panelWithout(panel, new Set(gone), input.options);
}
