import { mean, sampleStandardDeviation, sum } from "simple-statistics";
import { LabError } from "../src/errors.ts";
import { CONSTANTS, type Constants } from "../src/stats/belief.ts";
import { SCALE } from "../src/stats/composite.ts";
import type { Observation } from "../src/stats/incidence.ts";
import { randomOf } from "../src/stats/random.ts";
import { heading, line } from "./figures.ts";
import { type Cells, percent, type Said, saidBy } from "./judgement.ts";
import { type Ratings, readRatings } from "./ratings.ts";
import { type Yardstick, yardstickOf } from "./yardstick.ts";

/** Of each size. */
const PANELS = 4_000;
/** Fewer judges than these left on an item say too little of it. */
const JUDGES_LEFT = 3;
const TRIES = 50;
/** Size by size: so many items by so many judges. */
const SIZES = [
  [2, 3],
  [3, 3],
  [4, 3],
  [4, 4],
  [4, 5],
  [5, 5],
  [5, 6],
  [6, 6],
  [6, 8],
] as const;

export const NEEDS_FILE =
  "Cannot hold panels against the judges left out: needs a CSV file with the columns panel, item, judge and score " +
  "(`npm run bench -- panels FILE`), found none. docs/statistics.md, Real panels, tells how to make one.";

/** What is said of one panel's first item, and how likely the judges left out find it the best. */
export type Held = Said & { right: number };
export type Size = { items: number; judges: number; drawn: readonly Drawn[] };
/** One panel's cells, on 0–10, and P(best) of each of its items by the judges left out. */
type Drawn = { cells: Cells; truth: readonly number[] };

/** How judges are taken: as models, or as people with rows of this weight. */
export type As = "models" | "people";

/** Holds P(best) of panels drawn from a file of ratings against the judges that are left. */
export async function benchPanels(
  file: string | undefined,
  { seed = 20_261, panels = PANELS }: { seed?: number; panels?: number } = {},
): Promise<void> {
  if (file === undefined) throw new LabError(NEEDS_FILE);
  const all = await readRatings(file);
  const sizes = drawPanels(all, { seed, panels });
  console.log(`Seed ${seed}. ${describe(all)} Up to ${panels.toLocaleString("en")} panels of each size.\n`);
  const none = sizes.filter(({ drawn }) => drawn.length === 0);
  if (none.length > 0) {
    console.log(`Not possible with ${JUDGES_LEFT} judges left on every item: ${none.map(nameOf).join(", ")}.\n`);
  }
  const possible = sizes.filter(({ drawn }) => drawn.length > 0);
  if (possible.length === 0) return;
  for (const as of ["models", "people"] as const) printHeld(possible, as);
  printAlike(drawPanels(all, { seed, panels, first: "alike" }).filter(({ drawn }) => drawn.length > 0));
}

/** How far P is too bold where rarely rated items come up as often as others: what is right is then less well known. */
function printAlike(sizes: readonly Size[]): void {
  const names = sizes.map(nameOf).join(" | ");
  heading(
    "The first item of a panel drawn from all alike: too bold by",
    `judges as | ${names} | sizes with equal weight`,
  );
  for (const as of ["models", "people"] as const) {
    const found = sizes.map((size) => hold(size, as));
    line(as, ...[...found.map(boldness), evenBoldness(found)].map(shownBold));
  }
}

function describe(all: readonly Ratings[]): string {
  const count = (of: (each: Ratings) => number) => all.reduce((sum, each) => sum + of(each), 0).toLocaleString("en");
  const ratings = count(({ byItem }) => byItem.flat().length);
  return `${ratings} ratings of ${count(({ byItem }) => byItem.length)} items by ${count(({ byJudge }) => byJudge.length)} judges, panels in the file: ${all.length}.`;
}

function nameOf({ items, judges }: Shape): string {
  return `${items} × ${judges}`;
}

/** How a panel's first item is drawn: as often as it is rated, or each item as often as any other. */
type First = "rated" | "alike";

/** Draws so many panels of each size; of a size that the ratings do not have, none. */
export function drawPanels(
  all: readonly Ratings[],
  { seed, panels, first = "rated" }: { seed: number; panels: number; first?: First },
): Size[] {
  for (const { panel, least, most } of all) {
    if (least < most) continue;
    throw new LabError(`Cannot hold panels of "${panel}": needs scores that differ, found ${least} alone`);
  }
  const yardsticks = new Map<Ratings, Yardstick>();
  return SIZES.map(([items, judges], at) => {
    const random = randomOf(seed + at);
    const drawn: Drawn[] = [];
    for (let attempt = 0; attempt < TRIES * panels && drawn.length < panels; attempt++) {
      if (drawn.length === 0 && attempt > 2 * TRIES * TRIES) break;
      const ratings = all[Math.floor(random.uniform() * all.length)];
      const found = ratings && panelOf(ratings, { items, judges, random, first });
      if (!ratings || !found) continue;
      const yardstick = yardsticks.get(ratings) ?? yardstickOf(ratings);
      yardsticks.set(ratings, yardstick);
      drawn.push({ cells: cellsOf(ratings, found), truth: yardstick(found.items, found.judges) });
    }
    return { items, judges, drawn };
  });
}

type Shape = { items: number; judges: number };
type Chosen = { items: number[]; judges: number[] };

/**
 * A random item, judges of it that share enough others, and of what they share as many as are wanted. "rated": an item
 * of a random judge, for of one that few rated nobody knows how good it is, and P would look bold.
 */
