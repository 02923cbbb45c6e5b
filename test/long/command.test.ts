import { expect, test } from "bun:test";
import { rehearse } from "../e2e/support/rehearsal.ts";

const MODELS = [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }];

/** Several lines with ends of both kinds, quotes, backslashes, tabs, JSON and letters of other scripts. */
const TASK = `Design a "queue"\r\nof \\\\"jobs\\\\" in C:\\\\x and \\\\\\\\server\\\\n\n\n\tthat's 'theirs': {"id": "a\\\\n"}\n  設計 — “jobs” 🚀 e\u0301\u2028none is lost\\\\`;

test("a line that is no sub-command is answered by opencode run with its price, also in quotes, and run starts a task of several lines word for word", async () => {
  await using lab = await rehearse({ models: MODELS, lab: { design_models: MODELS.map(({ id }) => id) } });
  for (const line of ['"Design a queue"', "stop the run please"]) {
    const { designlab } = await lab.say(line, { command: "design-lab" });
    expect([line, designlab.length]).toEqual([line, 1]);
    expect(designlab[0]).not.toContain("designs written");
  }
  expect(lab.labRequests()).toEqual([]);
  const { tools, designlab } = await lab.say(`run ${TASK}`, { command: "design-lab" });
  expect(tools.map(({ input }) => input)).toEqual([{ op: "run", args: { task: TASK } }]);
  expect(designlab[0]).toContain("2 designs written");
});
