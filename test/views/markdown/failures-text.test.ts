import { describe, expect, test } from "bun:test";
import type { Failure } from "../../../src/artifacts/failure.ts";
import type { Score } from "../../../src/artifacts/score.ts";
import { workReply } from "../../../src/ops/run/reply.ts";
import { failed, mending, needsMending } from "../../../src/story/failures.ts";
import { say } from "../../../src/story/sentence.ts";
import { drawn } from "../../../src/views/markdown/drawn.ts";
import { meansTables } from "../../../src/views/markdown/judged.ts";
import { failureLines } from "../../../src/views/markdown/lines.ts";

const mendLines = (...of: Parameters<typeof mending>) => mending(...of).map((each) => drawn(each));

const failure = (phase: Failure["phase"], design_id: string): Failure => ({
  phase,
  model: "a/one",
  design_id,
  kind: "timeout",
  message: "took over 600 s",
});
const FOUR = ["x", "y"].flatMap((id) => [failure("review", id), failure("score", id)]);

describe("failureLines()", () => {
  test("has one bullet for a session that was asked for two parts, in words", () => {
    expect<string[]>(failureLines(failed(FOUR.slice(0, 2)))).toEqual([
      "- review and score of x by a/one: **no answer in time**: took over 600 s",
    ]);
  });

  test("says the same failure of one model once, with the sessions that ended so", () => {
    expect<string[]>(failureLines(failed([...FOUR.slice(2), ...FOUR.slice(0, 2), failure("generate", "z")]))).toEqual([
      "- design z; review and score of x and y by a/one (3 sessions): **no answer in time**: took over 600 s",
    ]);
    expect(failureLines(failed([...FOUR, { ...failure("score", "x"), model: "b/two" }]))).toHaveLength(2);
    expect(failureLines(failed([...FOUR, { ...failure("score", "x"), message: "other" }]))).toHaveLength(2);
  });

  test("counts two sessions that were asked for the same part", () => {
    expect(failureLines(failed([failure("score", "x"), failure("score", "x")]))[0]).toContain("(2 sessions)");
    expect(failed([failure("score", "x"), failure("score", "x")]).sessions).toBe(2);
  });
});

describe("mending()", () => {
  test("says whose key is refused and what to do about it", () => {
    expect<string[]>(mendLines([{ ...failure("score", "x"), kind: "auth" }], "2026-01-02-queue")).toEqual([
      "`opencode auth login` first: the key for a/one is refused; then `/design-lab resume 2026-01-02-queue` asks again",
    ]);
    expect(mendLines(FOUR, "2026-01-02-queue")).toEqual([]);
  });

  test("says whose server cannot be reached, once for each provider, and what to do about it", () => {
    const away = FOUR.map((each) => ({ ...each, kind: "unreachable" as const }));
    expect<string[]>(mendLines([...away, { ...failure("score", "x"), model: "a/two" }], "2026-01-02-queue")).toEqual([
      "Start the server of a first, or mend its address or the network: it cannot be reached; then `/design-lab resume 2026-01-02-queue` asks again",
    ]);
    expect(away.every(needsMending)).toBe(true);
    expect(FOUR.some(needsMending)).toBe(false);
  });
});

describe("mending() of a model that gave nothing", () => {
  const out = (skipped: boolean, resets_at: string | null): Failure => ({
    ...failure("score", "x"),
    kind: "rate_limited",
    outage: { skipped, resets_at },
  });

  test("says in one line whom resume asks again, and what happens if that fails", () => {
    expect<string[]>(mendLines([out(false, null), out(true, null), out(true, null)], "2026-01-02-queue")).toEqual([
      "`/design-lab resume 2026-01-02-queue` asks a/one again; if the first session of a model fails, its others are skipped",
    ]);
  });

  test("names the time from which on the provider takes more", () => {
    expect<string[]>(mendLines([out(false, "2026-01-02T15:30:20.000Z")], "2026-01-02-queue")).toEqual([
      "`/design-lab resume 2026-01-02-queue` asks a/one again, best after 2026-01-02 15:30 UTC when the limit resets; if the first session of a model fails, its others are skipped",
    ]);
  });

  test("says nothing of a failure that skipped nobody", () => {
    expect(mendLines([out(false, null)], "2026-01-02-queue")).toEqual([]);
  });
});

test("a reply counts the failures that it shows", () => {
  const reply = workReply(
    {
      topic: "T",
      designs: [],
      dir: "/somewhere",
      seconds: 0,
      did: say`Done.`,
      spent: { sessions: 0, prompts: 0, tokens: 0, cost: 0, unpriced: [], uncounted: 0 },
      stopped: null,
      decision: null,
      failures: FOUR,
      notes: [],
      attention: { designs: [], reviewers: [], top_scores: [], identified: [] },
      names: { designs: new Map(), titles: new Map(), reviewers: new Map() },
      next: [],
    },
    null,
  );
  expect(reply).toContain("### What failed (2 sessions)");
});

describe("meansTables()", () => {
  const NO_NAMES = { designs: new Map(), titles: new Map(), reviewers: new Map() };
  const criteria = Array.from({ length: 14 }, (_, at) => `c${at}`);
  const scoreOf = (design_id: string, scorer_model: string, value: number) =>
    ({
      design_id,
      scorer_model,
      scores: Object.fromEntries(criteria.map((name) => [name, value])),
      overall_score: value,
    }) as unknown as Score;

  test("says how many criteria have no row", () => {
    const tables = (most: number) => meansTables([scoreOf("x", "a/one", 5)], criteria.slice(0, most), NO_NAMES).at(-1);
    expect<string | undefined>(tables(14)).toBe("and 2 more criteria in scores/");
    expect<string | undefined>(tables(13)).toBe("and 1 more criterion in scores/");
    expect(tables(12)).not.toContain("more criteri");
  });

  test("has the mean of each design, and of one alone the lowest and the highest beside it", () => {
    const scores = [scoreOf("x", "a/one", 5), scoreOf("x", "b/two", 8), scoreOf("y", "a/one", 1)];
    expect(meansTables(scores, criteria, NO_NAMES)[0]).toMatch(/\| c0 +\| 6\.50 \| 1\.00 \|/);
    expect(meansTables(scores.slice(0, 2), criteria, NO_NAMES)[0]).toMatch(/\| c0 +\| 6\.50 \| +5\.00 \| +8\.00 \|/);
  });

  test("holds at 80 columns with many designs and long names of criteria", () => {
    const long = Array.from({ length: 9 }, (_, at) => `${at}${"設計".repeat(20)}`);
    const scores = Array.from({ length: 15 }, (_, at) => ({
      ...scoreOf(`design ${at}`, "a/one", 5),
      scores: Object.fromEntries(long.map((name) => [name, 10])),
    }));
    const tables = meansTables(scores, long, NO_NAMES);
    expect(tables).toHaveLength(5);
    for (const line of tables.join("\n").split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
  });
});
