import { describe, expect, test } from "bun:test";
import type { StudyExperiment, StudyStanding, StudyWorker } from "../../src/artifacts/study.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { againSaid, goSaid, mayRaise, stopSaid, tooLowSaid } from "../../src/story/study-changed.ts";
import { editedSaid, goesOnSaid, runAsked } from "../../src/story/study-run.ts";
import {
  cellText,
  noStudy,
  type StudySeen,
  standingLine,
  studyProgress,
  studyShown,
} from "../../src/story/study-standing.ts";
import { drawStudy } from "../../src/views/html/study/page.tsx";
import { blocksText } from "../../src/views/markdown/blocks.ts";
import { chanceOf } from "../support/chance.ts";
import { foreign, HOSTILE } from "../support/hostile-text.ts";
import { experimentsOf, shelvedBundle, standingOf } from "../support/shelved-study.ts";

const NOW = Date.parse("2026-11-20T09:12:00Z");
type Change = (all: StudyExperiment[], standing: StudyStanding) => Partial<StudyStanding>;

/** A study of six experiments as it stands after a change of its experiments, and of the rest. */
function seen(change: Change = () => ({}), meant = "", pulled = 0): StudySeen {
  const bundle = shelvedBundle({ tasks: 3 });
  const all = experimentsOf(bundle);
  change(all, standingOf(bundle, all));
  const standing = standingOf(bundle, all);
  const whole = { ...standing, ...change(structuredClone(all), standing) };
  return { standing: whole, progress: studyProgress(bundle, all), now: NOW, meant, pulled, queue: "/queue.sqlite" };
}
const shown = (of: StudySeen): string => blocksText(studyShown(of));
const set = (all: StudyExperiment[], states: string, more: Partial<StudyExperiment> = {}): Partial<StudyStanding> => {
  const of = { d: "done", r: "running", w: "waiting", f: "failed" } as const;
  for (const [at, letter] of [...states].entries())
    Object.assign(all[at] ?? {}, { state: of[letter as keyof typeof of], ...(letter === "f" && more) });
  return {};
};

