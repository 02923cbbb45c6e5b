import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TObject, TSchema } from "@sinclair/typebox";
import { DesignBody } from "../../src/artifacts/design.ts";
import { FAILURE_KINDS } from "../../src/artifacts/failure.ts";
import { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { pick } from "../../src/artifacts/pick.ts";
import { Problem, Stale } from "../../src/artifacts/problem.ts";
import { secondsOf } from "../../src/artifacts/provenance.ts";
import { isCompared, leavesOut, placed, type Verdict } from "../../src/artifacts/ranking.ts";
import { RankingNote } from "../../src/artifacts/ranking-note.ts";
import { coverageFields, leastCoverage } from "../../src/artifacts/requirement.ts";
import { ReviewBody } from "../../src/artifacts/review.ts";
import { scoreBody } from "../../src/artifacts/score.ts";
import { ARTIFACTS } from "../../src/artifacts/stages/files.ts";
import { hostAgentOf, PHASES, ROLE_NAMES, ROLES } from "../../src/artifacts/stages/stages.ts";

/**
 * The schema of all that is stored and of all that models are asked for, as it was: files of an earlier version are to
 * be read tomorrow too, so a change is read before it is committed. UPDATE_PRINTED=1 writes them anew.
 */
const KEPT = join(import.meta.dir, "../fixtures/schemas.json");

const requirements = [{ id: "R1", kind: "requirement" as const, text: "r" }];
const criteria = [{ name: "clarity", description: "?", min: 1, max: 7 }];
const SCHEMAS: Record<string, TSchema> = {
  ...Object.fromEntries(Object.entries(ARTIFACTS).map(([kind, { schema }]) => [kind, schema])),
  "line of the ledger": LedgerLine,
  "note of a ranking": RankingNote,
  problem: Problem,
  "stale artifact": Stale,
  "answer: design": DesignBody,
  "answer: review": ReviewBody,
  "answer: score": scoreBody(criteria),
  "answer: coverage": coverageFields(requirements).coverage as TSchema,
  "answer: least coverage": leastCoverage(requirements).coverage as TSchema,
};

/** A schema by its parts: one for each of an object's fields, or each of what it may be, and one for the rest. */
function partsOf(schema: TSchema): Record<string, unknown> {
  const { properties, anyOf, ...rest } = JSON.parse(JSON.stringify(schema)) as Partial<TObject> & { anyOf?: TSchema[] };
  return { ...properties, ...Object.fromEntries((anyOf ?? []).map((each, at) => [`or ${at}`, each])), "": rest };
}

if (process.env.UPDATE_PRINTED === "1") {
  const schemas = Object.entries(SCHEMAS).map(([name, schema]) => {
    const parts = Object.entries(partsOf(schema)).map(
      ([part, value]) => `    ${JSON.stringify(part)}: ${JSON.stringify(value)}`,
    );
    return `  ${JSON.stringify(name)}: {\n${parts.join(",\n")}\n  }`;
  });
  writeFileSync(KEPT, `{\n${schemas.join(",\n")}\n}\n`);
}
const kept = JSON.parse(readFileSync(KEPT, "utf8")) as Record<string, unknown>;

for (const [name, schema] of Object.entries(SCHEMAS)) {
  test(`the schema of a ${name} is as it was`, () => expect(partsOf(schema)).toEqual((kept[name] ?? {}) as never));
}

test("nothing is asked of requirements where there are none", () => {
  expect([coverageFields([]), leastCoverage([])]).toEqual([{}, {}]);
});

test("each role has its tools, its bounds and what it usually takes", () => {
  expect(ROLE_NAMES.map(hostAgentOf)).toEqual([
    "designlab-topic",
    "designlab-opener",
    "designlab-asker",
    "designlab-briefer",
    "designlab-designer",
    "designlab-arranger",
    "designlab-evaluator",
    "designlab-reviser",
    "designlab-merger",
    "designlab-planner",
    "designlab-verifier",
  ]);
  const facts = ROLE_NAMES.map((role) => {
    const { tools, steps, max_requests, typical, sampling } = ROLES[role];
    return [tools.join(" "), steps, max_requests, typical.turns, typical.output, typical.seconds, sampling];
  });
  expect(facts).toEqual([
    ["", 2, 20, 1, 200, 5, "review"],
    ["", 2, 20, 1, 800, 8, "review"],
    ["read grep glob", 20, 40, 3, 1_500, 30, "review"],
    ["", 2, 20, 1, 3_000, 45, "review"],
    ["read grep glob", 40, 60, 3, 6_000, 120, "design"],
    ["", 2, 20, 1, 6_000, 90, "design"],
    ["", 2, 20, 1, 2_500, 45, "review"],
    ["read grep glob", 40, 60, 3, 8_000, 150, "design"],
    ["read grep glob", 40, 60, 3, 8_000, 150, "design"],
    ["read grep glob", 40, 60, 4, 9_000, 150, "design"],
    ["", 2, 4, 1, 150, 4, "review"],
  ]);
});

test("the ways to fail and the phases are those that files name", () => {
  expect(FAILURE_KINDS.join(" ")).toBe(
    "timeout aborted rate_limited auth unknown_model context_overflow output_length content_filter invalid_output unreachable provider_error isolation_violation budget defect",
  );
  expect(PHASES.join(" ")).toBe("setup first probe brief generate arrange review score revise merge plan verify");
});

test("secondsOf() is no less than nothing, also where the clock was set back or a time is none", () => {
  const of = (started_at: string, finished_at: string) => secondsOf({ started_at, finished_at });
  expect([
    of("2026-01-01T00:00:00Z", "2026-01-01T00:00:02.5Z"),
    of("2026-01-01T00:00:02Z", "2026-01-01T00:00:00Z"),
    of("soon", "2026-01-01T00:00:00Z"),
  ]).toEqual([2.5, 0, 0]);
});

test("a verdict says who is placed and whether designs were set against each other", () => {
  const verdicts: [Verdict, string[], boolean][] = [
    [{ kind: "winner", design: "d", p: 0.9 }, ["d"], true],
    [{ kind: "ahead", design: "d", p: 0.7, tied: ["d", "e"] }, ["d"], true],
    [{ kind: "tie", designs: ["d", "e"] }, ["d", "e"], true],
    [{ kind: "one-design", design: "d" }, ["d"], false],
    [{ kind: "one-opinion", design: "d" }, ["d"], false],
    [{ kind: "nobody-compares", designs: ["d", "e"] }, ["d", "e"], false],
    [{ kind: "unranked", reason: "no-score" }, [], false],
  ];
  for (const [verdict, designs, compared] of verdicts)
    expect([verdict.kind, placed(verdict), isCompared({ summary: { verdict } })]).toEqual([
      verdict.kind,
      designs,
      compared,
    ]);
  const left = (exclude_self_reviews: boolean, author?: string) => leavesOut({ exclude_self_reviews }, author, "m/a");
  expect([left(true, "m/a"), left(true, "m/b"), left(true), left(false, "m/a")]).toEqual([true, false, false, false]);
});

test("pick() takes the fields of a shape that are there", () => {
  const picked = pick({ a: 1, b: undefined, c: 3 } as Record<string, unknown>, { a: 0, b: 0, d: 0 });
  expect(Object.entries(picked)).toEqual([
    ["a", 1],
    ["b", undefined],
  ]);
});