function panelOf(
  { byItem, byJudge }: Ratings,
  { items, judges, random, first: by }: Shape & { random: ReturnType<typeof randomOf>; first: First },
): Chosen | null {
  const enough = (item: number) => (byItem[item]?.length ?? 0) >= judges + JUDGES_LEFT;
  const rater = byJudge[Math.floor(random.uniform() * byJudge.length)] ?? new Map<number, number>();
  const first =
    by === "alike"
      ? Math.floor(random.uniform() * byItem.length)
      : ([...rater.keys()][Math.floor(random.uniform() * rater.size)] ?? 0);
  if (!enough(first)) return null;
  const chosen: number[] = [];
  let common: number[] | undefined;
  let left = [...(byItem[first] ?? [])];
  while (chosen.length < judges) {
    const shared = common;
    const sharedWith = (judge: number) => {
      const rated = byJudge[judge] ?? new Map<number, number>();
      return shared ? shared.filter((item) => rated.has(item)) : [...rated.keys()].filter(enough);
    };
    left = left.filter((judge) => sharedWith(judge).length >= items);
    const [next] = left.splice(Math.floor(random.uniform() * left.length), 1);
    if (next === undefined) return null;
    common = sharedWith(next);
    chosen.push(next);
  }
  const others = (common ?? []).filter((item) => item !== first);
  const drawn = [first];
  while (drawn.length < items) {
    drawn.push(...others.splice(Math.floor(random.uniform() * others.length), 1));
  }
  return { items: drawn, judges: chosen };
}

function cellsOf({ byJudge, least, most }: Ratings, { items, judges }: Chosen): Cells {
  const observations: Observation[] = [];
  const values: number[] = [];
  for (const [design, item] of items.entries()) {
    for (const [reviewer, judge] of judges.entries()) {
      observations.push({ design, reviewer, self: false });
      values.push((SCALE * ((byJudge[judge]?.get(item) ?? least) - least)) / (most - least));
    }
  }
  return { observations, values };
}

/** What a ranking says of each panel, with its judges as models or as people. */
export function hold({ drawn }: Size, as: As, constants: Constants = CONSTANTS): Held[] {
  return drawn.map(({ cells, truth }) => {
    const observations =
      as === "models"
        ? cells.observations
        : cells.observations.map((each) => ({ ...each, person: constants.personWeight }));
    const said = saidBy({ ...cells, observations }, constants);
    return { ...said, right: truth[said.ids[0] ?? 0] ?? 0 };
  });
}

/** In points of 100, with its standard error; `of` panels. */
type Bold = { points: number; error: number; of: number };

/** What P is above the share that is right where it is .8 or more; null where it never is. */
export function boldness(held: readonly Pick<Held, "best" | "right">[]): Bold | null {
  const gaps = held.flatMap(({ best, right }) => (best >= 0.8 ? [100 * (best - right)] : []));
  if (gaps.length === 0) return null;
  // One panel shows no spread: it is as uncertain as a coin.
  const spread = gaps.length > 1 ? sampleStandardDeviation(gaps) : 50;
  return { points: mean(gaps), error: spread / Math.sqrt(gaps.length), of: gaps.length };
}

/** The mean over sizes, each with the same weight. */
export function evenBoldness(sizes: readonly (readonly Held[])[]): Bold | null {
  const all = sizes.flatMap((held) => boldness(held) ?? []);
  if (all.length === 0) return null;
  const error = Math.hypot(...all.map((each) => each.error)) / all.length;
  return { points: mean(all.map((each) => each.points)), error, of: sum(all.map((each) => each.of)) };
}

export function shownBold(bold: Bold | null): string {
  return bold === null ? "–" : `${bold.points.toFixed(1)} ± ${bold.error.toFixed(1)}`;
}

const BINS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

function printHeld(sizes: readonly Size[], as: As): void {
  const found = sizes.map((size) => hold(size, as));
  const all = found.flat();
  heading(`Judges as ${as}: what P(best) says, and how often it is right`, "P(best) | panels | says | is right");
  for (const low of BINS) {
    const bin = all.filter(({ best }) => best >= low && (best < low + 0.1 || low === 0.9));
    const shown = bin.length === 0 ? ["–", "–"] : [bin.map(({ best }) => best), rightsOf(bin)].map(shareOf);
    line(`${(100 * low).toFixed(0)}–${(100 * low + 10).toFixed(0)}`, bin.length, ...shown);
  }
  console.log(
    "\n| panel | panels | mean P | right | P ≥ .8 | too bold by | winner named | named and right | confidence high | high and right |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const [at, held] of found.entries()) heldLine(sizes[at] ? nameOf(sizes[at]) : "", held, boldness(held));
  heldLine("**all, sizes with equal weight**", all, evenBoldness(found));
}

function heldLine(name: string, held: readonly Held[], bold: Bold | null): void {
  const [named, high] = [held.filter((each) => each.named), held.filter(({ confidence }) => confidence === "high")];
  line(
    name,
    held.length,
    shareOf(held.map(({ best }) => best)),
    shareOf(rightsOf(held)),
    bold?.of ?? 0,
    shownBold(bold),
    percent(named.length, held.length),
    named.length > 0 ? shareOf(rightsOf(named)) : "–",
    percent(high.length, held.length),
    high.length > 0 ? shareOf(rightsOf(high)) : "–",
  );
}

function rightsOf(held: readonly Held[]): number[] {
  return held.map(({ right }) => right);
}

function shareOf(values: readonly number[]): string {
  return (100 * mean([...values])).toFixed(1);
}
