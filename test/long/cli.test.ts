import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { command, hostsIn, until } from "../e2e/support/cli.ts";
import { RUN, SETUP } from "../e2e/support/cli-setup.ts";
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
