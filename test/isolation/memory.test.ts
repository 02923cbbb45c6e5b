import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Role } from "../../src/artifacts/stages/stages.ts";
import { keepIn } from "./support/keeping-in.ts";

const SECRET = "zanzibar-4711";
const BASE = ".opencode/design-lab";
const FILES = ["docs/PROJECT.md", "docs/lessons.md", `${BASE}/PROJECT.md`, `${BASE}/lessons.md`, "docs/other.md"];

let project: string;
beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "memory-")));
  for (const name of FILES) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), `${SECRET} in ${name}\n`);
  }
  await symlink(join(project, "docs/lessons.md"), join(project, "alias.md"));
  await link(join(project, "docs/lessons.md"), join(project, "twin.md"));
});
afterAll(() => rm(project, { recursive: true, force: true }));

const setup = (role: Role) => ({
  worktree: project,
  role,
  experiments: [join(project, BASE)],
  memory: ["docs/PROJECT.md", "docs/lessons.md"].map((name) => join(project, name)),
});

describe("what the project remembers is closed to every session of the lab", () => {
  const closed = [...FILES.slice(0, 4), "docs/lessons.MD", "alias.md", "twin.md"];
  for (const role of ["designer", "evaluator", "asker", "planner"] as const)
    for (const way of closed)
      test(`${role} reads ${way}`, async () => {
        const { before, session } = keepIn(setup(role));
        await expect(before("read", { filePath: join(project, way) })).rejects.toThrow(/Refused: |not there|no such/iu);
        if (way !== "docs/lessons.MD") expect(session.violations).toHaveLength(1);
      });

  test("says why", async () => {
    const { before } = keepIn(setup("designer"));
    await expect(before("read", { filePath: join(project, "docs/lessons.md") })).rejects.toThrow(
      "it tells what people decided and learned before",
    );
  });

  for (const [tool, args] of [
    ["grep", { pattern: SECRET }],
    ["glob", { pattern: "**/*.md" }],
  ] as const)
    test(`${tool} finds none of it`, async () => {
      const { call } = keepIn(setup("designer"));
      const found = await call(tool, args);
      expect(found.output).toContain("other.md");
      for (const name of ["PROJECT.md", "lessons.md", "alias.md", "twin.md"]) expect(found.output).not.toContain(name);
    });
});
