import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { StudyNumbers } from "../../src/artifacts/study-result.ts";
import type { Summary } from "../../src/artifacts/summary.ts";
import { amountOver, shareBeyond, shareOver } from "../../src/stats/over-tasks.ts";
import { type StudyOutcome, type StudyOutcomes, studyNumbers } from "../../src/stats/study-result.ts";
import { hostileStudy, normalFrom, outcomeBy, randomFrom, reviewerBy, summaryBy } from "../support/study-outcomes.ts";

const studyOf = (outcomes: readonly StudyOutcome[], repeats = 2): StudyOutcomes => ({
  tasks: [...new Set(outcomes.map(({ task }) => task))].map((key) => ({ key, title: key })),
  panels: [...new Set(outcomes.map(({ panel }) => panel))],
  repeats,
  outcomes,
});

/** An experiment of which it is known alone who came first, of three. */
const firstIs = (seat: string, seats = ["a", "b", "c"]): Summary =>
  summaryBy(seats.map((each, at) => [each, each === seat ? 8 : 5 - at / 10]));

const pairIn = (outcomes: readonly StudyOutcome[], repeats?: number) =>
  studyNumbers(studyOf(outcomes, repeats)).pairs[0];

/** Who came first by task, of two panels with two repeats each. */
const chosen = (table: Record<string, readonly [string, string, string, string]>): StudyOutcome[] =>
  Object.entries(table).flatMap(([task, [w1, w2, n1, n2]]) => [
    outcomeBy([task, "wide", 1], firstIs(w1), { cost: 3 }),
    outcomeBy([task, "wide", 2], firstIs(w2), { cost: 5 }),
    outcomeBy([task, "narrow", 1], firstIs(n1), { cost: 1 }),
    outcomeBy([task, "narrow", 2], firstIs(n2), { cost: 2 }),
  ]);

describe("panels beside each other", () => {
  // Same over the four pairs of repeats: t1 4/4, t2 0, t3 2/4, t4 1/4 + 1/4 = 2/4. Wide with itself 1, 1, 0, 0; narrow 1, 1, 1, 0.
  const four = chosen({
    t1: ["a", "a", "a", "a"],
    t2: ["a", "a", "b", "b"],
    t3: ["a", "b", "a", "a"],
    t4: ["a", "b", "b", "a"],
  });

  test("agree as a count by hand says, beside how often each agrees with itself", () => {
    const pair = pairIn(four);
    expect(pair).toMatchObject({ one: "narrow", other: "wide", tasks: 4, says: "few-tasks" });
    expect(pair?.same?.value).toBeCloseTo((1 + 0 + 0.5 + 0.5) / 4, 9);
    expect(pair?.itself?.value).toBeCloseTo((1 + 1 + 0.5 + 0) / 4, 9);
    expect(pair?.beyond?.value).toBeCloseTo(0.5 - 0.625, 9);
    expect(pair?.chance).toBeCloseTo(1 / 3, 9);
    // Of different tasks: wide is first with a, a, ½a ½b, ½a ½b, narrow with a, b, a, ½a ½b.
    const wide = [1, 1, 0.5, 0.5];
    const narrow = [1, 0, 1, 0.5];
    let habit = 0;
    for (const [t, p] of wide.entries())
      for (const [u, q] of narrow.entries()) if (t !== u) habit += p * q + (1 - p) * (1 - q);
    expect(pair?.habit).toBeCloseTo(habit / 12, 9);
    expect(pair?.cost).toMatchObject({ value: 2.5, low: 2.5, high: 2.5, tasks: 4 });
  });

  test("say a word from five tasks on, and only beside a yardstick", () => {
    const many = (of: readonly [string, string, string, string], tasks: number) =>
      pairIn(chosen(Object.fromEntries(Array.from({ length: tasks }, (_, at) => [`t${at}`, of]))));
    expect(many(["a", "a", "b", "b"], 4)?.says).toBe("few-tasks");
    expect(many(["a", "a", "b", "b"], 5)?.says).toBe("other");
    expect(many(["a", "a", "a", "a"], 5)?.says).toBe("open");
    expect(many(["a", "a", "a", "a"], 60)?.says).toBe("alike");
    const once = Array.from({ length: 9 }, (_, at) => [
      outcomeBy([`t${at}`, "wide", 1], firstIs("a")),
      outcomeBy([`t${at}`, "narrow", 1], firstIs("a")),
    ]).flat();
    expect(pairIn(once, 1)).toMatchObject({ says: "no-yardstick", itself: null, beyond: null });
  });

  test("share a first place between equals, and cannot choose what one of them has not", () => {
    const tie = summaryBy([
      ["a", 7],
      ["b", 7],
    ]);
    const pair = pairIn([outcomeBy(["t", "wide", 1], tie), outcomeBy(["t", "narrow", 1], firstIs("a", ["a", "c"]))], 1);
    expect(pair?.same?.value).toBeCloseTo(0.5, 9);
    expect(pair).toMatchObject({ shared: ["a"], chance: 0.25, tasks: 1 });
    const apart = [pair?.apart.one, pair?.apart.other].flat();
    expect(apart.toSorted()).toEqual(["b", "c"]);
  });

  test("take a task with the same weight however often it was repeated", () => {
    const more = [
      ...[1, 2, 3, 4].flatMap((nth) => [
        outcomeBy(["t1", "wide", nth], firstIs("a")),
        outcomeBy(["t1", "narrow", nth], firstIs("a")),
      ]),
      outcomeBy(["t2", "wide", 1], firstIs("a")),
      outcomeBy(["t2", "narrow", 1], firstIs("b")),
    ];
    expect(pairIn(more, 4)?.same?.value).toBeCloseTo(0.5, 9);
  });
});

