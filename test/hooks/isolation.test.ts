import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keepIn } from "./support/keeping-in.ts";

/** Stands in every file that a designer must not see. */
const MARKER = "MARKER-7f3a";
const DAY = "2026-11-20-older-task";
let top: string;
let project: string;
let kept: string;
let elsewhere: string;

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "isolation-")));
  project = join(top, "project");
  kept = join(project, ".opencode", "design-lab");
  elsewhere = join(project, "docs", "experiments");
  const files: [string, string][] = [
    [join(kept, DAY, "designs", "design-a.json"), MARKER],
    [join(kept, "2026-11-21-task", "designs", "design-b.json"), MARKER],
    [join(kept, ".gitignore"), "*"],
    [join(elsewhere, "2026-11-19-x", "task.json"), MARKER],
    [join(project, "packages", "app", "lab", "2026-11-18-y", "task.json"), MARKER],
    [join(project, "packages", "app", "lab", "2026-11-18-y", "ledger.jsonl"), MARKER],
    [join(project, "packages", "app", "lab", "2026-11-18-y", "designs", "design-c.json"), MARKER],
    [join(top, "outside", "secret.txt"), MARKER],
    [join(top, "project-2", "near.txt"), MARKER],
    [join(project, "src", "main.ts"), "export const queue = 1;"],
    [join(project, "src", "deep", "util.ts"), "queue"],
    [join(project, "src", "odd: name:", "a.ts"), "queue"],
    [join(project, "docs", "design-notes.md"), "queue"],
    [join(project, "docs", "design-lab.md"), "queue"],
    [join(project, "AGENTS.md"), "queue"],
    [join(project, "packages", "tasks", "task.json"), "queue"],
    [join(project, "packages", "ledgers", "ledger.jsonl"), "queue"],
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const design = join(kept, DAY, "designs", "design-a.json");
  await symlink(design, join(project, "src", "link-to-file.ts"));
  await symlink(kept, join(project, "src", "link-to-folder"));
  await symlink(join("..", ".opencode"), join(project, "src", "link-to-parent"));
  await symlink("link-to-folder", join(project, "src", "link-to-link"));
  await symlink(join(top, "outside"), join(project, "src", "link-out"));
  await symlink(join(top, "nowhere"), join(project, "src", "dangling"));
  await symlink("loop", join(project, "src", "loop"));
  await symlink(join(project, "src", "main.ts"), join(kept, "link-back.ts"));
  await symlink(join(project, "src", "main.ts"), join(project, "docs", "link-inside.ts"));
  await link(design, join(project, "src", "hard-link.ts"));
  await link(join(project, "src", "main.ts"), join(project, "src", "twin.ts"));
  await symlink(project, join(top, "project-by-link"));
});

afterAll(() => rm(top, { recursive: true, force: true }));

type Setup = Partial<Parameters<typeof keepIn>[0]>;

const setUp = (setup: Setup = {}) =>
  keepIn({
    worktree: project,
    directory: project,
    home: join(top, "home"),
    host: [join(project, ".data", "opencode"), join(project, ".cache", "opencode")],
    experiments: [kept, elsewhere, join(top, "not-there-yet")],
    ...setup,
  });

type Route = [what: string, tool: string, args: () => Record<string, unknown>, setup?: () => Setup];
const design = () => join(kept, DAY, "designs", "design-a.json");
const read = (filePath: string) => () => ({ filePath });
const sub = () => ({ directory: join(project, "src", "deep") });
const inner = `.opencode/design-lab/${DAY}/designs/design-a.json`;

