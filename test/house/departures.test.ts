import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");
const ADR = join(ROOT, "docs/adr");
const [other = ""] = [...new Glob("0082-*.md").scanSync(ADR)];

test("what departs from the other documents names files that are there, and each document is told of", () => {
  const text = readFileSync(join(ADR, other), "utf8");
  for (const document of ["single tool", "interviewer", "swarm", "tests first"])
    expect(text).toContain(`**${document}**`);
  const files = [...text.matchAll(/[\w-]+(?:\/[\w-]+)+\.tsx?/gu)].map(([file]) => file);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(join(ROOT, "src", file)))).toEqual([]);
});

test("a decision has a page of 45 lines, and stands in the list", () => {
  const list = readFileSync(join(ADR, "README.md"), "utf8");
  const pages = [...new Glob("[0-9]*.md").scanSync(ADR)].sort();
  const long = pages.filter((page) => readFileSync(join(ADR, page), "utf8").trimEnd().split("\n").length > 45);
  expect(long).toEqual([]);
  expect(pages.filter((page) => !list.includes(`](${page})`))).toEqual([]);
});
