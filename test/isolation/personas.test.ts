import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Role } from "../../src/artifacts/stages/stages.ts";
import { closedPersonas } from "../../src/config/personas.ts";
import { keepIn, keepInV2 } from "./support/keeping-in.ts";

const SECRET = "zebra";
const PERSONA = ".opencode/design-lab-personas/privacy.md";
const SKILL = ".opencode/skill/reviewing/agents/privacy2/SKILL.md";
const PLAIN = ".opencode/skill/reviewing/agents/merge/SKILL.md";
let project: string;
let directory: string;
const files: Readonly<Record<string, string>> = {
  [PERSONA]: `---\ndescription: ${SECRET}\ndesignlab: {role: reviewer}\n---\n${SECRET}`,
  [`packages/shop/${PERSONA}`]: SECRET,
  [SKILL]: `---\nname: privacy2\ndescription: a\nmetadata: {designlab-role: reviewer}\n---\n${SECRET}`,
  [PLAIN]: `---\nname: merge\ndescription: a\n---\n${SECRET}`,
};
beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "personas-")));
  directory = join(project, "packages/shop");
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
  await symlink(join(project, PERSONA), join(project, "alias.md"));
  await link(join(project, PERSONA), join(project, "twin.md"));
});
afterAll(() => rm(project, { recursive: true, force: true }));

const closed = () => closedPersonas({ directory, worktree: project, home: join(project, "nobody"), env: {} });
const setup = (role: Role = "designer") => ({ worktree: project, directory, role, personas: closed() });

describe("who designs or judges, and by what, is closed to every session of the lab", () => {
  const ways = [
    PERSONA,
    PERSONA.toUpperCase(),
    `packages/shop/${PERSONA}`,
    dirname(PERSONA),
    SKILL,
    "alias.md",
    "twin.md",
  ];
  for (const role of ["designer", "planner"] as const)
    for (const way of ways)
      test(`${role} reads ${way}`, async () => {
        const { before, session } = keepIn(setup(role));
        const error = await before("read", { filePath: join(project, way) }).then(
          () => null,
          (thrown: Error) => thrown,
        );
        expect(error?.message).toStartWith("Refused: ");
        expect(session.violations).toHaveLength(1);
      });

  test("says why", async () => {
    const { before } = keepIn(setup());
    await expect(before("read", { filePath: join(project, PERSONA) })).rejects.toThrow(
      "it tells who designs or judges, and by what",
    );
  });

  test("a search of either host finds other skills, and nothing of a persona", async () => {
    const args = { pattern: SECRET, path: project };
    const found = (await keepIn(setup()).call("grep", args)).output;
    const { text } = await keepInV2(setup()).call("grep", args);
    for (const answer of [found, text]) {
      expect(answer).toContain("merge/SKILL.md");
      expect(answer).not.toMatch(/privacy|alias|twin/u);
    }
    const listed = (await keepIn(setup()).call("glob", { pattern: "**/*.md", path: project })).output;
    expect(listed).not.toMatch(/privacy|alias|twin/u);
  });

  test("one's own, too, where it is a link into the project", async () => {
    const own = join(project, "dotfiles/mine.md");
    const home = await realpath(await mkdtemp(join(tmpdir(), "home-")));
    const folder = join(home, ".config/opencode/design-lab-personas");
    for (const each of [folder, dirname(own)]) await mkdir(each, { recursive: true });
    await writeFile(own, files[PERSONA] ?? "");
    const closedNow = () => closedPersonas({ directory, worktree: project, home, env: {} });
    const read = () => keepIn({ ...setup(), personas: closedNow() }).before("read", { filePath: own });
    expect(await read()).toMatchObject({ filePath: own });
    await symlink(own, join(folder, "mine.md"));
    await expect(read()).rejects.toThrow("it tells who designs or judges");
    for (const each of [home, dirname(own)]) await rm(each, { recursive: true });
  });

  test("a folder of personas that is made while a session runs is closed as well", async () => {
    await rm(join(project, dirname(PERSONA)), { recursive: true });
    const before = closed();
    expect(before).toContain(join(project, dirname(PERSONA)));
    await mkdir(join(project, dirname(PERSONA)), { recursive: true });
    await writeFile(join(project, PERSONA), SECRET);
    await expect(
      keepIn({ ...setup(), personas: before }).before("read", { filePath: join(project, PERSONA) }),
    ).rejects.toThrow("Refused");
  });
});
