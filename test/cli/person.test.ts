import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEYS, onTerminal } from "../support/pty.ts";

let folder: string;
/** Asks one question in Node.js and prints the answer. */
let asks: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "designlab-person-"));
  const source = join(folder, "asks.ts");
  const from = join(import.meta.dir, "../../src/cli/person.ts");
  writeFileSync(
    source,
    `import { createPerson } from ${JSON.stringify(from)};
     const { allowed } = await createPerson((text) => text).ask("Pay?", new AbortController().signal);
     console.log("allowed " + allowed);`,
  );
  asks = join(folder, "asks.mjs");
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "build", source, "--target=node", `--outfile=${asks}`]);
  if (exitCode !== 0) throw new Error(String(stderr));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["Ctrl-Z and fg", [KEYS.suspend, "y"], "true"],
  ["Ctrl-D", [KEYS.end], "false"],
  ["n", ["n"], "false"],
] as const)("a question at a terminal takes the answer after %s, on a line of its own", async (_, answers, allowed) => {
  const env = { PATH: process.env.PATH ?? "", HOME: "/nowhere", TERM: "xterm" };
  // Only a job of a shell is stopped by Ctrl-Z.
  const { screen } = await onTerminal(["bash", "-c", `set -m; node '${asks}'; fg`], { cwd: "/", env, answers });
  expect(screen.split(/[\r\n]+/u)).toContain(`allowed ${allowed}`);
});
