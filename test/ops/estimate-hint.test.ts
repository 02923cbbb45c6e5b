import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench();
});
afterEach(() => lab.dispose());

const estimate = (args: object, op = "run") => lab.call(op, { ...args, dry_run: true });
const OPEN = "A task this short leaves much open";

describe("an estimate", () => {
  test("of a few words says what they leave open, and the line that has it asked", async () => {
    const reply = await estimate({ task: "Something to send e-mails reliably" });
    expect(reply).toContain(
      `${OPEN}, such as the load, what may fail, what exists already and who uses it: each model assumes its own. To be asked about it first, in a few minutes, type \`/design-lab brief "Something to send e-mails reliably"\`.`,
    );
    expect(reply).toEndWith("`/design-lab run Something to send e-mails reliably`");
    expect(lab.host.prompts).toHaveLength(0);
    expect(await estimate({ task: "Design a queue" }, "generate")).toContain(OPEN);
    expect(await estimate({ task: 'A "big" queue, please' })).toContain(
      '/design-lab brief "A \\"big\\" queue, please"',
    );
    expect(await estimate({ task: "cache" })).toContain("`/design-lab brief` and after it the task");
  });

  for (const [what, args] of [
    ["that states something beside", { task: "Design a queue. It must survive a crash of any worker." }],
    ["of many words", { task: `Design a queue ${"of the jobs of a shop ".repeat(7)}` }],
    ["of many words without blanks", { task: "信頼できるメール送信サービスの設計".repeat(8) }],
    ["of one long word", { task: `Design ${"x".repeat(2_000)}` }],
    ["with a requirement", { task: "Design a queue", requirements: ["Jobs survive a crash"] }],
    ["with a constraint", { task: "Design a queue", constraints: ["PostgreSQL"] }],
  ] as const) {
    test(`of a task ${what} says nothing of it`, async () => {
      const reply = await estimate(args);
      expect(reply).toContain("**Dry run:** no model was called");
      expect(reply).not.toContain(OPEN);
    });
  }

  test("of an experiment that is there says nothing of it, nor does the reply of a run", async () => {
    const reply = await lab.call("generate", { task: "Design a queue", topic: "queue" });
    expect(reply).toContain("3 designs written");
    expect(reply).not.toContain(OPEN);
    expect(await estimate({ experiment: "latest" })).not.toContain(OPEN);
  });
});
