import { describe, expect, test } from "bun:test";
import { LabError } from "../../src/errors.ts";
import { names, sentences } from "../../src/ops/args.ts";
import { OP_NAMES } from "../../src/ops/registry.ts";
import { dispatch } from "../../src/tool.ts";

/** What the configuration was asked to be changed to, where a call got that far. */
class Reached extends Error {
  constructor(readonly overrides: unknown) {
    super("reached");
  }
}
const CONTEXT = {
  lab: async (overrides: unknown) => {
    throw new Reached(overrides);
  },
  configuration: async () => ({ sources: [], problem: null }),
  versions: async () => [],
  voice: "agent",
} as unknown as Parameters<typeof dispatch>[1];

/** What comes of a call: its error in words, or what it would change in the configuration. */
async function call(op: unknown, args?: unknown): Promise<{ said: string; advice: string; overrides: unknown }> {
  try {
    return { said: String(await dispatch({ op, args }, CONTEXT)), advice: "", overrides: null };
  } catch (error) {
    if (error instanceof Reached) return { said: "", advice: "", overrides: error.overrides };
    if (error instanceof LabError) return { said: error.message, advice: error.advice, overrides: null };
    throw error;
  }
}

describe("an op", () => {
  test("is known in any case, with white space around it", async () => {
    expect((await call(" HELP\n", { op: " Stop " })).said).toStartWith("`/design-lab stop`: ");
  });
  test("that there is not is named, cut, with the nearest and the call, or with all there are", async () => {
    expect(await call("ranc", { experiment: "latest" })).toMatchObject({
      said: 'Unknown op "ranc". Did you mean "rank"?',
      advice: 'Send this instead: `designlab({op: "rank", args: {experiment: "latest"}})`',
    });
    const { said, advice } = await call("frobnicate");
    expect(said).toBe(`Unknown op "frobnicate". The ops are ${OP_NAMES.join(", ")}.`);
    expect(advice).toBe('`designlab({op: "help"})` says what each does.');
    expect((await call(undefined)).said).toStartWith("op is missing. The ops are ");
    expect((await call("")).said).toStartWith('Unknown op "".');
    expect((await call({ op: "run" })).said).toStartWith('Unknown op {"op":"run"}.');
    expect((await call("x".repeat(100))).said).toStartWith(`Unknown op "${"x".repeat(60)}…".`);
  });
});

describe("args", () => {
  const of = async (args: unknown) => (await call("run", args)).said;
  test("are an object, JSON text of one with what models write into it, or nothing", async () => {
    for (const none of [undefined, null, "", "  ", {}])
      expect(await call("run", none)).toMatchObject({
        said: "Cannot start: a task is needed, found nothing. No model was called.",
        advice: expect.stringContaining('`designlab({op: "run", args: {task: "…"}})`'),
      });
    for (const text of ['{"dry_run": true,}', '// why\n{"dry_run": true}', { dry_run: true }])
      expect(await of(text)).toBe("");
    for (const [given, found] of [
      [7, "7"],
      [["a"], "a list"],
      ["[1]", "a list"],
      ["run it", '"run it"'],
      ["7", "7"],
      [true, "true"],
    ] as const)
      expect(await of(given)).toBe(`Cannot run run: args must be an object, found ${found}.`);
    expect(await of("[".repeat(200_000))).toStartWith("Cannot run run: args must be JSON, found ");
  });

  test("that are wrong are told six at most, each with its place, and with a call that works", async () => {
    const wrong = { ...Object.fromEntries("abcdefgh".split("").map((key) => [`${key}${key}`, 1])) };
    const { said, advice } = await call("run", wrong);
    expect(said.split("; there is no argument")).toHaveLength(6);
    expect(advice).toStartWith('Form of the call: `designlab({op: "run", args: {task: ');
    expect(await of({ fresh: 1 })).toBe("Cannot run run: args.fresh must be true or false, found 1.");
    expect(await of({ limits: { max_cots: 1 } })).toBe(
      'Cannot run run: there is no argument "limits.max_cots", the nearest: limits.max_cost, limits.max_tokens.',
    );
    const other = await of({ limits: { zzzzzzzzzz: 1 } });
    expect(other).toContain('there is no argument "limits.zzzzzzzzzz"; there are limits.max_cost, limits.max_tokens, ');
  });

  test("take an object or a list that came as JSON text, and an empty text for what was not given", async () => {
    const { overrides } = await call("run", {
      design_models: '["a/x", "b/y"]',
      review_models: "c/z , d/w,",
      limits: '{"max_cost": 2, "max_tokens": null}',
      topic: " ",
      output_dir: null,
      strict_isolation: null,
    });
    expect(overrides).toEqual({
      preset: null,
      design_models: ["a/x", "b/y"],
      review_models: ["c/z", "d/w"],
      limits: { max_cost: 2, max_tokens: null },
    });
    expect(await of({ task: "Design a queue", limits: '["a"]' })).toContain("args.limits must be an object, found");
    expect(await of({ design_models: '{"a": 1}' })).toBe("");
  });
});

describe("what a run changes in the configuration", () => {
  const overrides = async (args: object) => (await call("run", args)).overrides;
  test("is what was given, and nothing else", async () => {
    expect(await overrides({ task: "Design a queue" })).toEqual({});
    expect(await overrides({ design_models: [], review_models: "" })).toEqual({});
    expect(await overrides({ qualitative: false })).toEqual({ review: { qualitative: { enabled: false } } });
    expect(await overrides({ quantitative: true })).toEqual({ review: { quantitative: { enabled: true } } });
    expect(await overrides({ strict_isolation: false })).toEqual({
      hooks: { design_isolation: { strict_mode: false } },
    });
    expect(await overrides({ output_dir: "here", limits: { max_minutes: 3 } })).toEqual({
      output: { base_dir: "here" },
      limits: { max_minutes: 3 },
    });
    expect(await overrides({ preset: "quick" })).toEqual({ preset: "quick" });
    // Who names models lifts a preset that is configured.
    expect(await overrides({ qualitative: true, quantitative: false, design_models: "a/x" })).toEqual({
      preset: null,
      design_models: ["a/x"],
      review: { qualitative: { enabled: true }, quantitative: { enabled: false } },
    });
  });

  test("is bounded", async () => {
    const said = async (args: object) => (await call("run", args)).said;
    for (const fits of [
      { topic: "t".repeat(1_000) },
      { output_dir: "d".repeat(4_096) },
      { experiment: "e".repeat(4_096) },
    ])
      expect(await said(fits)).toBe("");
    for (const wrong of [
      { topic: "t".repeat(1_001) },
      { output_dir: "d".repeat(4_097) },
      { experiment: "e".repeat(4_097) },
      { output_dir: "a\u007f" },
      { limits: { max_parallel: 0 } },
      { design_models: [""] },
    ])
      expect(await said(wrong)).toStartWith(`Cannot run run: args.${Object.keys(wrong)[0]}`);
  });
});

test("names() and sentences() take a list or one text, without what shows nothing", () => {
  expect(names(undefined)).toBeUndefined();
  expect(names(" a/x,, b/y\u200b ,")).toEqual(["a/x", "b/y"]);
  expect(names(["a,b", " ", " c "])).toEqual(["a,b", "c"]);
  expect(sentences(undefined)).toEqual([]);
  expect(sentences(" One, and one. ")).toEqual(["One, and one."]);
  expect(sentences(["One. ", "\u200b", ""])).toEqual(["One."]);
});
