import { describe, expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { userText } from "../../rehearsal/asked.ts";
import { HOST } from "./support/hosts.ts";
import { rehearse } from "./support/rehearsal.ts";
import { callServed } from "./support/served.ts";

const DESIGNERS = ["alpha/a", "beta/b"];
const LAB = { design_models: DESIGNERS, review_models: DESIGNERS };
const MODELS = DESIGNERS.map((id) => ({ id }));
/** Milliseconds in which everything that was stopped must be silent. */
const SILENCE = 3_000;

/** Only the second generation reloads a plugin while it runs. */
describe.skipIf(HOST === 1)("on a host that reloads plugins", () => {
  test("a reload in the middle of a run stops every session of the lab, and the next call works", async () => {
    let slow = true;
    await using lab = await rehearse({
      models: MODELS,
      lab: { ...LAB, limits: { max_parallel: 1 } },
      script: ({ kind }) => (kind === "design" && slow ? { delay: 600_000 } : undefined),
    });
    const server = await lab.serve();
    const first = await callServed(server, "run", { task: "A queue", topic: "queue" });
    await lab.provider.waitFor(({ kind }) => kind === "design");
    appendFileSync(join(lab.project.root, "plugin/server.js"), "\n// changed\n");
    await first.reply;
    await Bun.sleep(SILENCE);
    expect(lab.labRequests()).toHaveLength(1);
    for (const { answered_at, closed_at } of lab.labRequests()) expect(answered_at ?? closed_at).toBeNumber();
    slow = false;
    const before = lab.labRequests().length;
    const second = await callServed(server, "run", { task: "A queue", topic: "again", fresh: true });
    expect(await second.reply).toContain("2 designs written");
    expect(lab.labRequests().length).toBeGreaterThan(before);
  }, 300_000);
});

test("every session of the lab lies under the person's; inside a subagent, where it may not, its title says whose it is", async () => {
  const call = { op: "generate", args: { task: "A queue", topic: "queue", fresh: true } };
  const prompt = `Call designlab with ${JSON.stringify(call)}`;
  await using lab = await rehearse({
    models: MODELS,
    lab: LAB,
    script: (asked) =>
      asked.kind === "host" && userText(asked).includes("Delegate")
        ? { calls: [{ name: "subagent", args: { agent: "general", description: "delegated", prompt } }] }
        : undefined,
  });
  const server = await lab.served();
  const { session, reply } = await callServed(server, call.op, call.args);
  expect(await reply).toContain("2 designs written");
  const children = await server.children(session);
  expect(children.map(({ title }) => title).sort()).toEqual(DESIGNERS.map((id) => `designlab: design by ${id}`));
  for (const { parent } of children) expect(parent).toBe(session);
  // Only the second generation refuses children inside a subagent.
  if (HOST === 1) return;

  await server.say(await server.open("the person's"), "Delegate it");
  const roots = (await server.sessions()).filter(({ title, parent }) => title.startsWith("designlab:") && !parent);
  expect(roots).toHaveLength(2);
  for (const { title } of roots) expect(title).toContain("(for: ");
  expect(lab.labRequests().filter(({ kind }) => kind === "design")).toHaveLength(4);
});
