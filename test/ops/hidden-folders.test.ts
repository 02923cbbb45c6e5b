import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allOps } from "../../src/ops/registry.ts";
import { decidedProject } from "../support/decided-project.ts";
import { type Bench, bench } from "../support/lab.ts";
import { type Files, filesIn } from "../support/played.ts";

const project = decidedProject({ task: "Design a durable task queue", topic: "Task queue" });
const TASK = "---\nid: one\nname: One\nstatus: pending\ndepends_on: []\n---\nDo it.\n";

/** `later`: it asks where it writes after a user approved what. */
type Call = { op: string; args: (folder: string) => object; later?: true };
/** Every argument of an op that names a place to write a document, by `op argument`. */
const WRITES: Readonly<Record<string, Call>> = {
  "export to": { op: "export", args: (to) => ({ to: `${to}/new` }) },
  "decide where": { op: "decide", args: (where) => ({ design: "B", because: "It is smaller", where }) },
  "plan where": { op: "plan", args: (where) => ({ where, wait: 0 }), later: true },
  "brief where": { op: "brief", args: (where) => ({ idea: "A queue for jobs", where, wait: 0 }), later: true },
  "brief output_dir": { op: "brief", args: (output_dir) => ({ idea: "A queue for jobs", output_dir, wait: 0 }) },
  "run output_dir": { op: "run", args: (output_dir) => ({ task: "Design a cache", output_dir }) },
  "generate output_dir": { op: "generate", args: (output_dir) => ({ task: "Design a cache", output_dir }) },
  "outcome where": { op: "outcome", args: (where) => ({ where }) },
  "tasks dir": { op: "tasks", args: (dir) => ({ dir, start: "one" }) },
};

/** Folders that hosts read, as a call can write them. */
const FOLDERS = [
  ".claude/commands",
  ".opencode/command",
  ".OpenCode/Agent",
  "docs/../.opencode/agent",
  "docs/.notes",
  "./.github/prompts/",
  "way/in",
  "linked/commands",
] as const;

async function start() {
  const started = await project.start();
  const { lab } = started;
  for (const folder of [".claude/commands", ".opencode/command", ".opencode/agent", ".OpenCode/Agent", "docs/.notes"])
    mkdirSync(join(lab.dir, folder), { recursive: true });
  mkdirSync(join(lab.dir, ".github/prompts"), { recursive: true });
  mkdirSync(join(lab.dir, ".opencode/commands/in"), { recursive: true });
  mkdirSync(join(lab.dir, "linked/commands"), { recursive: true });
  symlinkSync(join(lab.dir, ".opencode/commands"), join(lab.dir, "way"));
  symlinkSync(join(lab.dir, "linked"), join(lab.dir, ".agents"));
  for (const folder of FOLDERS) writeFileSync(join(lab.dir, folder, "one.md"), TASK);
  return started;
}
const isBeside = ({ path }: Files[number]) => !/^(?:\.opencode\/design-lab|no-home)\//u.test(path);
const filesBeside = (dir: string) => filesIn(dir).filter(isBeside);

describe("an agent's call writes no document into a hidden folder of the project", () => {
  test("every argument that names a place to write is held to it", async () => {
    const named = (await allOps()).flatMap(({ name, args }) =>
      Object.entries(args.properties)
        .filter(([, { description = "" }]) => /^(?:A )?(?:F|f)older|The folder that is made/u.test(String(description)))
        .map(([arg]) => `${name} ${arg}`),
    );
    expect(Object.keys(WRITES).toSorted()).toEqual(named.toSorted());
  });

  for (const [way, { op, args }] of Object.entries(WRITES))
    test(way, async () => {
      const { lab } = await start();
      const before = filesBeside(lab.dir);
      for (const folder of FOLDERS) {
        lab.asked.length = 0;
        expect(await lab.call(op, args(folder)), folder).toContain('(rule "hidden folders")');
        expect(
          lab.asked.filter((asked) => !asked.includes("hidden folder")),
          folder,
        ).toEqual([]);
      }
      expect(filesBeside(lab.dir)).toEqual(before);
      expect(lab.host.prompts).toHaveLength(0);
    });
});

describe("a user who types a hidden folder is asked about it", () => {
  for (const [way, { op, args }] of Object.entries(WRITES).filter(([, { later }]) => !later))
    test(way, async () => {
      const { lab } = await start();
      lab.typed = true;
      lab.permits = false;
      const before = filesIn(lab.dir);
      await lab.call(op, args(".claude/commands"));
      expect(lab.asked.some((asked) => asked.startsWith("designlab_approve") && asked.includes("hidden folder"))).toBe(
        true,
      );
      expect(filesBeside(lab.dir)).toEqual(before.filter(isBeside));
      lab.permits = true;
      await lab.call(op, args(".claude/commands"));
      expect(filesIn(lab.dir)).not.toEqual(before);
    });

  test("plan where, once the tasks are approved", async () => {
    const { lab } = await start();
    lab.typed = true;
    const where = ".claude/commands/tasks";
    await project.plan({ where });
    lab.permits = false;
    await project.answered({ decision: "approve", annotations: {} });
    expect(await project.plan({ where })).toContain("Nothing was written");
    expect(existsSync(join(lab.dir, where))).toBe(false);
    lab.permits = true;
    await project.plan({ where });
    expect(existsSync(join(lab.dir, where))).toBe(true);
    // What the user allowed once is allowed to the calls that follow.
    lab.typed = false;
    lab.asked.length = 0;
    expect(await project.tasks({ start: "skeleton" })).not.toContain("hidden folder");
  });
});

