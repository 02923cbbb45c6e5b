import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { command, hostsIn, until } from "../e2e/support/cli.ts";
import { RUN, SETUP } from "../e2e/support/cli-setup.ts";
import { HOST } from "../e2e/support/hosts.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";

test("Ctrl-C keeps what is finished and leaves nothing running, and resume goes on; a kill leaves no host behind", async () => {
  let slow = true;
  await using lab = await rehearse({
    ...SETUP,
    script: (asked) =>
      slow && asked.kind === "design" && asked.model === "gamma/weak-1" ? { delay: 600_000 } : undefined,
  });
  const { directory, env } = lab.project;
  const begun = command({ directory, env }, RUN);
  await until(() => begun.errors().includes("design 2 of 3 written"));
  begun.kill("SIGINT");
  const stopped = await begun.printed;
  expect(stopped.stderr).toContain("opencode-designlab resume 2");
  expect(stopped.code).toBe(130);
  expect(hostsIn(directory)).toBe("");

  const asked = lab.provider.requests.length;
  const killed = command({ directory, env }, ["resume", "latest"]);
  await until(() => lab.provider.requests.length > asked);
  killed.kill("SIGKILL");
  await killed.printed;
  await until(() => hostsIn(directory) === "");

  slow = false;
  const resumed = await command({ directory, env }, ["resume", "latest", "--json"]).printed;
  expect(JSON.parse(resumed.stdout)).toMatchObject({ outcome: "winner", missing: 0 });
  // What was written before the stop was not asked for again.
  const designs = lab.labRequests().filter(({ kind }) => kind === "design");
  expect(designs.filter(({ model }) => model === "alpha/strong-1")).toHaveLength(1);
  rmSync(directory, { recursive: true, force: true });
}, 300_000);

test("each way that a call can end has its exit code, on a server that runs already", async () => {
  const dead = { at: "" };
  await using lab = await rehearse({
    ...SETUP,
    lab: { ...SETUP.lab, confirm_above: 0.001 },
    env: { DESIGNLAB_DESK_KEY: "the key that server and command share" },
    script: (asked) => (dead.at === asked.kind ? { status: 400, text: "no" } : undefined),
  });
  const server = await lab.serve();
  const { directory, env } = lab.project;
  const password = /server password (\S+)/.exec(server.output())?.[1] ?? "";
  const typed = async (words: string[], input = "") => {
    const place = ["--server", server.url, "--dir", directory];
    const options = { host: false, input, env: { OPENCODE_SERVER_PASSWORD: password } };
    return command({ directory: "/", env }, [...place, ...words], options).printed;
  };

  const dear = await typed(RUN);
  expect(dear.stderr).toMatch(/Not started: .*: more than \$0\.001/su);
  expect(dear.stderr).toContain("`--yes`");
  expect(dear.code).toBe(1);
  expect(lab.labRequests()).toEqual([]);

  const full = await typed([...RUN, "--yes", "--max-cost", "0.0001", "--json"]);
  expect(JSON.parse(full.stdout)).toMatchObject({ outcome: "unranked", ranking: null });
  expect(full.code).toBe(1);
  expect(lab.labRequests()).toEqual([]);

  dead.at = "evaluation";
  const unjudged = await typed(["run", "--fresh", "--yes", "--topic", "unjudged", "Design a durable queue"]);
  expect(unjudged.code).toBe(1);
  dead.at = "";

  const piped = await typed(["dry-run", "--task-file", "-"], "Design a durable queue,\nfor jobs.");
  expect(piped.stdout).toContain("**Dry run:** no model was called.");
  expect(piped.code).toBe(0);
  const unknown = await typed(["run", "--yes", "--design-models", "alpha/strong-1,alpha/strnog-1", "Design a queue"]);
  expect(unknown.stderr).toContain("alpha/strnog-1");
  expect(unknown.code).toBe(2);
  expect((await typed(["run"])).code).toBe(2);
  expect((await typed(["shwo"])).code).toBe(2);

  const config = join(lab.project.home, ".config/opencode/design-lab.json");
  const kept = readFileSync(config, "utf8");
  writeFileSync(config, '{"design_modles": []}');
  const broken = await typed(["run", "Design a queue"]);
  expect(broken.stderr).toContain("design_modles");
  expect(broken.code).toBe(2);
  expect((await typed(["doctor"])).code).toBe(1);
  writeFileSync(config, kept);

  const nobody = await typed(["run", "--yes", "--design-models", "alpha/strong-1,alpha/strong-1", "Design a shop"]);
  expect(nobody.stdout).toMatch(/nobody|tie|no winner|cannot be told apart/iu);
  expect(nobody.code).toBe(3);

  // The workflow for pull requests, its step as it stands: the reply and the code for the steps after it.
  const steps = readFileSync(join(PACKAGE_ROOT, "docs/ci/design-lab.yml"), "utf8");
  const script = /id: lab\n[\s\S]*?run: \|\n((?: {10}.*\n)+)/.exec(steps)?.[1]?.replace(/^ {10}/gm, "") ?? "";
  const runner = join(lab.project.root, "runner");
  mkdirSync(runner);
  writeFileSync(join(runner, "task.md"), "Design a durable queue");
  const words = `"${Bun.which("node")}" "${join(PACKAGE_ROOT, "cli.js")}" --server ${server.url} --dir "${directory}"`;
  writeFileSync(join(runner, "opencode-designlab"), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  const output = join(runner, "output");
  const environment = { ...env, OPENCODE_SERVER_PASSWORD: password, RUNNER_TEMP: runner, GITHUB_OUTPUT: output };
  const step = spawn("bash", ["-e", "-c", script], { env: { ...environment, PATH: `${runner}:${process.env.PATH}` } });
  const ended = await new Promise<number | null>((resolve) => step.once("close", resolve));
  expect(ended).toBe(0);
  expect(readFileSync(output, "utf8")).toBe("code=0\n");
  expect(readFileSync(join(runner, "reply.md"), "utf8")).toContain("” is better than the other 2 designs**");

  if (HOST === 2) {
    const wrong = await command({ directory, env }, ["--server", server.url, "doctor"], { host: false }).printed;
    expect(wrong.stderr).toContain("another password");
    expect(wrong.code).toBe(1);
  }
}, 300_000);
