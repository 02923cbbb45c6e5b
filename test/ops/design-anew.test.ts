import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DesignBody } from "../../src/artifacts/design.ts";
import { EXAMPLES } from "../store/examples.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

const DOCUMENT = `# One table\n\n${"A job is a row that a worker locks, runs and writes back. ".repeat(6)}`;

const ANEW = Object.fromEntries(Object.entries(EXAMPLES.design).filter(([key]) => key in DesignBody.properties));

/** Whether designers say something else by now. */
let rewritten = false;
let lab: Bench;
let dir: string;
beforeEach(async () => {
  rewritten = false;
  lab = await bench({
    answer: (_, { role }) =>
      rewritten && role === "designer" ? JSON.stringify({ ...ANEW, title: "Anew" }) : undefined,
  });
  writeFileSync(join(lab.dir, "table.md"), DOCUMENT);
  await lab.call("run", { task: "Design a durable task queue for jobs", topic: "Queue" });
  dir = await onlyExperiment(lab.dir);
});
afterEach(() => lab.dispose());

const generate = (args: object): Promise<string> => lab.call("generate", { experiment: basename(dir), ...args });
const files = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(dir, "designs"))
      .filter((name) => name.includes(".json"))
      .map((name) => [name, readFileSync(join(dir, "designs", name), "utf8")]),
  );

test("writes the named design anew beside the old one, asks its designer alone, and then its cells alone", async () => {
  const before = files();
  const asked = lab.host.prompts.length;
  rewritten = true;
  const said = await generate({ again: ["B"] });
  expect(said).toContain("1 design written; 2 there already.");
  expect(said).toContain("Anew: B. What each said before stays in its file beside the new one");
  expect(lab.host.prompts).toHaveLength(asked + 1);
  const after = files();
  const added = Object.keys(after).filter((name) => !(name in before));
  expect(added).toHaveLength(1);
  expect(Object.values(before)).toContain(after[added[0] ?? ""] ?? "");
  const roles = () => lab.host.sessions.slice(asked + 1).map(({ role }) => role);
  await lab.call("run", { experiment: basename(dir) });
  expect(new Set(roles())).toEqual(new Set(["evaluator"]));
  expect(roles().length).toBeLessThanOrEqual(3);
});

test("says what it would ask, and changes nothing", async () => {
  const before = files();
  expect(await generate({ again: "B", dry_run: true })).toContain("It would ask for 1 design: 1 session");
  expect(files()).toEqual(before);
});

test.each([
  ["a design that is not there", { again: ["Z"] }, "Z"],
  [
    "a task in the place of an experiment",
    { experiment: undefined, task: "Design a queue", again: ["B"] },
    "needs an experiment",
  ],
])("refuses %s, and asks nobody", async (_, args, why) => {
  const asked = lab.host.prompts.length;
  expect(await generate(args)).toContain(why);
  expect(lab.host.prompts).toHaveLength(asked);
});

test("refuses a document, which nobody of the lab wrote", async () => {
  await lab.call("run", { experiment: basename(dir), join: ["table.md"] });
  const asked = lab.host.prompts.length;
  expect(await generate({ again: ["D"] })).toContain("Cannot write table.md (a document) anew");
  expect(lab.host.prompts).toHaveLength(asked);
});
