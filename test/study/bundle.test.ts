import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { StudyBundle } from "../../src/artifacts/study.ts";
import { readStudyFile } from "../../src/config/study-file.ts";
import { LabError } from "../../src/errors.ts";
import { readBundle } from "../../src/study/bundle.ts";
import { bundleHash as hashOf } from "../../src/study/manifest.ts";
import { temporaryProject } from "../config/project.ts";
import { approvalOf, BRIEF, interview, write } from "../support/briefs.ts";

let project: ReturnType<typeof temporaryProject>;
beforeEach(() => {
  project = temporaryProject();
});
afterEach(() => project.remove());

const at = (...names: string[]): string => join(project.directory, ...names);
const PANEL = { design_models: ["a/one", "b/two"], review_models: ["b/two", "c/three"] };
const bundleOf = (study: object, name = "study.json") => {
  project.write(at(name), { panels: { one: PANEL }, ...study });
  const { directory, home } = project;
  const bases = [at(".opencode/design-lab")];
  return readBundle(readStudyFile(at(name)), {
    directory,
    worktree: directory,
    home,
    env: {},
    bases,
    now: () => new Date(),
  });
};
const failure = async (study: object, name?: string): Promise<string> => {
  try {
    await bundleOf(study, name);
  } catch (error) {
    if (error instanceof LabError) return error.message.replaceAll(project.directory, "PROJECT");
    throw error;
  }
  throw new Error("readBundle() was expected to throw");
};

