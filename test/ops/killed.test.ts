import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { sayUnfinished } from "../../src/host/unfinished.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench();
});
afterEach(() => lab.dispose());

/** What a session that starts now is told. */
const greeting = () => sayUnfinished({ home: lab.home, env: {}, worktree: lab.dir });
const base = () => join(lab.dir, ".opencode/design-lab");
const ids = async () => (await readdir(base()).catch(() => [])).filter((name) => /^\d{4}-/u.test(name));

/** Another process runs a task and is killed while it works; what a session is told meanwhile. */
async function runAndKill(): Promise<string | null> {
  const child = spawn(process.execPath, [join(import.meta.dir, "../support/other-process.ts"), lab.dir, "1"], {
    stdio: "ignore",
  });
  try {
    for (;;) {
      const own = (await ids()).find((id) => id.includes("another"));
      const scores = own === undefined ? [] : await readdir(join(base(), own, "scores")).catch(() => []);
      if (scores.length > 0) break;
      await Bun.sleep(50);
    }
    return await greeting();
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

test("a run that was killed is named when the next session starts, and not while it runs", async () => {
  expect(await runAndKill()).toBeNull();
  const [id = ""] = await ids();
  expect(await greeting()).toBe(
    `Design lab: “Another process's queue” is not at its end. \`/design-lab show ${id}\` says more.`,
  );
}, 60_000);

test("a killed run stands before other open work, in one line, and is gone once it has been resumed", async () => {
  await lab.call("run", { task: "Design a mail server", topic: "Mail" });
  const other = "“Mail” is ranked, and nothing is decided";
  expect(await greeting()).toContain(other);
  await runAndKill();
  const line = (await greeting()) ?? "";
  expect(line).toStartWith(`Design lab: “Another process's queue” is not at its end; ${other}`);
  expect(line).not.toContain("\n");
  const own = (await ids()).find((id) => id.includes("another"));
  await lab.call("run", { experiment: own });
  expect(await greeting()).not.toContain("not at its end");
}, 60_000);

test("a run that has ended is not named as unfinished when the project keeps no page", async () => {
  const hidden = join(lab.dir, ".hidden");
  lab.typed = true;
  await mkdir(hidden);
  await mkdir(join(lab.dir, ".opencode"), { recursive: true });
  await symlink(hidden, join(lab.dir, ".opencode/design-lab"));
  await lab.call("run", { task: "Design a mail server", topic: "Mail", output_dir: "experiments" });
  expect(await greeting()).toBeNull();
}, 60_000);

test("an experiment that was only asked about is not named", async () => {
  await lab.call("run", { task: "Design a queue", topic: "queue", dry_run: true });
  expect(await greeting()).toBeNull();
});
