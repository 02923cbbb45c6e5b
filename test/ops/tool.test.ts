import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { z } from "zod";
import { DEFINITION, definitionOf, OP_NAMES } from "../../src/ops/registry.ts";
import { type Bench, bench } from "../support/lab.ts";
import { OPS } from "../support/typed.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench();
});
afterEach(() => lab.dispose());

/** Tokens (o200k) of the definition as the host sends it to the model. */
function tokensOf({ description, parameters }: typeof DEFINITION): number {
  const schema = z.toJSONSchema(z.object(parameters));
  const definition = { type: "function", function: { name: "designlab", description, parameters: schema } };
  return encode(JSON.stringify(definition)).length;
}

test("the tool's definition is at most 250 tokens (o200k) and names every op", () => {
  expect(tokensOf(DEFINITION)).toBeLessThanOrEqual(250);
  expect(DEFINITION.description).toContain(OPS.map(({ name }) => name).join(", "));
  for (const name of OP_NAMES) expect(JSON.stringify(z.toJSONSchema(DEFINITION.parameters.op))).toContain(`"${name}"`);
});

test("twenty ops fit into the tool's definition too", () => {
  const names =
    "brief run generate review score judge rank refine decide plan tasks guard outcome ask show open compare init doctor help";
  expect(names.split(" ")).toHaveLength(20);
  expect(tokensOf(definitionOf(names.split(" ")))).toBeLessThanOrEqual(250);
});

test("the list of ops is all that a host loads of them at its start, and a word is typed for one op alone", () => {
  const words = OPS.flatMap((op) => op.words.map(({ word }) => word));
  expect(new Set(words).size).toBe(words.length);
  expect(words).toEqual(expect.arrayContaining([...OP_NAMES]));
});

test("README's table of the tool has a row for every op, and for nothing else", async () => {
  const readme = await Bun.file(join(import.meta.dir, "../../README.md")).text();
  const [, table = ""] = readme.split("| op | does |\n|---|---|\n");
  const rows = table.slice(0, table.indexOf("\n\n")).matchAll(/^\| ([a-z, ]+) \|/gmu);
  expect([...rows].flatMap(([, names = ""]) => names.split(", ")).sort()).toEqual([...OP_NAMES].sort());
});

describe("every op", () => {
  for (const op of OPS) {
    test(`${op.name} is described, refuses unknown arguments with one example, and its example's keys are arguments`, async () => {
      expect(op.args.additionalProperties).toBe(false);
      for (const field of Object.values(op.args.properties)) expect(field.description).toBeString();
      for (const key of Object.keys(op.example)) expect(Object.keys(op.args.properties)).toContain(key);
      const reply = await lab.call(op.name, { frobnicate: 1 });
      expect(reply).toStartWith(`**designlab:** Cannot run ${op.name}: `);
      expect(reply).toContain('there is no argument "frobnicate"');
      expect(reply).toContain(`Form of the call: \`designlab({op: "${op.name}"`);
      const help = await lab.call("help", { op: op.name });
      for (const key of Object.keys(op.args.properties)) expect(help).toContain(key);
    });
  }
});

describe("a call", () => {
  test("with a path longer than any file system takes is refused before anything is looked for", async () => {
    const long = "x".repeat(4_097);
    for (const op of ["run", "show"])
      expect(await lab.call(op, { experiment: long })).toContain("must be text of at most 4096 characters, found 4097");
    const reply = await lab.call("run", { task: "Design a queue", output_dir: long });
    expect(reply).toContain("must be text of at most 4096 characters, found 4097");
  });

  test("with an unknown op gets the nearest names", async () => {
    expect(await lab.call("runn", {})).toContain('Unknown op "runn". Did you mean "run"?');
    expect(await lab.call(undefined)).toContain("op is missing");
    expect(await lab.call(42)).toContain("Unknown op 42");
  });

  test("with args as a JSON string works, with other text it says what is needed", async () => {
    expect(await lab.call("help", '{"op": "rank"}')).toContain("**rank**");
    expect(await lab.call("help", "op=rank")).toContain('args must be an object, found "op=rank"');
    expect(await lab.call("help", [1])).toContain("args must be an object, found a list");
  });

  test("with a near name for an argument is told that name", async () => {
    expect(await lab.call("run", { design_model: "a/b" })).toContain("the nearest: design_models");
  });

  test("with a wrong type names the argument, what is needed and what was found", async () => {
    expect(await lab.call("score", { force: "yes" })).toContain('args.force must be true or false, found "yes"');
  });

  test("without a task says what is needed", async () => {
    expect(await lab.call("run", {})).toContain("a task is needed");
    expect(await lab.call("run", { task: "  " })).toContain("a task is needed");
    expect(await lab.call("generate")).toContain("a task is needed");
  });

  test("with null for an argument is a call without it", async () => {
    expect(await lab.call("help", { op: null })).toContain("- **run**: ");
  });
});

