import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { StudyBundle } from "../../src/artifacts/study.ts";
import { type StudyChecked, studyCheckSaid } from "../../src/story/study-check.ts";
import { blocksText } from "../../src/views/markdown/blocks.ts";

const panel = (name: string): StudyBundle["panels"][number] => ({
  ...{ name, config: {}, files: [], models: ["a/one", "b/two"], designs: 3, reviewers: 2 },
});
const checkedOf = (
  of: { tasks?: number; repeats?: number; panels?: number } = {},
  more: Partial<StudyChecked> = {},
): StudyChecked => {
  const { tasks = 12, repeats = 2, panels = 2 } = of;
  const experiments = tasks * repeats * panels;
  const price = { lower: 0.6, expected: 0.8, upper: 1 };
  const names = Array.from({ length: panels }, (_, at) => `p${at}`);
  return {
    bundle: {
      version: 1,
      name: "mail",
      file: { name: "mail.yaml", text: "" },
      tasks: Array.from({ length: tasks }, (_, at) => ({
        ...{ key: `${at}-t`, title: `Task ${at}`, source: `t/${at}.md`, sha256: "0".repeat(64), task: "x" },
        ...{ requirements: [], constraints: [], non_functional_requirements: [], assertions: [] },
      })),
      panels: names.map(panel),
      repeats,
      limits: {
        experiment: { max_cost: null, max_tokens: null, max_minutes: null },
        study: { max_cost: null, max_tokens: null, max_hours: null },
      },
      providers: {},
      machines: [{ name: "here", at_once: 2 }],
    },
    hash: "a".repeat(64),
    forecast: {
      experiments,
      sessions: experiments * 10,
      price: { lower: 0.6 * experiments, expected: 0.8 * experiments, upper: experiments },
      unpriced: [],
      unreachable: [],
      time: { seconds: 85 * experiments, machines: 1, at_once: 2, held_by: null },
      panels: names.map((each) => ({
        panel: each,
        sessions: { designs: 3, evaluations: 6 },
        tokens: 1_000,
        price,
        unpriced: [],
        unreachable: [],
        seconds: 170,
      })),
      stops: null,
    },
    unasked: null,
    near: new Map(),
    power: {
      ...{ tasks, experiments: 4, designers: 3, agreement: 0.33 },
      orders: [
        { gap: 0.25, right: 19, wrong: 1 },
        { gap: 0.5, right: 55, wrong: 0 },
        { gap: 1, right: 96, wrong: 0 },
      ],
    },
    notes: [],
    file: "mail.yaml",
    ...more,
  };
};
const said = (checked: StudyChecked): string => blocksText(studyCheckSaid(checked));
const linesOf = (checked: StudyChecked): string[] =>
  said(checked)
    .split("\n")
    .filter((each) => each !== "");
const withForecast = (more: Partial<StudyChecked["forecast"]>, of = {}): StudyChecked => {
  const checked = checkedOf(of);
  return { ...checked, forecast: { ...checked.forecast, ...more } };
};