describe("a study of known qualities", () => {
  const QUALITY: Record<string, number> = { a: 7, b: 6.4, c: 6, d: 5 };
  const SEATS = Object.keys(QUALITY);
  const random = randomFrom(20_261);
  const outcomes = Array.from({ length: 24 }, (_, task) => {
    const level = normalFrom(random);
    const fit = SEATS.map(() => 0.3 * normalFrom(random));
    return ["wide", "narrow"].flatMap((panel) =>
      [1, 2, 3].map((repeat) => {
        const scores = SEATS.map(
          (seat, at) =>
            [
              seat,
              (QUALITY[seat] ?? 0) + level + (fit[at] ?? 0) + (panel === "wide" ? 0.3 : 0.6) * normalFrom(random),
            ] as const,
        );
        const reviewers = [reviewerBy("judge/x", 0.4 + 0.2 * normalFrom(random)), reviewerBy("judge/y", -0.4)];
        const cost = (panel === "wide" ? 4 : 1) + random();
        return outcomeBy([`t${task}`, panel, repeat], summaryBy(scores, { reviewers }), { cost });
      }),
    );
  }).flat();
  const numbers = studyNumbers(studyOf(outcomes, 3));
  const firstOf = ({ summary }: StudyOutcome): string =>
    summary?.designs.reduce((best, each) => ((each.score ?? 0) > (best.score ?? 0) ? each : best)).seat ?? "";
  const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const tasks = [...new Set(outcomes.map(({ task }) => task))];
  const cell = (task: string, panel: string) => outcomes.filter((each) => each.task === task && each.panel === panel);

  test("is compared as brute force over all pairs of experiments says", () => {
    const [pair] = numbers.pairs;
    const [across, within]: [number[], number[]] = [[], []];
    for (const task of tasks) {
      const [wide, narrow] = [cell(task, "wide"), cell(task, "narrow")];
      let same = 0;
      for (const one of wide) for (const other of narrow) if (firstOf(one) === firstOf(other)) same++;
      across.push(same / 9);
      const own = [wide, narrow].map((all) => {
        let alike = 0;
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++)
            if (i !== j && firstOf(all[i] as StudyOutcome) === firstOf(all[j] as StudyOutcome)) alike++;
        return alike / 6;
      });
      within.push(meanOf(own));
    }
    expect(pair?.same?.value).toBeCloseTo(meanOf(across), 8);
    expect(pair?.itself?.value).toBeCloseTo(meanOf(within), 8);
    expect(pair?.beyond?.value).toBeCloseTo(meanOf(across) - meanOf(within), 8);
    // A bootstrap over tasks and the interval lie near each other where tasks are many and shares are not at an end.
    const drawn = Array.from({ length: 4_000 }, () =>
      meanOf(across.map(() => across[Math.floor(random() * across.length)] ?? 0)),
    ).toSorted((a, b) => a - b);
    expect(Math.abs((pair?.same?.low ?? 0) - (drawn[100] ?? 0))).toBeLessThan(0.06);
    expect(Math.abs((pair?.same?.high ?? 0) - (drawn[3_900] ?? 0))).toBeLessThan(0.06);
  });

  test("has designers with the effects of a balanced table, and intervals over tasks that hold the truth", () => {
    const [group] = numbers.designers.all;
    const rows = group?.rows ?? [];
    expect(group?.experiments).toBe(24);
    // Balanced: the mean over tasks of the mean over experiments of score − mean of the experiment.
    const residuals: number[][] = [];
    for (const { seat, effect } of rows) {
      const byTask = tasks.map((task) =>
        meanOf(
          outcomes.flatMap(({ task: of, summary }) => {
            if (of !== task || summary === null) return [];
            const all = summary.designs.map(({ score }) => score ?? 0);
            return [(summary.designs.find((each) => each.seat === seat)?.score ?? 0) - meanOf(all)];
          }),
        ),
      );
      expect(effect).toBeCloseTo(meanOf(byTask), 7);
      residuals.push(byTask.map((each) => each - meanOf(byTask)));
    }
    // σ̂² = RSS/((T − 1)(k − 1)), and the variance of an effect above the mean of k is σ̂²(1 − 1/k)/T; t of 69 is 1.9949.
    const variance = residuals.flat().reduce((sum, each) => sum + each ** 2, 0) / (23 * 3);
    const half = 1.994_945 * Math.sqrt((variance * 0.75) / 24);
    for (const { seat, effect, half: own } of rows) {
      expect(own).toBeCloseTo(half, 5);
      expect(Math.abs(effect - ((QUALITY[seat] ?? 0) - 6.1))).toBeLessThan(1.5 * half);
    }
    expect(rows.map(({ seat }) => seat)).toEqual(SEATS);
    expect(group?.better.length).toBeGreaterThanOrEqual(5);
  });

  test("has reviewers whose severity is a mean over tasks, with t of one fewer", () => {
    const row = numbers.reviewers.all.find(({ seat }) => seat === "judge/x");
    const byTask = tasks.map((task) =>
      meanOf(outcomes.flatMap((each) => (each.task === task ? (each.summary?.reviewers[0]?.severity ?? []) : []))),
    );
    const deviation = Math.sqrt(byTask.reduce((sum, each) => sum + (each - meanOf(byTask)) ** 2, 0) / 23);
    expect(row?.severity?.value).toBeCloseTo(meanOf(byTask), 8);
    // The 97.5 % point of t with 23 degrees of freedom.
    expect(row?.severity?.half).toBeCloseTo((2.068_658 * deviation) / Math.sqrt(24), 5);
    expect(row).toMatchObject({ experiments: 144, answers: 432 });
    expect(numbers.reviewers.panels).toEqual([]);
  });

  test("has the price of a panel by task, and what one costs more", () => {
    const [pair] = numbers.pairs;
    const price = (panel: string) =>
      meanOf(tasks.map((task) => meanOf(cell(task, panel).map(({ cost }) => cost ?? 0))));
    expect(pair).toMatchObject({ one: "narrow", other: "wide" });
    expect(pair?.cost?.value).toBeCloseTo(price("wide") - price("narrow"), 8);
    expect(numbers.panels.map(({ cost }) => cost?.value)).toEqual(
      ["wide", "narrow"].map((panel) => expect.closeTo(price(panel), 8)),
    );
    expect(numbers.spent.cost).toBeCloseTo(
      outcomes.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
      6,
    );
  });
});

