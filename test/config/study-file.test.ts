import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { readStudyFile } from "../../src/config/study-file.ts";
import { LabError } from "../../src/errors.ts";
import { temporaryProject } from "./project.ts";

let project: ReturnType<typeof temporaryProject>;
beforeEach(() => {
  project = temporaryProject();
});
afterEach(() => project.remove());

const at = (name: string): string => join(project.directory, name);
const read = (text: string | object | Uint8Array, name = "mail-study.yaml") => {
  project.write(at(name), text);
  return readStudyFile(at(name));
};
const failure = (text: string | object | Uint8Array, name?: string): LabError => {
  try {
    read(text, name);
  } catch (error) {
    if (error instanceof LabError) return error;
    throw error;
  }
  throw new Error("readStudyFile() was expected to throw");
};

const STUDY = `# which panel
name: mail
tasks:
  - tasks/*.md
  - {brief: 2026-01-05-mail}
panels:
  wide:
    design_models: [a/one, a/two, b/three]
    review_models: [b/three, c/four]
  narrow:
    design_models:
      - a/one
      - {model: b/three, as: simplest}
repeats: 2
limits:
  experiment: {max_cost: 1.5}
  study: {max_cost: 40, max_hours: 12}
providers: {a: 4}
machines:
  - {name: desk, at_once: 3}
`;

