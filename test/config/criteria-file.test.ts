import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryProject } from "./project.ts";

let project: ReturnType<typeof temporaryProject>;
beforeEach(() => {
  project = temporaryProject();
});
afterEach(() => project.remove());

const YAML = `# what we look at
criteria:
  - name: operability
    description: How well can a small team run it?
    min: 0
    max: 10
    weight: 1.5
assertions:
  - names who is called at night
`;
const named = (criteria_file: string | null, more: object = {}) => ({ review: { criteria_file, ...more } });
const inProject = (name: string): string => join(project.directory, name);
const judged = () => {
  const { config, rubric, held } = project.load();
  const { quantitative, assertions } = config.review;
  return { criteria: quantitative.criteria.map(({ name }) => name), assertions, rubric, held };
};

describe("review.criteria_file", () => {
  test.each(["rubric.yaml", "rubric.yml", "rubric.json", "rubric.jsonc"])(
    "of one's own takes the place of what stands beside it, from %s",
    (name) => {
      const file = join(project.home, name);
      const { criteria, assertions } = Bun.YAML.parse(YAML) as { criteria: object; assertions: object };
      project.write(file, name.includes(".json") ? { criteria, assertions } : YAML);
      project.write(project.userFile, named(file, { assertions: ["uses one database"] }));
      expect(judged()).toEqual({
        criteria: ["operability"],
        assertions: ["names who is called at night"],
        rubric: { file, by: project.userFile, criteria: true, assertions: true },
        held: [],
      });
    },
  );

  test("leaves what the file does not have, and a later source counts over it", () => {
    project.write(inProject("docs/a.yaml"), "assertions: [uses one database]");
    project.write(project.userFile, named("docs/a.yaml"));
    expect(judged().criteria).toHaveLength(5);
    expect(judged().rubric).toMatchObject({ criteria: false, assertions: true });
    const { config, rubric } = project.load({ args: { review: { assertions: ["another"] } } });
    expect(config.review.assertions).toEqual(["another"]);
    expect(rubric).toBeNull();
  });

  test("is taken back by null, and a later name takes the place of an earlier", () => {
    project.write(inProject("a.yaml"), YAML);
    project.write(inProject("b.yaml"), YAML.replace("operability", "cost"));
    project.write(project.userFile, named("a.yaml"));
    project.write(project.projectFile, named("b.yaml"));
    expect(judged().criteria).toEqual(["cost"]);
    project.write(project.projectFile, named(null));
    expect(judged()).toMatchObject({ assertions: [], rubric: null });
    expect(judged().criteria).toHaveLength(5);
  });

  test("is from the root of the worktree, wherever OpenCode was started", () => {
    project.write(inProject("a.yaml"), YAML);
    project.write(project.projectFile, named("a.yaml"));
    expect(project.load({ directory: inProject("packages/shop") }).rubric?.file).toBe(inProject("a.yaml"));
  });
});