describe("tasks of a study", () => {
  test("are read in the order of the file, and of letters within a glob", async () => {
    project.write(at("tasks/b.md"), "# Ferry booking #\n\nBook a ferry.");
    project.write(at("tasks/a.md"), "\n\nA mail server that loses nothing\nmore");
    project.write(at("tasks/deep/c.md"), "# 予約システム\n");
    project.write(at("tasks/.hidden.md"), "hidden");
    project.write(at("tasks/node_modules/x.md"), "not ours");
    project.write(at("last.txt"), "\uFEFFLast");
    const { bundle, notes } = await bundleOf({ tasks: ["last.txt", "tasks/**/*.md", "tasks/b.md"] });
    expect(bundle.tasks.map(({ key, title, source }) => [key, title, source])).toEqual([
      ["01-last", "Last", "last.txt"],
      ["02-a-mail-server-that-loses-nothing", "A mail server that loses nothing", "tasks/a.md"],
      ["03-ferry-booking", "Ferry booking", "tasks/b.md"],
      ["04-task", "予約システム", "tasks/deep/c.md"],
    ]);
    expect(bundle.tasks[0]?.task).toBe("Last");
    expect(notes).toEqual([{ kind: "task-named-twice", source: "tasks/b.md" }]);
    expect(Value.Check(StudyBundle, bundle)).toBe(true);
  });

  test("keep the hash for the same content, and change it for any other", async () => {
    project.write(at("a.md"), "one");
    const first = hashOf((await bundleOf({ tasks: ["a.md"] })).bundle);
    expect(first).toMatch(/^[0-9a-f]{64}$/u);
    expect(hashOf((await bundleOf({ tasks: ["a.md"] })).bundle)).toBe(first);
    project.write(at("a.md"), "two");
    expect(hashOf((await bundleOf({ tasks: ["a.md"] })).bundle)).not.toBe(first);
    const { bundle } = await bundleOf({ tasks: ["a.md"] });
    const turned = Object.fromEntries(Object.entries(bundle).reverse()) as typeof bundle;
    expect(hashOf(turned)).toBe(hashOf(bundle));
    expect(hashOf({ ...bundle, repeats: 2 })).not.toBe(hashOf(bundle));
  });

  test("that cannot be used are each an error with its path, all at once", async () => {
    mkdirSync(at("folder"));
    project.write(at("empty.md"), " \u200b\n");
    project.write(at("binary.md"), new Uint8Array([0x61, 0, 0x62]));
    project.write(at("latin.md"), new Uint8Array([0x61, 0xe9, 0x62]));
    writeFileSync(at("huge.md"), "x".repeat(1_000_001));
    project.write(join(project.root, "outside.md"), "secret");
    symlinkSync(join(project.root, "outside.md"), at("link.md"));
    symlinkSync(at("nowhere"), at("broken.md"));
    symlinkSync("/dev/zero", at("zero.md"));
    execFileSync("mkfifo", [at("pipe.md")]);
    project.write(at("studies/same.md"), "twin");
    project.write(at("studies/twin.md"), "twin\n");
    const names = ["folder", "empty.md", "binary.md", "latin.md", "huge.md", "link.md", "broken.md", "zero.md"];
    const said = await failure({ tasks: names });
    expect(
      said
        .replaceAll("PROJECT/study.json: ", "")
        .split("\n")
        .map((line) => line.replace(/ \(line.*/u, "")),
    ).toEqual([
      "Cannot read the study, 8 problems:",
      "- tasks[0] means PROJECT/folder: it must be a file, found a folder",
      "- tasks[1] means PROJECT/empty.md: it must say what is to be designed, found nothing",
      "- tasks[2] means PROJECT/binary.md: it must be text, found bytes of zero",
      "- tasks[3] means PROJECT/latin.md: it must be UTF-8 text, found other bytes",
      "- tasks[4] means PROJECT/huge.md: it must be at most 1 MB, found 1.0 MB",
      `- tasks[5] means PROJECT/link.md: it must lie in the study's folder or the project, found a link to ${project.root}/outside.md`,
      "- tasks[6] means PROJECT/broken.md: it must be readable, found a link that leads nowhere",
      "- tasks[7] means PROJECT/zero.md: it must lie in the study's folder or the project, found a link to /dev/zero",
    ]);
    const rest = await failure({
      tasks: [
        "pipe.md",
        "none.md",
        "../outside.md",
        "/etc/passwd",
        "studies/*.md",
        "no/*.md",
        "../*.md",
        "a/*/../../*",
      ],
    });
    expect(
      rest
        .replaceAll("PROJECT/study.json: ", "")
        .split("\n")
        .map((line) => line.replace(/ \(line.*/u, "")),
    ).toEqual([
      "Cannot read the study, 8 problems:",
      "- tasks[0] means PROJECT/pipe.md: it must be a file, found something else",
      "- tasks[1] must name a file that is there, found none at PROJECT/none.md",
      `- tasks[2] means ${project.root}/outside.md: it must lie in the study's folder or the project`,
      "- tasks[3] means /etc/passwd: it must lie in the study's folder or the project",
      "- tasks[4] must be a task of its own: studies/twin.md says the same as studies/same.md; repeats asks one several times",
      '- tasks[5] must mean a file at least, found none for "no/*.md" in PROJECT/no',
      '- tasks[6] must stay in the study\'s folder or the project, found "../*.md"',
      '- tasks[7] must be a glob without ".." behind a sign, found "a/*/../../*"',
    ]);
  });

  test("of a glob that a link leads out of, or into a circle, stay inside", async () => {
    project.write(at("tasks/a.md"), "one");
    project.write(join(project.root, "other/b.md"), "secret");
    symlinkSync(join(project.root, "other"), at("tasks/out"));
    symlinkSync(at("tasks"), at("tasks/round"));
    expect((await bundleOf({ tasks: ["tasks/**/*.md"] })).bundle.tasks.map(({ source }) => source)).toEqual([
      "tasks/a.md",
    ]);
    expect(await failure({ tasks: ["tasks/out/*.md"] })).toContain("must stay in the study's folder or the project");
    symlinkSync(join(project.root, "other/b.md"), at("tasks/b.md"));
    expect(await failure({ tasks: ["tasks/*.md"] })).toContain(`found a link to ${project.root}/other/b.md`);
  });

  test("of a glob that would look for ever are refused at once", async () => {
    expect(await failure({ tasks: [`${"*a".repeat(40)}b`] })).toContain("must be a glob of fewer signs");
    project.write(at(`${"a".repeat(200)}.md`), "one");
    expect(await failure({ tasks: [`{${"*a*,".repeat(4)}b}c`, "+(a|aa)+(a|aa)*b"] })).toContain(
      "must mean a file at least",
    );
  });

  test("that come to too many experiments are refused with the numbers", async () => {
    for (let at = 0; at < 1_002; at++) project.write(join(project.directory, `many/${at}.md`), `task ${at}`);
    expect(await failure({ tasks: ["many/*.md"], repeats: 100 })).toContain(
      "must come to at most 100,000 experiments, found 1002 tasks × 1 panels × 100, which are 100,200",
    );
  });
});

describe("a brief as a task", () => {
  test("counts once a person approved it on this machine, with its lists", async () => {
    const asked = await interview(project.directory, { home: project.home });
    await write(asked);
    const tasks = [{ brief: asked.id }];
    expect(await failure({ tasks })).toContain(
      "must be a brief that you approved on this machine; 2026-01-05-mail is not. Brief: waits for approval",
    );
    await asked.journal.answer(approvalOf(BRIEF).id, "approve", "page");
    const { bundle, notes } = await bundleOf({ tasks });
    expect(notes).toEqual([]);
    expect(bundle.tasks).toEqual([
      {
        key: "01-reliable-mail",
        title: "Reliable mail",
        source: "brief 2026-01-05-mail",
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
        task: [
          "Design a service that sends e-mails reliably",
          "ASSUMPTIONS (taken for granted, for nobody said otherwise):\n- One region is enough",
          "OUT OF SCOPE (nobody asks for it here):\n- Newsletters",
          "OPEN QUESTIONS (nobody could answer them yet):\n- Who may read the archive",
        ].join("\n\n"),
        requirements: ["No mail is lost when a worker dies", "A mail that cannot be sent is tried again for a day"],
        constraints: ["PostgreSQL 16 stays"],
        non_functional_requirements: ["5,000 mails an hour"],
        assertions: [],
      },
    ]);
  });

  test("that another machine's person approved, that changed or is not there is an error", async () => {
    const asked = await interview(project.directory, { home: join(project.root, "elsewhere") });
    await write(asked);
    await asked.journal.answer(approvalOf(BRIEF).id, "approve", "page");
    expect(await failure({ tasks: [{ brief: asked.id }] })).toContain("is not. Brief: approved, ");
    expect(await failure({ tasks: [{ brief: "latest" }] })).toContain("the newest is another soon");
    expect(await failure({ tasks: [{ brief: "2026-01-05-mial" }] })).toContain(
      "tasks[0].brief must be an approved brief.",
    );
  });
});

describe("panels of a study", () => {
  const panelOf = async (panel: object) => {
    project.write(at("a.md"), "one");
    return (await bundleOf({ tasks: ["a.md"], panels: { one: panel } })).bundle.panels[0];
  };

  test("say all that decides what is asked, and nothing that is a worker's own", async () => {
    const panel = await panelOf({ design_models: ["a/one", "a/one", "b/two"], limits: { cell_timeout: 60 } });
    expect(panel).toMatchObject({ name: "one", designs: 3, reviewers: 2, models: ["a/one", "b/two"], files: [] });
    expect(Object.keys(panel?.config ?? {}).sort()).toEqual(
      "design design_models designers fallback_models limits min_designs min_reviewers preset ranking review review_models reviewers topic_generation_model".split(
        " ",
      ),
    );
    expect(panel?.config).toMatchObject({
      // Two takes of one model are played apart, which no other machine has to choose.
      design_models: [{ model: "a/one", as: "simplest" }, { model: "a/one", as: "growth" }, "b/two"],
      review_models: ["a/one", "b/two"],
      topic_generation_model: "a/one",
      limits: { cell_timeout: 60 },
      preset: null,
    });
  });

  test("have their personas' files and the text of their rubric with them", async () => {
    const text = "---\ndescription: Counts\ndesignlab:\n  role: reviewer\n---\nYou count.\n";
    project.write(at(".opencode/design-lab-personas/counter.md"), text);
    project.write(
      at("rubric.yaml"),
      "criteria:\n  - {name: clarity, description: How clear is it?, min: 0, max: 10}\nassertions: [names an owner]\n",
    );
    const panel = await panelOf({
      ...PANEL,
      reviewers: ["counter", "security"],
      review: { criteria_file: "rubric.yaml" },
    });
    expect(panel?.files).toEqual([{ path: ".opencode/design-lab-personas/counter.md", text }]);
    expect(panel).toMatchObject({
      reviewers: 4,
      config: {
        reviewers: [],
        review_models: ["b/two", "c/three", { model: "b/two", as: "counter" }, { model: "c/three", as: "security" }],
        review: {
          criteria_file: null,
          assertions: ["names an owner"],
          quantitative: { criteria: [{ name: "clarity", description: "How clear is it?", min: 0, max: 10 }] },
        },
      },
    });
  });

  test("that name what is not there, or a rubric outside, are an error where it stands", async () => {
    project.write(join(project.root, "rubric.yaml"), "assertions: [x]\n");
    project.write(at("a.md"), "one");
    const said = await failure({
      tasks: ["a.md"],
      panels: {
        one: { ...PANEL, reviewers: ["securty"] },
        two: { ...PANEL, review: { criteria_file: "../rubric.yaml" } },
        three: { ...PANEL, review: { criteria_file: "none.yaml" } },
      },
      providers: { d: 3, aa: 2 },
    });
    expect(said).toContain('panels.one cannot be put together: There is no persona "securty"; nearest: security');
    expect(said).toContain("review.criteria_file must name a file of the project");
    expect(said).toContain("review.criteria_file must name a file that is there, found none at PROJECT/none.yaml");
    expect(await failure({ tasks: ["a.md"], providers: { d: 3, bb: 2 } })).toContain(
      'providers.bb must be a provider of a panel\'s model, found "bb"',
    );
  });
});

describe("a task's front matter", () => {
  const study = { tasks: ["task.md"] };

  test("states its lists, and is no part of what is asked", async () => {
    project.write(
      at("task.md"),
      '---\r\nrequirements:\n  - A copy is kept for three days\nassertions: ["It names a queue: one"]\n---\n# Loans\n\nDesign it.\n---\nmore',
    );
    const { bundle } = await bundleOf(study);
    expect(bundle.tasks[0]).toMatchObject({
      title: "Loans",
      task: "# Loans\n\nDesign it.\n---\nmore",
      requirements: ["A copy is kept for three days"],
      constraints: [],
      assertions: ["It names a queue: one"],
    });
  });

  test("that says anything else is an error where it stands, and one without a task says nothing to design", async () => {
    project.write(at("task.md"), "---\nrequirements: [A]\nrequirement: B\n---\nDesign it.");
    expect(await failure(study)).toContain("PROJECT/task.md: 3:1: requirement must be a known field");
    project.write(at("task.md"), "---\nrequirements: no list\n---\nDesign it.");
    expect(await failure(study)).toContain("PROJECT/task.md: 2:15: requirements must be");
    project.write(at("task.md"), "---\nrequirements: [A]\n---\n \n");
    expect(await failure(study)).toContain("it must say what is to be designed, found nothing");
  });

  test("is none where no second line of dashes ends it", async () => {
    project.write(at("task.md"), "---\nDesign it.");
    const { bundle } = await bundleOf(study);
    expect(bundle.tasks[0]).toMatchObject({ task: "---\nDesign it.", requirements: [] });
  });
});

test("the study in docs/study is whole: ten tasks that state what is required, two panels with the same designers", async () => {
  const { home, directory } = project;
  const places = { directory, worktree: directory, home, env: {}, bases: [], now: () => new Date() };
  const { bundle, notes } = await readBundle(
    readStudyFile(join(import.meta.dir, "../../docs/study/study.yaml")),
    places,
  );
  expect(notes).toEqual([]);
  expect(bundle.tasks.map((task) => task.requirements.length >= 3 && task.constraints.length > 0)).toEqual(
    Array(10).fill(true),
  );
  expect(bundle.panels.map(({ name }) => name)).toEqual(["wide", "small"]);
  expect(bundle.panels[0]?.config.design_models).toEqual(bundle.panels[1]?.config.design_models);
});