const ROUTES: Route[] = [
  ["the absolute path", "read", () => ({ filePath: design() })],
  ["the relative path", "read", read(inner)],
  ["the relative path with ./", "read", read(`./${inner}`)],
  ["the relative path with .. inside", "read", read(`src/../${inner}`)],
  ["the relative path with doubled slashes", "read", read(inner.replaceAll("/", "//"))],
  [
    "the path of an experiment of another day",
    "read",
    read(".opencode/design-lab/2026-11-21-task/designs/design-b.json"),
  ],
  ["an output_dir elsewhere in the project", "read", read("docs/experiments/2026-11-19-x/task.json")],
  ["an experiment in a folder that nobody named", "read", read("packages/app/lab/2026-11-18-y/designs/design-c.json")],
  ["such an experiment's folder", "read", read("packages/app/lab/2026-11-18-y")],
  ["grep in such an experiment", "grep", () => ({ pattern: "x", path: "packages/app/lab/2026-11-18-y/designs" })],
  ["glob in such an experiment", "glob", () => ({ pattern: "packages/app/lab/2026-11-18-y/**" })],
  ["the host's own store", "read", read(".data/opencode/auth.json")],
  ["the host's own cache by its folder", "read", read(".cache/opencode")],
  ["the folder itself", "read", read(".opencode/design-lab")],
  ["the folder with a slash", "read", read(".opencode/design-lab/")],
  ["a file that does not exist in the folder", "read", read(".opencode/design-lab/guess.json")],
  ["a name too long for the disk in the folder", "read", read(`.opencode/design-lab/${"x".repeat(300)}`)],
  ["another case", "read", read(inner.replace("design-lab", "Design-Lab"))],
  ["a trailing dot and space", "read", read(inner.replace("design-lab/", "design-lab. /"))],
  ["fullwidth letters", "read", read(inner.replace("design-lab", "\uFF44esign-lab"))],
  ["backslashes", "read", read(inner.replaceAll("/", "\\"))],
  ["quotes around it", "read", read(`"${inner}"`)],
  ["white space around it", "read", read(`  ${inner} `)],
  ["per-cent escapes", "read", read(inner.replaceAll("/", "%2F"))],
  ["per-cent escapes that climb", "read", read("src/..%2f..%2foutside%2fsecret.txt")],
  ["a file:// address", "read", () => ({ filePath: `file://${design()}` })],
  [
    "a file:/ address with escapes",
    "read",
    () => ({ filePath: `file:${design().replace("design-lab", "design%2Dlab")}` }),
  ],
  ["the home folder", "read", read("~/.ssh/id_rsa")],
  ["another person's home folder", "read", read("~root/.bashrc")],
  ["a link to a file", "read", read("src/link-to-file.ts")],
  ["a link to the folder", "read", read(`src/link-to-folder/${DAY}/designs/design-a.json`)],
  ["a link to the folder's parent", "read", read(`src/link-to-parent/design-lab/${DAY}`)],
  ["a link to a link", "read", read("src/link-to-link")],
  ["a missing file behind a link", "read", read("src/link-to-folder/guess")],
  ["a link that leads out of the folder again", "read", read(".opencode/design-lab/link-back.ts")],
  ["a link out of the project", "read", read("src/link-out/secret.txt")],
  ["a dangling link", "read", read("src/dangling")],
  ["a link to itself", "read", read("src/loop")],
  ["a hard link", "read", read("src/hard-link.ts")],
  ["/proc/self/cwd", "read", read(`/proc/self/cwd/${inner}`)],
  ["/proc/self/root", "read", () => ({ filePath: `/proc/self/root${design()}` })],
  ["/proc/<pid>/cwd, even to what is open", "read", read(`/proc/${process.pid}/cwd/package.json`)],
  ["the project by a link from outside", "read", () => ({ filePath: join(top, "project-by-link", inner) })],
  [".. out of the project", "read", read("../outside/secret.txt")],
  ["a folder whose name starts like the project's", "read", () => ({ filePath: join(top, "project-2", "near.txt") })],
  ["the disk's root", "read", read("/")],
  ["/etc/passwd", "read", read("/etc/passwd")],
  ["NUL", "read", read(`src/main.ts\0/../../${inner}`)],
  ["the worktree's root from a subfolder", "read", read(`../../${inner}`), sub],
  ["a subfolder's path above the worktree", "read", read("../../../outside/secret.txt"), sub],
  ["the project's parent where there is no git", "read", read("../outside/secret.txt"), () => ({ worktree: "/" })],
  ["the folder where there is no git", "read", read(inner), () => ({ worktree: "/" })],
  ["grep in the folder", "grep", () => ({ pattern: "x", path: ".opencode/design-lab" })],
  ["grep in one of its files", "grep", () => ({ pattern: "x", path: design() })],
  ["grep below a missing path of the folder", "grep", () => ({ pattern: "x", path: ".opencode/design-lab/no/no" })],
  ["grep through a link", "grep", () => ({ pattern: "x", path: "src/link-to-folder" })],
  ["grep by a file link", "grep", () => ({ pattern: "x", path: "src/link-to-file.ts" })],
  ["grep outside", "grep", () => ({ pattern: "x", path: ".." })],
  ["grep with include that names the folder", "grep", () => ({ pattern: "x", include: ".opencode/design-lab/**" })],
  ["grep with include in braces", "grep", () => ({ pattern: "x", include: "{src,.opencode/design-lab}/**" })],
  ["grep with include that names it anywhere", "grep", () => ({ pattern: "x", include: "**/design-lab/**/*.json" })],
  ["grep with a negated include that names it", "grep", () => ({ pattern: "x", include: "!.opencode/design-lab/**" })],
  ["glob with path", "glob", () => ({ pattern: "**/*", path: ".opencode/design-lab" })],
  ["glob with path through a link", "glob", () => ({ pattern: "*", path: "src/link-to-link" })],
  ["glob with path outside", "glob", () => ({ pattern: "*", path: "~" })],
  ["glob that names the folder", "glob", () => ({ pattern: ".opencode/design-lab/*/designs/*.json" })],
  ["glob that names it with wildcards", "glob", () => ({ pattern: ".open*/[d]esign-l?b/**" })],
  ["glob that names it alone", "glob", () => ({ pattern: "design-lab" })],
  ["glob that names it in another case", "glob", () => ({ pattern: "**/DESIGN-LAB/**" })],
  [
    "glob that names it from a subfolder of the search",
    "glob",
    () => ({ pattern: "design-lab/**", path: ".opencode" }),
  ],
  ["glob that names the other output_dir", "glob", () => ({ pattern: "docs/experiments/**" })],
  ["glob with an absolute pattern", "glob", () => ({ pattern: `${kept}/**` })],
  ["glob with an absolute pattern outside", "glob", () => ({ pattern: "/etc/*" })],
  ["glob with ~", "glob", () => ({ pattern: "~/**" })],
  ["glob with file://", "glob", () => ({ pattern: `file://${kept}/**` })],
  ["glob that climbs", "glob", () => ({ pattern: "../outside/*" })],
  ["glob that climbs after a wildcard", "glob", () => ({ pattern: "src/*/../../../outside/*" })],
  ["glob that climbs in braces", "glob", () => ({ pattern: "{src,../outside}/*" })],
  ["glob with nested braces", "glob", () => ({ pattern: "{a,{b,.opencode/design-lab}}/**" })],
  ["glob that starts with a link", "glob", () => ({ pattern: "src/link-to-folder/**" })],
  ["glob with more braces than can be checked", "glob", () => ({ pattern: "{a,b}".repeat(12) })],
  ["glob with a class in place of the slash", "glob", () => ({ pattern: ".opencode[!a]design-lab/**" })],
  ["glob with a letter behind a backslash", "glob", () => ({ pattern: ".opencode/design\\-lab/**" })],
  ["glob with backslashes", "glob", () => ({ pattern: ".opencode\\design-lab\\**" })],
];

