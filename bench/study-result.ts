import { compareDesigners } from "../src/stats/designers.ts";
import { shareBeyond, shareOver } from "../src/stats/over-tasks.ts";
import { type Random, randomOf } from "../src/stats/random.ts";
import { studyNumbers } from "../src/stats/study-result.ts";
import { studyBlocks } from "../src/story/study-result.ts";
import { studyHtml } from "../src/views/html/study-result-page.tsx";
import { blocksText } from "../src/views/markdown/blocks.ts";
import { outcomeBy, reviewerBy, summaryBy } from "../test/support/study-outcomes.ts";
import { heading, line } from "./figures.ts";
import { rate } from "./rounds.ts";

const RUNS = 2_000;
/** Of so many tasks the truth of a world is taken. */
const TRUTH = 60_000;
const DESIGNERS = 4;

/** How far designers differ, their fit from task to task, what panels like in a task, and what an experiment errs by. */
type World = { named: string; designer: number; task: number; panel: number; error: number };

const WORLDS: readonly World[] = [
  { named: "one panel twice", designer: 0.5, task: 0.8, panel: 0, error: 0.4 },
  { named: "panels nearly alike", designer: 0.5, task: 0.8, panel: 0.3, error: 0.5 },
  { named: "one designer nearly always first", designer: 1.5, task: 0.8, panel: 0.2, error: 0.3 },
  { named: "panels of other tastes", designer: 0.3, task: 0.5, panel: 1, error: 0.3 },
];

