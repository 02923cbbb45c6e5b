import { afterAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { builtCommand, ENGINE } from "../support/built-command.ts";
import type { Lies } from "../support/false-host.ts";
import { type RawRequest, rawHost, SLOW } from "../support/raw-host.ts";
import { smallStudy } from "../support/studies.ts";

const cli = builtCommand();
const dir = mkdtempSync(join(tmpdir(), "designlab-hostile-server-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const STUDY = smallStudy();
const HASH = bundleHash(STUDY);
const CONTROL = "\u001b]0;owned\u0007\u001b[2J";

/** A worker that does all its work on a server; how it ended, and how the study stands then. */
async function workOn(name: string, takes: (request: RawRequest) => ((socket: never) => void) | null, lies: Lies = {}) {
  using host = await rawHost(1, takes as Parameters<typeof rawHost>[1], lies);
  const file = join(dir, `${name.replace(/\W+/gu, "-")}.sqlite`);
  const queue = await openQueue(file);
  await queue.add(STUDY, null);
  await queue.close();
  const words = ["study", "work", "--queue", file, "--yes", "--study", HASH, "--max-cost", "1", "--server", host.url];
  const child = spawn(process.execPath, [cli.file, ...words], {
    cwd: dir,
    env: { ...ENGINE, PATH: "/nowhere", HOME: dir, DESIGNLAB_DESK_KEY: "k".repeat(32) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = [child.stdout, child.stderr].map((stream) => new Response(stream as never).text());
  const [code, ...said] = await Promise.all([new Promise((end) => child.once("exit", end)), ...texts]);
  const after = await openQueue(file);
  const { counts, money } = await after.standing(HASH);
  await after.close();
  return { code, said: said.join(""), counts, money };
}

describe("a worker whose server is hostile starts no experiment, pays nothing and ends with 1, where the server", () => {
  const ways: [string, Parameters<typeof workOn>[1], Lies][] = [
    ...Object.entries(SLOW)
      .filter(([, { limit }]) => !limit)
      .map(([name, { writes }]): [string, Parameters<typeof workOn>[1], Lies] => [name, () => writes, {}]),
    ["names a session that leads elsewhere", () => null, { session: { id: "../../etc/passwd" } }],
    ["answers the first message with commands for a terminal", () => null, { desk: () => CONTROL }],
    ["answers the first message with a list 50,000 deep", () => null, { desk: () => "[".repeat(50_000) }],
    ["promises a talk and then says nothing that fits", () => null, { desk: () => ({ talk: "t", lines: "x" }) }],
  ];
  test.each(ways)("%s", async (name, takes, lies) => {
    const { code, said, counts, money } = await workOn(name, takes, lies);
    expect({ code, counts, spent: money.spent }).toEqual({
      code: 1,
      counts: { ...counts, running: 0, done: 0, failed: 0 },
      spent: 0,
    });
    expect(counts.waiting).toBeGreaterThan(0);
    expect(said).not.toContain("\u001b");
    expect(said.length).toBeLessThan(5_000);
  });
});
