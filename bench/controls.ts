import type { Criterion } from "../src/artifacts/criterion.ts";
import { criterionDeviation, type SpoiledCell, unseenControls } from "../src/stats/controls.ts";
import type { RankingInput } from "../src/stats/panel.ts";
import { randomOf } from "../src/stats/random.ts";
import { heading, line } from "./figures.ts";
import { rate } from "./rounds.ts";

const RUNS = 2_000;
const DESIGNS = 4;
/** What a reviewer errs by on all criteria of a design, on one of them, and what all do. */
const ERRORS = { own: 0.65, criterion: 0.6, shared: 0.5 };

/**
 * `spoiled`: by how many points spoiling a criterion lowers what is seen of it. `unequal`: how reviewers differ in what they see of spoiling, as a deviation of its share. `squeezed`: scores lie between
 * 7 and 9. `random`: how many reviewers give scores that have nothing to do with the design.
 */
type ControlsWorld = { reviewers: number; spoiled: number; unequal: number; squeezed: boolean; random: number };
const GOOD: ControlsWorld = { reviewers: 4, spoiled: 4, unequal: 0, squeezed: false, random: 0 };
const WORLDS: readonly [string, ControlsWorld, unseeing: string, seeing: string][] = [
  ["all see alike", { ...GOOD, random: 1 }, "80", "–"],
  ["all see alike, all good", GOOD, "–", ".06"],
  ["unequally", { ...GOOD, unequal: 0.3, random: 1 }, "–", "–"],
  ["unequally, all good", { ...GOOD, unequal: 0.3 }, "–", "2.6"],
  ["squeezed", { ...GOOD, squeezed: true, random: 1 }, "–", "–"],
  ["squeezed, all good", { ...GOOD, squeezed: true }, "–", ".5"],
  ["squeezed, unequally, all good", { ...GOOD, squeezed: true, unequal: 0.3 }, "–", "5.4"],
  ["spoiled by 2 points", { ...GOOD, spoiled: 2, random: 1 }, "–", "–"],
  ["spoiled by 2 points, all good", { ...GOOD, spoiled: 2 }, "–", "–"],
  ["spoiled by 1 point", { ...GOOD, spoiled: 1, random: 1 }, "–", "–"],
  ["spoiled by 1 point, all good", { ...GOOD, spoiled: 1 }, "–", "–"],
  ["three reviewers", { ...GOOD, reviewers: 3, random: 1 }, "–", "–"],
  ["three reviewers, unequally, all good", { ...GOOD, reviewers: 3, unequal: 0.3 }, "–", "–"],
  ["six reviewers", { ...GOOD, reviewers: 6, random: 1 }, "–", "–"],
  ["six reviewers, two of them random", { ...GOOD, reviewers: 6, random: 2 }, "–", "–"],
];

const CRITERIA: readonly Criterion[] = ["a", "b", "c", "d", "e"].map((name) => ({
  name,
  description: "Is it good?",
  min: 0,
  max: 10,
}));

/** Whether planted controls name reviewers whose scores are random, and spare the others; two copies, two criteria each. */
export function benchControls(seed: number): void {
  heading(
    "Planted controls: named, % of reviewers (expected), with two criteria of two copies spoiled, by 4 points where nothing is said",
    "world | random ones named | good ones named | good ones by the rule of before, at most half",
  );
  for (const [at, [name, world, unseeing, seeing]] of WORLDS.entries()) {
    const random = randomOf(seed + at);
    const [bad, good, before]: [boolean[], boolean[], boolean[]] = [[], [], []];
    for (let run = 0; run < RUNS; run++) {
      const { panel, cells } = controlled(world, random);
      for (const { reviewer_id, unseeing, drop, others } of unseenControls(cells, CRITERIA, criterionDeviation(panel))
        .reviewers) {
        if (Number(reviewer_id.slice(1)) < world.random) bad.push(unseeing);
        else {
          good.push(unseeing);
          before.push(others !== null && drop !== null && others > 0 && drop <= others / 2);
        }
      }
    }
    line(name, bad.length > 0 ? `${rate(bad)} (${unseeing})` : "–", `${rate(good, 2)} (${seeing})`, rate(before));
  }
}

/** A panel's scores, and what it gave the first two designs and their copies on two criteria each. */
function controlled(
  world: ControlsWorld,
  random: ReturnType<typeof randomOf>,
): { panel: RankingInput; cells: SpoiledCell[] } {
  const draw = (deviation: number) => random.normal(0, deviation);
  const reviewers = Array.from({ length: world.reviewers }, (_, j) => ({
    id: `r${j}`,
    severity: draw(1),
    sees: 1 + draw(world.unequal),
    random: j < world.random,
  }));
  const whole = (judged: number): number => {
    const place = world.squeezed ? 8 + (judged - 6) / 4 : judged;
    return Math.min(10, Math.max(0, Math.round(place)));
  };
  /** What each reviewer gives one text; `lowered` is what its criteria were spoiled by. */
  const judged = (quality: readonly number[], shared: number, lowered: readonly number[]) =>
    reviewers.map(({ severity, sees, random: isRandom }) => {
      const own = draw(ERRORS.own);
      return quality.map((each, c) => {
        const error = own + draw(ERRORS.criterion);
        if (isRandom) return whole(6 + severity + draw(Math.hypot(1, ERRORS.own, ERRORS.criterion, ERRORS.shared)));
        return whole(each + severity + shared + error - sees * (lowered[c] ?? 0));
      });
    });
  const texts = Array.from({ length: DESIGNS }, () => {
    const level = random.normal(6, 1);
    const quality = CRITERIA.map(() => level + draw(0.5));
    const shared = draw(ERRORS.shared);
    return { quality, shared, given: judged(quality, shared, []) };
  });
  const cells = texts.slice(0, 2).flatMap(({ quality, shared, given }, at) => {
    const spoiled = [at, at + 2];
    const copies = judged(
      quality,
      shared,
      CRITERIA.map((_, c) => (spoiled.includes(c) ? world.spoiled : 0)),
    );
    return reviewers.flatMap(({ id }, j) =>
      spoiled.map((c) => ({
        reviewer_id: id,
        control: `copy${at}`,
        criterion: CRITERIA[c]?.name ?? "",
        original: given[j]?.[c] ?? 0,
        copy: copies[j]?.[c] ?? 0,
      })),
    );
  });
  const panel: RankingInput = {
    designs: texts.map((_, i) => ({ design_id: `d${i}`, generating_model: "other/author", length: 1000 })),
    reviewers: reviewers.map(({ id }) => ({ reviewer_id: id, model: `judge/${id}` })),
    criteria: CRITERIA,
    scores: texts.flatMap(({ given }, i) =>
      reviewers.map(({ id }, j) => ({
        design_id: `d${i}`,
        reviewer_id: id,
        scorer_model: `judge/${id}`,
        scores: Object.fromEntries(CRITERIA.map(({ name }, c) => [name, given[j]?.[c] ?? 0])),
      })),
    ),
    reviews: [],
    options: { method: "adjusted", exclude_self_reviews: false, draws: 0 },
  };
  return { panel, cells };
}