describe("before() refuses, records and names", () => {
  for (const [what, tool, args, setup] of ROUTES) {
    test(`${tool}: ${what}`, async () => {
      const { before, session, failed } = setUp(setup?.());
      const error = await before(tool, args()).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      expect(error?.message).toContain("Work alone");
      expect(error?.message).not.toContain(MARKER);
      expect(session.violations).toHaveLength(1);
      expect(session.violations[0]).toMatchObject({ at: "2026-11-21T10:00:00.000Z", tool });
      expect(session.violations[0]?.target).not.toMatch(/\p{Cc}/u);
      expect(session.violations[0]?.target.length).toBeLessThanOrEqual(300);
      expect(failed).toEqual([]);
    });
  }
});

const LEGITIMATE: Route[] = [
  ["a file", "read", read("src/main.ts")],
  ["a file by its absolute path", "read", () => ({ filePath: join(project, "src", "main.ts"), offset: 1 })],
  ["a folder", "read", read("src")],
  ["the project", "read", read("")],
  ["the folder above the kept one", "read", read(".opencode")],
  ["a file whose name only starts like the folder's", "read", read("docs/design-lab.md")],
  ["a link inside the project", "read", read("docs/link-inside.ts")],
  ["a hard link to a file of the project", "read", read("src/twin.ts")],
  ["a task of the project's own, without a ledger", "read", read("packages/tasks/task.json")],
  ["a ledger of the project's own, without a task", "read", read("packages/ledgers/ledger.jsonl")],
  ["a project in a closed folder", "read", read("src/main.ts"), () => ({ experiments: [top, project], host: [top] })],
  ["a folder with odd letters", "read", read("src/odd: name:/a.ts")],
  ["the worktree from a subfolder", "read", read("../main.ts"), sub],
  ["a project where there is no git", "read", read("src/main.ts"), () => ({ worktree: "/" })],
  ["a project reached by a link", "read", read("src/main.ts"), () => linked()],
  ["grep of everything", "grep", () => ({ pattern: "queue" })],
  ["grep with include", "grep", () => ({ pattern: "queue", include: "*.{ts,tsx}" })],
  ["grep with include of a hidden folder", "grep", () => ({ pattern: "queue", include: ".opencode/**" })],
  ["grep for the folder's name", "grep", () => ({ pattern: "design-lab" })],
  ["grep in a file", "grep", () => ({ pattern: "queue", path: "src/main.ts" })],
  ["glob of everything", "glob", () => ({ pattern: "**/*" })],
  ["glob with path", "glob", () => ({ pattern: "*.ts", path: "src" })],
  ["glob anchored with /", "glob", () => ({ pattern: "/src/**/*.ts" })],
  ["glob anchored to what is nowhere", "glob", () => ({ pattern: "/app-that-is-not/**" })],
  ["glob for documents about design", "glob", () => ({ pattern: "**/design*.md" })],
  ["glob for files named like the host's own folder", "glob", () => ({ pattern: "**/opencode*" })],
  ["glob for design*", "glob", () => ({ pattern: "**/design*" })],
  ["glob with .. that stays inside", "glob", () => ({ pattern: "src/../docs/*.md" })],
];
const linked = () => ({ worktree: join(top, "project-by-link"), directory: join(top, "project-by-link") });

