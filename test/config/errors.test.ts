import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { temporaryProject } from "./project.ts";

let project: ReturnType<typeof temporaryProject>;
beforeEach(() => {
  project = temporaryProject();
});
afterEach(() => project.remove());

/** The whole message for a project file with this content. */
function messageFor(content: string | Uint8Array | object): string {
  project.write(project.projectFile, content);
  return project.failure().message;
}
const one = (text: string) => `Cannot read ${project.projectFile}: ${text}`;

describe("a value that does not fit", () => {
  test("is named where a criterion says more than a reviewer can hold, and where an assertion shows nothing", () => {
    const criterion = { name: "proof", description: "x".repeat(10_000), min: 0, max: 10 };
    expect(messageFor({ review: { quantitative: { criteria: [criterion] } } })).toContain(
      one(
        "review.quantitative.criteria[0].description must have at most 2000 characters, found 10000 (line 1, column ",
      ),
    );
    expect(messageFor({ review: { assertions: ["names who is called", "\u200b \u200b"] } })).toContain(
      one("review.assertions[1] must have 1 to 300 characters, found none that is seen (line 1, column "),
    );
  });

  test("is named with its file, path, need, found, line and column", () => {
    expect(messageFor('{\n  "design": {\n    "temperature": 3\n  }\n}')).toBe(
      one("design.temperature must be a number from 0 to 2, found 3 (line 3, column 20)"),
    );
  });

  const cases: [object, string][] = [
    [{ design: { top_p: -0.1 } }, "design.top_p must be a number from 0 to 1, found -0.1"],
    [{ design: { max_tokens: 1.5 } }, "design.max_tokens must be a whole number of at least 1, found 1.5"],
    [{ design: { repository: "yes" } }, 'design.repository must be true or false, found "yes"'],
    [{ design: { agent_prompt: "" } }, 'design.agent_prompt must be text that is not empty or null, found ""'],
    [{ design: [] }, "design must be an object, found an empty list"],
    [{ design: [1] }, "design must be an object, found a list"],
    [{ ranking: { method: "median" } }, 'ranking.method must be "adjusted" or "mean", found "median"'],
    [
      { output: { base_dir: "a\u0000b" } },
      'output.base_dir must be text without control characters, found "a\\u0000b"',
    ],
    [{ ranking: { method: null } }, 'ranking.method must be "adjusted" or "mean", found null'],
    [{ limits: { max_cost: "5" } }, 'limits.max_cost must be a number of at least 0 or null, found "5"'],
    [{ limits: { max_minutes: 0 } }, "limits.max_minutes must be a number above 0 or null, found 0"],
    [{ limits: { max_parallel: 0 } }, "limits.max_parallel must be a whole number of at least 1, found 0"],
    [{ min_designs: 1 }, "min_designs must be a whole number of at least 2, found 1"],
    [{ design_models: "a/b" }, 'design_models must be a list, found "a/b"'],
    [
      { design_models: ["a/b", "gpt"] },
      'design_models[1] must be a model as "provider/model", as `opencode models` prints it, without hidden characters or an object, found "gpt"',
    ],
    [
      { review_models: ["a/b\u202e"] },
      'review_models[0] must be a model as "provider/model", as `opencode models` prints it, without hidden characters or an object, found "a/b\\u202e"',
    ],
    [
      { fallback_models: { gpt: ["a/b"] } },
      'fallback_models.gpt must have as its name a model as "provider/model", as `opencode models` prints it, without hidden characters, found "gpt"',
    ],
    [
      { fallback_models: { "a/b": ["c"] } },
      'fallback_models["a/b"][0] must be a model as "provider/model", as `opencode models` prints it, without hidden characters, found "c"',
    ],
    [
      { review: { quantitative: { criteria: [] } } },
      "review.quantitative.criteria must be a list of at least 1, found an empty list",
    ],
    [
      { review: { quantitative: { criteria: [{ name: "a", description: "b", max: 1 }] } } },
      "review.quantitative.criteria[0].min must be a number from -1000000 to 1000000, found nothing",
    ],
  ];
  for (const [content, expected] of cases) {
    test(expected, () => {
      expect(messageFor(content)).toStartWith(one(`${expected} (line 1, column `));
    });
  }
});

