import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Use } from "../../src/artifacts/caller.ts";
import type { LabError } from "../../src/errors.ts";
import type { OpContext, Permission, PermissionRequest } from "../../src/ops/op.ts";
import { checkBase, openEitherToRead, permitOutside } from "../../src/ops/paths/outside.ts";
import type { Lab } from "../../src/prompting/lab.ts";
import { saveArtifact } from "../../src/store/artifacts.ts";
import { taskOf } from "../support/artifacts.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "designlab-outside-")));
  for (const name of ["project/.git", "other", "third"]) await mkdir(join(root, name), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

function person(permission: Permission) {
  const asked: PermissionRequest[] = [];
  const allowed = new Map<string, ReadonlySet<Use>>();
  const permit = async (request: PermissionRequest) => {
    asked.push(request);
    return permission;
  };
  const context = { permit, outside: { said: new Map(), left: [] } } as unknown as OpContext;
  const project = join(root, "project");
  const lab = (base = "lab", homeBase = base) =>
    ({
      allowed,
      worktree: project,
      directory: project,
      base: join(project, base),
      homeBase: join(project, homeBase),
    }) as unknown as Lab;
  return { asked, allowed, context, lab };
}
const said = (work: Promise<unknown>) =>
  work.then(
    () => "",
    (error: LabError) => `${error.message} | ${error.advice}`,
  );
const YES: Permission = { allowed: true };
const INTENTS: [intent: Parameters<typeof permitOutside>[3], words: string, uses: Use[]][] = [
  ["read", "read the experiments in", ["read"]],
  ["work", "work in", ["read", "work"]],
  ["keep", "keep experiments in", ["read", "work"]],
  ["configure", "write its configuration into", []],
];

describe("a folder outside the project", () => {
  for (const [intent, words, uses] of INTENTS) {
    test(`is asked about by what is intended, to ${words.replace(/ in(?:to)?$/u, "")}, and refused in the same words`, async () => {
      const other = join(root, "other");
      const yes = person(YES);
      await permitOutside(yes.lab(), yes.context, other, intent);
      expect(yes.asked).toEqual([
        {
          permission: "external_directory",
          pattern: join(other, "*"),
          question: `May designlab ${words} ${other}, outside the project?`,
          details: { filepath: other, parentDir: other },
        },
      ]);
      expect([...(yes.allowed.get(other) ?? [])].sort()).toEqual(uses);
      const no = person({ allowed: false, why: "the person said no", way: "A way" });
      expect(await said(permitOutside(no.lab(), no.context, other, intent))).toBe(
        `Cannot ${words} ${other}: it lies outside the project, and the person said no. Nothing was made. | Name a folder in the project, or allow this one when the host asks. A way.`,
      );
      expect(no.allowed.size).toBe(0);
    });
  }

  test("is asked about once for one use, once more for another, and never where it lies inside", async () => {
    const { asked, allowed, context, lab } = person(YES);
    const ask = (folder: string, intent: "read" | "work" | "keep") =>
      permitOutside(lab(), context, join(root, folder), intent);
    for (const intent of ["read", "read", "work", "keep"] as const) await ask("other", intent);
    expect(asked).toHaveLength(2);
    await ask("project/deep/er", "keep");
    expect(asked).toHaveLength(2);
    await ask("third", "read");
    expect(asked).toHaveLength(3);
    expect([...(allowed.get(join(root, "other")) ?? [])].sort()).toEqual(["read", "work"]);
  });

  test("is asked about where a list names it and what is meant lies there, and not for what lies in the project", async () => {
    const [base, other] = [join(root, "project/lab"), join(root, "other")];
    await mkdir(base);
    await writeFile(join(base, "bases.json"), JSON.stringify({ version: 1, bases: [other] }));
    for (const dir of [join(base, "mine"), join(other, "theirs")]) {
      await mkdir(dir);
      await saveArtifact(dir, "task", taskOf(["p/a"], ["p/x"], { experiment_id: basename(dir) }));
    }
    const open = (reference: string, { context, lab }: ReturnType<typeof person>) =>
      openEitherToRead(
        { ...lab(), now: () => new Date(0), budget: { countEarlier: () => undefined } as unknown as Lab["budget"] },
        context,
        reference,
      ).then(({ dir }) => dir);
    const yes = person(YES);
    expect(await open("mine", yes)).toBe(join(base, "mine"));
    expect(yes.asked).toEqual([]);
    expect(await open("theirs", yes)).toBe(join(other, "theirs"));
    expect(yes.asked.map(({ pattern }) => pattern)).toEqual([join(other, "*")]);
    const no = person({ allowed: false, why: "the person said no", way: "A way" });
    expect(await said(open("theirs", no))).toContain('There is no experiment "theirs"');
  });

  test("that a link leads to is named with where it leads", async () => {
    await symlink(join(root, "other"), join(root, "project/link"));
    const { asked, context, lab } = person(YES);
    await permitOutside(lab(), context, join(root, "project/link"), "read");
    const link = join(root, "project/link");
    expect(asked[0]).toMatchObject({
      pattern: join(root, "other/*"),
      question: `May designlab read the experiments in ${link} (which leads to ${join(root, "other")}), outside the project?`,
      details: { filepath: link, parentDir: join(root, "other") },
    });
  });
});

describe("checkBase()", () => {
  const checked = async (base: string, given?: string, homeBase?: string) => {
    const { asked, context, lab } = person(YES);
    return [await said(checkBase(lab(base, homeBase), context, given)), asked.length] as const;
  };
  const own = (what: string) =>
    `Nothing was made. | Name a folder of its own with ${what}, such as ".opencode/design-lab".`;

  test("takes a folder of the project unasked, and asks about every one outside", async () => {
    expect(await checked(".opencode/design-lab")).toEqual(["", 0]);
    expect(await checked("../other")).toEqual(["", 1]);
    expect(await checked("in", "in", "../other")).toEqual(["", 1]);
    expect(await checked("../third", "../third", "../other")).toEqual(["", 2]);
  });

  test("refuses the project itself, what holds it, its .git and a home that nobody resolves", async () => {
    for (const base of [".", ".."])
      expect(await checked(base)).toEqual([
        `Cannot keep experiments in ${join(root, "project", base)}: it is the project, or holds it, and designers could then read nothing of it. ${own("output.base_dir")}`,
        0,
      ]);
    expect(await checked(".git/lab", ".git/lab")).toEqual([
      `Cannot keep experiments in ${join(root, "project/.git/lab")}: it lies in the repository's .git. ${own("args.output_dir")}`,
      0,
    ]);
    expect(await checked("~x/lab")).toEqual([
      `Cannot keep experiments in ${join(root, "project/~x/lab")}: "~x" is no folder's name here. Nothing was made. | Write the path of output.base_dir in full.`,
      0,
    ]);
    expect(await checked("a/~x")).toEqual(["", 0]);
  });
});
