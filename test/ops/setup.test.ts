import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { loadConfig } from "../../src/config/load.ts";
import { allOps } from "../../src/ops/registry.ts";
import { PLAN_VIEWS } from "../../src/plan/answer.ts";
import { rowOf, TYPE_NAMES } from "../../src/questions/types.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench();
});
afterEach(() => lab.dispose());

const file = (name: string) => join(lab.dir, ".opencode", name);
async function breakConfiguration(): Promise<void> {
  await mkdir(join(lab.dir, ".opencode"), { recursive: true });
  await writeFile(file("design-lab.json"), '{ "desing_models": [] }');
}

describe("init", () => {
  test("writes a configuration of the connected models that the lab reads, with the schema beside it", async () => {
    const reply = await lab.call("init");
    expect(reply).toContain(file("design-lab.jsonc"));
    const { config } = loadConfig({ directory: lab.dir, worktree: lab.dir, home: lab.dir, env: {} });
    expect(config.design_models).toEqual(["alpha/strong-1", "beta/middle-1", "gamma/weak-1"]);
    expect(JSON.parse(await readFile(file("design-lab.schema.json"), "utf8")).title).toBe("opencode-designlab");
  });

  test("never writes over a configuration, whichever of its names it has", async () => {
    await breakConfiguration();
    const reply = await lab.call("init");
    expect(reply).toContain("is there already; nothing was written");
    expect(reply).toContain("`/design-lab doctor` says whether it is in order");
    expect(await readFile(file("design-lab.json"), "utf8")).toBe('{ "desing_models": [] }');
  });
});

