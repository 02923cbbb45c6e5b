import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { Persona } from "../../src/artifacts/persona.ts";
import { alikeCriteria, personaNamed } from "../../src/config/personas.ts";
import { UsageError } from "../../src/errors.ts";
import { temporaryProject } from "./project.ts";

let project: ReturnType<typeof temporaryProject>;
beforeEach(() => {
  project = temporaryProject();
});
afterEach(() => project.remove());

const inProject = (name: string): string => join(project.directory, ".opencode/design-lab-personas", name);
const inHome = (name: string): string => join(project.home, ".config/opencode/design-lab-personas", name);
const CRITERION = "{name: privacy, description: How little is kept?, min: 0, max: 10, weight: 2}";
const persona = (more = "", body = "You look at what is kept of people.") => `---
description: Looks at what is kept of people
model: acme/large
temperature: 0.3
mode: subagent
designlab:
  role: reviewer
  models: [acme/small, beta/large]
  criteria: [${CRITERION}]
${more}---
${body}
`;
const skill = (metadata: string, name = "privacy", more = "") => `---
name: ${name}
description: Looks at what is kept of people
license: MIT
${more}metadata:
  author: somebody
${metadata}---
# Privacy
You look at what is kept of people.
`;
const skillFile = (name = "privacy", kind = "skill", of = `${project.directory}/.opencode`): string =>
  join(of, kind, "reviewing/agents", name, "SKILL.md");
/** Allows what stands there now. */
const allowed = () => {
  const { project: files } = project.load();
  return { allowed: { kept: { paths: files?.paths ?? [], sha256: files?.sha256 ?? "" }, said: null } };
};
const named = (name: string, more = {}) => personaNamed(project.load(more), name);
const thrown = (work: () => unknown): UsageError => {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error("it was expected to throw");
};
/** What a file of one's own is refused with. */
const failing = (text: string | Uint8Array, name = "privacy.md"): string => {
  project.write(inHome(name), text);
  return project
    .failure()
    .message.replaceAll(inHome(name), "FILE")
    .replaceAll(dirname(inHome(name)), "FOLDER");
};

describe("the personas that come with the lab", () => {
  test("are three reviewers with a criterion of their own and three designers without", () => {
    const { personas, heldPersonas, personaNotes, project: files } = project.load();
    expect(personas.map(({ name, role, criteria = [] }) => [name, role, criteria.length])).toEqual([
      ["security", "reviewer", 1],
      ["operations", "reviewer", 1],
      ["cost", "reviewer", 1],
      ["simplest", "designer", 0],
      ["growth", "designer", 0],
      ["few-people", "designer", 0],
    ]);
    expect([heldPersonas, personaNotes, files]).toEqual([[], [], null]);
    for (const { file, model, models, ...rest } of personas) {
      expect([...Value.Errors(Persona, rest)]).toEqual([]);
      expect([file, model, models]).toEqual([null, null, []]);
      expect(rest.sha256).toBe(createHash("sha256").update(rest.text).digest("hex"));
      const sentences = rest.text.match(/[.?](?=\s|$)/gu) ?? [];
      expect(sentences.length, rest.name).toBeGreaterThanOrEqual(5);
    }
    for (const { criteria = [] } of personas)
      for (const { min, max, weight, anchors } of criteria)
        expect([min, max, weight, typeof anchors?.middle]).toEqual([0, 10, 1, "string"]);
    expect(alikeCriteria(personas)).toEqual([]);
  });
});

