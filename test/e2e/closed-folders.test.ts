import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import type { ToolCall } from "../../rehearsal/reply.ts";
import { asHost } from "./support/dialect.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

/**
 * A project without git that holds all that the host keeps, as where somebody works in the home folder, and 200 older
 * experiments of long lines, some of them copied to where nobody knows of them.
 */
const DESIGNER = "alpha/a-1";
const MARKER = "MARKER-5d20";
const EXPERIMENTS = 200;
const HOST = { XDG_DATA_HOME: ".data", XDG_STATE_HOME: ".state", XDG_CACHE_HOME: ".cache", XDG_CONFIG_HOME: ".config" };

const CALLS: ToolCall[] = (
  [
    { name: "grep", args: { pattern: "tamarind" } },
    { name: "grep", args: { pattern: "tamarind", include: "**/*.{md,json,txt}" } },
    { name: "grep", args: { pattern: MARKER } },
    { name: "grep", args: { pattern: "Design a shop", include: "*" } },
    { name: "grep", args: { pattern: "needle" } },
    { name: "glob", args: { pattern: "**/*.md" } },
    { name: "glob", args: { pattern: "**/*" } },
    { name: "glob", args: { pattern: "**/opencode*" } },
    { name: "read", args: { filePath: "." } },
    { name: "read", args: { filePath: ".data" } },
    { name: "read", args: { filePath: "archive/2025" } },
    ...Object.values(HOST).map((folder) => ({ name: "read", args: { filePath: `${folder}/opencode` } })),
    { name: "read", args: { filePath: ".data/opencode/opencode.db" } },
  ] satisfies Parameters<typeof asHost>[0][]
).map(asHost);

let lab: Rehearsal;
let answers: string[] = [];

beforeAll(async () => {
  lab = await rehearse({
    models: [{ id: DESIGNER }, { id: "beta/b-1" }],
    script: ({ model, kind }) => (model === DESIGNER && kind === "design" ? { calls: [CALLS] } : undefined),
    git: false,
    files: {
      "README.md": "The project's own word is tamarind.\n",
      ...Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`src/part-${at}.txt`, "needle\n".repeat(3)])),
      "archive/2025.md": "an old note\n",
    },
    lab: { design_models: [DESIGNER], review_models: ["beta/b-1"] },
  });
  const { directory, env } = lab.project;
  for (const [name, folder] of Object.entries(HOST)) {
    env[name] = join(directory, folder);
    write(join(directory, folder, "opencode/older.log"), `${MARKER} tamarind needle`);
  }
  const bin = join(directory, HOST.XDG_CACHE_HOME, "opencode", "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(rgPath, join(bin, "rg"));
  write(join(directory, HOST.XDG_DATA_HOME, "opencode/tool-output/tool_1"), `${MARKER} tamarind needle`);
  write(join(directory, HOST.XDG_DATA_HOME, "opencode/auth.json"), `{"key": "${MARKER} tamarind needle"}`);
  for (let at = 0; at < EXPERIMENTS; at++) {
    const base = at % 10 === 0 ? "archive" : ".opencode/design-lab";
    const folder = join(directory, base, `2025-01-01-older-${at}`);
    for (const name of ["task.json", "ledger.jsonl", "designs/design-a.md"]) {
      write(join(folder, name), `${MARKER} tamarind needle ${"x".repeat(at === 1 ? 400_000 : 10_000)}\n`.repeat(2));
    }
  }
  await lab.call("generate", { task: "Design a shop", topic: "shop" });
  const last = lab.labRequests().findLast(({ model, kind }) => model === DESIGNER && kind === "design");
  answers = (last?.messages ?? []).flatMap(({ role, content }) => (role === "tool" ? [content] : []));
}, 300_000);
afterAll(() => lab?.[Symbol.asyncDispose]());

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe("a designer in a project that holds the host's own folders and 200 experiments", () => {
  test("finds the project's own word, and all of it", () => {
    const found = `Found 1 matches\n${join(lab.project.directory, "README.md")}:\n  Line 1: The project's own word is tamarind.`;
    expect(answers.slice(0, 2)).toEqual([found, found]);
    expect(answers[4]).toStartWith("Found 99 matches\n");
    expect(answers[5]?.split("\n")).toEqual(
      ["archive/2025.md", "README.md"].map((name) => join(lab.project.directory, name)).sort(),
    );
  });

  test("sees nothing of an experiment, of the host's store or of its own prompt there", () => {
    expect(answers).toHaveLength(CALLS.length);
    for (const answer of answers) {
      expect(answer).not.toContain(MARKER);
      expect(answer).not.toMatch(/auth\.json|tool_1|2025-01-01|older|prompt_history|\.log\b/u);
    }
    expect(answers[2]).toMatch(/^No (?:files|matches) found$/u);
    expect(answers[7]).toBe(join(lab.project.directory, "opencode.json"));
    expect(answers[8]).toContain("README.md");
    expect(answers[9]).toMatch(/\(0 entries\)|entries 1-0$/u);
    expect(answers[10]).toContain(`Did you mean one of these?\n${join(lab.project.directory, "archive/2025.md")}`);
  });

  test("is refused the host's data, state, cache and configuration", () => {
    for (const answer of answers.slice(11)) expect(answer).toStartWith("Refused: read");
  });
});
