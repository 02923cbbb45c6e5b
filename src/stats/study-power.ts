import { studentt } from "jstat";
import { drawTask, SPREAD } from "./designer-world.ts";
import { LEAST_OF_DESIGNER, SURE_OF_ORDER } from "./designers.ts";
import { randomOf } from "./random.ts";

/** Points of 0–10 by which two designers differ of whom a study is asked to find the better. */
export const GAPS = [0.25, 0.5, 1] as const;
const SEED = 4_711;
/** Studies that are simulated for a gap: as many as fit into so many drawn scores. */
const [MOST_STUDIES, LEAST_STUDIES, SCORES] = [1_000, 60, 120_000];

/** Tasks and designers of larger studies that are simulated: more of them find no less. */
const [MOST_TASKS, MOST_DESIGNERS] = [500, 8];

/** What a study looks like to those who want to know who designs better. */
export type StudyShape = {
  tasks: number;
  /** Experiments of one task in which both of two designers take part: repeats, over the panels that have both. */
  experiments: number;
  /** Different models that design beside each other. */
  designers: number;
};

/** Of 100 studies, in how many two designers so far apart are put in the right order, and in how many in the wrong one. */
export type OrderPower = { gap: number; right: number; wrong: number };

/**
 * In how many studies of that shape designers are put in an order, by simulation: scores of `drawTask`, compared as
 * compareDesigners does (which for a whole table is the two-way analysis of variance, one value of each designer for each
 * task). The same for the same shape. Nothing is told of fewer than two designers or of fewer tasks than an order takes.
 */
export function orderPower({ experiments, ...shape }: StudyShape): OrderPower[] {
  const tasks = Math.min(MOST_TASKS, shape.tasks);
  const designers = Math.min(MOST_DESIGNERS, shape.designers);
  if (designers < 2 || tasks < LEAST_OF_DESIGNER.order) return GAPS.map((gap) => ({ gap, right: 0, wrong: 0 }));
  const studies = Math.max(LEAST_STUDIES, Math.min(MOST_STUDIES, Math.floor(SCORES / (tasks * designers))));
  return GAPS.map((gap, at) => {
    const random = randomOf(SEED + at);
    let [right, wrong] = [0, 0];
    for (let study = 0; study < studies; study++) {
      const others = Array.from({ length: designers - 2 }, () => random.normal(0, SPREAD.model));
      const table = Array.from({ length: tasks }, () => drawTask(random, [gap / 2, -gap / 2, ...others], experiments));
      const sure = sureThatFirst(table);
      if (sure >= SURE_OF_ORDER) right++;
      if (sure <= 1 - SURE_OF_ORDER) wrong++;
    }
    return { gap, right: Math.round((100 * right) / studies), wrong: Math.round((100 * wrong) / studies) };
  });
}

/** The probability that the first designer of a whole table (tasks in rows) is better than the second. */
export function sureThatFirst(table: readonly (readonly number[])[]): number {
  const tasks = table.length;
  const designers = table[0]?.length ?? 0;
  const means = Array.from(
    { length: designers },
    (_, of) => table.reduce((sum, row) => sum + (row[of] ?? 0), 0) / tasks,
  );
  const level = means.reduce((sum, each) => sum + each, 0) / designers;
  let rss = 0;
  for (const row of table) {
    const own = row.reduce((sum, each) => sum + each, 0) / designers;
    for (const [of, score] of row.entries()) rss += (score - own - (means[of] ?? 0) + level) ** 2;
  }
  const freedom = (tasks - 1) * (designers - 1);
  const error = Math.sqrt((2 * rss) / freedom / tasks);
  const apart = (means[0] ?? 0) - (means[1] ?? 0);
  return error > 0 ? studentt.cdf(apart / error, freedom) : apart > 0 ? 1 : 0;
}

/**
 * Of 100 studies with so many tasks, each repeated, in how many two truly equal panels are called alike: the least and
 * the most of the worlds that `npm run bench -- stats` prints.
 */
export const ALIKE_OF_EQUAL = [
  { tasks: 5, least: 0, most: 0 },
  { tasks: 10, least: 3, most: 5 },
  { tasks: 12, least: 4, most: 8 },
] as const;

/**
 * Half of the 95 % interval, from 0 to 1, in which the share of tasks lies at most for which two panels choose the same:
 * t of the tasks, whose shares deviate by no more than halves of 0 and 1 do. Repeats are no more tasks. Null for one task.
 */
export function agreementWithin(tasks: number): number | null {
  if (tasks < 2) return null;
  return Math.min(1, (studentt.inv(0.975, tasks - 1) * 0.5) / Math.sqrt(tasks - 1));
}
