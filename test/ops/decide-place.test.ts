import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rankedProject } from "../support/ranked-project.ts";

const { start, decide, decision, files } = rankedProject();
const NYGARD = "# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nx\n";

test("records in folders by year, and of other endings, are counted, and their shape is taken", async () => {
  const { lab } = await start();
  files("docs/adr", { "2024/0001-a.md": NYGARD, "2025/0002-b.md": NYGARD, "0003-c.adoc": "= C" });
  await decide({ design: "A" });
  expect((await decision()).record.path).toBe("docs/adr/0004-task-queue.md");
  expect(readFileSync(join(lab.dir, "docs/adr/0004-task-queue.md"), "utf8")).toStartWith("# 4. Task queue: ");
});
