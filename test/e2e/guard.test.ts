import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { projectFile } from "../../src/store/private.ts";
import { ALLOWED, addTest, feature, HELD, verdict } from "./support/gate-edits.ts";
import { edit, gatedProject, QUEUE, REPORT, RUN_TESTS, read, shell, write } from "./support/gated.ts";
import { HOST } from "./support/hosts.ts";

const RENAME = edit("src/queue.ts", "items", "entries");
const DELETION = edit("src/queue.ts", "  const unused = 1;\n", "");

/** How a host hands a refusal to the model. */
const refused = (sentence: string): string =>
  HOST === 1 ? sentence : JSON.stringify({ error: { type: "permission.rejected", message: sentence }, content: [] });

let gate: Awaited<ReturnType<typeof gatedProject>>;
beforeAll(async () => {
  gate = await gatedProject(verdict);
}, 300_000);
afterAll(() => gate[Symbol.asyncDispose]());

test("nothing that comes with a project turns it on, nor does a switch that another program wrote", async () => {
  const session = await gate.server.open();
  gate.put("green");
  expect(await gate.doing(session, [feature("pop")])).toEqual([expect.stringMatching(ALLOWED)]);
  await gate.turnOn();
  const file = projectFile(gate.place, "guard");
  const kept = JSON.parse(await Bun.file(file).text());
  writeFileSync(file, JSON.stringify({ ...kept, on: { ...kept.on, since: "2026-01-01T00:00:00.000Z" } }));
  gate.put("green");
  expect(await gate.doing(session, [feature("pop")])).toEqual([expect.stringMatching(ALLOWED)]);
  expect(existsSync(gate.at(".opencode/design-lab/guard.jsonl"))).toBe(false);
});

test("without results it asks for a run; then all goes by the tests: a feature is refused with the reason, a test and what keeps the behaviour pass, red lets it through", async () => {
  gate.put("green");
  gate.forget(REPORT);
  await gate.turnOn();
  const session = await gate.server.open();
  const [none, looked] = await gate.doing(session, [feature("pop"), read("src/queue.ts")]);
  expect(none).toContain(HELD);
  expect(none).toContain(`There are no test results in ${REPORT}. Run the tests`);
  expect(looked).toContain("createQueue");
  expect(gate.text("src/queue.ts")).toBe(QUEUE);
  expect(gate.verified).toEqual([]);

  expect((await gate.doing(session, [shell(RUN_TESTS)]))[0]).not.toContain("changed by");
  const [implementation] = await gate.doing(session, [feature("pop")]);
  const sentence = `The gate of this project ${HELD}\nAll tests pass, so what the program does new needs a failing test first. The model that looked at it says: “The queue gives things back for the first time.” Write that test alone, run the tests, then make this edit again. What keeps the program's behaviour is let through.`;
  expect(implementation).toBe(refused(sentence));
  expect(gate.text("src/queue.ts")).toBe(QUEUE);
  expect(gate.verified.at(-1)).toContain("WHAT THE PERSON LAST SAID:");
  expect(gate.verified.at(-1)).toContain("DO ");
  const asked = gate.verified.length;
  for (const kept of [RENAME, DELETION])
    expect(await gate.doing(session, [kept])).toEqual([expect.stringMatching(ALLOWED)]);
  expect(gate.text("src/queue.ts")).not.toContain("unused");
  expect(await gate.doing(session, [addTest("pop")])).toEqual([expect.stringMatching(ALLOWED)]);
  expect(gate.verified.length).toBe(asked + 3);
  const body = edit("src/queue.ts", "length,\n", "length,\n    pop: () => entries.pop(),\n");
  const [early] = await gate.doing(session, [body]);
  expect(early).toContain("A test was let through since the tests last wrote");
  expect((await gate.doing(session, [shell(RUN_TESTS)]))[0]).not.toContain("changed by");
  expect(await gate.doing(session, [body])).toEqual([expect.stringMatching(ALLOWED)]);
  const more = await gate.doing(session, [
    edit("src/queue.ts", "entries.pop()", "entries.shift()"),
    write("src/new.ts", "export {};\n"),
  ]);
  expect(more).toEqual([expect.stringMatching(ALLOWED), expect.stringMatching(ALLOWED)]);
  expect(gate.log().map(({ decision, by, state }) => `${decision} ${by} ${state}`)).toEqual([
    "refused code stale",
    "refused model green",
    "allowed model green",
    "allowed model green",
    "allowed model green",
    "refused code stale",
    "allowed code red",
    "allowed code red",
    "allowed code red",
  ]);
});

/** Texts that end or block a process that parses them as programs. */
const TRAPS = {
  "src/elements.tsx": "<a>".repeat(66_000),
  "src/generics.ts": "a<".repeat(60_000),
  "src/attributes.tsx": "<a b ".repeat(40_000),
  "src/Casts.java": "(a)".repeat(66_000),
  "src/quotes.ts": "a‹".repeat(12_000),
};

test("the host survives when an agent edits texts that exhaust a parser of programs", async () => {
  gate.put("green");
  await gate.turnOn({ patterns: ["src/**"] });
  const session = await gate.server.open();
  for (const [path, text] of Object.entries(TRAPS)) {
    writeFileSync(gate.at(path), `// one\n${text}\n`);
    const [looked, edited] = await gate.doing(session, [read("src/queue.ts"), edit(path, "// one", "// two")]);
    expect(looked).toContain("createQueue");
    expect(edited).toMatch(ALLOWED);
    expect(gate.text(path)).toStartWith("// two\n");
  }
  expect(
    gate
      .log()
      .slice(-Object.keys(TRAPS).length)
      .every(({ by }) => by === "model"),
  ).toBe(true);
}, 120_000);
