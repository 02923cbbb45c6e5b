import { expect, test } from "bun:test";
import { basename } from "node:path";
import { spentOf } from "../../src/experiment/spent.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { askedFor, standingOf } from "../e2e/support/standing.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";

const DESIGNERS = ["alpha/a", "beta/b", "gamma/c"];
/** Dollars of three designs and nine evaluations at these lengths and the rehearsal's $1 and $4 for a million tokens. */
const DESIGN = { input: 3_000, output: 6_000 };
const EVALUATION = { input: 8_000, output: 2_500 };
const PRICE = 3 * 0.027 + 9 * 0.018;

test("half the price stops a run below it; with more it goes on and asks nothing again; a dry run asks nothing", async () => {
  await using lab = await rehearse({
    models: DESIGNERS.map((id) => ({ id })),
    lab: { design_models: DESIGNERS, review_models: DESIGNERS },
    script: ({ kind, model }) =>
      kind === "design"
        ? {
            text: (answer) => JSON.stringify({ ...JSON.parse(answer), title: `Plan ${DESIGNERS.indexOf(model)}` }),
            usage: DESIGN,
          }
        : kind === "evaluation"
          ? { usage: EVALUATION }
          : undefined,
  });
  const run = (args: object) => lab.ask("run", args);
  const task = { task: "Design a durable task queue", topic: "queue" };

  expect(await run({ ...task, dry_run: true })).toContain(": 12 sessions, about ");
  expect(lab.labRequests()).toEqual([]);

  const stopped = await run({ ...task, limits: { max_cost: PRICE / 2 } });
  expect(stopped.split("\n")[0]).toStartWith("**Stopped: budget.** The next session could pass max_cost");
  const dir = await onlyExperiment(lab.project.directory);
  const half = await standingOf(dir);
  expect([...half.done.keys()].filter((name) => name.startsWith("design"))).toHaveLength(3);
  expect([...half.done.keys()].filter((name) => name.startsWith("score")).length).toBeWithin(1, 9);
  const spent = async () => spentOf(parseLedger((await snapshot(dir))["ledger.jsonl"] ?? "")).cost;
  expect(await spent()).toBeLessThanOrEqual(PRICE / 2);
  expect(await spent()).toBeGreaterThan(PRICE / 4);

  const whole = await run({ experiment: basename(dir), limits: { max_cost: PRICE * 2 } });
  expect(whole).not.toContain("Incomplete");
  expect(await spent()).toBeCloseTo(PRICE, 6);
  const asked = lab.labRequests().flatMap((request) => askedFor(request, { designOf }));
  expect(asked).toHaveLength(3 + 2 * 9);
  expect(new Set(asked).size).toBe(asked.length);
  const { files } = await standingOf(dir);
  for (const [path, text] of Object.entries(half.files)) {
    if (!path.startsWith("results/")) expect(files[path]).toBe(text);
  }
}, 300_000);

/** The design that a reviewer's prompt holds, by the title that the script gave it. */
function designOf(text: string): string {
  return (DESIGNERS[Number(/Plan (\d)/.exec(text)?.[1])] ?? "unknown").replace("/", "-");
}
