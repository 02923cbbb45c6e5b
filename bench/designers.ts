import { deviationOf, SPREAD } from "../src/stats/designer-world.ts";
import { compareDesigners, type DesignerScore } from "../src/stats/designers.ts";
import { outcomesBeside } from "../src/stats/history.ts";
import { type Random, randomOf } from "../src/stats/random.ts";
import { agreementWithin, orderPower } from "../src/stats/study-power.ts";
import { heading, line } from "./figures.ts";

const RUNS = 1_000;
const EXPERIMENTS = [3, 5, 10, 20] as const;
/** What reviewers like in a model's designs whatever they are worth: drawn once, the same in every experiment. */
const TASTE = 0.3;

/** Every model in every experiment, or four of eight each time. */
type LineUp = "balanced" | "four of eight";

/** Whether intervals of designers cover, and words of order are right, over histories of so many experiments. */
export function benchDesigners(seed: number): void {
  for (const taste of [0, TASTE]) {
    heading(
      taste === 0
        ? "Models as designers: cover of 95 % intervals, half-width, pairs put in an order (% of pairs) and of these right"
        : "The same where reviewers like some models' designs, by 0.3 points: cover of what the designs are worth",
      "experiments | line-up | cover (expected) | half-width | pairs in an order | right",
    );
    for (const experiments of EXPERIMENTS) {
      for (const [at, lineUp] of (["balanced", "four of eight"] as const).entries()) {
        const random = randomOf(seed + experiments + 100 * at);
        const said = Array.from({ length: RUNS }, () => once(random, lineUp, experiments, taste));
        const rows = said.flatMap((each) => each.rows);
        const orders = said.flatMap((each) => each.orders);
        const cover = share(rows.map(({ covers }) => covers));
        const expected = taste === 0 ? (COVER[lineUp][experiments] ?? "–") : experiments === 20 ? "80" : "–";
        line(
          experiments,
          lineUp,
          `${cover} (${expected})`,
          (rows.reduce((sum, { half }) => sum + half, 0) / Math.max(1, rows.length)).toFixed(2),
          experiments < 5 ? "–" : ((100 * orders.length) / said.reduce((sum, { pairs }) => sum + pairs, 0)).toFixed(1),
          orders.length === 0 ? "–" : share(orders),
        );
      }
    }
  }
  benchOutcomes(seed + 7);
  benchStudies();
}

/** What `study check` says that a study could show, for shapes of studies. */
function benchStudies(): void {
  heading(
    "What a study could show: of 100, those that put two of four designers so many points apart in the right (wrong) order",
    "tasks | experiments of a task | 0.25 | 0.5 | 1 | agreement of two panels, ± % at the most",
  );
  for (const tasks of [5, 10, 12, 20, 50, 100])
    for (const experiments of [1, 4]) {
      const orders = orderPower({ tasks, experiments, designers: 4 });
      const within = agreementWithin(tasks);
      const said = orders.map(({ right, wrong }) => `${right} (${wrong})`);
      line(tasks, experiments, ...said, within === null ? "–" : (100 * within).toFixed(0));
    }
}

/** What was expected, from another simulation of the same rule. */
const COVER: Record<LineUp, Record<number, string>> = {
  balanced: { 3: "96.5", 5: "93.8", 10: "94.9", 20: "95.2" },
  "four of eight": { 3: "96.5", 5: "94.6", 10: "95.5", 20: "94.5" },
};

function once(random: Random, lineUp: LineUp, experiments: number, taste: number) {
  const size = lineUp === "balanced" ? 4 : 8;
  const worth = Array.from({ length: size }, () => random.normal(0, SPREAD.model));
  const liked = Array.from({ length: size }, () => random.normal(0, taste));
  const history = Array.from({ length: experiments }, (): DesignerScore[] => {
    const task = random.normal(6, SPREAD.task);
    const drawn = Array.from({ length: size }, (_, at) => ({ at, key: random.uniform() })).toSorted(
      (a, b) => a.key - b.key,
    );
    return drawn.slice(0, 4).map(({ at }) => ({
      seat: `m${at}`,
      score: task + (worth[at] ?? 0) + (liked[at] ?? 0) + random.normal(0, deviationOf()),
    }));
  });
  const [group] = compareDesigners(history);
  if (group === undefined) return { rows: [], orders: [], pairs: 0 };
  const of = (seat: string): number => worth[Number(seat.slice(1))] ?? 0;
  const level = group.rows.reduce((sum, { seat }) => sum + of(seat), 0) / group.rows.length;
  const rows = group.rows.flatMap(({ seat, effect, half }) =>
    half === null ? [] : [{ half, covers: Math.abs(effect - (of(seat) - level)) <= half }],
  );
  const orders = group.better.map(({ better, worse }) => of(better) > of(worse));
  return { rows, orders, pairs: (group.rows.length * (group.rows.length - 1)) / 2 };
}

const share = (all: readonly boolean[]): string => {
  const p = all.filter(Boolean).length / Math.max(1, all.length);
  return `${(100 * p).toFixed(1)} ± ${(100 * Math.sqrt((p * (1 - p)) / Math.max(1, all.length))).toFixed(1)}`;
};

/** How often P that is right, or 10 points too bold, lies beyond 1.96 deviations of what is expected; Brier of right ones. */
function benchOutcomes(seed: number): void {
  heading(
    "Predicted and observed: P is right, or 10 points too bold",
    "outcomes | called off though right, % | boldness found, % (expected) | Brier of right ones ± its deviation (expected)",
  );
  const expected: Record<number, readonly [string, string]> = {
    10: ["15", ".176 ± .063"],
    20: ["21", "–"],
    50: ["40", "± .028"],
    100: ["65", "–"],
  };
  for (const outcomes of [10, 20, 50, 100]) {
    const random = randomOf(seed + outcomes);
    const off: Record<"right" | "bold", number> = { right: 0, bold: 0 };
    const briers: number[] = [];
    for (let run = 0; run < 4 * RUNS; run++) {
      for (const kind of ["right", "bold"] as const) {
        const said = Array.from({ length: outcomes }, () => {
          const p = 0.5 + 0.48 * random.uniform();
          const worked = random.uniform() < (kind === "right" ? p : p - 0.1);
          return { p, outcome: worked ? ("worked" as const) : ("failed" as const) };
        });
        const { worked, expected: sums } = outcomesBeside(said);
        // Two-sided, 5 %.
        if (sums !== null && Math.abs(sums.sum - worked) > 1.96 * sums.deviation) off[kind]++;
        if (kind === "right")
          briers.push(
            said.reduce((sum, { p, outcome }) => sum + (p - Number(outcome === "worked")) ** 2, 0) / outcomes,
          );
      }
    }
    const middle = briers.reduce((sum, each) => sum + each, 0) / briers.length;
    const deviation = Math.sqrt(briers.reduce((sum, each) => sum + (each - middle) ** 2, 0) / briers.length);
    const [found = "–", brier = "–"] = expected[outcomes] ?? [];
    line(
      outcomes,
      ((100 * off.right) / (4 * RUNS)).toFixed(1),
      `${((100 * off.bold) / (4 * RUNS)).toFixed(1)} (${found})`,
      `${middle.toFixed(3)} ± ${deviation.toFixed(3)} (${brier})`,
    );
  }
}
