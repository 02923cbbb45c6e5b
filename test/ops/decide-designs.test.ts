import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { rankedProject } from "../support/ranked-project.ts";

const { start, decide, decision, files, folder } = rankedProject();
const NYGARD = "# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nx\n";
const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, "# A design\n"]));

test.each([
  { at: "docs/design", has: ["0001-cache.md", "0007-search.md"], want: "docs/design/0008-task-queue.md" },
  {
    at: "docs/designs",
    has: ["2025-03-01-cache.md", "2026-01-09-search.md"],
    want: "docs/designs/2026-11-24-task-queue.md",
  },
  { at: "docs/rfcs", has: ["RFC-001_cache.md", "RFC-002_full_search.md"], want: "docs/rfcs/RFC-003_task_queue.md" },
  {
    at: "doc/specs",
    has: ["20250301_Big_Cache.markdown", "20260109_Full_Search.markdown"],
    want: "doc/specs/20261124_Task_Queue.markdown",
  },
  {
    at: "docs/design",
    has: ["2025-03-01-cache-design.md", "2026-01-09-search-design.md", "README.md"],
    want: "docs/design/2026-11-24-task-queue-design.md",
  },
  { at: "docs/rfcs", has: ["1-cache.md", "2-search.md", "done/3-old.md"], want: "docs/rfcs/4-task-queue.md" },
  {
    at: "thoughts/shared/designs",
    has: ["2025-03-01-cache-design.md", "2026-01-09-search-design.md"],
    want: "thoughts/shared/designs/2026-11-24-task-queue-design.md",
  },
  {
    at: "thoughts/shared/designs",
    has: ["README.md"],
    want: "thoughts/shared/designs/2026-11-24-task-queue-design.md",
  },
])(
  "the chosen design goes where the project keeps its designs, named as they are: $want",
  async ({ at, has, want }) => {
    const { lab } = await start();
    files("docs/adr", { "0001-a.md": NYGARD });
    files(at, named(...has));
    expect(await lab.call("decide")).toContain(
      `The record would go to docs/adr and the chosen design to ${at}, after you are asked.`,
    );
    const reply = await decide({ design: "A" });
    expect(lab.asked).toEqual([
      expect.stringContaining(`into docs/adr of the project, each with its chosen design as a document in ${at}?`),
    ]);
    expect(reply).toContain(`The chosen design: ${want}.`);
    const { record, design_document } = await decision();
    expect([record.path, design_document]).toEqual(["docs/adr/0002-task-queue.md", { in: "project", path: want }]);
    expect(existsSync(join(lab.dir, "docs/adr/designs"))).toBeFalse();
    // Each leads to the other from where it lies.
    for (const [from, to] of [
      [record.path, want],
      [want, record.path],
    ] as const) {
      const [, way = ""] = /\]\(([^)]*\.(?:md|markdown))\)/u.exec(readFileSync(join(lab.dir, from), "utf8")) ?? [];
      expect(resolve(dirname(join(lab.dir, from)), decodeURI(way))).toBe(join(lab.dir, to));
    }
  },
);

test.each([
  ["docs/rfcs", "000", "# RFC 1: Cache\n", "# RFC 3: Task queue: "],
  ["docs/rfcs", "RFC-000", "# RFC-0001: Cache\n", "# RFC-0003: Task queue: "],
  ["docs/design", "000", "# 1. Cache\n", "# 3. Task queue: "],
  ["docs/design", "000", "# Cache\n", "# Task queue: "],
  ["docs/design", "2026-01-0", "# RFC 1: Cache\n", "# Task queue: "],
])("the title of a document in %s, %s…, begins as the others do: %p", async (at, name, title, want) => {
  const { lab } = await start();
  files("docs/adr", { "0001-a.md": NYGARD });
  files(at, { [`${name}1-cache.md`]: title, [`${name}2-search.md`]: title });
  await decide({ design: "A" });
  const { design_document } = await decision();
  expect(readFileSync(join(lab.dir, design_document?.path ?? ""), "utf8")).toStartWith(want);
});

test.each([
  ["one alone is no habit", "docs/design", ["0001-cache.md", "README.md"]],
  ["names without number or day are none", "docs/design", ["cache.md", "search.md"]],
  ["years are no numbers", "docs/rfcs", ["2025-cache.md", "2026-search.md"]],
  ["drawings are no documents", "docs/designs", ["0001-cache.svg", "0002-search.svg"]],
])("where %s, it stays beside the record", async (_, at, has) => {
  const { lab } = await start();
  files("docs/adr", { "0001-a.md": NYGARD });
  files(at, named(...has));
  expect(await lab.call("decide")).toContain("The record would go to docs/adr, after you are asked.");
  await decide({ design: "A" });
  expect((await decision()).design_document?.path).toBe("docs/adr/designs/2026-11-24-task-queue-design.md");
  expect(readdirSync(join(lab.dir, at))).toHaveLength(has.length);
});

test("a folder of designs that was not allowed with the records is asked for, once", async () => {
  const { lab } = await start();
  files("docs/adr", { "0001-a.md": NYGARD });
  await decide({ design: "A" });
  files("docs/design", named("0001-cache.md", "0002-search.md"));
  lab.asked.length = 0;
  expect(await lab.call("decide")).toContain("and the chosen design to docs/design, after you are asked.");
  await decide({ design: "B" });
  expect(lab.asked).toHaveLength(1);
  expect((await decision()).design_document?.path).toBe("docs/design/0003-task-queue.md");
  await decide({ design: "C" });
  expect(lab.asked).toHaveLength(1);
  expect((await decision()).design_document?.path).toBe("docs/design/0004-task-queue.md");
});

test("a folder of designs that leads out of the project, or that holds the records, is none", async () => {
  const { lab } = await start();
  const out = await folder();
  files("docs/adr", { "0001-a.md": NYGARD });
  files(".", named("0001-cache.md", "0002-search.md"));
  symlinkSync(out, join(lab.dir, "docs/design"));
  for (const name of ["0001-cache.md", "0002-search.md"]) symlinkSync(join(lab.dir, name), join(out, name));
  await decide({ design: "A" });
  expect((await decision()).design_document?.path).toBe("docs/adr/designs/2026-11-24-task-queue-design.md");
  expect(readdirSync(out)).toHaveLength(2);
  rmSync(join(lab.dir, "docs/design"));
  files("docs/rfcs", named("0001-cache.md", "0002-search.md"));
  await decide({ design: "B", where: "docs/rfcs" });
  expect((await decision()).record.path).toBe("docs/rfcs/0003-task-queue.md");
  expect((await decision()).design_document?.path).toBe("docs/rfcs/designs/2026-11-24-task-queue-design.md");
});

test("a record that stays in the experiment takes its design with it", async () => {
  await start();
  files("docs/design", named("0001-cache.md", "0002-search.md"));
  await decide({ design: "A", where: "experiment" });
  expect((await decision()).design_document).toEqual({ in: "experiment", path: "chosen-design.md" });
});
