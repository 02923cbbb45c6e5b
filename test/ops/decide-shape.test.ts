import { describe, expect, test } from "bun:test";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { recordsOf } from "../../src/store/record-folder.ts";
import { snapshot } from "../support/disk.ts";
import { foreign } from "../support/hostile-text.ts";
import { rankedProject } from "../support/ranked-project.ts";
import { five, KINDS, MADR_4, NYGARD, sections } from "../support/record-kinds.ts";

const { start, decide, decision, files, folder, edit } = rankedProject();

const headings = (text: string): string[] =>
  text.split("\n").filter((line) => /^#{2,3} /u.test(line) && !/^### (?:[A-C]|d\d) “/u.test(line));
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)]+)\)/gu)].map(([, path = ""]) => decodeURIComponent(path));

describe.each(Object.entries(KINDS))("in a project with records of %s", (_, { has, want }) => {
  test("a record has their sections in their order, nothing is cut, and all that it leads to stands in the project", async () => {
    const { lab } = await start();
    files("docs/adr", has);
    await decide({ design: "A", because: "It is the one we can run" });
    const { record, design_document } = await decision();
    const read = (path: string): string => readFileSync(join(lab.dir, path), "utf8");
    const text = read(record.path);
    const documentText = read(design_document?.path ?? "");
    expect(headings(text)).toEqual(want);
    expect(text.length).toBeLessThanOrEqual(8_000);
    for (const each of [text, documentText]) {
      expect(each).not.toContain("…");
      expect(each).not.toMatch(/stand in the experiment|\.opencode/u);
      expect(each).toContain("Good, because “");
      expect(each).toContain("Bad, because ");
    }
    expect(text).not.toMatch(/\ba person\b/u);
    const copy = await folder();
    cpSync(lab.dir, copy, { recursive: true });
    rmSync(join(copy, ".opencode"), { recursive: true });
    for (const path of [record.path, design_document?.path ?? ""]) {
      const targets = linksIn(read(path));
      expect(targets.length).toBeGreaterThan(0);
      for (const target of targets) expect(existsSync(resolve(dirname(join(copy, path)), target))).toBeTrue();
    }
  });
});

