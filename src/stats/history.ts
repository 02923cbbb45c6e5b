import { studentt } from "jstat";
import { mean, sampleStandardDeviation, sum } from "simple-statistics";
import type { TurnedOut } from "../artifacts/decision.ts";
import type { DesignerGroup, HalvesBeside, OverExperiments, ReviewerRow } from "../artifacts/study-result.ts";
import type { ReviewerRecord, Summary } from "../artifacts/summary.ts";
import { compareDesigners } from "./designers.ts";
import { tidy } from "./ranks.ts";

/** From so many experiments on an interval, or a share, is told. */
export const LEAST_TOLD = 3;
/** From so many outcomes, or experiments whose panels were halved, prediction and observation are set side by side. */
export const LEAST_PREDICTED = 5;
/** From so many outcomes on a score of the predictions is told: below it nothing is called well or badly calibrated. */
export const LEAST_SCORED = 50;
const LEVEL = 0.975;

/** What people said of how decisions turned out, beside P(best) of what was chosen. "Partly" counts half. */
export type OutcomesBeside = {
  of: number;
  worked: number;
  partly: number;
  failed: number;
  /** Σp and √Σp(1 − p); null below five. */
  expected: { sum: number; deviation: number } | null;
  /** Mean (p − y)², and mean −(y·ln p + (1 − y)·ln(1 − p)); null below fifty. */
  brier: number | null;
  log: number | null;
};

/** What the experiments of a project say together. */
export type HistoryNumbers = {
  designers: DesignerGroup[];
  reviewers: ReviewerRow[];
  outcomes: OutcomesBeside;
  halves: HalvesBeside | null;
};

/** An experiment that counts, with what of its outcome a person was seen to say. */
export type Counting = { summary: Summary; outcome: TurnedOut | null };

/** Models as designers and as reviewers over many experiments, and predictions beside what was observed. */
export function historyOf(counting: readonly Counting[]): HistoryNumbers {
  const told = counting.map(({ summary }) => summary).filter(({ withheld }) => !withheld);
  return tidy({
    designers: compareDesigners(
      told.map(({ designs }) =>
        designs.flatMap(({ seat, score }) => (seat === null || score === null ? [] : [{ seat, score }])),
      ),
    ),
    reviewers: reviewersOf(told),
    outcomes: outcomesBeside(
      counting.flatMap(({ summary: { decided }, outcome }) => {
        const p = decided?.p ?? null;
        return outcome === null || p === null ? [] : [{ p, outcome }];
      }),
    ),
    halves: halvesBeside(told.flatMap(({ halves }) => (halves !== null && halves.length > 0 ? [halves] : []))),
  });
}

/** What one experiment says of one who judged, and the unit that it belongs to. */
type Judged = { of: ReviewerRecord; unit: unknown };

/**
 * Each who judged, those that agree most with the others first, people last.
 *
 * @param experiments `unit`: what intervals count as one, such as a task that several experiments are of; absent: each
 *   experiment is one.
 */
export function reviewersOf(experiments: readonly (Pick<Summary, "reviewers"> & { unit?: string })[]): ReviewerRow[] {
  const judged = experiments.flatMap(({ reviewers, unit }, at) =>
    reviewers.map((of): Judged => ({ of, unit: unit ?? at })),
  );
  const rows = [...Map.groupBy(judged, ({ of }) => of.seat)].map(([seat, own]) => reviewerRow(seat, own));
  return rows.toSorted(
    (a, b) =>
      Number(a.person) - Number(b.person) || (b.agreement ?? -1) - (a.agreement ?? -1) || (a.seat < b.seat ? -1 : 1),
  );
}

function reviewerRow(seat: string, judged: readonly Judged[]): ReviewerRow {
  const own = judged.map(({ of }) => of);
  const units = [...Map.groupBy(judged, ({ unit }) => unit).values()];
  const beside = own.filter(({ designs }) => designs > 0);
  const over = (of: (each: ReviewerRecord) => number): number => sum([0, ...own.map(of)]);
  const pairs = over((each) => each.pairs.of);
  const freedom = over(({ designs }) => Math.max(0, designs - 1));
  const squares = over((each) => each.squares);
  const controls = own.flatMap((each) => each.controls ?? []);
  const answers = over(({ asked }) => asked.answers);
  const priced = over(({ asked }) => asked.priced);
  return {
    seat,
    person: own.some(({ person }) => person),
    experiments: beside.length,
    designs: over(({ designs }) => designs),
    agreement: pairs > 0 ? over((each) => each.pairs.agreed) / pairs : null,
    strays: freedom > 0 ? Math.sqrt(squares / freedom) : null,
    severity: estimateOf(
      units.flatMap((all) => {
        const said = all.flatMap(({ of }) => (of.designs > 0 ? (of.severity ?? []) : []));
        return said.length > 0 ? mean(said) : [];
      }),
    ),
    length: slopeOf(beside, squares, freedom),
    controls:
      controls.length > 0
        ? {
            of: controls.length,
            unseeing: controls.filter(({ unseeing }) => unseeing).length,
            drop: mean(controls.map(({ drop }) => drop)),
            others: mean(controls.map(({ others }) => others)),
          }
        : null,
    answers,
    failed: over(({ asked }) => asked.failed),
    cost: priced > 0 ? over(({ asked }) => asked.cost) / priced : null,
    seconds: answers > 0 ? over(({ asked }) => asked.seconds) / answers : null,
  };
}