describe("help", () => {
  test("says first what a person types, with every option, and then the ops", async () => {
    const help = await lab.call("help", { op: "lines" });
    const at = (text: string): number => help.indexOf(text);
    expect(at("`/design-lab run Design a queue`")).toBeGreaterThan(0);
    expect(at("`--fresh`")).toBeGreaterThan(at("`/design-lab doctor [ask]`"));
    expect(help).toEndWith('For the agent: `designlab({op: "help"})`.');
  });

  test("tells an agent the ops alone, in 1,000 tokens (o200k) at most", async () => {
    const help = await lab.call("help");
    expect(help).toContain("- **run**: design, review, score and rank a task. Args: task, ");
    expect(help).toContain('what a person types: `designlab({op: "help", args: {op: "lines"}})`');
    expect(help).not.toContain("/design-lab run");
    expect(encode(help).length).toBeLessThanOrEqual(1_000);
  });

  test("of ask has a line for every type of question, with its fields and the shape of its answer", async () => {
    const lines = (await lab.call("help", { op: "ask" })).split("\n");
    for (const type of TYPE_NAMES) {
      const line = lines.find((each) => each.startsWith(`- **${type}** (`)) ?? "";
      const { fields, answer } = rowOf(type);
      for (const name of [...Object.keys(fields), ...Object.keys(answer.properties)]) expect(line).toContain(name);
    }
    expect(lines.join("\n")).toContain(
      "`{options: [{id, label, description?, recommended?}…], other?} → {selected, other?}`",
    );
  });

  test("of generate lists the options that it takes, and of run all, for whoever types", async () => {
    lab.voice = "line";
    const generate = await lab.call("help", { op: "generate" });
    for (const option of ["--design-models", "--max-cost", "--dry-run"]) expect(generate).toContain(option);
    for (const option of ["--review-models", "--thrifty", "--judge", "--no-quantitative"])
      expect(generate).not.toContain(option);
    expect(await lab.call("help", { op: "run" })).toContain("--no-quantitative");
  });

  test("says in words what each argument may be, of every op", async () => {
    const run = await lab.call("help", { op: "run" });
    for (const list of ["design_models", "review_models"])
      expect(run).toContain(`- **${list}** (list of models, or {model, as: persona}, or string): `);
    expect(await lab.call("help", { op: "ask" })).toContain("- **questions** (list of questions): ");
    for (const { name } of await allOps()) {
      const kinds = (await lab.call("help", { op: name })).match(/^- \*\*\S+\*\* \([^:]*\): /gmu) ?? [];
      expect([name, kinds.filter((each) => /\banys\b|\(any\)|objects|\bof string\b/u.test(each))]).toEqual([name, []]);
    }
  });

  test("of compare, review and score calls designs designs, and experiments experiments", async () => {
    for (const op of ["compare", "review", "score"])
      expect(await lab.call("help", { op })).toMatch(/\*\*designs\*\* .*: letters, design\\?_ids or models, a list/u);
    expect(await lab.call("help", { op: "compare" })).not.toContain("provider/model");
  });

  test("of a view of tasks, a part of show or an argument says whose it is, and such an op is answered with the call", async () => {
    for (const name of PLAN_VIEWS.filter((each) => !["show", "help"].includes(each))) {
      const said = `${JSON.stringify(name)} is a view of tasks: \`/design-lab tasks ${name}\` (\`designlab({op: "tasks", args: {view: "${name}"`;
      expect(await lab.call("help", { op: name })).toContain(said);
      if (name !== "list") expect(await lab.call(name)).toContain(`: \`designlab({op: "tasks", args: {view: "${name}"`);
    }
    expect(await lab.call("list")).toContain('It belongs to show.\n\nSend this instead: `designlab({op: "show"})`');
    expect(await lab.call("critcal")).toContain(
      'Did you mean "critical"?\n\nSend this instead: `designlab({op: "tasks"',
    );
    expect(await lab.call("ledger")).toContain("It belongs to show.");
    expect(await lab.call("approve")).toContain('designlab({op: "ask", args: {approve: true}})');
  });

  test("of what is no op names the nearest and all there are", async () => {
    const reply = await lab.call("help", { op: " Rnk " });
    expect(reply).toMatch(/There is no op " Rnk "; the nearest: rank\b.*There are brief, run, .*\brank\b.*\bresume\b/u);
    expect(await lab.call("help", { op: "xyzzy" })).toContain('There is no op "xyzzy". There are brief, run, ');
    expect(await lab.call("help", { op: "RESUME" })).toStartWith("`/design-lab resume ");
  });

  test("of one op is what the audience can do: a call for an agent, a line for whoever types", async () => {
    const agent = await lab.call("help", { op: "generate" });
    expect(agent).toStartWith("Op **generate**: ");
    expect(agent).not.toMatch(/\/design-lab|--[a-z]/u);
    expect(await lab.call("help", { op: "run" })).not.toMatch(/\/design-lab|--[a-z]/u);
    expect(await lab.call("help", { op: "resume" })).toMatch(
      /^`\/design-lab resume \[experiment\] .*\n\nIts op is \*\*run\*\*: `designlab\(\{op: "help", args: \{op: "run"\}\}\)`/su,
    );
    expect(await lab.call("help", { op: "stop" })).toMatch(/with Esc where it was started, .*`\/design-lab open`/u);
    lab.voice = "line";
    expect(await lab.call("help", { op: "generate" })).toMatch(
      /^`\/design-lab generate "Design a queue"`.*--max-cost/su,
    );
  });
});

describe("doctor", () => {
  test("says that all is well but ripgrep, and asks no model", async () => {
    const reply = await lab.call("doctor");
    expect(reply).toStartWith(
      "**The lab can work, as far as one can tell without asking:** `/design-lab doctor ask` asks every model one tiny question. Some of it",
    );
    expect(reply).toContain("look · ripgrep");
    expect(reply).toContain("alpha/strong-1, beta/middle-1, gamma/weak-1");
    expect(lab.host.prompts).toHaveLength(0);
  });

  test("asks every model of a run once when told to, and names the one that does not answer", async () => {
    await lab.dispose();
    lab = await bench({
      answer: (asked) =>
        asked.model === "beta/middle-1"
          ? { error: { kind: "auth", message: "invalid key", status: 401, retryable: false } }
          : '{"ready": true}',
    });
    const reply = await lab.call("doctor", { ask: true });
    expect(lab.host.prompts).toHaveLength(3);
    expect(reply).toContain("**1 thing keeps the lab from working.**");
    expect(reply).toContain("**wrong** · Answer of beta/middle-1: auth: invalid key");
  });

  test("sends nothing back, and says who answers otherwise than asked", async () => {
    await lab.dispose();
    lab = await bench({ answer: ({ model }) => (model === "beta/middle-1" ? "I am ready." : '{"ready": true}') });
    const reply = await lab.call("doctor", { ask: true });
    expect(lab.host.prompts).toHaveLength(3);
    expect(reply).toContain("- look · Answer of beta/middle-1: answered, and not in the form that it was asked for");
    expect(reply).toStartWith("**The lab can work.**");
  });

  test("asks each model itself, for the answer of a fallback would hide that it fails", async () => {
    await lab.dispose();
    lab = await bench({
      config: { fallback_models: { "beta/middle-1": ["gamma/weak-1"] } },
      answer: (asked) =>
        asked.model === "beta/middle-1"
          ? { error: { kind: null, message: "dead", status: 400, retryable: false } }
          : '{"ready": true}',
    });
    const reply = await lab.call("doctor", { ask: true });
    expect(reply).toContain("- **wrong** · Answer of beta/middle-1: provider_error: dead (HTTP 400)");
    expect(lab.host.prompts).toHaveLength(3);
    expect(reply).toContain("Answer of alpha/strong-1: answered");
  });

  test("names what is wrong with the configuration", async () => {
    await breakConfiguration();
    for (const args of [{}, { ask: true }]) {
      const reply = await lab.call("doctor", args);
      expect(reply).toContain("nearest: design");
      expect(reply).toContain("look · Models of a run: not known");
      expect(reply).not.toContain("alpha/strong-1");
    }
    expect(lab.host.prompts).toHaveLength(0);
  });

  test("promises more where it has asked", async () => {
    await lab.dispose();
    lab = await bench({ answer: () => '{"ready": true}' });
    expect(await lab.call("doctor", { ask: true })).toStartWith("**The lab can work.** Some");
  });
});

describe("a broken configuration", () => {
  test("stops what would spend money, and not show, compare or help", async () => {
    await lab.call("run", { task: "Design a queue", topic: "queue" });
    const asked = lab.host.prompts.length;
    await breakConfiguration();
    expect(await lab.call("run", { task: "Design another queue" })).toContain("Cannot read");
    expect(lab.host.prompts).toHaveLength(asked);
    expect(await lab.call("show")).toContain("queue");
    expect(await lab.call("compare")).toContain("alpha/strong-1");
    const help = await lab.call("help");
    expect(help).toContain("**The configuration is broken");
    expect(help).not.toContain("No configuration file was found");
  });
});
