import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { taskIn } from "../../src/cli/options.ts";
import { rememberFolder } from "../../src/store/places.ts";
import { type Bench, bench } from "../support/lab.ts";

const SECRET = "zanzibar4711";
/** Long enough to be a design, and the front matter makes it a persona where a persona may be. */
const TEXT = `# Queue
${`The ${SECRET} queue keeps every job until its worker has answered for it. `.repeat(12)}
`;
const AGENT = `---\ndescription: a\ndesignlab: {role: reviewer}\n---\n${TEXT}`;
const skill = (path: string) =>
  `---\nname: ${basename(dirname(path))}\ndescription: a\nmetadata: {designlab-role: reviewer}\n---\n${TEXT}`;

const RULES = {
  personas: [
    ".opencode/design-lab-personas/privacy.md",
    ".OpenCode/Design-Lab-Personas/privacy.md",
    "docs/../.opencode/design-lab-personas/privacy.md",
    ".opencode/skill/reviewing/agents/privacy-b/SKILL.md",
    ".opencode/skills/reviewing/agents/privacy-c/SKILL.md",
    "packages/shop/.opencode/design-lab-personas/privacy.md",
    "packages/shop/.opencode/skills/reviewing/agents/privacy/SKILL.md",
    "persona-link.md",
    "persona-twin.md",
    "packages-twin.md",
  ],
  configuration: [
    ".opencode/design-lab.json",
    ".opencode/design-lab.jsonc",
    ".opencode/config/design-lab.json",
    "packages/shop/.opencode/design-lab.jsonc",
    "config-twin.md",
    "team/criteria.yaml",
  ],
  memory: ["docs/memory/PROJECT.md", "docs/memory/lessons.md", "memory-link.md", "memory-twin.md"],
  experiments: [".opencode/design-lab/PROJECT.md", ".opencode/design-lab/lessons.md"],
  secrets: [
    ".env",
    ".env.local",
    "prod.env",
    "deploy/Prod.ENV",
    "prod.env.local",
    ".envrc",
    ".envrc.private",
    ".env~",
    "secret-link.md",
    "secret-twin.md",
    "deploy/secret-twin.md",
  ],
} as const;

let lab: Bench;
const put = (name: string, text = TEXT): string => {
  const path = join(lab.dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};
beforeEach(async () => {
  lab = await bench();
  const config = JSON.stringify({ review: { criteria_file: "team/criteria.yaml" } });
  put("team/criteria.yaml", `assertions: ["It says ${SECRET}"]\n`);
  for (const name of Object.values(RULES).flat())
    if (!/twin|link|\.\.|team|OpenCode/u.test(name)) put(name, textOf(name, config));
  for (const [name, to] of [
    ["persona", ".opencode/design-lab-personas/privacy.md"],
    ["memory", "docs/memory/lessons.md"],
    ["secret", "prod.env"],
  ] as const) {
    symlinkSync(join(lab.dir, to), join(lab.dir, `${name}-link.md`));
    linkSync(join(lab.dir, to), join(lab.dir, `${name}-twin.md`));
  }
  linkSync(join(lab.dir, "deploy/Prod.ENV"), join(lab.dir, "deploy/secret-twin.md"));
  linkSync(join(lab.dir, ".opencode/design-lab.json"), join(lab.dir, "config-twin.md"));
  linkSync(join(lab.dir, "packages/shop/.opencode/design-lab-personas/privacy.md"), join(lab.dir, "packages-twin.md"));
  await rememberFolder({ home: lab.home, env: {}, worktree: lab.dir }, "memory", "docs/memory");
});
afterEach(() => lab.dispose());

function textOf(name: string, config: string): string {
  if (/\.jsonc?$/u.test(name)) return config;
  if (name.endsWith("SKILL.md")) return skill(name);
  return name.includes("design-lab-personas") ? AGENT : TEXT;
}

const MODELS = { design_models: ["alpha/strong-1", "beta/middle-1"], review_models: ["gamma/weak-1"] };
/** Every argument of an op that names a file whose text goes to a model or to a page. */
const WAYS: Readonly<Record<string, (path: string) => Promise<string>>> = {
  "run join": (path) => lab.call("run", { task: "Design a queue", ...MODELS, join: [path] }),
  "generate join": (path) => lab.call("generate", { task: "Design a queue", join: path }),
  "brief from": (path) => lab.call("brief", { idea: "A queue for jobs", from: path }),
  "plan of": (path) => lab.call("plan", { of: path }),
  "ask answers": async (path) => {
    await lab.call("ask", { questions: [{ id: "q1", type: "ask_file", text: "Which file?" }], wait: 0 });
    return lab.call("ask", { answers: { q1: path }, wait: 0 });
  },
};

test("a ballot, task files and a command's task are read by the same rules", async () => {
  await lab.call("run", { task: "Design a queue", ...MODELS });
  for (const [from, rule] of [
    ["prod.env", "secrets"],
    ["secret-twin.md", "secrets"],
    ["config-twin.md", "configuration"],
    ["docs/memory/lessons.md", "memory"],
  ] as const)
    expect(await lab.call("judge", { from, wait: 0 })).toContain(`(rule "${rule}")`);
  for (const [dir, rule] of [
    [".opencode/design-lab-personas", "personas"],
    ["packages/shop/.opencode/design-lab-personas", "personas"],
  ] as const)
    expect(await lab.call("tasks", { dir, view: "list" })).toContain(`(rule "${rule}")`);
  const signal = new AbortController().signal;
  // The home of this test's user is not the one of the command.
  for (const [rule, names] of Object.entries(RULES))
    for (const name of names)
      if (rule !== "memory" && !name.startsWith(".OpenCode"))
        await expect(taskIn(join(lab.dir, name), lab.dir, signal), name).rejects.toThrow(`(rule "${rule}")`);
  expect(await taskIn(put("docs/task.md", "Design a queue"), lab.dir, signal)).toBe("Design a queue");
});

for (const typed of [false, true])
  describe(`a file that needs the user's trust, memory and secrets reach no model when ${typed ? "a user types" : "an agent calls"}`, () => {
    for (const [rule, names] of Object.entries(RULES))
      for (const [way, call] of Object.entries(WAYS))
        test(`${way} refuses by the rule "${rule}"`, async () => {
          lab.typed = typed;
          for (const name of names) {
            const reply = await call(name);
            // A disk that knows case has no such file.
            if (name.startsWith(".OpenCode")) expect(reply, name).toMatch(/found nothing at|rule "personas"/u);
            else expect(reply, name).toContain(`(rule "${rule}")`);
            expect(reply, name).not.toContain(SECRET);
          }
          expect(JSON.stringify(lab.host.prompts)).not.toContain(SECRET);
        });
  });

describe("a file that no rule closes", () => {
  for (const name of ["docs/queue.md", ".env.example", "prod.env.example", "docs/environment.md", "docs/PROJECT.md"])
    test(`${name} joins`, async () => {
      put(name);
      expect(await lab.call("run", { task: "Design a queue", ...MODELS, join: [name], dry_run: true })).not.toContain(
        "(rule ",
      );
    });

  test("with a second name joins when the other name is open as well", async () => {
    linkSync(put("docs/queue.md"), join(lab.dir, "twin.md"));
    expect(await lab.call("run", { task: "A queue", ...MODELS, join: ["twin.md"], dry_run: true })).not.toContain(
      "(rule ",
    );
  });
});