describe("a persona's file", () => {
  test("of one's own is read whole and may be used", () => {
    project.write(inHome("privacy.md"), persona());
    const { sha256, ...found } = named("privacy");
    expect(found).toEqual({
      name: "privacy",
      role: "reviewer",
      description: "Looks at what is kept of people",
      text: "You look at what is kept of people.",
      criteria: [{ name: "privacy", description: "How little is kept?", min: 0, max: 10, weight: 2 }],
      temperature: 0.3,
      from: "user",
      file: inHome("privacy.md"),
      model: "acme/large",
      models: ["acme/small", "beta/large"],
    });
    expect(sha256).toBe(createHash("sha256").update(persona()).digest("hex"));
  });

  test("as docs/configuration.md has one whole is one", () => {
    const docs = readFileSync(join(import.meta.dir, "../../docs/configuration.md"), "utf8");
    const [, example = ""] = /```markdown\n(---\n[\s\S]*?)```/u.exec(docs) ?? [];
    project.write(inHome("privacy.md"), example);
    expect(named("privacy")).toMatchObject({ role: "reviewer", criteria: [{ name: "privacy" }], temperature: 0.3 });
  });

  test("takes the place of the one that comes with the lab, which is said", () => {
    project.write(inHome("security.md"), persona());
    expect(named("security").from).toBe("user");
    const { personas, personaNotes } = project.load();
    expect(personas).toHaveLength(6);
    expect(personaNotes).toEqual([
      { kind: "persona-counts", persona: "security", file: inHome("security.md"), over: null },
    ]);
  });

  test("gives no tools and lifts nothing, which is said", () => {
    project.write(inHome("privacy.md"), persona("tools: {bash: true}\npermission: {edit: allow}\ncolor: red\n"));
    expect(project.load().personaNotes).toEqual(
      ["tools", "permission"].map((key) => ({
        kind: "persona-key-unused",
        persona: "privacy",
        file: inHome("privacy.md"),
        key,
      })),
    );
    expect(Object.keys(named("privacy"))).not.toContain("tools");
  });

  test("loses what cannot be seen, in text, description and criteria", () => {
    const hidden = persona("", "You look\u202e at\u200b what is kept.\u0007").replace("Looks", "Lo\u200boks");
    project.write(inHome("privacy.md"), hidden.replace("How little", "How\u200b little"));
    const { text, description, criteria } = named("privacy");
    expect([text, description]).toEqual(["You look at what is kept.", "Looks at what is kept of people"]);
    expect(criteria?.[0]?.description).toBe("How little is kept?");
  });

  test("of one's own may be a link that leads anywhere, and may have Windows' line ends", () => {
    const elsewhere = join(project.root, "dotfiles/privacy.md");
    project.write(elsewhere, persona().replaceAll("\n", "\r\n"));
    mkdirSync(dirname(inHome("x")), { recursive: true });
    symlinkSync(elsewhere, inHome("privacy.md"));
    expect(named("privacy")).toMatchObject({ text: "You look at what is kept of people.", file: inHome("privacy.md") });
  });

  test("may begin with a byte order mark, and its text loses what no eye can see", () => {
    project.write(inHome("privacy.md"), `\uFEFF${persona("", "You look\0 at it.")}`);
    expect(named("privacy").text).toBe("You look at it.");
  });

  test("is not README.md, a hidden file or one with another ending, and never an agent of the host", () => {
    for (const name of ["README.md", "readme.md", "Readme.MD", ".privacy.md", "privacy.txt"])
      project.write(inHome(name), "no persona");
    project.write(join(project.directory, ".opencode/agents/privacy.md"), persona());
    project.write(join(project.directory, ".opencode/agent/privacy.md"), persona());
    expect(project.load().personas).toHaveLength(6);
    expect(project.load().heldPersonas).toEqual([]);
  });

  test("counts in OPENCODE_CONFIG_DIR over the one in ~/.config", () => {
    const other = join(project.root, "other");
    project.write(inHome("privacy.md"), persona());
    project.write(join(other, "design-lab-personas/privacy.md"), persona("", "Another."));
    const { personas, personaNotes } = project.load({ env: { OPENCODE_CONFIG_DIR: other } });
    expect(personas.find(({ name }) => name === "privacy")?.text).toBe("Another.");
    expect(personaNotes).toMatchObject([{ kind: "persona-counts", over: inHome("privacy.md") }]);
  });
});

