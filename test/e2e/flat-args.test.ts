import { expect, test } from "bun:test";
import { CONFIRM_SETUP } from "./support/confirm-setup.ts";
import { rehearse } from "./support/rehearsal.ts";

test("args beside op reach the tool, and the model is told in the schema where they belong", async () => {
  await using lab = await rehearse(CONFIRM_SETUP);
  const say = async (call: object): Promise<string> => {
    const { designlab } = await lab.say(`Call designlab with ${JSON.stringify(call)}`);
    return designlab[0] ?? "";
  };
  const flat = { op: "run", task: "Design a queue of jobs", dry_run: true };
  expect(await say(flat)).toContain("**Dry run:**");
  expect(await say({ op: "run", args: { task: "Design a queue" }, max_cost: 2 })).toContain(
    'Send this instead: `designlab({op: "run", args: {task: "Design a queue", limits: {max_cost: 2}}})`',
  );
  expect(JSON.stringify(lab.provider.requests.map(({ body }) => body.tools))).toContain("Args of op, as {task:");
  expect(lab.labRequests()).toEqual([]);
}, 120_000);

test("a typed line is answered in lines, the call of an agent in calls", async () => {
  await using lab = await rehearse(CONFIRM_SETUP);
  const [typed, called] = [(await lab.type("help run")).output, await lab.ask("help", { op: "run" })];
  expect(typed).toStartWith("`/design-lab run Design a queue`");
  expect(called).toStartWith("Op **run**: ");
}, 120_000);