describe("how a study stands", () => {
  test("is said first, with money, time and by what that is known", () => {
    const text = shown(
      seen((all) => ({ ...set(all, "ddrrww"), money: { spent: 12.4, reserved: 3.1, expected: 19.2, unpriced: 0 } })),
    );
    expect(text.split("\n\n").slice(0, 2)).toEqual([
      "**Study ferry: 2 of 6 experiments are done.** 2 run, 2 wait.",
      [
        "- Money: $12.40 spent, $3.10 kept for what runs; up to $19.20 in all by the forecast, at most $25.00",
        "- Tokens: 0, without a limit",
        "- Time: 1h 12m since the first was begun; about 40m left, by how long the 2 that are done took and how many run at a time",
      ].join("\n"),
    ]);
  });

  const empty: [string, Change, string[]][] = [
    [
      "before anything was begun, and nobody works",
      () => ({ workers: [], time: { begun: null, elapsed: 0, left: null, at_once: 2, bounded: false } }),
      [
        "0 of 6 experiments are done.** 6 wait.",
        "Nobody works on it: 6 experiments wait for a worker.",
        "Time: nothing was begun yet",
        "opencode-designlab study work --queue /queue.sqlite --study ab12cd34",
      ],
    ],
    [
      "when all workers that came are gone",
      (_, { workers }) => ({ workers: workers.map((each) => ({ ...each, state: "lost" as const })) }),
      ["The one that came is there no more.", "1 worker was lost: nothing was heard of desk."],
    ],
    [
      "when its money is spent",
      (all, { money }) => ({
        ...set(all, "ddrwww"),
        state: "stopped",
        why: "max_cost" as const,
        money: { ...money, spent: 24.8 },
      }),
      [
        "Its limit of $25.00 leaves no room for another experiment: $0.50 is kept for one before it begins, so that takes a limit of at least $25.30. It begins nothing more. What runs goes on to its end.",
        "opencode-designlab study go --max-cost USD",
      ],
    ],
    [
      "when each worker spent its own",
      (_, { workers }) => ({
        workers: workers.map((each) => ({ ...each, state: "idle" as const, max_cost: 2, spent: 1.6 })),
      }),
      [
        "All that waits, waits for money: what each worker may spend of its own leaves no room for another experiment: $0.50 is kept for one before it begins.",
        "$1.60 of $2.00",
      ],
    ],
    [
      "when what is kept for each lets one run at a time",
      (all, { time }) => ({ ...set(all, "ddrwww"), time: { ...time, at_once: 1, bounded: true } }),
      [
        "about 40m left, by how long the 2 that are done took with 1 at a time: what is kept for each before it begins leaves no room for more",
      ],
    ],
    [
      "when a person stopped it",
      (all) => ({ ...set(all, "ddrrww"), state: "stopped", why: "person" as const }),
      ["A person stopped it. What runs is given back.", "`opencode-designlab study go` has it go on."],
    ],
    [
      "when all failed",
      (all) => set(all, "ffffff", { reason: "No key for north", advice: "Log in" }),
      [
        "**Study ferry is over: all 6 experiments failed.**",
        "**6 experiments**: No key for north",
        "Log in",
        "and 3 more",
        "opencode-designlab study again",
      ],
    ],
    [
      "when all are done",
      (all) => set(all, "dddddd"),
      ["**Study ferry is over: 6 of 6 experiments are done.**", "study pull` puts what is done into this project"],
    ],
    [
      "when costs are unknown",
      () => ({ money: { spent: 0, reserved: 0, expected: null, unpriced: 7 } }),
      ["cost unknown (the price of 7 sessions is not known); what all of it costs is not known"],
    ],
    [
      "when costs are known in part",
      () => ({ money: { spent: 3, reserved: 0, expected: null, unpriced: 1 } }),
      ["at least $3.00 spent (the price of 1 session is not known)"],
    ],
    [
      "when a panel's models are nowhere",
      (_, { workers }) => ({
        workers: workers.map((each) => ({ ...each, lacks: [{ panel: "wide", models: ["south/large"] }] })),
      }),
      [
        "No worker can take the panel wide, of which 3 experiments wait; what they lack: south/large.",
        "desk cannot take wide (without south/large)",
      ],
    ],
    [
      "when a provider is held back",
      () => ({
        providers: [
          { provider: "north", account: "team", limit: 6, used: 4, until: new Date(NOW + 90_000).toISOString() },
        ],
      }),
      [
        "north with the account team: it refused, so nothing is asked for another 1m 30s; 4 of 6 requests at a time are used",
      ],
    ],
  ];
  for (const [name, change, parts] of empty)
    test(`is told ${name}`, () => {
      const text = shown(seen(change)).replaceAll("\\", "");
      for (const part of parts) expect(text).toContain(part);
    });

  test("is no study where there is none", () => {
    expect(blocksText(noStudy())).toContain("There is no study here.");
  });

  test("groups what failed by why, the most first", () => {
    const { progress } = seen((all) => {
      set(all, "fff", { reason: "B" });
      Object.assign(all[3] ?? {}, { state: "failed", reason: "A" });
      return {};
    });
    expect(progress.failed.map(({ reason, keys }) => [reason, keys.length])).toEqual([
      ["B", 3],
      ["A", 1],
    ]);
  });

  test("leads to a pull where more is done than was pulled, and to what it shows where something was", () => {
    const lines = (states: string, pulled: number) =>
      ["study pull` puts", "study result` says what it shows so far.", "study result` says what it shows."].map(
        (line) => shown(seen((all) => set(all, states), "", pulled)).includes(line),
      );
    expect(lines("ddrwww", 0)).toEqual([true, false, false]);
    expect(lines("ddrwww", 1)).toEqual([true, true, false]);
    expect(lines("ddrwww", 2)).toEqual([false, true, false]);
    expect(lines("dddddd", 6)).toEqual([false, false, true]);
    expect(lines("wwwwww", 0)).toEqual([false, false, false]);
  });

  test("names the study in each line to type where it is not the only one", () => {
    const text = shown(seen((all) => set(all, "df"), "--study ferry-ab12cd34"));
    for (const word of ["show --follow", "stop", "again", "pull"])
      expect(text).toContain(`opencode-designlab study ${word} --study ferry-ab12cd34`);
  });
});