describe("a mistake in a persona's file is said with its place", () => {
  const at = (line: number, column: number) => `(line ${line}, column ${column})`;
  test.each<[string | Uint8Array, string]>([
    [
      persona().replace("reviewer", "tester"),
      `FILE: designlab.role must be "reviewer" or "designer", found "tester" ${at(7, 9)}`,
    ],
    [
      persona().replace("  role: reviewer\n", ""),
      'designlab.role must be "reviewer" or "designer", found nothing (line 7',
    ],
    ["---\ndescription: a\n---\ntext", `FILE: designlab must be an object, found nothing ${at(1, 1)}`],
    [
      persona().replace("description: Looks", "description: # Looks"),
      "FILE: description must be text that is not empty, found null",
    ],
    [
      persona().replace("Looks at", "a".repeat(1_025)),
      "FILE: description must be text of at most 1024 characters, found",
    ],
    [persona().replace("acme/large", "acme/"), `FILE: model must be a model as "provider/model"`],
    [persona().replace("acme/small", "small"), "FILE: designlab.models[0] must be a model"],
    [persona().replace("0.3", "3"), `FILE: temperature must be a number from 0 to 2, found 3 ${at(4, 14)}`],
    [
      persona().replace("models:", "modles:"),
      `designlab.modles must be a known field, found "modles"; nearest: designlab.models`,
    ],
    [
      persona().replace("temperature", "temprature"),
      `temprature must be a known field, found "temprature"; nearest: temperature ${at(4, 1)}`,
    ],
    [persona().replace("max: 10", "max: 0"), `FILE: designlab.criteria[0].max must be above min 0, found 0 (line 9`],
    [
      persona().replace(CRITERION, `${CRITERION}, ${CRITERION.replace("privacy", "ｐrivacy")}`),
      "designlab.criteria[1].name must look different from",
    ],
    [persona("description: again\n"), `FILE: description must stand once, found again ${at(10, 1)}`],
    [
      "You are somebody.",
      `FILE: it must begin with a line of three dashes, its front matter and another such line, found no front matter ${at(1, 1)}`,
    ],
    ["---\ndescription: a\n", "found no second line of three dashes"],
    [persona().replaceAll("---", "----"), `another such line, found no front matter ${at(1, 1)}`],
    [
      persona("...\ntools: {bash: true}\n"),
      `FILE: it must be one YAML document, found the beginning of another ${at(11, 1)}`,
    ],
    [
      persona().replace("role: reviewer", "role: designer"),
      `FILE: designlab.criteria must be a reviewer's, for a designer judges nothing, found a list (line 9`,
    ],
    [
      persona().replace("reviewer", "re\0viewer"),
      'designlab.role must be "reviewer" or "designer", found "re\\u0000viewer"',
    ],
    [persona().replaceAll("\n", "\r"), "found no second line of three dashes"],
    [
      persona("", " \t\n\u00a0\u3000\r\n"),
      "FILE: it must say below its front matter what the persona is told, found nothing",
    ],
    ["---\n---\ntext", "FILE: it must hold description and designlab, found no field"],
    ["---\ndescription: [\n---\ntext", "FILE: it must be YAML, found a mistake"],
    [
      "---\ndescription: &a a\nmodel: *a\n---\ntext",
      `FILE: it must be YAML without aliases and tags, found "*a" ${at(3, 8)}`,
    ],
    [persona("", ""), "FILE: it must say below its front matter what the persona is told, found nothing"],
    [persona("", "\u200b \n"), "FILE: it must say below its front matter"],
    [
      persona("", "a".repeat(20_001)),
      "FILE: what the persona is told must have at most 20,000 characters, found 20,001",
    ],
    [new Uint8Array([0xff, 0xfe]), "FILE: it must be UTF-8 text, found other bytes"],
    [persona("", "a".repeat(100_000)), "FILE: it must be at most 100 kB, found 100.3 kB"],
    [persona("", "a".repeat(10_000_000)), "FILE: it must be at most 100 kB, found 10.0 MB"],
  ])("%#", (text, said) => expect(failing(text)).toContain(said));

  test.each([
    "a.b.md",
    "privacy.md.md",
    "pri\nvacy.md",
    "Privacy.md",
    "pri vacy.md",
    "-privacy.md",
    "pri--vacy.md",
    "privacy.MD",
    "ｐrivacy.md",
  ])("its name among them: %j", (name) => {
    const found = JSON.stringify(name.replace(/\.md$/u, ""));
    expect(failing(persona(), name)).toContain(
      `its name must be 1 to 64 of a to z, 0 to 9 and single hyphens, found ${found}`,
    );
  });

  test("a folder in its place, a folder that is a file, and more of them than are read", () => {
    mkdirSync(inHome("privacy.md"), { recursive: true });
    expect(project.failure().message).toContain("it must be a file, found a folder");
    project.write(join(project.directory, ".opencode/design-lab-personas"), "no folder");
    expect(project.failure().message).toContain("it must be a folder that can be read, found none");
    for (let each = 0; each <= 100; each++) project.write(inHome(`p${each}.md`), persona());
    expect(project.failure().message).toContain("it must hold at most 100 personas, found 102");
  });

  test("a link that leads nowhere, and one that leads to itself", () => {
    mkdirSync(dirname(inHome("x")), { recursive: true });
    symlinkSync(join(project.root, "gone"), inHome("gone.md"));
    symlinkSync(inHome("loop.md"), inHome("loop.md"));
    const { message } = project.failure();
    expect(message).toContain("gone.md: it must be readable, found a link that leads nowhere");
    expect(message).toContain("loop.md: it must be readable, found ");
  });

  test("two mistakes of two files stand in one error, and nothing of it is silence", () => {
    project.write(inHome("a.md"), "a");
    project.write(inHome("b.md"), "b");
    const { message, advice } = project.failure();
    expect(message).toContain("2 problems");
    expect(advice).toContain(`Correct ${inHome("a.md")} and ${inHome("b.md")}; no model was called.`);
  });
});

