import { expect, test } from "bun:test";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeDesignPage } from "../../src/stages/files.ts";
import { EXAMPLES } from "../store/examples.ts";

test("writeDesignPage() writes a design for reading beside its JSON; a page that cannot be written costs nothing", async () => {
  const dir = await mkdtemp(join(tmpdir(), "files-"));
  const { task, design } = EXAMPLES;
  await writeDesignPage(dir, task, design);
  expect(await readFile(join(dir, "designs/design-a-one.md"), "utf8")).toContain("A queue");
  await writeFile(join(dir, "file"), "");
  await writeDesignPage(join(dir, "file"), task, design);
  await rm(dir, { recursive: true });
});