describe("intervals over tasks", () => {
  test("are none below three tasks, and never a point where all tasks say the same", () => {
    expect(shareOver([1, 0], 1)).toEqual({ value: 0.5, low: null, high: null, tasks: 2 });
    expect(shareOver([], 1)).toBeNull();
    // Wilson with t² of 11 degrees of freedom (2.200985² = 4.844335): 1 − t²/(T + t²).
    const all = shareOver(
      Array.from({ length: 12 }, () => 1),
      2,
    );
    expect(all?.low).toBeCloseTo(1 - 4.844_335 / (12 + 4.844_335), 5);
    expect(all?.high).toBe(1);
    const beyond = shareBeyond(Array(12).fill(1), Array(12).fill(1), 2);
    expect(beyond?.value).toBe(0);
    expect(beyond?.low).toBeCloseTo(-4.844_335 / 16.844_335, 5);
    expect(beyond?.high).toBeCloseTo(4.844_335 / 16.844_335, 5);
    expect(amountOver([1, 2, 3])).toMatchObject({ value: 2, low: expect.closeTo(2 - 4.302_653 / Math.sqrt(3), 5) });
  });

  test("of single repeats are Wilson's own", () => {
    // 7 of 10 with t = 2.262157 in place of 1.96.
    const z = 2.262_157;
    const found = shareOver([1, 1, 1, 1, 1, 1, 1, 0, 0, 0], 1);
    const root = Math.sqrt((0.7 * 0.3) / 10 + z ** 2 / 400);
    expect(found?.low).toBeCloseTo((0.7 + z ** 2 / 20 - z * root) / (1 + z ** 2 / 10), 5);
    expect(found?.high).toBeCloseTo((0.7 + z ** 2 / 20 + z * root) / (1 + z ** 2 / 10), 5);
  });

  test("hold the truth in 93 of 100 studies or more, also where panels nearly always agree", () => {
    const random = randomFrom(7);
    for (const noise of [0.3, 1])
      for (const tasks of [5, 12, 40]) {
        const study = () => {
          const rows = Array.from({ length: tasks }, () => {
            const worth = [0.9, 0.3, 0, -0.6].map((each) => each + 0.6 * normalFrom(random));
            const pick = () => {
              const seen = worth.map((each) => each + noise * normalFrom(random));
              return seen.indexOf(Math.max(...seen));
            };
            const [a, b] = [
              [pick(), pick()],
              [pick(), pick()],
            ] as const;
            const across = a.flatMap((one) => b.map((other) => Number(one === other)));
            return {
              across: across.reduce((sum, each) => sum + each, 0) / 4,
              own: (Number(a[0] === a[1]) + Number(b[0] === b[1])) / 2,
            };
          });
          return { across: rows.map(({ across }) => across), own: rows.map(({ own }) => own) };
        };
        const truth = meanOver(Array.from({ length: 400 }, study).flatMap(({ across }) => across));
        let [covers, wrong] = [0, 0];
        for (let run = 0; run < 400; run++) {
          const { across, own } = study();
          const { low, high } = shareOver(across, 2) ?? { low: 0, high: 0 };
          if ((low ?? 0) <= truth && truth <= (high ?? 1)) covers++;
          // Both are one panel: that they choose otherwise is never so.
          if ((shareBeyond(across, own, 2)?.high ?? 0) < 0) wrong++;
        }
        expect(covers).toBeGreaterThanOrEqual(372);
        expect(wrong).toBeLessThanOrEqual(12);
      }
  });
});

