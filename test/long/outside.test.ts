import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpencodeServer } from "../../rehearsal/serve.ts";
import { nextAsking } from "../../rehearsal/talk.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { callServed } from "../e2e/support/served.ts";

const MODELS = ["alpha/strong-1", "beta/middle-1"];

/** Answers every question of a call until it has ended; its reply, and what was asked. */
async function answered(server: OpencodeServer, op: string, args: object, answer: "allow" | "refuse") {
  const { session, reply } = await callServed(server, op, args);
  const asked: string[] = [];
  let ended = false;
  const done = reply.finally(() => {
    ended = true;
  });
  while (!ended) {
    const asking = await Promise.race([done.then(() => null), nextAsking(server, session, 1_000).catch(() => null)]);
    if (asking === null) continue;
    asked.push(asking.texts.join(" "));
    await asking[answer]();
  }
  return { said: await done, asked };
}

test.concurrent("experiments that a checkout leads to outside the project are asked for once a call, shown on a yes and left out on a no", async () => {
  await using lab = await rehearse({ models: MODELS.map((id) => ({ id })), lab: { design_models: MODELS } });
  const server = await lab.serve();
  await (await callServed(server, "generate", { task: "A secret queue", topic: "secret" })).reply;
  const base = join(lab.project.directory, ".opencode/design-lab");
  const theirs = join(lab.project.root, "theirs");
  cpSync(base, theirs, { recursive: true });
  rmSync(base, { recursive: true });
  const ways: (() => void)[] = [
    () => symlinkSync(theirs, base),
    () => {
      rmSync(base);
      mkdirSync(base);
      writeFileSync(join(base, "bases.json"), JSON.stringify({ version: 1, bases: [theirs] }));
    },
  ];
  for (const plant of ways) {
    plant();
    const requests = lab.labRequests().length;
    for (const [op, args] of [
      ["show", {}],
      ["run", { experiment: "latest" }],
    ] as const) {
      const { said, asked } = await answered(server, op, args, "refuse");
      expect(asked).toHaveLength(1);
      expect(asked[0]).toContain(theirs);
      expect(said).toContain("Left out: the experiments in ");
      expect(said).not.toContain("-secret");
    }
    expect(lab.labRequests()).toHaveLength(requests);
  }
  const shown = await answered(server, "show", {}, "allow");
  expect(shown.said).toContain("-secret");
  expect(shown.asked).toHaveLength(1);
  const again = await answered(server, "show", { what: "task" }, "refuse");
  expect(again.said).toContain("A secret queue");
  expect(again.asked).toEqual([]);
  const before = readdirSync(join(theirs, readdirSync(theirs).find((name) => name.endsWith("-secret")) ?? ""));
  expect(before).not.toContain("results");
  const resumed = await answered(server, "run", { experiment: "latest" }, "allow");
  expect(resumed.asked).toHaveLength(1);
  expect(resumed.said).toContain("Went on: ");
});

test.concurrent("opencode run, where nobody can be asked, leaves such experiments out and init writes through no link", async () => {
  const calls = ["show", "init"].map((op) => ({ name: "designlab", args: { op, args: {} } }));
  await using lab = await rehearse({
    models: MODELS.map((id) => ({ id })),
    script: [{ kind: "host", reply: { calls } }],
  });
  const folder = join(lab.project.directory, ".opencode");
  const theirs = join(lab.project.root, "theirs");
  mkdirSync(theirs);
  symlinkSync(theirs, join(folder, "design-lab"));
  writeFileSync(join(theirs, "notes"), "the person's own");
  symlinkSync(join(theirs, "notes"), join(folder, "design-lab.schema.json"));
  const [shown = "", written = ""] = (await lab.say("Show me what there is, and begin")).designlab;
  expect(shown).toContain(`Left out: the experiments in ${join(folder, "design-lab")}`);
  expect(written).toContain("is a symbolic link, needed is a plain file; nothing was written");
  expect(readFileSync(join(theirs, "notes"), "utf8")).toBe("the person's own");
});