describe("before() lets pass", () => {
  for (const [what, tool, args, setup] of LEGITIMATE) {
    test(`${tool}: ${what}`, async () => {
      const { before, session } = setUp(setup?.());
      await before(tool, args());
      expect(session.violations).toEqual([]);
    });
  }

  test("a path as its real path, so that what was checked is what is opened", async () => {
    const { before } = setUp();
    expect(await before("read", { filePath: "docs/link-inside.ts", limit: 2 })).toEqual({
      filePath: join(project, "src", "main.ts"),
      limit: 2,
    });
  });
});

describe("before()", () => {
  test("fails a strict session on its first violation", async () => {
    const { before, failed } = setUp({ strict: true });
    await expect(before("read", { filePath: inner })).rejects.toThrow("Work alone");
    expect(failed).toHaveLength(1);
    expect(failed[0]).toStartWith("isolation_violation: read ");
  });

  test("refuses every tool that is not the session's, even when isolation is off", async () => {
    const { before, session } = setUp({ isolated: false });
    const tools = [
      "bash",
      "edit",
      "write",
      "webfetch",
      "websearch",
      "task",
      "skill",
      "designlab",
      "server_tool",
      "READ",
    ];
    for (const tool of tools)
      await expect(before(tool, { command: "cat x" })).rejects.toThrow("its tools are read, grep, glob");
    expect(session.violations.map(({ tool }) => tool)).toEqual(tools);
  });

  test("refuses every tool to a session that has none", async () => {
    const { before } = setUp({ tools: [] });
    for (const tool of ["read", "grep", "glob", "bash"]) {
      await expect(before(tool, { filePath: "src/main.ts" })).rejects.toThrow("this session has no tools");
    }
  });

  test("records the tool that a model named although the host did not offer it", async () => {
    const { before, session } = setUp();
    await expect(before("invalid", { tool: "bash", error: "no such tool" })).rejects.toThrow("Refused: bash");
    await before("invalid", { tool: "read", error: "arguments are no JSON" });
    expect(session.violations.map(({ tool, target }) => [tool, target])).toEqual([["bash", "bash"]]);
  });

  test("refuses arguments of the wrong type without calling that a violation", async () => {
    const { before, session } = setUp();
    await expect(before("read", { filePath: ["src/main.ts"] })).rejects.toThrow("filePath must be a string");
    await expect(before("glob", { pattern: "*", path: null })).rejects.toThrow("path must be a string");
    expect(session.violations).toEqual([]);
  });

  test("checks no path when isolation is off", async () => {
    const { before, session } = setUp({ isolated: false });
    expect(await before("read", { filePath: inner })).toEqual({ filePath: inner });
    expect(session.violations).toEqual([]);
  });

  test("never touches a session that is not the lab's", async () => {
    const { before, after, session } = setUp({ strict: true });
    expect(await before("bash", { command: "rm" }, "mine")).toEqual({ command: "rm" });
    expect(await before("read", { filePath: design() }, "mine")).toEqual({ filePath: design() });
    const listing = `${design()}\n`;
    expect((await after("glob", { pattern: "*" }, listing, {}, "mine")).output).toBe(listing);
    expect(session.violations).toEqual([]);
  });

  test("refuses when the disk cannot be asked", async () => {
    const { before, session } = setUp({ worktree: join(top, "gone"), directory: join(top, "gone") });
    await expect(before("read", { filePath: "src/main.ts" })).rejects.toThrow("cannot be checked (ENOENT)");
    expect(session.violations).toHaveLength(1);
  });
});
