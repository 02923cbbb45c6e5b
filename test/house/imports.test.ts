import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import configuration from "../../biome.json";

const BIOME = join(import.meta.dir, "../../node_modules/.bin/biome");

/** Each folder and one import that would turn the flow of imports back. */
const FORBIDDEN = [
  ["schemas", "../store/hash.ts"],
  ["text", "../stats/rank.ts"],
  ["stats", "../experiment/shuffled.ts"],
  ["agents", "../session/reply.ts"],
  ["session", "../agents/agent.ts"],
  ["store", "../report/table.ts"],
  ["report", "../stats/rank.ts"],
  ["page", "../report/table.ts"],
  ["ops", "../page/report.tsx"],
  ["live", "../phases/report.ts"],
  ["phases", "../live/server.ts"],
  ["live/client", "../server.ts"],
  ["live/client", "../../store/read.ts"],
  ["config", "../store/files.ts"],
  ["hooks", "../session/runner.ts"],
  ["host", "../session/runner.ts"],
  ["asking", "../experiment/plan.ts"],
  ["experiment", "../phases/rank.ts"],
  ["experiment", "../report/table.ts"],
  ["phases", "../ops/registry.ts"],
  ["ops", "../session/runner.ts"],
  ["ops", "../stats/rank.ts"],
] as const;

test("biome refuses every import that would turn the one-way flow back", () => {
  const project = mkdtempSync(join(tmpdir(), "designlab-imports-"));
  try {
    const { $schema: _, vcs: __, ...rules } = configuration;
    writeFileSync(join(project, "biome.json"), JSON.stringify(rules));
    const files = FORBIDDEN.map(([folder, path], index) => {
      const file = join(project, "src", folder, `forbidden-${index}.ts`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `import * as other from "${path}";\n\nexport const forbidden = other;\n`);
      return file;
    });
    const { stdout } = spawnSync(BIOME, ["lint", "--reporter=github", "--max-diagnostics=none", ...files], {
      cwd: project,
      encoding: "utf8",
    });
    const refused = stdout.split("\n").filter((line) => line.includes("noRestrictedImports"));
    const missed = FORBIDDEN.filter((_pair, index) => !refused.some((line) => line.includes(`forbidden-${index}.ts`)));
    expect(missed).toEqual([]);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});
