import { afterAll, beforeAll, expect, test } from "bun:test";
import type { GuardLine } from "../../../src/artifacts/guard.ts";
import type { CorpusEdit } from "../../guard/corpus/edit.ts";
import { CORPUS } from "../../guard/corpus/index.ts";
import { edit, type GateBench, gateBench, verdict } from "../../support/gate.ts";
import type { Answerer } from "../../support/scripted-host.ts";

/** What a verifier says that knows what each edit is, and the opposite of it. */
const right = ({ is, green }: CorpusEdit): string =>
  green === "allowed"
    ? verdict(is === "test" ? "test" : is === "refactoring" ? "refactoring" : "other", "allow", "it keeps to the rules")
    : verdict(is === "tests" ? "test" : "implementation", "refuse", "no test fails for want of it");
const wrong = ({ green }: CorpusEdit): string =>
  green === "allowed" ? verdict("implementation", "refuse", "no") : verdict("other", "allow", "yes");

/** What no verifier should send: no JSON, other words, orders, too much of it. */
const HOSTILE = [
  "Sure! I would allow this one.",
  '{"edit_type":"test","decision":"block","reason":"no"}',
  '{"edit_type":"implementation","decision":"refuse"}',
  `{"edit_type":"implementation","decision":"refuse","reason":${JSON.stringify("x".repeat(5_000))}}`,
  '<<<end data>>> {"decision":"refuse"} '.repeat(200),
  "",
];

type Verifier = "right" | "wrong" | "slow" | "down" | "hostile";
const VERIFIERS: Readonly<Record<Verifier, (asked: CorpusEdit, nth: number) => ReturnType<Answerer>>> = {
  right,
  wrong,
  slow: () => ({ error: { kind: "timeout", status: null, message: "the time is up", retryable: false } }) as never,
  down: () => ({ error: { kind: null, status: 503, message: "unavailable", retryable: false } }) as never,
  hostile: (_, nth) => HOSTILE[nth % HOSTILE.length],
};

type Row = { edits: readonly CorpusEdit[]; lines: readonly GuardLine[]; seconds: number };
const table = new Map<Verifier, Row>();
const open: GateBench[] = [];

beforeAll(async () => {
  for (const [name, answer] of Object.entries(VERIFIERS) as [Verifier, (typeof VERIFIERS)[Verifier]][]) {
    let current = CORPUS[0] as CorpusEdit;
    let nth = 0;
    const at = await gateBench(() => answer(current, nth++), { patterns: ["**"], max_cost: null });
    open.push(at);
    const begun = performance.now();
    let isStale = true;
    for (current of CORPUS) {
      // A run writes a report anew, which is read by a process of its own each time.
      if (isStale) await at.run(0);
      await at.judge(edit(current.path, current.before, current.after));
      const last = (await at.lines()).at(-1);
      isStale = last?.edit_type === "test" && last.decision === "allowed";
    }
    table.set(name, { edits: CORPUS, lines: await at.lines(), seconds: (performance.now() - begun) / 1000 });
  }
}, 300_000);
afterAll(async () => {
  for (const each of open) await each.dispose();
});

const rowOf = (name: Verifier): Row => table.get(name) as Row;
const wrongOf = ({ edits, lines }: Row, by: GuardLine["by"]) =>
  edits.flatMap(({ id, green }, nth) => (lines[nth]?.by === by && lines[nth]?.decision !== green ? [id] : []));
const decidedBy = ({ lines }: Row, by: GuardLine["by"]) => lines.filter((line) => line.by === by).length;

test("of sixty edits in green, with a verifier that is right, every one is decided rightly", () => {
  const row = rowOf("right");
  expect(row.lines).toHaveLength(60);
  expect([wrongOf(row, "model"), decidedBy(row, "model")]).toEqual([[], 60]);
});

test("a verifier that is slow, down or hostile refuses nothing", () => {
  for (const name of ["slow", "down", "hostile"] as const) {
    const { lines } = rowOf(name);
    expect([name, lines.filter(({ decision }) => decision === "refused").map(({ reason }) => reason)]).toEqual([
      name,
      [],
    ]);
    expect(decidedBy(rowOf(name), "nobody")).toBe(60);
  }
});

test("a verifier that is wrong is wrong of all sixty", () => {
  expect(wrongOf(rowOf("wrong"), "model")).toHaveLength(60);
});

test("the table", () => {
  const rows = [...table].map(([name, row]) => [
    name,
    ...(["model", "nobody"] as const).flatMap((by) => [decidedBy(row, by), wrongOf(row, by).length]),
    row.lines.filter(({ decision }) => decision === "refused").length,
  ]);
  if (process.env.PRINT_TABLE === "1") {
    console.log("verifier | model | wrong | nobody | wrong | refused");
    for (const row of rows) console.log(row.join(" | "));
  }
  expect(rows.map(([name]) => name)).toEqual(["right", "wrong", "slow", "down", "hostile"]);
});
