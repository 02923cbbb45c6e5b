import { afterEach, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

/** Every kind of token that a host counts. */
const TOOK = { input: 3_000, output: 1_000, reasoning: 200, cache_read: 40, cache_write: 5 };

const taken = (text: string): string[] =>
  [...text.matchAll(/attempts?,\s+([\d,]+) tokens/gu)].map(([, tokens = ""]) => tokens);

test("the tokens of a design are one number in its page, in show, in the report and in the ledger", async () => {
  lab = await bench();
  lab.host.usage = async () => ({ tokens: TOOK, cost: 0.01 });
  await lab.call("run", { task: "A queue", topic: "queue" });
  const dir = await onlyExperiment(lab.dir);
  const ledger = await lab.call("show", { what: "ledger" });
  const [, ledgerTokens = ""] = /\| alpha\/strong-1 +\| +4 \| +([\d,]+) tokens/u.exec(ledger) ?? [];
  // All sessions of the scripted models take the same.
  const each = (Number(ledgerTokens.replaceAll(",", "")) / 4).toLocaleString("en");
  expect(each).not.toBe("0");
  expect(taken(await readFile(join(dir, "designs/design-alpha-strong-1.md"), "utf8"))).toEqual([each]);
  expect(taken(await lab.call("show", { design: "A" }))).toEqual([each]);
  expect(taken(await readFile(join(dir, "results/report.html"), "utf8"))).toEqual([each, each, each]);
});

test("what sessions took that failed to write a design is said beside it, apart from what the writing took", async () => {
  let failing = true;
  lab = await bench({
    answer: ({ kind, model }) => (kind === "design" && model === "gamma/weak-1" && failing ? "no" : undefined),
  });
  lab.host.usage = async () => ({ tokens: TOOK, cost: 0.01 });
  await lab.call("run", { task: "A queue", topic: "queue" });
  failing = false;
  await lab.call("run", { experiment: (await onlyExperiment(lab.dir)).split("/").at(-1) });
  const dir = await onlyExperiment(lab.dir);
  const said = "4,245 tokens, cost $0.01. Before it 1 session brought no design and took 4,245 tokens, $0.01.";
  expect(await lab.call("show", { design: "C" })).toContain(said);
  expect(await readFile(join(dir, "designs/design-gamma-weak-1.md"), "utf8")).toContain(said);
  expect(await readFile(join(dir, "results/report.html"), "utf8")).toContain(said);
});