const meanOver = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

describe("what cannot be told", () => {
  const kinds = (outcomes: readonly StudyOutcome[], repeats = 1) =>
    studyNumbers(studyOf(outcomes, repeats)).cannot.map(({ kind }) => kind);

  test("is named where a study is of one panel, of few tasks, without repeats", () => {
    expect(kinds([outcomeBy(["t", "wide", 1], firstIs("a"))])).toEqual(["few-tasks", "one-panel", "no-repeats"]);
    expect(kinds([outcomeBy(["t", "wide", 1], null)])).toEqual(["nothing", "failed"]);
    expect(
      studyNumbers({ tasks: [{ key: "t", title: "t" }], panels: ["wide"], repeats: 2, outcomes: [] }).cannot,
    ).toEqual([{ kind: "nothing" }, { kind: "missing", experiments: 2 }]);
  });

  test("is named where designers or reviewers differ, and where a model judged itself", () => {
    const judged = (panel: string, reviewers: readonly string[], seats: readonly string[]) =>
      outcomeBy(["t", panel, 1], {
        ...firstIs("a", [...seats]),
        reviewers: reviewers.map((each) => reviewerBy(each, 0)),
      });
    const found = studyNumbers(
      studyOf([judged("wide", ["x", "a as cost"], ["a", "b"]), judged("narrow", ["x"], ["a", "c"])], 1),
    );
    expect(found.cannot).toContainEqual({ kind: "other-reviewers", one: "wide", other: "narrow" });
    expect(found.cannot).toContainEqual({ kind: "other-designers", one: "wide", other: "narrow", shared: 1 });
    expect(found.cannot).toContainEqual({ kind: "judged-themselves", panels: ["wide"] });
    expect(found.reviewers.panels.map(({ panel, of }) => [panel, of.map(({ seat }) => seat)])).toEqual([
      ["wide", ["a as cost", "x"]],
      ["narrow", ["x"]],
    ]);
  });

  test("says of failures whether they hang together with a panel, by Fisher's exact test", () => {
    const lost = (wide: number, narrow: number, of: number) =>
      Array.from({ length: of }, (_, at) => [
        outcomeBy([`t${at}`, "wide", 1], at < wide ? null : firstIs("a")),
        outcomeBy([`t${at}`, "narrow", 1], at < narrow ? null : firstIs("a")),
      ]).flat();
    const failing = (wide: number, narrow: number, of: number) =>
      studyNumbers(studyOf(lost(wide, narrow, of), 1)).cannot.find(({ kind }) => kind === "failed");
    // 6 of 12 beside 0 of 12: p = C(12,6)/C(24,6) = .0069; 4 beside 0: .0466, twice that is no longer unlikely.
    expect(failing(6, 0, 12)).toEqual({ kind: "failed", failed: 6, of: 24, panel: "wide" });
    expect(failing(4, 0, 12)).toEqual({ kind: "failed", failed: 4, of: 24, panel: null });
    expect(failing(5, 5, 12)).toMatchObject({ panel: null });
  });
});

