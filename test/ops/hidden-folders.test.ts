import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allOps } from "../../src/ops/registry.ts";
import { decidedProject } from "../support/decided-project.ts";
import { filesIn } from "../support/played.ts";

const project = decidedProject({ task: "Design a durable task queue", topic: "Task queue" });
const TASK = "---\nid: one\nname: One\nstatus: pending\ndepends_on: []\n---\nDo it.\n";

type Call = { op: string; args: (folder: string) => object; more?: (folder: string) => object };
/** Every argument of an op that names a place to write a document, by `op argument`. */
const WRITES: Readonly<Record<string, Call>> = {
  "export to": { op: "export", args: (to) => ({ to: `${to}/new` }) },
  "decide where": { op: "decide", args: (where) => ({ design: "B", because: "It is smaller", where }) },
  "plan where": { op: "plan", args: (where) => ({ where, wait: 0 }) },
  "brief where": { op: "brief", args: (where) => ({ idea: "A queue for jobs", where, wait: 0 }) },
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
  mkdirSync(join(lab.dir, ".opencode/command/in"), { recursive: true });
  mkdirSync(join(lab.dir, "linked/commands"), { recursive: true });
  symlinkSync(join(lab.dir, ".opencode/command"), join(lab.dir, "way"));
  symlinkSync(join(lab.dir, "linked"), join(lab.dir, ".agents"));
  for (const folder of FOLDERS) writeFileSync(join(lab.dir, folder, "one.md"), TASK);
  return started;
}
const filesBeside = (dir: string) => {
  const all = filesIn(dir);
  return all.filter(({ path }) => !path.startsWith(".opencode/design-lab/"));
};

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
  for (const [way, { op, args }] of Object.entries(WRITES))
    test(way, async () => {
      const { lab } = await start();
      lab.typed = true;
      lab.permits = false;
      const before = filesBeside(lab.dir);
      const files = filesIn(lab.dir);
      await lab.call(op, args(".claude/commands"));
      expect(lab.asked.some((asked) => asked.startsWith("designlab_approve") && asked.includes("hidden folder"))).toBe(
        true,
      );
      expect(filesBeside(lab.dir)).toEqual(before);
      lab.permits = true;
      await lab.call(op, args(".claude/commands"));
      expect(filesIn(lab.dir)).not.toEqual(files);
    });
});