describe("a checked study", () => {
  test("says in its first lines what it is and what it costs", () => {
    const [first, second] = linesOf(
      withForecast({
        sessions: 1_296,
        price: { lower: 31.2, expected: 41, upper: 51.9 },
        time: { seconds: 14_000, machines: 1, at_once: 2, held_by: null },
      }),
    );
    expect(first).toBe("Study **mail**: no model was asked, no experiment begun.");
    expect(second).toBe(
      "48 experiments (12 tasks × 2 panels × 2), about 1,300 sessions, $31 to $52, some 4 hours on one machine with 2 at a time.",
    );
  });

  test("holds its words against its numbers, whatever these are", () => {
    const many = fc.integer({ min: 1, max: 400 });
    const cost = fc.double({ min: 0.001, max: 50_000, noNaN: true });
    fc.assert(
      fc.property(
        many,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        cost,
        fc.double({ min: 1, max: 2e6, noNaN: true }),
        (tasks, panels, repeats, lower, seconds) => {
          const price = { lower, expected: lower * 1.3, upper: lower * 1.7 };
          const checked = withForecast(
            { price, time: { seconds, machines: 3, at_once: 7, held_by: null } },
            { tasks, panels, repeats },
          );
          const line = linesOf(checked)[1] ?? "";
          const number = (text = ""): number => Number(text.replaceAll(",", ""));
          const [, experiments, of, by, times] =
            /^([\d,]+) experiments? \(([\d,]+) tasks? × (\d+) panels?(?: × (\d+))?\)/u.exec(line) ?? [];
          expect(number(experiments)).toBe(tasks * panels * repeats);
          expect(number(of) * number(by) * Number(times ?? 1)).toBe(number(experiments));
          const [, sessions] = /([\d,]+) sessions/u.exec(line) ?? [];
          expect(Math.abs(number(sessions) / checked.forecast.sessions - 1)).toBeLessThanOrEqual(0.05);
          const [, low, high] = /(?:under )?\$([\d,.]+) to \$([\d,.]+), some/u.exec(line) ?? [];
          if (lower >= 0.02) {
            const off = lower < 1 || lower * 1.7 < 10 ? 0.006 : 0.51;
            expect(Math.abs(number(low) - lower)).toBeLessThanOrEqual(off);
            expect(Math.abs(number(high) - lower * 1.7)).toBeLessThanOrEqual(off);
          }
          const [, time, unit = ""] =
            /some ([\d,]+) (minute|hour|day)s? on 3 machines with 7 at a time in all/u.exec(line) ?? [];
          const unitSeconds = { minute: 60, hour: 3_600, day: 86_400 }[unit] ?? 0;
          expect(Math.abs(number(time) * unitSeconds - seconds)).toBeLessThanOrEqual(
            unitSeconds / 2 + (unit === "minute" ? 30 : 1_800),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test("never makes of a price that is not known a price", () => {
    expect(linesOf(withForecast({ price: null }))[1]).toContain(", price unknown, ");
    expect(linesOf(withForecast({ unpriced: ["a/one"] }))[1]).toContain(
      "at least $29 to $48 (not all prices are known)",
    );
    expect(said(withForecast({ unreachable: ["c/x"] }))).toContain("No provider here offers c/x");
    expect(said({ ...checkedOf(), unasked: "a is no field" })).toContain("Not every price could be asked for: a is no");
    expect(said({ ...withForecast({ price: null }), unasked: "there is no opencode on the PATH" })).toContain(
      "No price could be asked for: there is no opencode on the PATH",
    );
  });

  test("names what whoever wrote a model that nobody offers may have meant", () => {
    const checked = withForecast({ unreachable: ["c/x", "a/onne"] });
    expect(said({ ...checked, near: new Map([["a/onne", ["a/one", "b/one"]]]) })).toContain(
      "No provider here offers c/x and a/onne (nearest: a/one, b/one): a worker",
    );
  });

  test("says of each panel by itself whether a price is wanting in its own", () => {
    const [first, second] = checkedOf().forecast.panels;
    if (first === undefined || second === undefined) throw new Error("There are two");
    const panels = [first, { ...second, unpriced: ["b/two"] }];
    const rows = linesOf(withForecast({ unpriced: ["b/two"], panels })).filter((line) => /^\| p\d/u.test(line));
    expect(rows.map((row) => row.includes("at least"))).toEqual([false, true]);
  });

  test("says what it could show and what it could not", () => {
    expect(said(checkedOf())).toContain(
      "differ by 0.25, 0.5 and 1 points of 10 would be put in the right order in 19, 55 and 96 of 100 such studies, in the wrong one in 1, 0 and 0 (12 tasks, 4 experiments for each task with both)",
    );
    expect(said(checkedOf())).toContain("to within 33 percentage points or better");
    const alike =
      "Two truly equal panels are called alike in 0, 3 to 5 and 4 to 8 of 100 studies with 5, 10 and 12 tasks";
    expect(said(checkedOf())).toContain(alike);
    expect(said(checkedOf({ panels: 1 }))).not.toContain("called alike");
    const none = [0.25, 0.5, 1].map((gap) => ({ gap, right: 0, wrong: 0 }));
    const few = checkedOf({ tasks: 1, panels: 1 });
    const text = said({ ...few, power: { ...few.power, orders: none, agreement: null } });
    expect(text).toContain("No order of models as designers");
    expect(text).toContain("Nothing of one panel against another: there is only one");
    expect(text).not.toContain("percentage points");
    const pair = checkedOf({ tasks: 2 });
    expect(said({ ...pair, power: { ...pair.power, agreement: 1 } })).toContain(
      "Not how often two panels choose the same: 2 tasks are too few for it",
    );
    const lone = checkedOf();
    expect(said({ ...lone, power: { ...lone.power, designers: 1, orders: none } })).toContain(
      "two of them in one panel and at least 5 tasks, found one in one and 12 tasks",
    );
  });

  test("cuts long lists with a count, and says limits and where they stop it", () => {
    const text = said(checkedOf({ tasks: 50 }));
    expect(text).toMatch(/30 more|31 more/u);
    expect(text).not.toContain("Task 40");
    const limited = withForecast({ stops: { limit: "max_cost", after: 11 } });
    limited.bundle.limits = { ...limited.bundle.limits, study: { max_cost: 9, max_tokens: null, max_hours: 2 } };
    expect(said(limited)).toContain("The whole study: at most $9.00 and 2 hours");
    expect(said(limited)).toContain("It should stop at `max_cost`, after about 11 of 48 experiments");
    expect(said(checkedOf())).not.toContain("should stop");
  });

  test("calls a limit enough only where all prices are known, and says which panel's experiments are longer than theirs", () => {
    const enough = (more: Partial<StudyChecked["forecast"]>, unasked: string | null = null) => {
      const checked = { ...withForecast(more), unasked };
      checked.bundle.limits.study.max_cost = 100;
      return said(checked);
    };
    expect(enough({})).toContain("That should be enough, by what is expected");
    for (const text of [
      enough({ price: null }),
      enough({ unpriced: ["a/one"] }),
      enough({ unreachable: ["a/one"] }),
      enough({}, "it did not answer"),
    ]) {
      expect(text).not.toContain("should be enough");
      expect(text).toContain("Whether that is enough nobody knows");
    }
    expect(enough({ price: null })).not.toContain("at this price");
    const without = checkedOf().forecast.panels.map((each) => ({ ...each, unreachable: ["a/one"] }));
    expect(enough({ price: null, unreachable: ["a/one"], panels: without })).not.toContain("starts it");
    expect(enough({ stops: { limit: "max_cost", after: 0 } })).toContain(
      "Nothing would begin: what is kept for one experiment before it begins is more than the whole study may take. Raise `limits.study.max_cost` in the file",
    );
    for (const limits of [{ max_cost: 0.5 }, { max_tokens: 999 }, { max_minutes: 2 }]) {
      const tight = checkedOf();
      Object.assign(tight.bundle.limits.experiment, limits);
      expect(said(tight)).toContain("one experiment of `p0` and `p1` comes to more than that");
    }
    const wide = checkedOf();
    wide.bundle.limits.experiment = { max_cost: 0.8, max_tokens: 1_000, max_minutes: 3 };
    expect(said(wide)).not.toContain("comes to more than that");
  });

  test("gives a line that a shell takes, whatever the file is called, and the hash", () => {
    expect(said(checkedOf({}, { file: "studies/mail.yaml" }))).toContain(
      "`opencode-designlab study run studies/mail.yaml`",
    );
    expect(said(checkedOf({}, { file: "it's mine.yaml" }))).toContain("study run 'it'\\''s mine.yaml'");
    expect(said(checkedOf())).toContain("a".repeat(64));
  });

  test("lets a title of a stranger change nothing of the reply", () => {
    const hostile = checkedOf({ tasks: 1 });
    const [task] = hostile.bundle.tasks;
    if (task) task.title = "**x** <b>y</b> [z](http://e.example)";
    expect(said(hostile)).not.toContain("**x**");
    expect(said(hostile)).not.toContain("<b>");
  });
});