describe("an unknown field", () => {
  const cases: [object, string][] = [
    [{ desing: {} }, 'desing must be a known field, found "desing"; nearest: design (line 1, column 2)'],
    [
      { review: { quantitative: { sample: 2 } } },
      'review.quantitative.sample must be a known field, found "sample"; nearest: review.quantitative.samples (line 1, column 28)',
    ],
    [
      { temperature: 1 },
      'temperature must be a known field, found "temperature"; nearest: design.temperature, review.temperature (line 1, column 2)',
    ],
    [
      { ranking: { zzz: 1 } },
      'ranking.zzz must be a known field, found "zzz"; known here: method, exclude_self_reviews, person_weight (line 1, column 13)',
    ],
    [
      { review: { quantitative: { criteria: [{ name: "a", description: "b", min: 0, max: 1, wieght: 2 }] } } },
      'review.quantitative.criteria[0].wieght must be a known field, found "wieght"; nearest: review.quantitative.criteria[0].weight (line 1, column 86)',
    ],
  ];
  for (const [content, expected] of cases) {
    test(expected, () => expect(messageFor(content)).toBe(one(expected)));
  }

  test("called __proto__ is unknown like any other and reaches no prototype", () => {
    expect(messageFor('{"__proto__": {"min_designs": 9}}')).toContain(
      '__proto__ must be a known field, found "__proto__"',
    );
    expect(project.failure({ options: JSON.parse('{"design": {"__proto__": {"x": 1}}}') }).message).toContain(
      "the plugin options in opencode.json: design.__proto__ must be a known field",
    );
    expect(({} as Record<string, unknown>).min_designs).toBeUndefined();
  });
});

describe("a rubric", () => {
  const criterion = { name: "clarity", description: "Clear?", min: 0, max: 10 };
  const rubric = (...criteria: object[]) => ({ review: { quantitative: { criteria } } });

  test("refuses max at or below min", () => {
    expect(messageFor(rubric(criterion, { ...criterion, name: "b", max: 0 }))).toStartWith(
      one("review.quantitative.criteria[1].max must be above min 0, found 0 (line 1, column "),
    );
    expect(messageFor(rubric({ ...criterion, min: 5, max: 1 }))).toContain("must be above min 5, found 1");
  });

  test("refuses a name that stands twice, in any case", () => {
    expect(messageFor(rubric(criterion, { ...criterion, name: "Clarity" }))).toStartWith(
      one(
        'review.quantitative.criteria[1].name must look different from "clarity" (criteria[0].name), found "Clarity" (line 1, column ',
      ),
    );
  });

  test("refuses a weight beyond what sums hold", () => {
    for (const weight of ["1e301", "1e400", "1000001", "-1"]) {
      const text = JSON.stringify(rubric({ ...criterion, weight: "W" })).replace('"W"', weight);
      expect(messageFor(text)).toStartWith(
        one(`review.quantitative.criteria[0].weight must be a number from 0 to 1000000, found ${Number(weight)}`),
      );
    }
  });

  test("refuses weights that are all zero, and accepts one that is not", () => {
    const silent = { ...criterion, weight: 0 };
    expect(messageFor(rubric(silent, { ...silent, name: "b" }))).toStartWith(
      one(
        "review.quantitative.criteria must have a weight above 0 for at least one criterion, found 0 for all (line 1,",
      ),
    );
    project.write(project.projectFile, rubric(silent, { ...criterion, name: "b" }));
    expect(project.load().config.review.quantitative.criteria).toHaveLength(2);
  });
});

describe("several problems", () => {
  test("are listed together, over all sources, in the order they stand", () => {
    project.write(project.userFile, { min_designs: 0 });
    project.write(project.projectFile, '{\n "zz": 1,\n "design": {"top_p": 2}\n}');
    const error = project.failure({ options: { limit: {} }, args: { min_reviewers: 0 } });
    expect(error.message.split("\n")).toEqual([
      "Cannot read the configuration, 5 problems:",
      `- ${project.userFile}: min_designs must be a whole number of at least 2, found 0 (line 1, column 16)`,
      expect.stringContaining(`- ${project.projectFile}: zz must be a known field, found "zz"; known here: $schema,`),
      `- ${project.projectFile}: design.top_p must be a number from 0 to 1, found 2 (line 3, column 22)`,
      '- the plugin options in opencode.json: limit must be a known field, found "limit"; nearest: limits',
      "- the args of this call: min_reviewers must be a whole number of at least 1, found 0",
    ]);
    expect(error.advice).toContain(project.projectFile);
    expect(error.advice).toContain("docs/configuration.md");
  });

  test("past ten are counted", () => {
    const lines = messageFor({ design_models: Array(14).fill("x") }).split("\n");
    expect(lines).toHaveLength(12);
    expect(lines[11]).toBe("- and 4 more");
  });

  test("a long or invisible value is shown short and plain", () => {
    const message = messageFor({ ranking: { method: `\u001b[31m\u200b${"x".repeat(500)}` } });
    expect(message).toContain('found "\\u001b[31m\\u200bxxx');
    expect(message.length).toBeLessThan(project.projectFile.length + 250);
  });
});