describe("without an experiment", () => {
  test("show says how to start one; the others name what is missing", async () => {
    expect(await lab.call("show")).toContain("There is no experiment yet");
    for (const op of ["rank", "compare", "review", "score"])
      expect(await lab.call(op)).toContain("There is no experiment yet");
    expect(lab.host.prompts).toEqual([]);
  });

  test("an unknown one is answered with the nearest", async () => {
    await lab.call("generate", { task: "A queue", topic: "durable queue" });
    const reply = await lab.call("show", { experiment: "2026-durable-que" });
    expect(reply).toContain('There is no experiment "2026-durable-que"');
    expect(reply).toContain("durable-queue");
  });
});

test("a broken configuration file fails every op but tells the file and the line, and is not passed over", async () => {
  await mkdir(join(lab.dir, ".opencode"), { recursive: true });
  await writeFile(
    join(lab.dir, ".opencode/design-lab.json"),
    '{\n  "design_models": ["alpha/strong-1"],\n  "desing": {}\n}\n',
  );
  const reply = await lab.call("run", { task: "A queue" });
  expect(reply).toContain("design-lab.json");
  expect(reply).toContain("desing");
  expect(reply).toContain("design");
  expect(reply).toMatch(/3/);
  expect(lab.host.prompts).toEqual([]);
});

test("a reply of few lines is cut where its letters take more bytes than the host would show", async () => {
  const paragraphs = Array.from({ length: 45 }, (_, at) => `第${at}段。${"行列を順に取り出す。".repeat(50)}`);
  const japanese = await bench({
    answer: ({ kind }) =>
      kind === "design"
        ? JSON.stringify({
            title: "行列",
            summary: "行列を順に取り出す。",
            assumptions: ["一つの表"],
            architecture_overview: paragraphs.join("\n\n"),
            components: [{ name: "表", description: "行列の表", responsibilities: ["順に渡す"] }],
            data_flow: "順に",
            tradeoffs: [],
            risks: [],
            open_questions: [],
          })
        : undefined,
  });
  try {
    await japanese.call("generate", { task: "A queue", topic: "queue" });
    const reply = await japanese.call("show", { design: "alpha-strong-1" });
    expect(reply.split("\n").length).toBeLessThan(110);
    expect(Buffer.byteLength(reply)).toBeLessThan(51_200);
    expect(reply).toContain("第20段");
    expect(reply).toMatch(/\n\(\d+ more lines are left out; .*\)\nFiles: \S+$/);
  } finally {
    await japanese.dispose();
  }
});

test("no reply is over 150 lines or what the host would cut, however large a design is, and the files are still named", async () => {
  const huge = (label: string, number: number, words: number) =>
    Array.from({ length: number }, (_, at) => `${label} ${at} ${"word ".repeat(words)}`);
  const big = await bench({
    answer: ({ kind }) =>
      kind === "design"
        ? JSON.stringify({
            title: "t".repeat(10_000),
            summary: "s ".repeat(60_000),
            assumptions: huge("assumption", 300, 3),
            architecture_overview: huge("paragraph", 400, 20).join("\n\n"),
            components: huge("component", 300, 2).map((name) => ({
              name,
              description: name,
              responsibilities: [name],
            })),
            data_flow: "flow",
            tradeoffs: [],
            risks: [],
            open_questions: [],
          })
        : undefined,
  });
  try {
    await big.call("generate", { task: "A queue", topic: "queue" });
    for (const args of [{ design: "alpha-strong-1" }, { what: "designs" }, { what: "ledger" }, {}]) {
      const reply = await big.call("show", args);
      expect(reply.split("\n").length).toBeLessThanOrEqual(150);
      expect(Buffer.byteLength(reply)).toBeLessThan(51_200);
      if (Object.keys(args).length > 0) expect(reply).toContain(`Files: ${big.dir}`);
    }
  } finally {
    await big.dispose();
  }
});