test("says no number that is another, and lets nothing through, of any standing", () => {
  const { between, pick } = chanceOf(3);
  const TEXTS = [
    "",
    "north",
    HOSTILE,
    "ﷺ".repeat(40),
    "a".repeat(3_000),
    "\u202Egnp.exe",
    "\u001B[2J",
    "日本語の作業",
    "🏳️‍🌈",
    "|x|y|",
    null,
  ];
  for (let round = 0; round < 120; round++) {
    const bundle = shelvedBundle({
      tasks: between(1, 60),
      panels: pick([["wide"], ["wide", "thrifty"], ["a", "b", "c"]]),
      repeats: between(1, 3),
    });
    const all = experimentsOf(bundle);
    for (const each of all)
      Object.assign(each, {
        state: pick(["waiting", "running", "done", "failed"]),
        reason: pick(TEXTS),
        advice: pick(TEXTS),
      });
    for (const task of bundle.tasks) task.title = pick(TEXTS) ?? "";
    const worker = (at: number): StudyWorker => ({
      ...{ id: `w${at}`, machine: pick(TEXTS) ?? "desk", account: pick(TEXTS) ?? "team", hosts: pick(TEXTS) ?? "" },
      ...{ at_once: between(1, 9), max_cost: pick([null, 0, 3]), spent: pick([0, 0.001, 3, 1e9]) },
      state: pick(["working", "idle", "left", "lost"]),
      seen: pick(["2026-11-20T09:11:00Z", "never"]),
      lacks: pick([[], [{ panel: "wide", models: [pick(TEXTS) ?? "m"] }]]),
    });
    const standing: StudyStanding = {
      ...standingOf(bundle, all),
      ...pick([
        {},
        { state: "stopped" as const, why: pick(["person", "max_cost", "max_tokens", "max_hours", null] as const) },
      ]),
      money: {
        spent: pick([0, 0.004, 12.345, 1e9]),
        reserved: pick([0, 4]),
        expected: pick([null, 0, 20]),
        unpriced: pick([0, 1, 900]),
      },
      limits: {
        ...bundle.limits,
        study: { max_cost: pick([null, 0, 5]), max_tokens: pick([null, 1, 10_000]), max_hours: pick([null, 0.5, 1]) },
      },
      time: pick([
        { begun: null, elapsed: 0, left: null, at_once: 1, bounded: false },
        { begun: "2026-11-20T08:00:00Z", elapsed: 0.2, left: 0, at_once: 1, bounded: true },
        { begun: "2026-11-20T08:00:00Z", elapsed: 1e6, left: 1e7, at_once: 9, bounded: false },
      ]),
      kept: {
        money: pick([[], [{ panel: "wide", each: null }], [{ panel: "wide", each: pick([0, 0.004, 2]) }]]),
        tokens: pick([null, 1, 9_000]),
      },
      workers: Array.from({ length: between(0, 3) }, (_, at) => worker(at)),
      providers: [
        {
          provider: pick(TEXTS) ?? "p",
          account: "team",
          limit: pick([null, 3]),
          used: 2,
          until: pick([null, "2026-11-20T09:13:00Z", "x"]),
        },
      ],
    };
    const of: StudySeen = {
      standing,
      progress: studyProgress(bundle, all),
      now: NOW,
      meant: "",
      pulled: between(0, 7),
      queue: "/q",
    };
    const text = shown(of);
    expect(foreign(text)).toEqual([]);
    expect(text).not.toMatch(/undefined|NaN|null|\[object/u);
    const { counts } = standing;
    expect(text.includes("study pull`")).toBe(counts.done > of.pulled);
    expect(text.includes("study result`")).toBe(of.pulled > 0);
    const total = all.length.toLocaleString("en");
    if (counts.failed < all.length) expect(text).toContain(`${counts.done} of ${total} experiment`);
    const line = unmarked(standingLine(standing), String);
    for (const [state, word] of [
      ["running", /(\d+) runs?/u],
      ["waiting", /(\d+) waits?/u],
      ["failed", /(\d+) failed/u],
    ] as const)
      expect(Number(word.exec(line)?.[1] ?? 0)).toBe(counts[state]);
    for (const { cells } of of.progress.tasks)
      for (const cell of cells) expect(cellText(cell)).toStartWith(`${cell.done} of ${bundle.repeats}`);
    expect(of.progress.failed.reduce((sum, { keys }) => sum + keys.length, 0)).toBe(counts.failed);
    for (const { html } of drawStudy(of).parts) expect(html).not.toMatch(/<(?:img|a href="https:\/\/evil)/u);
  }
});

describe("what is changed", () => {
  const at = (change: Change) => seen(change).standing;
  const stopped = (why: NonNullable<StudyStanding["why"]>) =>
    at(() => ({ state: "stopped", why, money: { spent: 24.6, reserved: 0, expected: 20, unpriced: 0 } }));

  test("is asked about where a limit is raised, and only there", () => {
    expect(mayRaise(stopped("max_cost"), { max_cost: 40 })).toBe(
      "Study ferry may take up to $25.00. Let it take up to $40.00?",
    );
    expect(mayRaise(stopped("max_cost"), { max_cost: null })).toBe(
      "Study ferry may take up to $25.00. Let it take any money?",
    );
    for (const limits of [{}, { max_cost: 24.7 }, { max_tokens: 5 }])
      expect(mayRaise(stopped("person"), limits)).toBeNull();
  });

  test("is refused where it could not go on with it", () => {
    expect(tooLowSaid(stopped("person"), {}, "")).toBeNull();
    expect(tooLowSaid(stopped("max_cost"), {}, "")?.is).toBe(
      "Cannot go on with ferry. Its limit of $25.00 leaves no room for another experiment: $0.50 is kept for one before it begins, so that takes a limit of at least $25.10.",
    );
    expect(tooLowSaid(stopped("max_cost"), { max_tokens: 9_000 }, "")?.advice).toBe(
      "opencode-designlab study go --max-cost USD has it go on with a higher limit.",
    );
    expect(tooLowSaid(stopped("max_cost"), { max_cost: 24 }, "")?.is).toContain("$24.60 are spent already");
    expect(tooLowSaid(stopped("max_cost"), { max_cost: 25.05 }, "")?.is).toBe(
      "Cannot go on with ferry: $24.60 are spent already, and $0.50 is kept for one before it begins, so up to $25.05 leaves no room for another experiment.",
    );
    expect(tooLowSaid(stopped("max_cost"), { max_cost: 25.1 }, "")).toBeNull();
    expect(tooLowSaid(stopped("max_cost"), { max_cost: null }, "")).toBeNull();
  });

  test("is said with what it came to", () => {
    const then = at(() => ({
      limits: { ...stopped("max_cost").limits, study: { max_cost: 40, max_tokens: null, max_hours: null } },
    }));
    expect(blocksText(goSaid(stopped("max_cost"), then, ""))).toContain(
      "**Study ferry goes on: 6 experiments are left.** It may now take up to $40.00.",
    );
    expect(
      blocksText(
        stopSaid(
          at((all) => set(all, "rr")),
          "",
        ),
      ),
    ).toContain("begins nothing more.** The 2 experiments that run are given back");
    expect(blocksText(againSaid({ again: ["a/b/1"], others: ["a/b/2"], study: then, meant: "" }))).toContain(
      "**1 experiment waits anew.** `a/b/2` did not fail.",
    );
    expect(blocksText(againSaid({ again: [], others: [], study: then, meant: "" }))).toContain(
      "Nothing waits anew: nothing failed.",
    );
    const waits = (study: StudyStanding) => blocksText(againSaid({ again: ["a/b/1"], others: [], study, meant: "" }));
    expect(waits(stopped("person"))).toContain("The study is stopped: `opencode-designlab study go` has it go on.");
    expect(waits(stopped("max_cost"))).toContain("study go --max-cost USD` has it go on with a higher limit.");
  });

  test("is told with what has it go on where a study is run that was begun before", () => {
    const told = (why: "person" | "max_cost" | "max_hours"): string => blocksText(goesOnSaid(stopped(why)));
    expect(told("person")).toContain("A person stopped it. `opencode-designlab study go` has it go on.");
    expect(told("max_cost")).toMatch(
      /Its limit of \$[\d.]+ leaves no room for another experiment: [^`]*`opencode-designlab study go --max-cost USD`/u,
    );
    expect(told("max_hours")).toContain(
      "`opencode-designlab study go --max-hours N` has it go on with a higher limit.",
    );
    expect(blocksText(goesOnSaid(at(() => ({}))))).not.toContain("study go");
  });
});

test("what is drawn anew while it goes on offers no line that follows it", () => {
  const text = blocksText(studyShown(seen(), { watched: true }));
  expect(text).toContain("`opencode-designlab study stop` stops it.");
  expect(text).not.toContain("show --follow");
});

describe("the question before a study", () => {
  const asked = (change: Partial<Parameters<typeof runAsked>[0]> = {}): string =>
    runAsked({
      ...{ hash: "ab".repeat(32), experiments: 10, price: { expected: 1.23 }, unpriced: [], most: 2, before: null },
      ...change,
    });
  const before = { ...standingOf(shelvedBundle({ tasks: 3 }), experimentsOf(shelvedBundle({ tasks: 3 }))) };

  test("says what is begun, for how much, and which it is", () => {
    expect(asked()).toBe("Begin 10 experiments for about $1.23, at most $2.00 (study abababab)?");
    expect(asked({ price: null, most: null })).toBe(
      "Begin 10 experiments at a price that nobody knows (study abababab)?",
    );
  });

  test("names the study of an earlier file, and the line that shows that one, whichever is the newest by then", () => {
    expect(blocksText(editedSaid(["ferry-abababab"]))).toContain(
      "another study than `ferry-abababab`. What that came to stays there; `opencode-designlab study show --study ferry-abababab` shows it.",
    );
  });

  test("promises no limit for models without a price", () => {
    expect(asked({ unpriced: ["beta/mini"] })).toContain(
      "at most $2.00, and what models without a known price take, which no limit holds (",
    );
  });

  test("counts of one that was begun before what is left, and sets what may still be spent beside what is", () => {
    const counts = { waiting: 3, running: 1, done: 5, failed: 1 };
    const money = { ...before.money, spent: 0.45 };
    expect(asked({ most: 1.55, before: { counts, money } })).toBe(
      "Go on with 4 of 10 experiments, at most $1.55 beside the $0.45 that are spent (study abababab)?",
    );
  });
});