describe("a file that is no configuration", () => {
  const cases: [string, string | Uint8Array, string][] = [
    ["empty", "", "it must be a JSON object, found an empty file"],
    ["only a comment", "// todo\n", "it must be a JSON object, found an empty file"],
    ["a list", "[]", "it must be a JSON object, found a list (line 1, column 1)"],
    ["null", "null", "it must be a JSON object, found null (line 1, column 1)"],
    [
      "a missing comma",
      '{\n "min_designs": 3\n "min_reviewers": 2\n}',
      "it must be JSON with comments, found no comma where one is needed (line 3, column 2)",
    ],
    [
      "a missing brace",
      '{"min_designs": 3',
      "it must be JSON with comments, found no closing brace } where one is needed (line 1, column 18)",
    ],
    [
      "a repeated key",
      '{"min_designs": 3,\n"min_designs": 4}',
      "min_designs must stand once, found again (line 2, column 1)",
    ],
    ["UTF-16", Buffer.from("\uFEFF{}", "utf16le"), "it must be UTF-8 text, found other bytes"],
    ["nested without end", "[".repeat(500_000), "it must be an object of a few levels, found one nested too deeply"],
    ["huge", `{"$schema": "${"x".repeat(3_000_000)}"}`, "it must be at most 1 MB, found 3.0 MB"],
  ];
  for (const [name, content, expected] of cases) {
    test(`${name}: ${expected}`, () => expect(messageFor(content)).toBe(one(expected)));
  }

  test("a folder in its place is named", () => {
    mkdirSync(project.projectFile, { recursive: true });
    expect(project.failure().message).toBe(one("it must be a file, found a folder"));
  });

  test("a pipe, a device and a link to one are waited for by nobody, and nothing is taken out of them", () => {
    mkdirSync(dirname(project.projectFile), { recursive: true });
    const pipe = join(project.root, "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    const held = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    writeSync(held, "{}");
    for (const target of [pipe, "/dev/zero", "/dev/tty"]) {
      symlinkSync(target, project.projectFile);
      expect(project.failure().message).toBe(one("it must be a file, found something else"));
      rmSync(project.projectFile);
    }
    expect(readSync(held, Buffer.alloc(10))).toBe(2);
    closeSync(held);
  });

  test("a link that leads nowhere or in a circle is not taken for no file", () => {
    mkdirSync(dirname(project.projectFile), { recursive: true });
    symlinkSync(join(project.root, "gone"), project.projectFile);
    expect(project.failure().message).toBe(one("it must be readable, found a link that leads nowhere"));
    mkdirSync(dirname(project.userFile), { recursive: true });
    symlinkSync(project.userFile, project.userFile);
    expect(project.failure().message).toContain(`${project.userFile}: it must be readable, found ELOOP`);
  });

  test(".opencode as a plain file means that there is none", () => {
    project.write(join(project.directory, ".opencode"), "x");
    expect(project.load().sources).toEqual([]);
  });

  test("one without permission is named", () => {
    project.write(project.projectFile, {});
    chmodSync(project.projectFile, 0o000);
    const message = asOrdinaryUser(() => project.failure().message);
    expect(message).toBe(one("it must be readable, found no permission (EACCES)"));
  });

  test("plugin options that are no object are named", () => {
    expect(project.failure({ options: ["a/b"] }).message).toBe(
      "Cannot read the plugin options in opencode.json: must be an object, found a list",
    );
    expect(project.failure({ options: "x" }).message).toEndWith('must be an object, found "x"');
    expect(project.load({ options: null }).sources).toEqual([]);
  });

  test("a broken file that a later source overrides is still an error", () => {
    project.write(project.userFile, { min_designs: 0 });
    project.write(project.projectFile, { min_designs: 3 });
    expect(project.failure().message).toContain(project.userFile);
  });
});

/** Root may read everything, so for root the work is done as the user "nobody", who may enter the project's folders. */
function asOrdinaryUser<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  for (let folder = dirname(project.projectFile); folder.startsWith(project.root); folder = dirname(folder)) {
    chmodSync(folder, 0o755);
  }
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
