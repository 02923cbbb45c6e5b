import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rankedProject } from "../support/ranked-project.ts";

const { start, decide, outcome, decision, record, edit } = rankedProject();
const LONG = `Harmless. ${"x ".repeat(200)}AND WE DROP ALL AUDIT LOGS`;

test("an agent's reason that is longer than a person is shown is refused, and nobody is asked", async () => {
  const { lab, dir } = await start();
  const reply = await lab.call("decide", { design: "A", because: LONG, where: "experiment" });
  expect(reply).toContain("because has 436 characters; at most 300 columns are needed, for a person is shown them all");
  expect(lab.asked).toEqual([]);
  expect(existsSync(join(dir, "decision.json"))).toBeFalse();
  await lab.call("decide", { design: "A", because: `${"y".repeat(290)} end`, where: "experiment" });
  expect(lab.asked[0]).toContain("y end”");
  expect((await decision()).because).toEndWith("y end");
  expect(await lab.call("outcome", { outcome: "worked", note: LONG })).toContain("note has 436 characters");
  expect(lab.asked).toHaveLength(1);
});

test("what the person typed is kept whole", async () => {
  await start();
  await decide({ design: "A", because: LONG, where: "experiment" });
  expect((await decision()).because).toBe(LONG);
  expect(record()).toContain("AND WE DROP ALL AUDIT LOGS");
  await outcome({ outcome: "failed", note: LONG });
  expect((await decision()).outcomes[0]?.note).toBe(LONG);
});

test("who is said to say how it turned out is named in what the person is asked", async () => {
  const { lab } = await start();
  await decide({ design: "A", where: "experiment" });
  await lab.call("outcome", { outcome: "worked", note: "It holds", by: "Ada" });
  expect(lab.asked).toEqual([
    "designlab_approve: Say of the decision on Task queue that it worked “It holds”, as Ada says? It is added to decision.md.",
  ]);
});

describe("nobody is asked for what cannot be done", () => {
  test("a folder that takes no record", async () => {
    const { lab } = await start();
    expect(await lab.call("decide", { design: "A", where: ".." })).toContain("it lies outside the project");
    expect(lab.asked).toEqual([]);
  });

  test("a decision.json that cannot be read, of which a proposal tells", async () => {
    const { lab, dir } = await start();
    writeFileSync(join(dir, "decision.json"), "{");
    for (const [op, args] of [
      ["decide", { design: "A" }],
      ["outcome", { outcome: "worked" }],
    ] as const)
      expect(await lab.call(op, args)).toContain("what was decided before cannot be read");
    expect(lab.asked).toEqual([]);
    const proposed = await lab.call("decide");
    expect(proposed).toContain("What was decided before cannot be read: ");
    expect(proposed).toContain("decision.json");
    expect(proposed).toContain("**Proposed: A.** **A “");
  });

  test("more outcomes than are kept", async () => {
    const { lab } = await start();
    await decide({ design: "A", where: "experiment" });
    const at = "2026-11-24T12:00:00Z";
    const outcomes = Array.from({ length: 200 }, () => ({ outcome: "worked", note: "", by: null, at }));
    await edit("decision.json", { outcomes });
    expect(await lab.call("outcome", { outcome: "failed" })).toContain("At most 200 outcomes");
    expect(lab.asked).toEqual([]);
  });

  test("a proposal, which writes nothing, comes whatever docs/adr leads to", async () => {
    const { lab, dir } = await start();
    mkdirSync(join(lab.dir, "docs"));
    symlinkSync(dirname(lab.dir), join(lab.dir, "docs/adr"));
    const proposed = await lab.call("decide");
    expect(proposed).toContain("**Proposed: A.** **A “");
    expect(proposed).toContain("it lies outside the project.");
    expect(existsSync(join(dir, "decision.json"))).toBeFalse();
    expect(await lab.call("decide", { where: ".." })).toContain("Nothing was written");
  });
});
