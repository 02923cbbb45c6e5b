import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { personaNamed } from "../../src/config/personas.ts";
import { UsageError } from "../../src/errors.ts";
import { personaChecks } from "../../src/story/personas.ts";
import { temporaryProject } from "./project.ts";

let project: ReturnType<typeof temporaryProject>;
beforeEach(() => {
  project = temporaryProject();
});
afterEach(() => project.remove());

const inHome = (name: string): string => join(project.home, ".config/opencode/design-lab-personas", `${name}.md`);
const agent = (front: string): string => `---\n${front}\ndesignlab:\n  role: reviewer\n---\n\nYou review it.\n`;
const skillFile = (name: string): string =>
  join(project.directory, ".opencode/skill/reviewing/agents", name, "SKILL.md");

/** Front matter as other programs write it, and what the notes name of it. */
const FOREIGN: [program: string, front: string, unused: string[]][] = [
  ["Claude Code", "name: x\ndescription: Reviews it\nmodel: opus\ntools: Read, Grep\ncolor: cyan", ["tools", '"opus"']],
  ["Claude Code, all keys", "name: x\ndescription: a\nmodel: inherit\nmaxTurns: 5\neffort: high", ['"inherit"']],
  [
    "Claude Code, more rights",
    "description: a\nmcpServers: [db]\npermissionMode: plan",
    ["permissionMode", "mcpServers"],
  ],
  [
    "Copilot",
    "name: x\ndescription: a\nmodel: [GPT-5, Opus]\nhandoffs: []\ndisable-model-invocation: true",
    ["a list"],
  ],
  ["Cursor", "name: x\ndescription: a\nmodel:\nreadonly: true\nis_background: false", ["null"]],
  [
    "OpenCode",
    "description: a\nmode: subagent\npermission: {edit: deny}\ntop_p: 0.9\nreasoningEffort: low",
    ["permission"],
  ],
  ["an unquoted colon", "name: x\ndescription: Use it for reviews. Examples: a and b: c\nmodel: opus", ['"opus"']],
];

describe("an agent of another program is a persona once it has a role", () => {
  test.each(FOREIGN)("%s", (_, front, unused) => {
    project.write(inHome("x"), agent(front));
    const { personas, personaNotes } = project.load();
    const said = personaNotes.map((note) => ("key" in note ? note.key : "model" in note ? note.model : note.kind));
    expect(said).toEqual(unused);
    expect(personas.find(({ name }) => name === "x")).toMatchObject({ model: null, text: "You review it." });
  });

  test("a description loses a comment of YAML, and keeps a colon without quotes", () => {
    const descriptionOf = (text: string) => {
      project.write(inHome("x"), agent(`description: ${text}`));
      return project.load().personas.find(({ name }) => name === "x")?.description;
    };
    expect(descriptionOf("Use it for reviews. Example: a")).toBe("Use it for reviews. Example: a");
    expect(descriptionOf("Reviews it # not: this")).toBe("Reviews it");
    expect(descriptionOf('"Reviews it: all"')).toBe("Reviews it: all");
    expect(descriptionOf(">-\n  Reviews it: all")).toBe("Reviews it: all");
  });

  test("a model as provider/model is still a wish, and a wrong one an error", () => {
    project.write(inHome("x"), agent("description: a\nmodel: acme/large"));
    expect(project.load().personas.find(({ name }) => name === "x")?.model).toBe("acme/large");
    expect(project.load().personaNotes).toEqual([]);
    project.write(inHome("x"), agent("description: a\nmodel: acme/"));
    expect(project.failure().message).toContain('model must be a model as "provider/model"');
  });

  test("doctor has one line for each kind of unused key, however many files have it", () => {
    for (const name of ["a", "b", "c"]) project.write(inHome(name), agent("description: a\nmodel: opus\ntools: Read"));
    const lines = personaChecks(project.load(), []).map(({ found }) => found);
    const unused = lines.filter((line) => line.includes("not used"));
    expect(unused).toEqual([
      `tools of ${inHome("a")} (and of 2 other files) is not used: a persona gets no tools`,
      `model "opus" of ${inHome("a")} (and of 2 other files) is not used: it is not a provider/model`,
    ]);
  });
});

describe("an agent of a skill without our keys", () => {
  const thrown = (name: string): UsageError => {
    try {
      personaNamed(project.load(), name);
    } catch (error) {
      if (error instanceof UsageError) return error;
    }
    throw new Error("it was expected to throw a UsageError");
  };

  test.each([
    ["---\nname: auditor\ndescription: Audits it\n---\nYou audit it.\n", ["metadata.designlab-role"]],
    [
      "---\nname: auditor\ndesignlab:\n  role: reviewer\n---\nYou audit it.\n",
      ["description", "metadata.designlab-role"],
    ],
    ["You audit it.\n", ["name", "description", "metadata.designlab-role"]],
  ])("stops nothing, and is named with its missing keys if it is asked for: %#", (text, keys) => {
    project.write(skillFile("auditor"), text);
    expect(project.load().personas).toHaveLength(6);
    const { message, advice } = thrown("auditor");
    expect(message).toBe(`"auditor" is not a persona: ${skillFile("auditor")} has no ${keys.join(", no ")}.`);
    expect(advice).toContain("metadata: {designlab-role: reviewer}");
  });

  test("is no persona of that name if its folder holds no SKILL.md", () => {
    mkdirSync(join(skillFile("auditor"), ".."), { recursive: true });
    expect(thrown("auditor").message).toContain('There is no persona "auditor"');
  });
});
