import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, linkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

const MARKER = "zanzibar4711";
const PERSONA = ".opencode/design-lab-personas/privacy.md";
const TEXT = `# Queue\n\n${`The ${MARKER} queue keeps every job until its worker has answered for it. `.repeat(12)}\n`;

let lab: Rehearsal;
beforeAll(async () => {
  lab = await rehearse({
    models: [{ id: "alpha/a-1" }, { id: "beta/b-1" }],
    script: () => undefined,
    files: {
      [PERSONA]: `---\ndescription: a\ndesignlab: {role: reviewer}\n---\n${TEXT}`,
      "prod.env": TEXT,
      "docs/queue.md": "# Queue\n",
      ".claude/commands/own.md": "Own.\n",
      ".opencode/command/own.md": "Own.\n",
    },
    lab: { design_models: ["alpha/a-1"], review_models: ["beta/b-1"] },
  });
  const { directory } = lab.project;
  linkSync(join(directory, "prod.env"), join(directory, "twin.md"));
  symlinkSync(join(directory, ".claude/commands"), join(directory, "way"));
  await lab.ask("generate", { task: "Design a shop", topic: "shop" });
}, 300_000);
afterAll(() => lab?.[Symbol.asyncDispose]());

test("an agent's call hands no persona that nobody trusted, and no secret, to a model", async () => {
  for (const [file, rule] of [
    [PERSONA, "personas"],
    ["prod.env", "secrets"],
    ["twin.md", "secrets"],
  ] as const)
    for (const [op, args] of [
      ["generate", { task: "Design a shop", topic: "shop", fresh: true, join: [file] }],
      ["brief", { idea: "A shop", from: [file] }],
    ] as const)
      expect(await lab.ask(op, args), `${op} ${file}`).toContain(`(rule "${rule}")`);
  expect(JSON.stringify(lab.labRequests())).not.toContain(MARKER);
}, 300_000);

test("an agent's call exports nothing to where the host reads commands and agents", async () => {
  for (const to of [".opencode/command/out", ".claude/commands/out", "docs/../.opencode/agent", "way/out"]) {
    expect(await lab.ask("export", { to }), to).toContain('(rule "hidden folders")');
    expect(existsSync(join(lab.project.directory, to)), to).toBe(false);
  }
  expect(await lab.ask("export", { to: "out" })).toContain("Folder: ");
}, 300_000);