describe("what a checkout brings is held as an agent's call is", () => {
  const config = (lab: Bench, base_dir: string): string => {
    const text = JSON.stringify({ output: { base_dir } });
    mkdirSync(join(lab.dir, ".opencode"), { recursive: true });
    writeFileSync(join(lab.dir, ".opencode/design-lab.json"), text);
    return createHash("sha256").update(text).digest("hex");
  };
  for (const base_dir of [".claude/commands", "labs", "docs/../.opencode/agent"])
    test(`a base folder ${base_dir} of a configuration that nobody trusted`, async () => {
      const { lab } = await start();
      symlinkSync(join(lab.dir, ".claude"), join(lab.dir, "labs"));
      const sha256 = config(lab, base_dir);
      const before = filesBeside(lab.dir);
      expect(await lab.call("run", { task: "Design a cache" })).toContain("output.base_dir");
      expect(filesBeside(lab.dir)).toEqual(before);
      // A link may lead elsewhere since the user trusted the file.
      if (base_dir === "labs") return;
      const trusting = await bench({ dir: lab.dir, home: lab.home, allow_config: sha256 });
      await trusting.call("run", { task: "Design a lock" });
      expect(filesBeside(lab.dir)).not.toEqual(before);
    });

  test("a hidden base folder of the user's own configuration is used", async () => {
    const lab = await bench({ config: { output: { base_dir: ".labs" } } });
    await lab.call("run", { task: "Design a cache" });
    expect(existsSync(join(lab.dir, ".labs/PROJECT.md"))).toBe(true);
    expect(await lab.call("outcome", { lesson: "Caches need a size" })).not.toContain("hidden folder");
    await lab.dispose();
  });

  test("a link in the place of the base folder", async () => {
    const { lab } = await start();
    renameSync(join(lab.dir, ".opencode/design-lab"), join(lab.dir, ".opencode/command/design-lab"));
    symlinkSync(join(lab.dir, ".opencode/command/design-lab"), join(lab.dir, ".opencode/design-lab"));
    const before = filesIn(lab.dir);
    for (const [op, args] of [
      ["run", { task: "Design a cache" }],
      ["rank", {}],
      ["decide", { design: "B", because: "It is smaller" }],
      ["outcome", { lesson: "Caches need a size" }],
      ["ask", { questions: [{ id: "q1", type: "ask_text", text: "Why?" }], wait: 0 }],
      ["brief", { idea: "A queue", wait: 0 }],
      ["judge", { order: "A>B>C", wait: 0 }],
    ] as const) {
      await lab.call(op, args);
      expect(filesIn(lab.dir), op).toEqual(before);
    }
  });

  test("a link in the place of a folder of memory that the user named", async () => {
    const { lab } = await start();
    lab.typed = true;
    await lab.call("outcome", { where: "docs/memory" });
    lab.typed = false;
    rmSync(join(lab.dir, "docs/memory"), { recursive: true });
    symlinkSync(join(lab.dir, ".claude/commands"), join(lab.dir, "docs/memory"));
    const before = filesBeside(lab.dir);
    await lab.call("outcome", { lesson: "Queues need a size" });
    expect(filesBeside(lab.dir)).toEqual(before);
  });

  for (const named of [".claude/commands", "way/in", "linked/commands"])
    test(`.adr-dir that names ${named}`, async () => {
      const { lab } = await start();
      writeFileSync(join(lab.dir, ".adr-dir"), named);
      const before = filesBeside(lab.dir);
      expect(await lab.call("decide", { design: "B", because: "It is smaller" })).toContain('(rule "hidden folders")');
      expect(filesBeside(lab.dir)).toEqual(before);
    });

  test("a folder of designs that a link leads from", async () => {
    const { lab } = await start();
    mkdirSync(join(lab.dir, "docs/adr"), { recursive: true });
    for (const name of ["0001-a.md", "0002-b.md"]) {
      writeFileSync(join(lab.dir, ".claude/commands", name), `# ${name}\n`);
      writeFileSync(join(lab.dir, "docs/adr", name), `# ${name}\n`);
    }
    symlinkSync(join(lab.dir, ".claude/commands"), join(lab.dir, "docs/design"));
    const before = readdirSync(join(lab.dir, ".claude/commands"));
    await lab.call("decide", { design: "B", because: "It is smaller", where: "docs/adr" });
    expect(readdirSync(join(lab.dir, ".claude/commands"))).toEqual(before);
  });

  test("a plan that names a hidden folder for its tasks", async () => {
    const { lab, dir } = await start();
    await project.approved();
    const plan = await project.stored();
    const place = { ...plan.place, in: "project", path: ".claude/commands" };
    writeFileSync(join(dir, "plan.json"), JSON.stringify({ ...plan, place }));
    cpSync(join(lab.dir, "tasks"), join(lab.dir, ".claude/commands"), { recursive: true });
    const before = filesBeside(lab.dir);
    await project.plan();
    expect(await project.tasks({ start: "skeleton" })).toContain('(rule "hidden folders")');
    await project.plan({ expand: "skeleton" });
    expect(filesBeside(lab.dir)).toEqual(before);
  });
});

test("a project that itself is below a hidden folder is written into as any other", async () => {
  const above = await mkdtemp(join(tmpdir(), ".designlab-hidden-"));
  const { lab } = await project.start({ dir: join(above, "project") });
  expect(await lab.call("export", { to: "out" })).toContain("Folder: ");
  await rm(above, { recursive: true });
});