/** The mean over units; its interval by t with one degree of freedom fewer than there are. */
function estimateOf(values: readonly number[]): OverExperiments | null {
  if (values.length === 0) return null;
  const value = mean([...values]);
  if (values.length < LEAST_TOLD) return { value, half: null };
  const error = sampleStandardDeviation([...values]) / Math.sqrt(values.length);
  return { value, half: studentt.inv(LEVEL, values.length - 1) * error };
}

/**
 * b = ΣΣ(x − x̄)(d − d̄)/ΣΣ(x − x̄)², the slope within experiments (each with a level of its own), with s² =
 * (ΣΣ(d − d̄)² − b·ΣΣ(x − x̄)(d − d̄))/(Σ(n − 1) − 1). Null where lengths never differ, or experiments are fewer than three.
 */
function slopeOf(own: readonly ReviewerRecord[], squares: number, freedom: number): OverExperiments | null {
  const xx = sum([0, ...own.map(({ length }) => length.xx)]);
  const xy = sum([0, ...own.map(({ length }) => length.xy)]);
  if (own.length < LEAST_TOLD || !(xx > 1e-9)) return null;
  const value = xy / xx;
  const left = freedom - 1;
  if (left < 1) return { value, half: null };
  const error = Math.sqrt(Math.max(0, squares - value * xy) / left / xx);
  return { value, half: studentt.inv(LEVEL, left) * error };
}

/** y of an outcome. */
const WORTH: Readonly<Record<TurnedOut, number>> = { worked: 1, partly: 0.5, failed: 0 };
/** What is surer than that is taken as no surer in a logarithm. */
const SUREST = 0.99;

/** k of n worked beside Σp ± √Σp(1 − p); Brier (1950) and logarithmic score from fifty on. */
export function outcomesBeside(said: readonly { p: number; outcome: TurnedOut }[]): OutcomesBeside {
  const count = (of: TurnedOut) => said.filter(({ outcome }) => outcome === of).length;
  const enough = said.length >= LEAST_SCORED;
  const inside = (p: number) => Math.min(SUREST, Math.max(1 - SUREST, p));
  return {
    of: said.length,
    worked: count("worked"),
    partly: count("partly"),
    failed: count("failed"),
    expected:
      said.length >= LEAST_PREDICTED
        ? {
            sum: sum(said.map(({ p }) => p)),
            deviation: Math.sqrt(sum(said.map(({ p }) => p * (1 - p)))),
          }
        : null,
    brier: enough ? mean(said.map(({ p, outcome }) => (p - WORTH[outcome]) ** 2)) : null,
    log: enough
      ? mean(
          said.map(({ p, outcome }) => {
            const y = WORTH[outcome];
            return -(y * Math.log(inside(p)) + (1 - y) * Math.log(1 - inside(p)));
          }),
        )
      : null,
  };
}

const EDGES = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const BOLD = 0.8;

/** Splits of one panel hang together: within a bin each experiment counts once, by the mean of its own. Null for none. */
export function halvesBeside(panels: readonly NonNullable<Summary["halves"]>[]): HalvesBeside | null {
  if (panels.length === 0) return null;
  const within = (from: number, to: number) => {
    const own = panels
      .map((halves) => halves.filter(({ p }) => p >= from && (p < to || to === 1)))
      .filter((halves) => halves.length > 0);
    if (own.length === 0) return null;
    const evenly = (of: "p" | "other") => mean(own.map((halves) => mean(halves.map((half) => half[of]))));
    return { experiments: own.length, said: evenly("p"), agreed: evenly("other") };
  };
  return {
    experiments: panels.length,
    whole: mean(panels.map((halves) => mean(halves.map(({ whole }) => whole)))),
    bins: EDGES.slice(0, -1).flatMap((from, at) => {
      const to = EDGES[at + 1] ?? 1;
      const found = within(from, to);
      return found === null ? [] : [{ from, to, ...found }];
    }),
    bold: within(BOLD, 1),
  };
}
