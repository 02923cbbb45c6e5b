import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { HOST } from "./support/hosts.ts";
import { rehearse } from "./support/rehearsal.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "designlab-unbuilt-")));
for (const part of ["package.json", "server.js", "tui.js", "unbuilt.js"])
  cpSync(join(PACKAGE_ROOT, part), join(folder, part));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NEEDED = `The design lab cannot run: ${folder} is not built. Run "npm ci && npm run build" in it, then start OpenCode anew.`;
const options = { plugin: folder, models: [{ id: "alpha/a-1" }], git: false };

describe("a folder that was cloned and never built", () => {
  test("says what is needed through the tool, the typed command and, on OpenCode 1, the error output of opencode run", async () => {
    await using lab = await rehearse(options);
    const called = await lab.call("doctor");
    expect(called.designlab).toEqual([NEEDED]);
    const typed = await lab.say("doctor", { command: "design-lab" });
    const asked = lab.provider.requests.filter(({ kind }) => kind === "host").map(({ body }) => JSON.stringify(body));
    expect(asked.at(-1)).toContain(JSON.stringify(`word for word, and do nothing else: ${NEEDED}`).slice(1, -1));
    expect(typed.text).toContain(NEEDED);
    for (const { stderr, errors } of [called, typed]) {
      expect(errors).toEqual([]);
      expect(stderr).toBe(HOST === 1 ? `designlab: ${NEEDED}\n` : "");
    }
  });

  test.skipIf(!hasTerminal())("says it over the screen as that opens", async () => {
    await using lab = await rehearse(options);
    await using terminal = openTerminal({ project: lab.project, columns: 100, rows: 40 });
    const screen = await terminal.waitFor((each) => each.includes("Design lab"));
    expect(screen).toContain("is not built");
    expect(screen).toContain("npm run build");
  });
});
