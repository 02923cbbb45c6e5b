import { expect, test } from "bun:test";
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBriefFiles } from "../../src/stages/brief/files.ts";
import { writeDesignPage } from "../../src/stages/files.ts";
import { EXAMPLES } from "../store/examples.ts";
import { BRIEF } from "../support/briefs.ts";

test("writeDesignPage() writes a design for reading beside its JSON; a page that cannot be written costs nothing", async () => {
  const dir = await mkdtemp(join(tmpdir(), "files-"));
  const { task, design } = EXAMPLES;
  await writeDesignPage(dir, task, design);
  expect(await readFile(join(dir, "designs/design-a-one.md"), "utf8")).toContain("A queue");
  await writeFile(join(dir, "file"), "");
  await writeDesignPage(join(dir, "file"), task, design);
  await rm(dir, { recursive: true });
});

test("writeBriefFiles() writes brief.md where it says something else, and a page that cannot be written costs nothing", async () => {
  const dir = await mkdtemp(join(tmpdir(), "files-"));
  const path = join(dir, "brief.md");
  await writeBriefFiles(dir, BRIEF);
  const text = await readFile(path, "utf8");
  expect(text).toContain("- **R1** No mail is lost when a worker dies (from the idea and question q1)");
  await utimes(path, 1_000, 1_000);
  await writeBriefFiles(dir, BRIEF);
  expect((await stat(path)).mtimeMs).toBe(1_000_000);
  await writeFile(path, "mine");
  await writeBriefFiles(dir, BRIEF);
  expect(await readFile(path, "utf8")).toBe(text);
  await writeBriefFiles(path, BRIEF);
  await rm(dir, { recursive: true });
});
