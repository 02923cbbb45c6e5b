import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import { projectChange } from "../../src/config/load.ts";
import { temporaryProject } from "./project.ts";

let project: ReturnType<typeof temporaryProject>;
beforeEach(() => {
  project = temporaryProject();
});
afterEach(() => project.remove());

describe("loadConfig() with nothing configured", () => {
  test("applies every default", () => {
    const { config, sources } = project.load();
    expect(sources).toEqual([]);
    expect(config).toEqual({
      preset: null,
      design_models: [],
      review_models: [],
      designers: [],
      reviewers: [],
      topic_generation_model: null,
      brief: { first_model: null, probe_model: null, max_questions: 12 },
      design: { agent_prompt: null, temperature: 0.7, top_p: 0.9, max_tokens: 16_000, repository: true },
      review: {
        temperature: 0.1,
        thrifty: null,
        control: false,
        assertions: [],
        criteria_file: null,
        qualitative: { enabled: true, models: [] },
        quantitative: { enabled: true, models: [], criteria: [...DEFAULT_CRITERIA], samples: 1 },
      },
      hooks: { design_isolation: { enabled: true, strict_mode: false } },
      output: { base_dir: ".opencode/design-lab", format: "json", gitignore: true, exchanges: true },
      ranking: { method: "adjusted", exclude_self_reviews: false, person_weight: 1.5 },
      limits: {
        max_cost: null,
        max_tokens: null,
        max_minutes: null,
        max_parallel: 64,
        max_parallel_per_provider: null,
        cell_timeout: 600,
      },
      guard: {
        test_output_file: null,
        enforce_patterns: [],
        verifier_model: null,
        max_test_output_age: 300,
        max_cost: 1,
      },
      memory: { after_compaction: false },
      min_designs: 2,
      min_reviewers: 1,
      fallback_models: {},
      confirm_above: 1,
    });
  });

  test("names the files it looked for", () => {
    expect(project.load().absent).toEqual([
      project.userFile,
      `${project.userFile}c`,
      project.projectFile,
      `${project.projectFile}c`,
      join(project.directory, ".opencode/config/design-lab.json"),
      join(project.directory, ".opencode/config/design-lab.jsonc"),
    ]);
  });

  test("gives each caller a configuration of its own", () => {
    const { config } = project.load();
    config.review.quantitative.criteria.pop();
    config.design_models.push("a/b");
    expect(project.load().config.review.quantitative.criteria).toHaveLength(5);
    expect(project.load().config.design_models).toEqual([]);
  });
});

describe("precedence", () => {
  test("user file, project file, plugin options, args: the later wins and all are named", () => {
    project.write(project.userFile, { min_reviewers: 2, design: { temperature: 0.1, top_p: 0.1, max_tokens: 20 } });
    project.write(project.projectFile, { design: { temperature: 0.2, top_p: 0.2, max_tokens: 10 } });
    const options = { design: { temperature: 0.3, top_p: 0.3 } };
    const { config, sources } = project.load({ options, args: { design: { temperature: 0.4 } } });
    expect(config.design).toEqual({
      agent_prompt: null,
      temperature: 0.4,
      top_p: 0.3,
      max_tokens: 10,
      repository: true,
    });
    expect(config.min_reviewers).toBe(2);
    expect(sources).toEqual([
      project.userFile,
      project.projectFile,
      "the plugin options in opencode.json",
      "the args of this call",
    ]);
  });

  test("a .jsonc file wins over the .json file beside it", () => {
    project.write(project.projectFile, { min_designs: 3, min_reviewers: 3 });
    project.write(`${project.projectFile}c`, '{ /* here */ "min_designs": 4 }');
    const { config } = project.load();
    expect([config.min_designs, config.min_reviewers]).toEqual([4, 3]);
  });

  test("XDG_CONFIG_HOME replaces ~/.config; a relative one is ignored", () => {
    const xdg = join(project.root, "xdg");
    project.write(project.userFile, { min_designs: 3 });
    project.write(join(xdg, "opencode/design-lab.json"), { min_reviewers: 4 });
    const { config } = project.load({ env: { XDG_CONFIG_HOME: xdg } });
    expect([config.min_designs, config.min_reviewers]).toEqual([2, 4]);
    expect(project.load({ env: { XDG_CONFIG_HOME: "xdg" } }).config.min_designs).toBe(3);
    expect(project.load({ env: { XDG_CONFIG_HOME: "" } }).config.min_designs).toBe(3);
  });

  test("OPENCODE_CONFIG_DIR adds a file over the user's and under the project's", () => {
    const folder = join(project.root, "profile");
    project.write(project.userFile, { min_designs: 3, min_reviewers: 3 });
    project.write(join(folder, "design-lab.json"), { min_designs: 4, limits: { max_parallel: 5 } });
    project.write(project.projectFile, { limits: { max_parallel: 4 } });
    const { config } = project.load({ env: { OPENCODE_CONFIG_DIR: folder } });
    expect([config.min_designs, config.min_reviewers, config.limits.max_parallel]).toEqual([4, 3, 4]);
  });

  test("a file that two rules lead to is read once", () => {
    project.write(project.projectFile, { min_designs: 3 });
    const { sources } = project.load({ env: { OPENCODE_CONFIG_DIR: join(project.directory, ".opencode") } });
    expect(sources).toEqual([project.projectFile]);
  });

  test("from a subfolder the nearest project file up to the worktree's root counts alone", () => {
    const nested = join(project.directory, "packages/api/src");
    const nearer = join(project.directory, "packages/.opencode/design-lab.json");
    project.write(project.projectFile, { min_designs: 3, min_reviewers: 3 });
    expect(project.load({ directory: nested }).config.min_designs).toBe(3);
    project.write(nearer, { min_designs: 4 });
    const { config, sources } = project.load({ directory: nested });
    expect([config.min_designs, config.min_reviewers]).toEqual([4, 1]);
    expect(sources).toEqual([nearer]);
  });

  test("nothing above the worktree is read, and without a worktree nothing above the directory", () => {
    project.write(join(project.root, ".opencode/design-lab.json"), { min_designs: 9 });
    expect(project.load().sources).toEqual([]);
    expect(project.load({ worktree: "/" }).sources).toEqual([]);
    expect(project.load({ worktree: join(project.root, "elsewhere") }).sources).toEqual([]);
  });
});

