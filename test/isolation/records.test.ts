import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepIn, type Setup } from "./support/keeping-in.ts";

const SECRET = "zebra";
let project: string;
let own: string;
beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "records-")));
  await mkdir(join(project, "docs/adr"), { recursive: true });
  own = join(project, "docs/adr/0010-queue.md");
  await writeFile(own, `# 10. ${SECRET}\n`);
  await writeFile(join(project, "docs/adr/0009-other.md"), `# 9. ${SECRET} of before\n`);
  await symlink(own, join(project, "docs/alias.md"));
  await link(own, join(project, "docs/twin.md"));
});
afterAll(() => rm(project, { recursive: true, force: true }));

const keeping = (more: Partial<Setup> = {}) => keepIn({ worktree: project, records: [own], ...more });

describe("what was decided of an experiment is closed to its own sessions", () => {
  for (const name of ["docs/adr/0010-queue.md", "docs/adr/../adr/0010-QUEUE.md", "docs/alias.md", "docs/twin.md"])
    test(`read ${name}`, async () => {
      const { before, session } = keeping();
      const path = join(project, name);
      const error = await before("read", { filePath: path }).then(
        () => null,
        (thrown: Error) => thrown,
      );
      expect(error?.message).toContain("it tells what was decided of this very task");
      expect(session.violations).toHaveLength(1);
    });

  test("a search finds the project's other records and not this one", async () => {
    const found = await keeping().call("grep", { pattern: SECRET });
    expect(found.output).toContain("0009-other.md");
    expect(found.output).not.toMatch(/0010|alias|twin/u);
    const listed = await keeping().call("glob", { pattern: "docs/**/*.md" });
    expect(listed.output).toContain("0009-other.md");
    expect(listed.output).not.toMatch(/0010|alias|twin/u);
  });
});

test("the sessions of another experiment read it, as every document of the project", async () => {
  const { before, session } = keeping({ records: [] });
  expect(await before("read", { filePath: own })).toMatchObject({ filePath: own });
  expect(session.violations).toEqual([]);
});
