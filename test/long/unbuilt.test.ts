import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { unbuilt } from "../e2e/support/unbuilt.ts";

const folder = unbuilt();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasTerminal())(
  "a folder that was cloned and never built says over the screen as that opens what is needed",
  async () => {
    await using lab = await rehearse({ plugin: folder, models: [{ id: "alpha/a-1" }], git: false });
    await using terminal = openTerminal({ project: lab.project, columns: 100, rows: 40 });
    const screen = await terminal.waitFor((each) => each.includes("Design lab"));
    expect(screen).toContain("is not built");
    expect(screen).toContain("npm run build");
  },
);
