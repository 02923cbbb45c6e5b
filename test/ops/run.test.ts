import { afterEach, describe, expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { Design } from "../../src/artifacts/design.ts";
import { Exchange } from "../../src/artifacts/exchange.ts";
import { Ranking } from "../../src/artifacts/ranking.ts";
import { Review } from "../../src/artifacts/review.ts";
import { Score } from "../../src/artifacts/score.ts";
import { Task } from "../../src/artifacts/task.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
async function start(options?: BenchOptions): Promise<Bench> {
  lab = await bench(options);
  return lab;
}
afterEach(() => lab.dispose());

describe("run", () => {
  test("ranks the planted better design first and writes every file of the layout, each fitting its schema", async () => {
    await start();
    const reply = await lab.call("run", { task: "Design a durable task queue" });
    expect(reply).toMatch(/^\*\*A “[^”]+” is (?:probably )?better than the other 2 designs/mu);
    const dir = await onlyExperiment(lab.dir);
    const files = await snapshot(dir);
    const ids = ["alpha-strong-1", "beta-middle-1", "gamma-weak-1"];
    const expected = [
      ".lock",
      "ledger.jsonl",
      "made.json",
      "results/ranking.json",
      "results/ranking.md",
      "results/report.html",
      "task.json",
      ...ids.flatMap((id) => [`designs/design-${id}.json`, `designs/design-${id}.md`]),
      ...ids.flatMap((id) =>
        ids.flatMap((reviewer) => [`reviews/review-${id}-${reviewer}.json`, `scores/score-${id}-${reviewer}.json`]),
      ),
    ];
    const [exchanges, others] = [true, false].map((kept) =>
      Object.keys(files).filter((path) => path.startsWith("exchanges/") === kept),
    );
    expect(others).toEqual(expected.sort());
    // Of 3 designs, 9 evaluations and the task's name: what was sent and what came back, and a page of it.
    expect(exchanges?.filter((path) => path.endsWith(".json"))).toHaveLength(13);
    expect(exchanges?.filter((path) => path.endsWith(".html"))).toHaveLength(13);
    const schemaOf = (path: string) =>
      path.startsWith("designs")
        ? Design
        : path.startsWith("reviews")
          ? Review
          : path.startsWith("scores")
            ? Score
            : path === "task.json"
              ? Task
              : path.startsWith("exchanges")
                ? Exchange
                : Ranking;
    for (const [path, text] of Object.entries(files)) {
      if (!path.endsWith(".json")) continue;
      if (path === "made.json") {
        expect(JSON.parse(text)).toEqual({ version: 1, mac: expect.stringMatching(/^[0-9a-f]{64}$/u) });
        continue;
      }
      expect([path, [...Value.Errors(schemaOf(path), JSON.parse(text))]]).toEqual([path, []]);
    }
    expect(await readFile(join(dir, "..", ".gitignore"), "utf8")).toBe("*\n");
    expect(parseLedger(files["ledger.jsonl"] ?? "").filter(({ event }) => event === "done")).toHaveLength(13);
  });

  test("asks each model exactly once for its design and once for each evaluation", async () => {
    await start();
    await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
    expect(lab.host.prompts).toHaveLength(12);
    const titles = lab.host.sessions.map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith("designlab: design by"))).toHaveLength(3);
    expect(titles.filter((title) => title.startsWith("designlab: review and score of"))).toHaveLength(9);
    expect(lab.host.sessions.every(({ caller }) => caller.sessionID === "ses_parent")).toBe(true);
  });

  test("asks for review and score apart where their models differ", async () => {
    await start({
      config: {
        design_models: ["alpha/strong-1", "gamma/weak-1"],
        review: { qualitative: { models: ["beta/middle-1"] }, quantitative: { models: ["gamma/weak-1"] } },
      },
    });
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(reply).toContain("2 designs written, 2 reviews and 2 scores made.");
    expect(lab.host.sessions.map(({ title }) => title.replace(/ of .*/, "")).sort()).toEqual([
      "designlab: design by alpha/strong-1",
      "designlab: design by gamma/weak-1",
      "designlab: review",
      "designlab: review",
      "designlab: score",
      "designlab: score",
    ]);
  });

  test("quantitative: false gives reviews and says that there is no ranking", async () => {
    await start();
    const reply = await lab.call("run", { task: "A queue", topic: "queue", quantitative: false });
    expect(reply).toContain("3 designs written, 9 reviews made.");
    expect(reply).toContain("there is no ranking");
    expect(await readdir(await onlyExperiment(lab.dir))).not.toContain("results");
  });

  test("one designer that fails costs nothing of what the others did, and the reply says so first", async () => {
    await start({
      answer: ({ kind, model }) => (kind === "design" && model === "beta/middle-1" ? "I refuse." : undefined),
    });
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(reply.split("\n")[0]).toContain("**Incomplete:**");
    expect(reply).toContain("design B by beta/middle-1: **no usable answer**");
    const ranking = await readJson<Ranking>(join(await onlyExperiment(lab.dir), "results/ranking.json"));
    expect(ranking.designs.map(({ design_id }) => design_id)).toEqual(["alpha-strong-1", "gamma-weak-1"]);
    expect(ranking.failures).toMatchObject([{ phase: "generate", design_id: "beta-middle-1", kind: "invalid_output" }]);
  });

  test("one reviewer that fails leaves the others' scores and is named with its kind", async () => {
    await start({
      answer: ({ kind, model }) =>
        kind === "evaluation" && model === "gamma/weak-1"
          ? { error: { kind: null, message: "boom", status: 500, retryable: false } }
          : undefined,
    });
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(reply).toContain("6 of 9 scores are there");
    expect(reply).toContain(
      "review and score of A, B and C by gamma/weak-1 (3 sessions): **an error of the provider**: boom",
    );
    expect(reply).toMatch(/^\*\*A “[^”]+” is (?:probably )?better than the other 2 designs/mu);
  });

  test("every designer failing ends without a ranking and says what to do", async () => {
    await start({ answer: ({ kind }) => (kind === "design" ? "" : undefined) });
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(reply.split("\n")[0]).toStartWith("**No ranking:** at least 2 designs are needed, found 0.");
    expect(reply).toMatch(
      /### Next\n\n- `designlab\(\{op: "run", args: \{experiment: "[\w-]+"\}\}\)` asks again for what failed$/u,
    );
    expect(reply.slice(reply.indexOf("### Next"))).not.toContain("/design-lab ");
  });

  const answers: [string, (ordinary: string) => string, boolean][] = [
    ["in a code fence", (text) => `\`\`\`json\n${text}\n\`\`\``, true],
    ["in prose", (text) => `Certainly! Here is my answer:\n\n${text}\n\nLet me know.`, true],
    ["with trailing commas", (text) => text.replace(/\n\}$/, ",\n}"), true],
    ["with an extra criterion", (text) => text.replace('"scores": {', '"scores": {"elegance": 9,'), true],
    ["with a missing field", (text) => text.replace(/"justification": "[^"]*"/, '"nothing": 1'), false],
    ["with a score out of bounds", (text) => text.replace(/"clarity": [\d.]+/, '"clarity": 11'), false],
    ["with nothing", () => "", false],
  ];
  for (const [name, change, valid] of answers) {
    test(`a reviewer that always answers ${name} ends ${valid ? "valid" : "as invalid_output"}`, async () => {
      const { ordinaryAnswer } = await import("../../rehearsal/scripted-model.ts");
      await start({
        answer: (asked) =>
          asked.kind === "evaluation" && asked.model === "beta/middle-1"
            ? change(ordinaryAnswer({ id: asked.model }, asked))
            : undefined,
      });
      const reply = await lab.call("run", { task: "A queue", topic: "queue" });
      const ranking = await readJson<Ranking>(join(await onlyExperiment(lab.dir), "results/ranking.json"));
      expect(ranking.summary.scored_cells).toBe(valid ? 9 : 6);
      expect(new Set(ranking.failures.map(({ kind }) => kind))).toEqual(new Set(valid ? [] : ["invalid_output"]));
      expect(reply.includes("Incomplete")).toBe(!valid);
    });
  }

  test("two models of one short name, and a model listed twice, get designs of their own", async () => {
    const models = [{ id: "a/x-1" }, { id: "b/x-1" }];
    await start({ models, config: { design_models: ["a/x-1", "b/x-1", "a/x-1"] } });
    await lab.call("run", { task: "A queue", topic: "queue" });
    const dir = await onlyExperiment(lab.dir);
    expect((await readdir(join(dir, "designs"))).sort()).toEqual([
      "design-a-x-1-2.json",
      "design-a-x-1-2.md",
      "design-a-x-1.json",
      "design-a-x-1.md",
      "design-b-x-1.json",
      "design-b-x-1.md",
    ]);
    expect(await readdir(join(dir, "scores"))).toHaveLength(6);
  });

  test("ids whose cells would share a file name are kept apart", async () => {
    const models = [{ id: "a/b" }, { id: "a/b-c" }, { id: "c/d" }, { id: "x/d" }];
    await start({ models, config: { design_models: ["a/b", "a/b-c"], review_models: ["c/d", "x/d"] } });
    await lab.call("run", { task: "A queue", topic: "queue" });
    expect(await readdir(join(await onlyExperiment(lab.dir), "scores"))).toHaveLength(4);
  });

  test("a Japanese topic, a task of 100 kB and a second run on the same day each get their folder", async () => {
    await start({ now: () => new Date(2026, 10, 21, 12) });
    const task = `Design a queue. ${"Every word matters. ".repeat(5_000)}`;
    expect(task.length).toBeGreaterThan(100_000);
    const first = await lab.call("run", { task, topic: "永続タスクキュー" });
    const second = await lab.call("run", { task: "Another", topic: "永続タスクキュー" });
    expect(first).toContain("/2026-11-21-永続タスクキュー · ");
    expect(second).toContain("/2026-11-21-永続タスクキュー-2 · ");
    expect(
      (await readJson<Task>(join(lab.dir, ".opencode/design-lab/2026-11-21-永続タスクキュー/task.json"))).task,
    ).toBe(task.trim());
  });

  test("two runs of one topic at once get two folders", async () => {
    await start();
    await Promise.all([
      lab.call("run", { task: "A queue", topic: "same" }),
      lab.call("run", { task: "Another queue", topic: "same" }),
    ]);
    const names = await readdir(join(lab.dir, ".opencode/design-lab"));
    expect(names.filter((name) => /^\d{4}-/u.test(name))).toHaveLength(2);
  });

  test("a topic that no model names falls back to the task's first words", async () => {
    await start({
      answer: ({ kind }) =>
        kind === "topic" ? { error: { kind: null, message: "x", status: 500, retryable: false } } : undefined,
    });
    const reply = await lab.call("run", { task: "Design a small cache with a very long name indeed" });
    expect(reply).toContain("design-a-small-cache-with-a");
    expect((await readJson<Task>(join(await onlyExperiment(lab.dir), "task.json"))).topic_source).toBe("task");
  });

  test("a wrong model is named with the nearest before anything is asked", async () => {
    await start();
    const reply = await lab.call("run", { task: "A queue", design_models: "alpha/strong-2,beta/middle-1" });
    expect(reply).toContain("alpha/strong-2");
    expect(reply).toContain("alpha/strong-1");
    expect(lab.host.prompts).toEqual([]);
    expect(await readdir(lab.dir)).toEqual([]);
  });

  test("a stopped run keeps what was finished and goes on without asking again", async () => {
    await start({
      answer: async ({ kind, model }) => {
        if (kind !== "design" || model === "alpha/strong-1") return undefined as never;
        setTimeout(() => lab.controller.abort(), 30);
        return new Promise(() => undefined);
      },
    });
    const stopped = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(stopped).toContain("The run was stopped.");
    const dir = await onlyExperiment(lab.dir);
    expect(await readdir(join(dir, "designs"))).toContain("design-alpha-strong-1.json");
  });

  test("design.agent_prompt replaces the prompt and an unknown placeholder is an error before anything is asked", async () => {
    await start({ config: { design: { agent_prompt: "Plan this: {{task_description}} / {{constraints}}" } } });
    await lab.call("run", { task: "A queue", topic: "queue", constraints: ["no cloud"] });
    const prompt = lab.host.prompts.find(({ role }) => role === "designer")?.text ?? "";
    expect(prompt).toStartWith("Plan this: A queue / - no cloud");
    expect(prompt).toContain('"architecture_overview"');
    await lab.dispose();
    await start({ config: { design: { agent_prompt: "Plan this: {{task_description}} {{constrains}}" } } });
    const reply = await lab.call("run", { task: "A queue" });
    expect(reply).toContain("{{constrains}}, did you mean {{constraints}}");
    expect(lab.host.prompts).toEqual([]);
  });
});