describe("a persona of the project", () => {
  test("is held back until the person allowed its file as it is, by its bytes and its place", () => {
    project.write(inProject("privacy.md"), persona());
    const { personas, heldPersonas, project: files } = project.load();
    expect(personas.map(({ name }) => name)).not.toContain("privacy");
    expect(heldPersonas).toMatchObject([{ name: "privacy", from: "project" }]);
    expect(files).toMatchObject({ files: [inProject("privacy.md")], standing: "new" });
    const hash = createHash("sha256").update(persona()).digest("hex");
    const lines = `${hash}  design-lab-personas/privacy.md\n`;
    expect(files?.sha256).toBe(createHash("sha256").update(lines).digest("hex"));

    const leave = allowed();
    expect(named("privacy", leave)).toMatchObject({ from: "project", file: inProject("privacy.md") });
    project.write(inProject("privacy.md"), persona("", "You look at what is kept of people!"));
    expect(project.load(leave).project?.standing).toBe("changed");
    expect(thrown(() => named("privacy", leave)).message).toContain("you did not allow it as it is");
  });

  test("is named in an error that says how to allow it, also where it has the name of one of the lab's", () => {
    project.write(inProject("security.md"), persona());
    const { message, advice } = thrown(() => named("security"));
    expect(message).toContain(`Cannot use the persona "security": ${inProject("security.md")} came with the project`);
    expect(advice).toContain("`/design-lab allow` shows what it holds");
    expect(named("security", allowed())).toMatchObject({ from: "project" });
  });

  test("is allowed with the configuration in one: a letter of either ends it, and so does a further persona", () => {
    project.write(project.projectFile, { review: { quantitative: { samples: 3 } } });
    project.write(inProject("privacy.md"), persona());
    const leave = allowed();
    const samples = () => project.load(leave).config.review.quantitative.samples;
    expect([samples(), project.load(leave).heldPersonas.length]).toEqual([3, 0]);
    project.write(inProject("more.md"), persona());
    expect([samples(), project.load(leave).heldPersonas.length]).toEqual([1, 2]);
  });

  test("gives way to one's own of that name, which is said and needs no leave", () => {
    project.write(inProject("privacy.md"), persona());
    project.write(inHome("privacy.md"), persona("", "My own."));
    expect(named("privacy").text).toBe("My own.");
    expect(project.load().heldPersonas).toEqual([]);
    const { personas, personaNotes } = project.load(allowed());
    expect(personas.find(({ name }) => name === "privacy")?.from).toBe("user");
    expect(personaNotes).toEqual([
      { kind: "persona-counts", persona: "privacy", file: inHome("privacy.md"), over: inProject("privacy.md") },
    ]);
  });

  test("is looked for in the nearest folder that has one, up to the worktree's root", () => {
    project.write(inProject("privacy.md"), persona());
    const directory = join(project.directory, "packages/shop");
    mkdirSync(join(directory, ".opencode/design-lab-personas"), { recursive: true });
    project.write(join(directory, ".opencode/skill/git/agents/merge/SKILL.md"), skill("", "merge"));
    expect(project.load({ directory }).heldPersonas).toMatchObject([{ name: "privacy" }]);
    project.write(join(directory, ".opencode/design-lab-personas/near.md"), persona());
    expect(project.load({ directory }).heldPersonas).toMatchObject([{ name: "near" }]);
    const above = join(project.root, ".opencode/design-lab-personas/above.md");
    project.write(above, persona());
    expect(project.load({ worktree: "/" }).heldPersonas).toMatchObject([{ name: "privacy" }]);
    const elsewhere = join(project.root, "elsewhere");
    expect(project.load({ worktree: elsewhere }).heldPersonas).toMatchObject([{ name: "privacy" }]);
    expect(project.load({ directory: elsewhere, worktree: elsewhere }).heldPersonas).toEqual([]);
    expect(project.load().heldPersonas).toMatchObject([{ name: "privacy" }]);
  });

  test.each(["file", "folder", "skill"])(
    "that a link leads out of the project for is refused, and nothing of it is read: %s",
    (what) => {
      const outside = join(project.root, "outside");
      project.write(join(outside, "privacy.md"), "hunter2");
      project.write(join(outside, "SKILL.md"), skill("  designlab-role: hunter2\n"));
      const at = { file: inProject("privacy.md"), folder: dirname(inProject("x")), skill: skillFile() }[what] ?? "";
      const to = { file: join(outside, "privacy.md"), folder: outside, skill: join(outside, "SKILL.md") }[what] ?? "";
      mkdirSync(dirname(at), { recursive: true });
      symlinkSync(to, at);
      const { message } = project.failure();
      expect(message).toContain(`${at}: it must lie in the project`);
      expect(message).toContain(`found a link to ${to}`);
      expect(message).not.toContain("hunter2");
    },
  );

  test("that is broken keeps the whole configuration from being read, allowed or not", () => {
    project.write(inProject("privacy.md"), persona().replace("reviewer", "tester"));
    expect(project.failure().message).toContain(`${inProject("privacy.md")}: designlab.role`);
    expect(project.failure().message).toContain("(line 7, column 9)");
  });
});

