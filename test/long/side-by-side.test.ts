import { expect, test } from "bun:test";
import { basename, join } from "node:path";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { callServed } from "../e2e/support/served.ts";
import { experimentsIn } from "../e2e/support/standing.ts";

const DESIGNERS = ["alpha/a", "beta/b", "gamma/c"];

test("experiments run side by side in one process and in two, and one experiment only once", async () => {
  await using lab = await rehearse({
    models: [...DESIGNERS, "slow/s"].map((id) => ({ id })),
    lab: { design_models: ["alpha/a", "beta/b"], review_models: ["alpha/a", "beta/b"] },
    script: [{ model: "slow/s", kind: "design", reply: { delay: 600_000 } }],
  });
  const one = await lab.serve();
  const two = await lab.serve();
  const held = await callServed(one, "run", { task: "Held", topic: "held", design_models: ["alpha/a", "slow/s"] });
  for (const model of ["alpha/a", "slow/s"]) {
    await lab.provider.waitFor((request) => request.model === model && request.kind === "design");
  }
  const base = join(lab.project.directory, ".opencode/design-lab");
  const heldId = basename((await experimentsIn(base))[0] ?? "");

  const before = lab.labRequests().length;
  for (const server of [one, two]) {
    const second = await callServed(server, "run", { experiment: heldId });
    expect(await second.reply).toContain(`Another call or another OpenCode is at work on ${heldId}; nothing was done`);
  }
  expect(lab.labRequests().length).toBe(before);

  const others = await Promise.all([
    callServed(one, "run", { task: "First", topic: "first" }),
    callServed(one, "run", { task: "Second", topic: "second" }),
    callServed(two, "run", { task: "Third", topic: "third" }),
  ]);
  for (const { reply } of others) expect(await reply).toContain("2 designs written, 4 reviews and 4 scores made.");

  await one.kill9();
  await expect(held.reply).rejects.toThrow();
  const taken = await callServed(two, "review", { experiment: heldId });
  expect(await taken.reply).toContain("2 reviews made");
}, 300_000);