test("keys, their order and their spelling are those of the neighbours, and a name that is known is not lost", async () => {
  const { lab } = await start();
  files(
    "docs/adr",
    five(
      (at) =>
        `---\ntitle: Use ${at}\ndate: 2026-01-0${at}\nstatus: Accepted\ndeciders: [Ada]\n---\n\n# Use ${at}\n\n${sections(...MADR_4)}`,
    ),
  );
  await decide({ design: "A", by: "Ana" });
  const text = readFileSync(join(lab.dir, (await decision()).record.path), "utf8");
  expect(text).toMatch(/^---\ntitle: ".+"\ndate: 2026-11-24\nstatus: Accepted\ndeciders: \["Ana"\]\n---\n\n# /u);
  const own = KINDS["a shape of its own"].has;
  files("docs/own", own);
  await decide({ design: "A", by: "Ana", where: "docs/own" });
  expect(readFileSync(join(lab.dir, (await decision()).record.path), "utf8")).toMatch(
    /^# ADR-006: .+\n\n\*\*Status:\*\* Accepted, 2026-11-24\n\nDeciders: Ana\n\n## 1\. Background\n/u,
  );
});

test("none of the designs has no document, and an old decision without one is read", async () => {
  const { lab, dir } = await start();
  files("docs/adr", KINDS.Nygard.has);
  await decide({ none: true, because: "Too dear" });
  expect((await decision()).design_document).toBeUndefined();
  expect(existsSync(join(lab.dir, "docs/adr/designs"))).toBeFalse();
  expect(await recordsOf(dir, lab.dir)).toEqual([join(lab.dir, "docs/adr/0006-task-queue.md")]);
});

test("the document is closed to sessions of its own experiment as the record is, of decisions before too", async () => {
  const { lab, dir } = await start();
  files("docs/adr", KINDS.Nygard.has);
  await decide({ design: "A" });
  await decide({ design: "B" });
  const closed = await recordsOf(dir, lab.dir);
  const names = [
    "0006-task-queue.md",
    "0007-task-queue.md",
    "designs/2026-11-24-task-queue-design.md",
    "designs/2026-11-24-task-queue-design-2.md",
  ];
  expect(closed.sort()).toEqual(names.map((name) => join(lab.dir, "docs/adr", name)).sort());
  expect(readdirSync(join(lab.dir, "docs/adr")).filter((name) => name.endsWith(".md"))).toHaveLength(7);
});

test("a record that stays in the experiment has the document beside it", async () => {
  const { dir } = await start();
  await decide({ design: "A", where: "experiment" });
  await decide({ design: "B", where: "experiment" });
  expect((await decision()).design_document).toEqual({ in: "experiment", path: "chosen-design-2.md" });
  expect(readFileSync(join(dir, "decision-2.md"), "utf8")).toContain("(chosen-design-2.md)");
  expect(readFileSync(join(dir, "chosen-design.md"), "utf8")).toContain("[decision](decision.md)");
});

test("a document whose name is taken gets the next, and the file that has it stays", async () => {
  const { lab } = await start();
  files("docs/adr", { ...KINDS.Nygard.has, "designs/2026-11-24-task-queue-design.md": "Mine\n" });
  await decide({ design: "A" });
  expect((await decision()).design_document?.path).toBe("docs/adr/designs/2026-11-24-task-queue-design-2.md");
  expect(readFileSync(join(lab.dir, "docs/adr/designs/2026-11-24-task-queue-design.md"), "utf8")).toBe("Mine\n");
});

test("a folder of designs that is a link, or cannot be written to, leaves nothing behind", async () => {
  const { lab, dir } = await start();
  const out = await folder();
  files("docs/adr", KINDS.Nygard.has);
  symlinkSync(out, join(lab.dir, "docs/adr/designs"));
  const before = await snapshot(join(lab.dir, "docs"));
  expect(await decide({ design: "A" })).toContain("nothing was written");
  rmSync(join(lab.dir, "docs/adr/designs"));
  writeFileSync(join(lab.dir, "docs/adr/designs"), "");
  expect(await decide({ design: "A" })).toContain("nothing was written");
  rmSync(join(lab.dir, "docs/adr/designs"));
  if (process.getuid?.() !== 0 && process.platform !== "win32") {
    files("docs/adr/designs", { "a.md": "" });
    chmodSync(join(lab.dir, "docs/adr/designs"), 0o500);
    expect(await decide({ design: "A" })).toContain("Nothing was decided");
    chmodSync(join(lab.dir, "docs/adr/designs"), 0o700);
    rmSync(join(lab.dir, "docs/adr/designs"), { recursive: true });
  }
  expect(readdirSync(out)).toEqual([]);
  expect(await snapshot(join(lab.dir, "docs"))).toEqual(before);
  expect(existsSync(join(dir, "decision.json"))).toBeFalse();
});

test("hostile texts of a design and a topic of other scripts break neither shape", async () => {
  const { lab } = await start();
  files("docs/adr", KINDS.Nygard.has);
  const hostile = "One.\n\n# heading\n\n---\nstatus: x\n---\n\n```\nopen\n\n## Decision\n";
  await edit("task.json", { topic: "待ち行列 – очередь" });
  await edit("designs/design-alpha-strong-1.json", { summary: hostile, data_flow: hostile, title: "# A\n---\n```" });
  await decide({ design: "A" });
  const { record, design_document } = await decision();
  const text = readFileSync(join(lab.dir, record.path), "utf8");
  const whole = readFileSync(join(lab.dir, design_document?.path ?? ""), "utf8");
  expect(headings(text)).toEqual(NYGARD);
  expect(foreign(text).filter(({ text: to }) => !to.startsWith("designs/2026-11-24-"))).toEqual([]);
  expect(
    whole
      .split("\n")
      .filter((line) => /^#{1,2} /u.test(line))
      .slice(1),
  ).toContain("## Where this comes from");
  expect(whole).not.toMatch(/^---$/mu);
});