describe("a skill's agent", () => {
  const whole = `  designlab-role: reviewer
  designlab-models: "acme/small, beta/large"
  designlab-temperature: "0.3"
  designlab-criteria: |
    - name: privacy
      description: How little is kept?
      min: 0
      max: 10
`;
  test.each(["skill", "skills"])("is a persona by its metadata, in .opencode/%s and in one's own folder", (kind) => {
    project.write(skillFile("privacy", kind), skill(whole));
    expect(named("privacy", allowed())).toMatchObject({
      role: "reviewer",
      from: "project",
      text: "# Privacy\nYou look at what is kept of people.",
      models: ["acme/small", "beta/large"],
      temperature: 0.3,
      criteria: [{ name: "privacy", min: 0, max: 10 }],
    });
    const own = skillFile("privacy", kind, join(project.home, ".config/opencode"));
    project.write(own, skill(whole));
    expect(named("privacy")).toMatchObject({ from: "user", file: own });
  });

  test("may write its criteria as JSON", () => {
    const json = `  designlab-criteria: '[{"name": "privacy", "description": "a", "min": 0, "max": 5}]'\n`;
    project.write(skillFile(), skill(`  designlab-role: reviewer\n${json}`));
    expect(named("privacy", allowed()).criteria).toEqual([{ name: "privacy", description: "a", min: 0, max: 5 }]);
  });

  test("that says nothing of the lab is passed over, whatever else is wrong with it", () => {
    const texts = [skill(""), "no front matter", "---\n[\n---\n", `---\n---\n${"a".repeat(200_000)}`, "designlab-role"];
    for (const [at, text] of texts.entries()) project.write(skillFile(`s${at}`), text);
    project.write(join(project.root, "elsewhere/SKILL.md"), skill(""));
    mkdirSync(dirname(skillFile("linked")));
    symlinkSync(join(project.root, "elsewhere/SKILL.md"), skillFile("linked"));
    const { personas, project: files } = project.load();
    expect([personas.length, files]).toEqual([6, null]);
  });

  test("that only speaks of the mark of a persona is passed over as well, whatever it is called and wherever it lies", () => {
    const speaking = skill("", "My_Skill").replace("Looks at", "Writes designlab-role for");
    project.write(skillFile("My_Skill"), speaking);
    project.write(skillFile("Other_Skill"), skill("  # designlab-role: reviewer\n", "Other_Skill"));
    project.write(join(project.root, "elsewhere/SKILL.md"), speaking);
    mkdirSync(dirname(skillFile("linked")));
    symlinkSync(join(project.root, "elsewhere/SKILL.md"), skillFile("linked"));
    expect(project.load().personas).toHaveLength(6);
    for (const metadata of ['metadata: {"designlab-role": tester}\n', "metadata: {a: b, designlab-role : tester}\n"]) {
      project.write(skillFile(), `---\nname: privacy\ndescription: a\n${metadata}---\ntext`);
      expect(project.failure().message).toContain("metadata.designlab-role must be");
    }
  });

  test.each([
    [skill(whole, "other"), 'name must be "privacy", the name of its folder, found "other" (line 2, column 7)'],
    [skill(whole, "../privacy"), 'name must be "privacy", the name of its folder, found "../privacy"'],
    [
      skill(whole.replace("reviewer", "tester")),
      'metadata.designlab-role must be "reviewer" or "designer", found "tester" (line 7',
    ],
    [skill(whole.replace("acme/small", "small")), "metadata.designlab-models[0] must be a model"],
    [
      skill(whole.replace("max: 10", "max: 0")),
      "metadata.designlab-criteria[0].max must be above min 0, found 0 (line 10",
    ],
    [skill("  designlab-role: reviewer\n  designlab-criteria: 'a: b'\n"), "metadata.designlab-criteria must be a list"],
    [
      skill(whole.replace("How little is kept?", "[")),
      "metadata.designlab-criteria must hold criteria, but it must be YAML, found a mistake: ",
    ],
    [
      skill(whole.replace("min: 0", "name: b")),
      "metadata.designlab-criteria must hold criteria, but criteria[0].name must stand once, found again (line 10",
    ],
    [
      skill(
        "  designlab-role: reviewer\n  designlab-temperature: [1]\n  designlab-models: 5\n  designlab-criteria: 5\n",
      ),
      "metadata.designlab-temperature must be a number from 0 to 2, found a list (line 8",
    ],
    [
      skill("  designlab-role: reviewer\n  designlab-criteria: {a: {b: 5}}\n"),
      "metadata.designlab-criteria must be a list",
    ],
    [
      skill(`${whole}  designlab-modls: a/b\n`),
      'metadata.designlab-modls must be a known field, found "designlab-modls"',
    ],
    [
      skill(whole.replace('"0.3"', "warm")),
      'metadata.designlab-temperature must be a number from 0 to 2, found "warm"',
    ],
    [skill(whole).replace("license: MIT", "license: ["), "it must be YAML, found a mistake"],
    [skill(whole) + "a".repeat(100_000), "it must be at most 100 kB"],
  ])("with a mistake is refused: %#", (text, said) => {
    project.write(skillFile(), text);
    const { message } = project.failure();
    expect(message).toContain(said);
    expect(message).toContain(`${skillFile()}: `);
  });

  test("of a name that another persona of the same place has is refused, with both", () => {
    project.write(skillFile(), skill(whole));
    project.write(inProject("privacy.md"), persona());
    expect(project.failure().message).toBe(
      `Cannot read ${skillFile()}: its name must be its own, found "privacy" in ${inProject("privacy.md")} too`,
    );
  });

  test("of the same text in another folder is another one to allow", () => {
    project.write(skillFile(), skill(whole));
    const leave = { kept: null, said: project.load().project?.sha256 ?? "" };
    expect(project.load({ allowed: leave }).heldPersonas).toEqual([]);
    project.remove();
    project = temporaryProject();
    project.write(skillFile("privacy", "skills"), skill(whole));
    expect(project.failure({ allowed: leave }).message).toContain("--allow-config");
  });
});

