import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** Each folder and one import that would turn the flow of imports back. */
const FORBIDDEN = [
  ["schemas", "../store/hash.ts"],
  ["text", "../stats/rank.ts"],
  ["stats", "../phases/order.ts"],
  ["agents", "../session/reply.ts"],
  ["session", "../agents/agent.ts"],
  ["store", "../report/table.ts"],
  ["report", "../stats/rank.ts"],
  ["config", "../store/files.ts"],
  ["hooks", "../session/runner.ts"],
  ["phases", "../ops/registry.ts"],
  ["ops", "../session/runner.ts"],
  ["ops", "../stats/rank.ts"],
] as const;

test("biome refuses every import that would turn the one-way flow back", () => {
  const missed = FORBIDDEN.filter(([folder, path]) => {
    const { stdout, stderr } = spawnSync(
      join(ROOT, "node_modules/.bin/biome"),
      ["lint", `--stdin-file-path=src/${folder}/forbidden.ts`],
      { cwd: ROOT, encoding: "utf8", input: `import * as other from "${path}";\n\nexport const forbidden = other;\n` },
    );
    return !`${stdout}${stderr}`.includes("noRestrictedImports");
  });
  expect(missed).toEqual([]);
});