describe("a study file", () => {
  test("is read with its defaults, as YAML and as JSON", () => {
    const study = read(STUDY);
    expect(study).toMatchObject({
      name: "mail",
      tasks: [{ file: "tasks/*.md" }, { brief: "2026-01-05-mail" }],
      panels: [{ name: "wide" }, { name: "narrow" }],
      repeats: 2,
      limits: {
        experiment: { max_cost: 1.5, max_tokens: null, max_minutes: null },
        study: { max_cost: 40, max_tokens: null, max_hours: 12 },
      },
      providers: { a: 4 },
      machines: [{ name: "desk", at_once: 3 }],
      text: STUDY,
    });
    const short = { tasks: ["a.md"], panels: { one: { design_models: ["a/b", "a/c"] } } };
    expect(read(short, "Our First Study!.json")).toMatchObject({
      name: "our-first-study",
      repeats: 1,
      limits: { study: { max_cost: null, max_tokens: null, max_hours: null } },
      providers: {},
      machines: [{ name: "this machine", at_once: 2 }],
    });
  });

  test("says all that is wrong at once, each where it stands, with the nearest field", () => {
    const { message, advice, outcome } = failure(`taskz: []
tasks: [3, "", {breif: x}]
panels:
  Wide: {design_models: [a/one, a/two]}
  slow:
    design_model: [a/one]
repeats: 0
limits: {study: {max_costs: 3}}
machines: [{name: a, at_once: 65}, {name: a, at_once: 1}]
`);
    expect(outcome).toBe("usage");
    expect(advice).toBe(`Correct ${at("mail-study.yaml")}; no model was called. docs/study.md lists every field.`);
    expect(message.replaceAll(at("mail-study.yaml"), "FILE").split("\n")).toEqual([
      "Cannot read the study, 11 problems:",
      '- FILE: taskz must be a known field, found "taskz"; nearest: tasks (line 1, column 1)',
      "- FILE: tasks[0] must be a file, a glob or {brief: ID}, found 3 (line 2, column 9)",
      '- FILE: tasks[1] must be text that is not empty, without control characters, found "" (line 2, column 12)',
      "- FILE: tasks[2].brief must be text that is not empty, without control characters, found nothing (line 2, column 16)",
      '- FILE: tasks[2].breif must be a known field, found "breif"; nearest: tasks[2].brief (line 2, column 17)',
      '- FILE: panels.Wide must have a name of 1 to 60 of a to z, 0 to 9 and hyphens, with none of these at its ends, found "Wide" (line 4, column 3)',
      '- FILE: panels.slow.design_model must be a known field, found "design_model"; nearest: panels.slow.design_models (line 6, column 5)',
      "- FILE: repeats must be a whole number from 1 to 1000, found 0 (line 7, column 10)",
      '- FILE: limits.study.max_costs must be a known field, found "max_costs"; nearest: limits.study.max_cost (line 8, column 18)',
      "- FILE: machines[0].at_once must be a whole number from 1 to 64, found 65 (line 9, column 31)",
      "- and 1 more",
    ]);
  });

  test.each([
    ["output: {base_dir: x}", "output", "every worker keeps its files where it is told to"],
    ["guard: {}", "guard", "nobody edits anything in a study"],
    ["memory: {}", "memory", "no conversation of yours takes part in a study"],
    ["hooks: {}", "hooks", "designers of a study are kept apart in every panel"],
    ["brief: {}", "brief", "nobody is interviewed in a study"],
    ["confirm_above: 3", "confirm_above", "a study is allowed once, as a whole"],
    ["preset: quick", "preset", "it fills up with the models that a machine has"],
    ["limits: {max_cost: 3}", "limits.max_cost", "limits.experiment.max_cost of the study says it for every panel"],
    ["limits: {max_minutes: 3}", "limits.max_minutes", "limits.experiment.max_minutes of the study"],
  ])("refuses in a panel %s, and says why", (line, field, why) => {
    const { message } = failure(`tasks: [a.md]\npanels:\n  one:\n    design_models: [a/b, a/c]\n    ${line}\n`);
    expect(message).toContain(`panels.one.${field} must not stand in a panel: ${why}`);
    expect(message).toMatch(/\(line 5, column \d+\)$/u);
  });

  test.each([
    ["{}", "design_models must name the models that design: an empty list means others on another machine"],
    ["{design_models: []}", "design_models must name the models that design"],
    ["{design_models: [a/b]}", "design_models must come to 2 designs at least, found 1"],
    [`{design_models: [${"a/b,".repeat(101)}]}`, "must have at most 100 designs and 100 reviewers"],
    [
      "{design_models: [a/b, a/c], review: {quantitative: {enabled: false}}}",
      "review.quantitative.enabled must be true: a study compares scores",
    ],
    ["3", "panels.one must be an object, found 3"],
    ["{design_models: [b]}", 'panels.one.design_models[0] must be a model as "provider/model"'],
  ])("needs a panel that is the same everywhere: %s", (panel, said) => {
    expect(failure(`tasks: [a.md]\npanels:\n  one: ${panel}\n`).message).toContain(said);
  });

  test.each([
    ["nothing", "study.yaml", "", "must hold tasks and panels"],
    ["a list", "study.yaml", "- a", "must hold tasks and panels"],
    ["an alias", "study.yaml", "tasks: &x [a.md]\npanels: *x\n", "without aliases and tags"],
    ["two of one name", "study.yaml", "tasks: [a.md]\ntasks: [b.md]\npanels: {}\n", "tasks must stand once"],
    ["no YAML", "study.yaml", "tasks: [a\n", "must be YAML"],
    ["no JSON", "study.json", "{tasks: 3}", "must be JSON"],
    ["another ending", "study.txt", "tasks: []", "its name must end in .json, .jsonc, .yaml, .yml"],
    ["more than a megabyte", "study.yaml", `#${"x".repeat(1_000_001)}`, "must be at most 1 MB"],
    ["no text", "study.yaml", new Uint8Array([0xff, 0xfe, 0x41]), "must be UTF-8 text"],
    ["no panel", "study.yaml", "tasks: [a.md]\npanels: {}\n", "must have 1 to 20 panels, found 0"],
    [
      "no name",
      "!!.yaml",
      "tasks: [a.md]\npanels: {a: {design_models: [a/b, a/c]}}\n",
      "name must be a name of 1 to 60",
    ],
    ["a path that no disk has", "study.yaml", 'tasks: ["a\\u0000b"]\npanels: {}\n', "without control characters"],
  ])("that holds %s is an error", (_what, name, text, said) => {
    expect(failure(text, name).message).toContain(said);
  });

  test("that is no file, or a link to nothing, is an error with its path", () => {
    mkdirSync(at("folder.yaml"));
    symlinkSync(at("gone"), at("link.yaml"));
    const of = (name: string) => {
      try {
        readStudyFile(at(name));
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(of("folder.yaml")).toBe(`Cannot read ${at("folder.yaml")}: it must be a file, found a folder`);
    expect(of("link.yaml")).toContain("found a link that leads nowhere");
    expect(of("none.yaml")).toBe(`Cannot read the study ${at("none.yaml")}: there is no such file.`);
  });

  test("of a name like __proto__ changes nothing but what it says", () => {
    expect(
      failure('{"tasks": ["a.md"], "panels": {"__proto__": {"design_models": ["a/b", "a/c"]}}}', "s.json").message,
    ).toContain(
      'must have a name of 1 to 60 of a to z, 0 to 9 and hyphens, with none of these at its ends, found "__proto__"',
    );
  });
});