describe("a file of criteria that a checkout names", () => {
  test("gives criteria, and no assertions until the person allowed both files as they stand", () => {
    project.write(inProject("a.yaml"), YAML);
    project.write(project.projectFile, named("a.yaml"));
    const { criteria, assertions, held } = judged();
    expect([criteria, assertions]).toEqual([["operability"], []]);
    expect(held).toMatchObject([{ source: inProject("a.yaml"), setting: "review.assertions", standing: "new" }]);
    const { files, paths, sha256 } = project.load().project ?? { files: [], paths: [], sha256: null };
    expect(files).toEqual([project.projectFile, inProject("a.yaml")]);
    const hashed = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
    const lines = `${hashed(project.projectFile)}  design-lab.json\n${hashed(inProject("a.yaml"))}  a.yaml\n`;
    expect(sha256).toBe(createHash("sha256").update(lines).digest("hex"));
    const allowed = { kept: { paths, sha256: sha256 ?? "" }, said: null };
    expect(project.load({ allowed }).config.review.assertions).toHaveLength(1);
    project.write(inProject("a.yaml"), YAML.replace("at night", "by day"));
    const after = project.load({ allowed });
    expect(after.project?.standing).toBe("changed");
    expect(after.config.review.assertions).toEqual([]);
  });

  test("is the person's own where their own file names it too", () => {
    project.write(inProject("a.yaml"), YAML);
    project.write(project.userFile, named("a.yaml"));
    project.write(project.projectFile, named("a.yaml"));
    expect(judged()).toMatchObject({ assertions: ["names who is called at night"], held: [] });
  });

  test.each(["absolute", "above", "link"])("lies in the project, past every link: %s", (way) => {
    const outside = join(project.root, "secret.yaml");
    project.write(outside, "password: hunter2");
    symlinkSync(outside, inProject("link.yaml"));
    const file = { absolute: outside, above: "../secret.yaml", link: "link.yaml" }[way] ?? "";
    project.write(project.projectFile, named(file));
    const { message } = project.failure();
    expect(message).toContain("review.criteria_file must name a file of the project");
    expect(message).toContain(`${project.projectFile}: `);
    expect(message).toContain("(line 1, column");
    expect(message).not.toContain("hunter2");
    project.write(project.projectFile, {});
    expect(project.failure({ options: named(file) }).message).toContain("the plugin options");
    project.write(project.userFile, named(outside));
    expect(project.failure().message).toContain("password must be a known field");
  });
});

describe("a mistake in a file of criteria", () => {
  const failing = (text: string | Uint8Array, name = "a.yaml"): string => {
    project.write(inProject(name), text);
    project.write(project.userFile, named(name));
    return project.failure().message.replace(inProject(name), "FILE");
  };
  const flat = YAML.replace("max: 10", "max: 0");

  test.each([
    [flat, "FILE: criteria[0].max must be above min 0, found 0 (line 6, column 10)"],
    [
      YAML.replace("weight", "wieght"),
      'FILE: criteria[0].wieght must be a known field, found "wieght"; nearest: criteria[0].weight (line 7, column 5)',
    ],
    [
      YAML.replace("assertions:", "assertion:"),
      'FILE: assertion must be a known field, found "assertion"; nearest: assertions (line 8, column 1)',
    ],
    [`${YAML}criteria: []\n`, "FILE: criteria must stand once, found again (line 10, column 1)"],
    ["criteria: []", "FILE: criteria must be a list of at least 1, found an empty list (line 1, column 11)"],
    ["# nothing\n", "FILE: it must hold criteria or assertions, found no field (line 1, column 1)"],
    ["{}", "FILE: it must hold criteria or assertions, found neither"],
    ["criteria: &a [*a]", 'FILE: it must be YAML without aliases and tags, found "*a" (line 1, column 15)'],
    ["criteria: !!js/function 'x'", "FILE: it must be YAML without aliases and tags"],
    [`criteria: ${"[".repeat(30)}`, "FILE: it must be YAML of at most 20 levels, found more (line 1, column 31)"],
    ["criteria: [", "FILE: it must be YAML, found a mistake"],
    [
      `assertions: [${"a".repeat(301)}]`,
      "FILE: assertions[0] must have 1 to 300 characters, found 301 (line 1, column 14)",
    ],
    [`criteria: [{name: __proto__, description: a, min: 0, max: 1}]`, "FILE: criteria[0].name must be a name of"],
    [new Uint8Array([0xff, 0xfe]), "FILE: it must be UTF-8 text, found other bytes"],
    [`#${"a".repeat(1_000_000)}`, "FILE: it must be at most 1 MB, found 1.0 MB"],
  ])("is said with its place: %#", (text, said) => expect(failing(text)).toContain(said));

  test("is said of the JSON too, of a file that is not there, and of another ending", () => {
    expect(failing('{"criteria": [{"name": 1}]}', "a.json")).toContain("FILE: criteria[0].description must be text");
    project.write(project.userFile, named("gone.yaml"));
    expect(project.failure().message).toContain(
      `must name a file that is there, found none at ${inProject("gone.yaml")}`,
    );
    expect(failing("a", "a.toml")).toContain(
      "review.criteria_file must name a file that ends in .json, .jsonc, .yaml, .yml",
    );
  });
});