describe("any study", () => {
  const finite = (value: unknown, at = ""): string[] => {
    if (typeof value === "number") return Number.isFinite(value) ? [] : [at];
    if (typeof value !== "object" || value === null) return value === undefined ? [at] : [];
    return Object.entries(value).flatMap(([key, inner]) => finite(inner, `${at}.${key}`));
  };

  test("has numbers that fit the schema, are finite and hang on no order, of 300 hostile ones", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const study = hostileStudy(seed);
      const numbers = studyNumbers(study);
      expect([seed, finite(numbers)]).toEqual([seed, []]);
      expect([seed, [...Value.Errors(StudyNumbers, numbers)].map(({ path, message }) => `${path} ${message}`)]).toEqual(
        [seed, []],
      );
      if (seed % 10 === 0) {
        const turned = studyNumbers({ ...study, outcomes: study.outcomes.toReversed() });
        expect(turned).toEqual(numbers);
      }
      for (const each of [...numbers.pairs.map(({ same }) => same), ...numbers.panels.map(({ same }) => same)])
        if (each?.low != null && each.high != null) {
          expect(each.low).toBeGreaterThanOrEqual(0);
          expect(each.high).toBeLessThanOrEqual(1);
          expect(each.low <= each.value && each.value <= each.high).toBe(true);
        }
    }
  });
});