/** How often both panels, and each by itself, have the same first in one task. */
function oneTask(random: Random, { designer, task, panel, error }: World, repeats: number) {
  const worth = Array.from({ length: DESIGNERS }, (_, at) => designer * (at - 1.5) + random.normal(0, task));
  const liked = worth.map((each) => each + random.normal(0, panel));
  const draw = (of: readonly number[]): number => {
    const seen = of.map((each) => each + random.normal(0, error));
    return seen.indexOf(Math.max(...seen));
  };
  const [a, b] = [worth, liked].map((of) => Array.from({ length: repeats }, () => draw(of))) as [number[], number[]];
  const across = meanOf(a.flatMap((one) => b.map((other) => Number(one === other))));
  const within = (own: readonly number[]) =>
    meanOf(own.flatMap((one, at) => own.slice(at + 1).map((other) => Number(one === other))));
  return { across, itself: (within(a) + within(b)) / 2 };
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;

/** Whether intervals over tasks cover, and words on panels are right. */
export function benchPanelPairs(seed: number): void {
  heading(
    "Panel against panel: cover of the 95 % intervals, half-width, and how often a word is said",
    "world | tasks | repeats | same | cover | half-width | beyond | cover | half-width | called other, % | called alike, %",
  );
  for (const [at, world] of WORLDS.entries()) {
    const random = randomOf(seed + at);
    const whole = Array.from({ length: TRUTH }, () => oneTask(random, world, 2));
    const same = meanOf(whole.map(({ across }) => across));
    const beyond = same - meanOf(whole.map(({ itself }) => itself));
    for (const [tasks, repeats] of [
      [5, 2],
      [12, 2],
      [12, 3],
      [40, 2],
      [100, 2],
    ] as const) {
      const told = Array.from({ length: RUNS }, () => {
        const rows = Array.from({ length: tasks }, () => oneTask(random, world, repeats));
        const across = rows.map((row) => row.across);
        return {
          of: shareOver(across, repeats),
          beyond: shareBeyond(
            across,
            rows.map(({ itself }) => itself),
            repeats,
          ),
        };
      });
      const held = (all: readonly ReturnType<typeof shareOver>[], truth: number): string[] => {
        const known = all.map((each) => ({ low: each?.low ?? 0, high: each?.high ?? 0 }));
        const covers = meanOf(known.map(({ low, high }) => Number(low <= truth && truth <= high)));
        return [(100 * covers).toFixed(1), meanOf(known.map(({ low, high }) => (high - low) / 2)).toFixed(2)];
      };
      const called = (is: (low: number, high: number) => boolean): string =>
        (100 * meanOf(told.map((each) => Number(is(each.beyond?.low ?? -1, each.beyond?.high ?? 1))))).toFixed(1);
      line(
        ...[
          world.named,
          tasks,
          repeats,
          same.toFixed(2),
          ...held(
            told.map(({ of }) => of),
            same,
          ),
        ],
        ...[
          beyond.toFixed(2),
          ...held(
            told.map((each) => each.beyond),
            beyond,
          ),
        ],
        called((_, high) => high < 0),
        called((low, high) => high >= 0 && low >= -0.1),
      );
    }
  }
}

const EQUAL: readonly World[] = [
  { named: "experiments err by 0.4", designer: 0.5, task: 0.8, panel: 0, error: 0.4 },
  { named: "experiments err by 0.8", designer: 0.5, task: 0.8, panel: 0, error: 0.8 },
];
const TASKS = [5, 10, 12, 20];

/** How often two panels that choose alike are called alike, by the number of tasks. */
export function benchAlike(seed: number): void {
  heading(
    "Truly equal panels, two repeats: called alike, %",
    `world | ${TASKS.map((tasks) => `${tasks} tasks`).join(" | ")}`,
  );
  for (const [at, world] of EQUAL.entries()) {
    const shares = TASKS.map((tasks) => {
      const random = randomOf(seed + 100 * at + tasks);
      return rate(
        Array.from({ length: RUNS }, () => {
          const rows = Array.from({ length: tasks }, () => oneTask(random, world, 2));
          const found = shareBeyond(
            rows.map(({ across }) => across),
            rows.map(({ itself }) => itself),
            2,
          );
          return (found?.high ?? -1) >= 0 && (found?.low ?? -1) >= -0.1;
        }),
      );
    });
    line(world.named, ...shares);
  }
}

/** Prints how long the result of 2,000 experiments takes, of what was read already, and what it takes to draw. */
export function benchStudyResult(): void {
  const random = randomOf(5);
  for (const tasks of [50, 500]) {
    const panels = ["wide", "narrow"];
    const seats = ["alpha/a", "beta/b", "gamma/c", "delta/d"];
    const outcomes = Array.from({ length: tasks }, (_, task) =>
      panels.flatMap((panel) =>
        [1, 2].map((repeat) => {
          const scores = seats.map((seat, at) => [seat, 7 - 0.3 * at + random.normal(0, 0.6)] as const);
          const reviewers = ["eta/e", "zeta/f", "iota/g", "theta/h"].map((each) =>
            reviewerBy(each, random.normal(0, 0.3)),
          );
          const halves = Array.from({ length: 6 }, () => ({ p: 0.5 + random.uniform() / 2, other: 1, whole: 1 }));
          return outcomeBy([`task-${task}`, panel, repeat], summaryBy(scores, { reviewers, halves }));
        }),
      ),
    ).flat();
    const study = {
      ...{ tasks: Array.from({ length: tasks }, (_, at) => ({ key: `task-${at}`, title: `Task ${at}` })), panels },
      ...{ repeats: 2, outcomes },
    };
    const timed = <T>(work: () => T): [T, number] => {
      const begun = performance.now();
      return [work(), performance.now() - begun];
    };
    const [numbers, computed] = timed(() => studyNumbers(study));
    const result = { version: 1 as const, name: "bench", hash: "0".repeat(64), made_of: "0".repeat(64), ...numbers };
    const [markdown, drawn] = timed(() => blocksText(studyBlocks(result, "file")));
    const [html, page] = timed(() => studyHtml(result));
    console.log(
      `  ${outcomes.length} experiments: numbers ${computed.toFixed(0)} ms, study.md ${drawn.toFixed(0)} ms (${Math.round(markdown.length / 1e3)} kB), study.html ${page.toFixed(0)} ms (${Math.round(html.length / 1e3)} kB), memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    );
  }
}

/** How far designers differ, their fit from task to task, tasks, and what an experiment errs by. */
const SPREAD = { designer: 0.5, taskwise: 0.8, task: 1, error: 0.55 };
const STUDIES = 400;

/** Whether intervals of designers cover where tasks are repeated: with a task as the unit, and with each experiment as one. */
export function benchRepeatedTasks(seed: number): void {
  heading(
    "Designers where tasks are repeated: cover of 95 % intervals",
    "tasks | experiments of each | task as the unit | experiment as the unit",
  );
  for (const [tasks, each] of [
    [5, 4],
    [12, 4],
    [20, 4],
  ] as const) {
    const random = randomOf(seed + tasks);
    const covered = { task: 0, experiment: 0, of: 0 };
    for (let run = 0; run < STUDIES; run++) {
      const worth = Array.from({ length: DESIGNERS }, () => random.normal(0, SPREAD.designer));
      const outcomes = Array.from({ length: tasks }, (_, task) => {
        const level = random.normal(6, SPREAD.task);
        const fit = worth.map((own) => level + own + random.normal(0, SPREAD.taskwise));
        return Array.from({ length: each }, (_, at) =>
          outcomeBy(
            [`t${task}`, "wide", at + 1],
            summaryBy(fit.map((own, by) => [`m${by}`, own + random.normal(0, SPREAD.error)] as const)),
          ),
        );
      }).flat();
      const study = {
        tasks: [...new Set(outcomes.map(({ task }) => task))].map((key) => ({ key, title: key })),
        panels: ["wide"],
        repeats: each,
        outcomes,
      };
      const level = meanOf(worth);
      const holds = (groups: ReturnType<typeof compareDesigners>): number =>
        (groups[0]?.rows ?? []).filter(
          ({ seat, effect, half }) => Math.abs(effect - ((worth[Number(seat.slice(1))] ?? 0) - level)) <= (half ?? 0),
        ).length;
      covered.task += holds(studyNumbers(study).designers.all);
      covered.experiment += holds(
        compareDesigners(
          outcomes.map(({ summary }) =>
            (summary?.designs ?? []).flatMap(({ seat, score }) =>
              seat === null || score === null ? [] : [{ seat, score }],
            ),
          ),
        ),
      );
      covered.of += DESIGNERS;
    }
    line(tasks, each, ...[covered.task, covered.experiment].map((many) => ((100 * many) / covered.of).toFixed(1)));
  }
}
