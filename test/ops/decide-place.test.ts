import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { snapshot } from "../support/disk.ts";
import { rankedProject } from "../support/ranked-project.ts";

const { start, decide, outcome, decision, files, edit, folder } = rankedProject();
const NYGARD = "# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nx\n";

test("records in folders by year, and of other endings, are counted, and their shape is taken", async () => {
  const { lab } = await start();
  files("docs/adr", { "2024/0001-a.md": NYGARD, "2025/0002-b.md": NYGARD, "0003-c.adoc": "= C" });
  await decide({ design: "A" });
  expect((await decision()).record.path).toBe("docs/adr/0004-task-queue.md");
  expect(readFileSync(join(lab.dir, "docs/adr/0004-task-queue.md"), "utf8")).toStartWith("# 4. Task queue: ");
});

test("a record goes into the folder of its year, is asked for once, and the next decision changes it there", async () => {
  const { lab } = await start();
  files("docs/adr", { "2024/0001-a.md": NYGARD, "2025/0002-b.md": NYGARD });
  await decide({ design: "A" });
  expect(lab.asked).toHaveLength(1);
  expect((await decision()).record.path).toBe("docs/adr/2026/0003-task-queue.md");
  expect(await decide({ design: "A" })).toContain("It was decided so already: nothing was written.");
  await decide({ design: "B" });
  expect(lab.asked).toHaveLength(1);
  expect((await decision()).record.path).toBe("docs/adr/2026/0004-task-queue.md");
  const before = readFileSync(join(lab.dir, "docs/adr/2026/0003-task-queue.md"), "utf8");
  expect(before).toContain("\nSuperseded by [");
  expect(before).toContain("](0004-task-queue.md)\n");
});

test("nothing is written through a folder of the year that is a link", async () => {
  const { lab } = await start();
  const outside = await folder();
  files("docs/adr", { "2024/0001-a.md": NYGARD, "2025/0002-b.md": NYGARD });
  symlinkSync(outside, join(lab.dir, "docs/adr/2026"));
  expect(await decide({ design: "A" })).toContain("needed is a folder; nothing was written.");
  expect(readdirSync(outside)).toEqual([]);
});

test("no Markdown is written among records of another format unless the folder is named, and both are told", async () => {
  const { lab } = await start();
  files("docs/adr", { "0001-a.rst": "A\n=\n", "0002-b.rst": "B\n=\n", "index.rst": "" });
  const why =
    "Most records in docs/adr are .rst files. Design Lab writes Markdown, so the record stays in the experiment.";
  expect(await lab.call("decide")).toContain(why);
  expect(await decide({ design: "A" })).toContain(why);
  expect((await decision()).record).toEqual({ in: "experiment", path: "decision.md" });
  expect(readdirSync(join(lab.dir, "docs/adr")).sort()).toEqual(["0001-a.rst", "0002-b.rst", "index.rst"]);
  expect(lab.asked).toEqual([]);
  const named = await decide({ design: "B", where: "docs/adr" });
  expect(named).toContain("It is a Markdown file. Most records there are .rst files.");
  expect((await decision()).record.path).toBe("docs/adr/0003-task-queue.md");
});

test("a folder that was allowed and is gone is no place: the one that is there is asked for", async () => {
  const { lab } = await start();
  files("docs/adr", { "0001-a.md": NYGARD, "0002-b.md": NYGARD });
  await decide({ design: "A" });
  renameSync(join(lab.dir, "docs/adr"), join(lab.dir, "docs/decisions"));
  lab.asked.length = 0;
  expect(await lab.call("decide")).toContain("The record would go to docs/decisions, after you are asked.");
  await decide({ design: "B" });
  expect(lab.asked).toEqual([expect.stringContaining("into docs/decisions of the project")]);
  expect((await decision()).record.path).toBe("docs/decisions/0004-task-queue.md");
  expect(existsSync(join(lab.dir, "docs/adr"))).toBeFalse();
});

test("a folder that holds records goes before one that says where they went", async () => {
  const { lab } = await start();
  files("docs", { "adr/README.md": "moved to docs/decisions", "decisions/0001-a.md": NYGARD });
  expect(await lab.call("decide")).toContain("The record would go to docs/decisions,");
  files(".", { ".adr-dir": "docs/adr\n" });
  expect(await lab.call("decide")).toContain("The record would go to docs/adr,");
});

test("an empty folder for records is one where there is no other", async () => {
  const { lab } = await start();
  files("docs", { "adr/README.md": "# Decisions" });
  await decide({ design: "A" });
  expect(lab.asked).toHaveLength(1);
  expect((await decision()).record.path).toBe("docs/adr/0001-task-queue.md");
});

test("a document of the project links to nothing that lies on this machine alone", async () => {
  const { lab } = await start();
  const read = (path: string) => readFileSync(join(lab.dir, path), "utf8");
  files("docs/adr", { "0001-a.md": NYGARD });
  await decide({ design: "A", where: "experiment" });
  await decide({ design: "A", where: "docs/adr" });
  const path = "docs/adr/0002-task-queue.md";
  expect(read(path)).toContain("Supersedes a decision that is kept outside this repository");
  await decide({ design: "B", where: "experiment" });
  expect(read(path)).toContain("\nSuperseded by a decision that is kept outside this repository\n");
  await decide({ design: "C", where: "docs/adr" });
  await decide({ design: "A", where: "docs/adr" });
  expect(read("docs/adr/0004-task-queue.md")).toContain("Supersedes [0003-task-queue](0003-task-queue.md)");
  for (const name of readdirSync(join(lab.dir, "docs/adr"), { recursive: true }) as string[])
    if (name.endsWith(".md")) expect(read(`docs/adr/${name}`)).not.toContain(".opencode");
});

test("the same decision a second time writes nothing, asks nobody, and keeps how it turned out", async () => {
  const { lab, dir } = await start();
  files("docs/adr", { "0001-a.md": NYGARD });
  await decide({ design: "A", because: "Cheap" });
  await outcome({ outcome: "worked" });
  lab.asked.length = 0;
  const before = await snapshot(lab.dir);
  expect(await decide({ design: "A", because: "Cheap" })).toContain("It was decided so already: nothing was written.");
  expect(await lab.call("decide", { design: "A", because: "Cheap" })).toContain("It was decided so already");
  expect(await snapshot(lab.dir)).toEqual(before);
  expect(lab.asked).toEqual([]);
  await decide({ design: "A", because: "Cheap", where: "experiment" });
  expect((await decision()).record.path).toBe("decision.md");
  rmSync(join(dir, "decision.md"));
  await decide({ design: "A", because: "Cheap", where: "experiment" });
  expect(existsSync(join(dir, "decision.md"))).toBeTrue();
  await edit("results/ranking.json", { timestamp: "2027-01-01T00:00:00.000Z" });
  await decide({ design: "A", because: "Cheap", where: "experiment" });
  expect(existsSync(join(dir, "decision-2.md"))).toBeTrue();
});
