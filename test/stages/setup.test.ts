import { afterEach, expect, test } from "bun:test";
import type { RunSession } from "../../src/session/request.ts";
import { firstWords, topicQuestion } from "../../src/stages/brief/topic.ts";
import { choosePanel, setUpExperiment } from "../../src/stages/setup.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench | undefined;
afterEach(() => lab?.dispose());
const TASK = {
  task: "Design a small cache that never lies to anyone",
  requirements: [],
  constraints: [],
  non_functional_requirements: [],
};

test("setUpExperiment() gives a model 15 s for the topic and then takes the task's first words", async () => {
  lab = await bench();
  const base = await lab.lab();
  let limit = 0;
  const slow: RunSession = (request) => {
    limit = request.timeout_ms;
    return base.runSession({ ...request, timeout_ms: 10 });
  };
  lab.host.prompt = () => new Promise(() => undefined);
  const { experiment } = await setUpExperiment({ ...base, runSession: slow }, TASK);
  expect(limit).toBe(15_000);
  expect(experiment.task).toMatchObject({
    topic: "Design a small cache that never lies to anyone",
    topic_source: "task",
  });
  const [, failed] = (await experiment.ledger.read()).filter(({ phases }) => phases?.includes("setup"));
  expect(failed).toMatchObject({ event: "failed", kind: "timeout" });
});

test("setUpExperiment() begins the ledger with the experiment that is set up", async () => {
  lab = await bench();
  const base = await lab.lab();
  const { experiment } = await setUpExperiment(base, { ...TASK, topic: "cache" });
  const [first] = await experiment.ledger.read();
  expect(first).toMatchObject({ event: "setup", message: experiment.task.experiment_id });
});

test("setUpExperiment() ends a long topic after a whole word, and a long word where it must", async () => {
  lab = await bench();
  const base = await lab.lab();
  const topicOf = async (topic: string) => (await setUpExperiment(base, { ...TASK, topic })).experiment.task.topic;
  const long = "A durable job queue with a topic that goes on for as long as a person can type, with more after it";
  expect(await topicOf(long)).toBe("A durable job queue with a topic that goes on for as long as a person can type");
  expect(await topicOf(`A queue ${"x".repeat(200)}`)).toBe(`A queue ${"x".repeat(72)}`);
  expect(await topicOf(`A cache written in C#${" and more".repeat(20)}`)).toStartWith("A cache written in C# and");
  expect(await topicOf(`${"x".repeat(74)} C#, and more of it`)).toBe(`${"x".repeat(74)} C#`);
  expect(await topicOf("永続".repeat(100))).toBe("永続".repeat(40));
});

test("firstWords() names a task of any script, and one of nothing but white space", () => {
  expect(firstWords("  Design   a\nqueue ")).toBe("Design a queue");
  expect(firstWords("永続".repeat(200))).toBe(`${"永続".repeat(20)}…`);
  expect(firstWords("永続キューを設計する。毎秒一万件")).toBe("永続キューを設計する");
  expect(firstWords("\u200b \n")).toBe("design");
  expect(firstWords("Design internationalization infrastructure for all of us")).toBe(
    "Design internationalization infrastructure for all of us",
  );
});

test("topicQuestion() asks for a name where none is given, and for lists where the task may state some and none are", () => {
  const prose = "Design a cache. It must never lie to anyone, and it must be small.";
  const asked = (change: object) => topicQuestion({ ...TASK, ...change });
  expect(asked({})).toEqual({ task: TASK.task, name: true, split: false });
  expect(asked({ topic: " \u200b " })).toEqual({ task: TASK.task, name: true, split: false });
  expect(asked({ topic: "cache" })).toBeNull();
  expect(asked({ topic: "cache", task: prose })).toEqual({ task: prose, name: false, split: true });
  expect(asked({ task: `${prose}\u200b` })).toEqual({ task: prose, name: true, split: true });
  for (const list of ["requirements", "constraints", "non_functional_requirements"])
    expect(asked({ task: prose, [list]: ["It is kept"] })).toEqual({ task: prose, name: true, split: false });
});

test("firstWords() takes the first clause; of a long one six words, forty letters at most, and says that it was cut", () => {
  expect(firstWords("one two three four five six seven")).toBe("one two three four five six seven");
  expect(firstWords(`${"x".repeat(50)} y`)).toBe(`${"x".repeat(50)} y`);
  expect(firstWords("A reservation system for the town's tool lending library: 1,900 members, 640 tools")).toBe(
    "A reservation system for the town's tool lending library",
  );
  expect(firstWords("Move 2.5 million rows (and their index) to node.js. By May")).toBe("Move 2.5 million rows");
  const long = `${"Keep the cold chain of a blood bank "}${"and of all its fridges ".repeat(4)}in order`;
  expect(firstWords(long)).toBe("Keep the cold chain of a…");
  expect(firstWords(`${"x".repeat(70)} y`)).toBe(`${"x".repeat(40)}…`);
  expect(firstWords(`Infrastructure for the internationalization ${"of all of us ".repeat(5)}`)).toBe(
    "Infrastructure for the…",
  );
  expect(firstWords(`a ${"b".repeat(37)}, c d`)).toBe(`a ${"b".repeat(37)}`);
});

test("setUpExperiment() says of a plan what is known at its beginning; what is spared is said with the ranking, for only then it is known", async () => {
  const ids = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}/model-1`);
  lab = await bench({
    models: ids.map((id) => ({ id, strength: "average" as const })),
    config: { design_models: ids.slice(0, 4), review_models: ids, review: { thrifty: true } },
  });
  const base = await lab.lab();
  const planned = (await choosePanel(base)).notes;
  expect(planned.map(({ kind }) => kind)).toContain("thrifty");
  const { notes } = await setUpExperiment(base, { ...TASK, topic: "cache" });
  expect(notes as object[]).toEqual(planned.filter(({ kind }) => kind !== "thrifty"));
});

test("setUpExperiment() says at once that thrift spares nothing in a small panel", async () => {
  const config = { design_models: ["alpha/strong-1", "beta/middle-1"], review: { thrifty: true } };
  lab = await bench({ config });
  const { notes } = await setUpExperiment(await lab.lab(), { ...TASK, topic: "cache" });
  expect(notes.map(({ kind }) => kind)).toContain("thrifty-idle");
});

test("setUpExperiment() keeps in the task each list as it was given", async () => {
  lab = await bench();
  const given = { requirements: ["Holds jobs"], constraints: ["No broker"], non_functional_requirements: ["At once"] };
  const { experiment } = await setUpExperiment(await lab.lab(), { ...TASK, ...given });
  expect(experiment.task).toMatchObject(given);
});
