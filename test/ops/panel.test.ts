import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bench, bench } from "../support/lab.ts";
import { available } from "../support/scripted-host.ts";

const OWN = "**These are OpenCode's own free models, which you did not set up:** opencode/x and opencode/y. ";
const FREE = ["opencode/x", "opencode/y"];
const TASK = { task: "Design a queue", topic: "queue" };

let lab: Bench;
beforeEach(async () => {
  lab = await bench({ models: [...FREE, "zeta/1", "zeta/2"].map((id) => ({ id })) });
});
afterEach(() => lab.dispose());

/** What the host offers: its own models, and these of the person's. */
function offer(...theirs: string[]): void {
  const own = FREE.map((id) => available(id, { hosts_own: true, price: null }));
  lab.host.models = async () => [...own, ...theirs.map((id) => available(id))];
}
const asked = () => new Set(lab.host.prompts.map(({ model }) => model));

describe("with models of the person's", () => {
  test("nobody of the host's own is asked or named: not by a run, nor its topic, nor doctor, nor init", async () => {
    offer("zeta/1", "zeta/2");
    const replies = [
      await lab.call("run", { task: "Design a queue", dry_run: true }),
      await lab.call("run", { task: "Design a queue" }),
      await lab.call("doctor", { ask: true }),
      await lab.call("init"),
    ];
    expect([...asked()].sort()).toEqual(["zeta/1", "zeta/2"]);
    expect(replies[1]).toContain("2 designs written, 4 reviews and 4 scores made");
    for (const reply of replies.slice(0, 2)) expect(reply).not.toContain("opencode/x");
  });
});

describe("with the host's own alone", () => {
  test("the estimate and the reply begin with that, and so do those of the same experiment when it goes on", async () => {
    offer();
    expect(await lab.call("run", { ...TASK, dry_run: true })).toStartWith(OWN);
    lab.host.createSession = failing(lab.host.createSession);
    expect(await lab.call("run", TASK)).toStartWith(OWN);
    const [experiment] = /20\d\d-\d\d-\d\d-queue/.exec(await lab.call("show")) ?? [];
    expect(await lab.call("run", { experiment, dry_run: true })).toContain("which you did not set up:** opencode/");
    expect(await lab.call("run", { experiment })).toStartWith("**These are OpenCode's own free models");
  });

  test("doctor says whose they are, and how to set up one's own", async () => {
    offer();
    const reply = await lab.call("doctor");
    expect(reply).toContain("none of yours, only what OpenCode brings by itself: 2 free models of opencode");
    expect(reply).toContain("`opencode auth login`");
  });

  test("a checkout that names them has not chosen them for the person, who is asked", async () => {
    offer();
    await mkdir(join(lab.dir, ".opencode"), { recursive: true });
    await writeFile(join(lab.dir, ".opencode/design-lab.json"), JSON.stringify({ design_models: FREE }));
    expect(await lab.call("run", { ...TASK, dry_run: true })).toStartWith(OWN);
    lab.permits = false;
    expect(await lab.call("run", TASK)).toContain("Not started");
    expect(lab.host.prompts).toEqual([]);
    expect(lab.asked.join()).toContain("designlab_free");
  });

  test("says nothing where a call names them", async () => {
    offer();
    const named = { ...TASK, design_models: FREE };
    expect(await lab.call("run", { ...named, dry_run: true })).not.toContain("which you did not set up");
  });
});

/** The first session of an evaluation is refused, so that something is left to ask. */
function failing(create: Bench["host"]["createSession"]): Bench["host"]["createSession"] {
  let failed = false;
  return async (request) => {
    if (request.role === "evaluator" && !failed) {
      failed = true;
      throw new Error("no session");
    }
    return create(request);
  };
}