describe("merging", () => {
  test("lists replace", () => {
    project.write(project.userFile, { design_models: ["a/1", "a/2", "a/3"] });
    project.write(project.projectFile, { design_models: ["b/1"] });
    expect(project.load().config.design_models).toEqual(["b/1"]);
    expect(project.load({ args: { design_models: [] } }).config.design_models).toEqual([]);
  });

  test("a rubric replaces the default one whole, and a weight left out is 1", () => {
    const criteria = [{ name: "cost", description: "What does it cost?", min: 1, max: 5 }];
    project.write(project.projectFile, { review: { quantitative: { criteria } } });
    const { review } = project.load().config;
    expect(review.quantitative.criteria).toEqual([{ ...criteria[0], weight: 1 } as never]);
    expect(review.quantitative.enabled).toBe(true);
  });

  test("objects merge down to fallback_models", () => {
    project.write(project.userFile, { fallback_models: { "a/1": ["b/1"], "a/2": ["b/2", "c/2"] } });
    project.write(project.projectFile, { fallback_models: { "a/2": ["c/2"] } });
    expect(project.load().config.fallback_models).toEqual({ "a/1": ["b/1"], "a/2": ["c/2"] });
  });

  test("null lifts a limit that an earlier file set", () => {
    project.write(project.userFile, { limits: { max_cost: 1 }, confirm_above: 2 });
    const { config } = project.load({ args: { limits: { max_cost: null } } });
    expect([config.limits.max_cost, config.confirm_above]).toEqual([null, 2]);
  });

  test("an undefined arg sets nothing", () => {
    project.write(project.projectFile, { design_models: ["a/1"] });
    const args = { design_models: undefined, design: { temperature: undefined } };
    const { config } = project.load({ args });
    expect(config.design_models).toEqual(["a/1"]);
    expect(config.design.temperature).toBe(0.7);
  });
});

describe("what a file may look like", () => {
  test("comments, trailing commas, a byte order mark and $schema are accepted", () => {
    project.write(
      project.projectFile,
      '\uFEFF// first\r\n{\r\n  "$schema": "./design-lab.schema.json", /* x */\r\n  "min_designs": 3,\r\n}\r\n',
    );
    const { config } = project.load();
    expect(config.min_designs).toBe(3);
    expect(config).not.toHaveProperty("$schema");
  });

  test("an empty object is a configuration", () => {
    project.write(project.projectFile, "{}");
    expect(project.load().sources).toEqual([project.projectFile]);
  });

  test("folders and values in any script work", () => {
    const directory = join(project.root, "プロジェクト ünï 🧪");
    const file = join(directory, ".opencode/design-lab.json");
    const criteria = [{ name: "分かりやすさ", description: "明快か", min: 0, max: 1 }];
    project.write(file, { output: { base_dir: "設計" }, review: { quantitative: { criteria } } });
    const { config, sources } = project.load({ directory, worktree: directory });
    expect(config.output.base_dir).toBe("設計");
    expect(sources).toEqual([file]);
  });

  test("model names may hold more slashes, colons and dots", () => {
    const design_models = ["openrouter/meta/llama-3.1-70b:free", "lm-studio/My Model", "a/b"];
    expect(project.load({ args: { design_models } }).config.design_models).toEqual(design_models);
  });
});

test("a file that an editor on Windows has saved means what it says, and an error in it stands in its line", () => {
  const text = ["{ // mine", '  "design_models": ["p/a",', '    "p/b"],', '  "min_designs": 2', "}", ""];
  project.write(project.userFile, `\uFEFF${text.join("\r\n")}`);
  expect(project.load().config).toMatchObject({ design_models: ["p/a", "p/b"], min_designs: 2 });
  project.write(project.userFile, text.join("\r\n").replace("2", '"two"'));
  expect(project.failure().message).toContain('found "two" (line 4, column 18)');
});

test("what a project's file with a mistake changes is not told, and why is", () => {
  const { directory, home } = project;
  const change = () => projectChange({ directory, worktree: directory, home, env: {} });
  project.write(project.projectFile, { limits: { max_cost: 2 } });
  expect(change().changes.length).toBe(1);
  project.write(project.projectFile, { limits: { max_cost: "two" } });
  expect(change).toThrow("limits.max_cost");
});