describe("a criterion of a persona", () => {
  test("that looks like one of the rubric of all is no further one, and its weight is a proposal", () => {
    const of = (name: string, weight = "") => `{name: ${name}, description: a, min: 0, max: 10${weight}}`;
    project.write(
      inHome("privacy.md"),
      persona().replace(CRITERION, [CRITERION, of("ｆeasibility", ", weight: 3"), of("Clarity")].join(", ")),
    );
    expect(named("privacy").criteria?.map(({ name }) => name)).toEqual(["privacy"]);
    expect(project.load().personaNotes).toEqual([
      { kind: "persona-weight", persona: "privacy", criterion: "feasibility", weight: 3, holds: 1.2 },
      { kind: "persona-weight", persona: "privacy", criterion: "clarity", weight: null, holds: 1 },
    ]);
    project.write(inHome("privacy.md"), persona().replace(CRITERION, of("clarity")));
    expect(named("privacy")).not.toHaveProperty("criteria");
  });

  test("is measured against the rubric that counts for this call", () => {
    project.write(inHome("privacy.md"), persona());
    const criteria = [{ name: "Privacy", description: "a", min: 0, max: 5 }];
    const { personas } = project.load({ args: { review: { quantitative: { criteria } } } });
    expect(personas.find(({ name }) => name === "privacy")?.criteria).toBeUndefined();
  });

  test("that another persona has too, by its look, is told with both", () => {
    project.write(inHome("privacy.md"), persona().replace("name: privacy", "name: Ｓecurity"));
    expect(alikeCriteria(project.load().personas)).toEqual([
      { criterion: "security", personas: ["security", "privacy"] },
    ]);
  });
});

describe("personaNamed()", () => {
  test("tells the nearest names of one that is not there, and all where none is near", () => {
    const { message, advice } = thrown(() => named("securty"));
    expect(message).toBe('There is no persona "securty"; nearest: security.');
    expect(advice).toContain("/design-lab help personas");
    expect(thrown(() => named("zzz")).message).toContain("there are security, operations, cost, simplest");
    for (const name of ["../security", "security.md", "", "__proto__", "Security"]) {
      expect(thrown(() => named(name)).message, name).toContain("There is no persona");
    }
  });

  test("never reads a file by the name that is asked for", () => {
    project.write(join(project.directory, "security2.md"), persona());
    const path = relative(dirname(inProject("x")), join(project.directory, "security2"));
    expect(thrown(() => named(path)).message).toContain("There is no persona");
  });
});
