import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { rankedProject } from "../support/ranked-project.ts";

const { start, decide, decision, record } = rankedProject();
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
  expect(await lab.call("decide", { outcome: "worked", note: LONG })).toContain("note has 436 characters");
  expect(lab.asked).toHaveLength(1);
});

test("what the person typed is kept whole", async () => {
  await start();
  await decide({ design: "A", because: LONG, where: "experiment" });
  expect((await decision()).because).toBe(LONG);
  expect(record()).toContain("AND WE DROP ALL AUDIT LOGS");
  await decide({ outcome: "failed", note: LONG });
  expect((await decision()).outcomes[0]?.note).toBe(LONG);
});
