import { describe, expect, test } from "bun:test";
import { ROLES } from "../../src/artifacts/stages/stages.ts";
import { NOTHING, statusOf } from "../../src/experiment/status.ts";
import { probeAgent } from "../../src/prompting/agent.ts";
import { costOf, expected } from "../../src/prompting/budget.ts";
import { forecast, probing } from "../../src/stages/forecast.ts";
import { running } from "../../src/stages/stages.ts";
import { designOf, reviewOf, scoreOf, taskOf } from "../support/artifacts.ts";
import { askingLab } from "../support/asking-lab.ts";
import { available } from "../support/scripted-host.ts";

const task = taskOf(["p/a", "p/b"], ["p/c"]);
const models = ["p/a", "p/b", "p/c"].map((id) => available(id, { price: { input: 1, output: 10 } }));
const of = (plan = task, artifacts = NOTHING, topic: string | null = null) => ({
  task: plan,
  criteria: plan.criteria,
  topic: topic === null ? null : { model: topic, input: { task: plan.task, name: true, split: true } },
  pending: statusOf(plan, artifacts, []).pending,
});

describe("forecast()", () => {
  test("counts each session with its model, and the cost by the host's prices", async () => {
    const { lab } = askingLab(() => ({ value: null }), { models });
    const { rows, sessions, cost, tokens, unpriced } = await forecast(lab, running, of(task, NOTHING, "p/a"));
    expect(sessions).toBe(5);
    expect(rows.map(({ model, designs, evaluations }) => [model, designs, evaluations])).toEqual([
      ["p/a", 1, 0],
      ["p/b", 1, 0],
      ["p/c", 0, 2],
    ]);
    const output = ROLES.topic.typical.output + 2 * ROLES.designer.typical.output + 2 * ROLES.evaluator.typical.output;
    expect(cost).toBeCloseTo((tokens - output + 10 * output) / 1e6, 10);
    expect(unpriced).toEqual([]);
  });

  test("counts every sample that is missing, the further ones at the price of a score alone", async () => {
    const { lab } = askingLab(() => ({ value: null }), { models });
    const thrice = { ...task, score_samples: 3 };
    const whole = await forecast(lab, running, of(thrice));
    expect(whole.sessions).toBe(2 + 2 * 3);
    const artifacts = {
      ...NOTHING,
      designs: [designOf("p/a"), designOf("p/b")],
      reviews: [reviewOf("a", "p/c")],
      scores: [scoreOf("a", "p/c", [5])],
    };
    const rest = await forecast(lab, running, of(thrice, artifacts));
    expect(rest.rows).toMatchObject([{ model: "p/c", designs: 0, evaluations: 2 + 3 }]);
    const both = await forecast(lab, running, of({ ...task, score_samples: 1 }));
    expect(whole.tokens - both.tokens).toBeLessThan(4 * (both.rows[2]?.tokens ?? 0));
  });

  test("names the models without a price, and those that cannot be reached, which it counts nowhere", async () => {
    const { lab } = askingLab(() => ({ value: null }), {
      models: [available("p/a", { price: null }), available("p/c")],
    });
    const { sessions, cost, unpriced, unreachable, rows } = await forecast(lab, running, of());
    expect({ sessions, unpriced, unreachable }).toEqual({ sessions: 3, unpriced: ["p/a"], unreachable: ["p/b"] });
    expect(rows[0]?.cost).toBeNull();
    expect(cost).toBeGreaterThan(0);
  });

  test("tells which models are the host's own and named by nobody, the topic's too", async () => {
    const own = models.map((model) => ({ ...model, hosts_own: model.id !== "p/b" }));
    const { lab } = askingLab(() => ({ value: null }), { models: own });
    expect((await forecast(lab, running, of(task, NOTHING, "p/c"))).hosts_own).toEqual(["p/c", "p/a"]);
    expect((await forecast(lab, running, { ...of(), named: ["p/c"] })).hosts_own).toEqual(["p/a"]);
    const { lab: told } = askingLab(() => ({ value: null }), { models: own, config: { design_models: ["p/a"] } });
    expect((await forecast(told, running, of())).hosts_own).toEqual(["p/c"]);
  });

  test("takes the roles one after the other, in waves of as many sessions as may run", async () => {
    const { lab } = askingLab(() => ({ value: null }), { models, config: { limits: { max_parallel: 2 } } });
    const { seconds } = await forecast(lab, running, of(taskOf(["p/a", "p/b", "p/c"], ["p/c"])));
    expect(seconds).toBe(2 * ROLES.designer.typical.seconds + 2 * ROLES.evaluator.typical.seconds);
  });
});

describe("the figures of a forecast", () => {
  const lab = () => askingLab(() => ({ value: null }), { models, config: { limits: { max_parallel: 3 } } }).lab;

  test("add up over its models, and the evaluations' time is told apart", async () => {
    const told = await forecast(lab(), running, of(taskOf(["p/a", "p/b"], ["p/a", "p/c"]), NOTHING, "p/a"));
    const sum = (key: "tokens" | "cost" | "designs" | "evaluations") =>
      told.rows.reduce((all, row) => all + (row[key] ?? 0), 0);
    expect(told.rows.map(({ model, designs, evaluations }) => `${model} ${designs} ${evaluations}`)).toEqual([
      "p/a 1 2",
      "p/b 1 0",
      "p/c 0 2",
    ]);
    expect([sum("tokens"), sum("designs") + sum("evaluations") + 1]).toEqual([told.tokens, told.sessions]);
    expect(sum("cost")).toBeCloseTo(told.cost, 10);
    const { topic, designer, evaluator } = ROLES;
    expect(told.evaluation_seconds).toBe(2 * evaluator.typical.seconds);
    expect(told.seconds).toBe(topic.typical.seconds + designer.typical.seconds + told.evaluation_seconds);
  });

  test("count the words that a designer and the topic's model are sent", async () => {
    const tokens = async (plan: typeof task, topic: string | null = null) =>
      (await forecast(lab(), running, { ...of(plan, NOTHING, topic), pending: of(task).pending.slice(0, 1) })).tokens;
    const longer = { ...task, task: task.task + "x".repeat(400) };
    expect((await tokens(longer)) - (await tokens(task))).toBe(100 * ROLES.designer.typical.turns);
    const more = (await tokens(longer, "p/a")) - (await tokens(task, "p/a"));
    expect(more).toBe(100 * ROLES.designer.typical.turns + 100 * ROLES.topic.typical.turns);
  });

  test("count an evaluation as if its design were there, about 5,000 tokens", async () => {
    const artifacts = { ...NOTHING, designs: [designOf("p/a"), designOf("p/b")] };
    const both = await forecast(lab(), running, of(task, artifacts));
    const each = both.tokens / 2 - ROLES.evaluator.typical.output;
    expect(each).toBeWithin(5_000 + 1_000, 5_000 + 4_000);
  });

  test("say how many sessions have no price, and name once who cannot be reached", async () => {
    const some = [available("p/a", { price: null }), available("p/c", { price: null })];
    const told = await forecast(askingLab(() => ({ value: null }), { models: some }).lab, running, {
      ...of(taskOf(["p/a", "p/b"], ["p/b", "p/c"])),
    });
    expect(told).toMatchObject({ unpriced: ["p/a", "p/c"], unpriced_sessions: 3, unreachable: ["p/b"], cost: 0 });
    expect(told.rows.map(({ cost }) => cost)).toEqual([null, null]);
  });

  test("of the smallest questions are one for each model, in which nothing of the person's stands", async () => {
    const told = await forecast(lab(), probing, ["p/a", "p/c", "q/none"]);
    expect(told).toMatchObject({ sessions: 2, unreachable: ["q/none"], hosts_own: [], evaluation_seconds: 0 });
    expect(told.rows.map(({ model, designs, evaluations }) => [model, designs, evaluations])).toEqual([
      ["p/a", 0, 0],
      ["p/c", 0, 0],
    ]);
    expect(told.seconds).toBe(ROLES.topic.typical.seconds);
    const characters = probeAgent.system({}).length + probeAgent.prompt({}).length;
    expect(told.tokens).toBe(2 * (Math.ceil(characters / 4) + ROLES.topic.typical.output));
  });
});

test("expected() takes a prompt once for each of a role's turns, and costOf() dollars for a million tokens", () => {
  expect(expected("designer", 4_000)).toEqual({
    input: 1_000 * ROLES.designer.typical.turns,
    output: 6_000,
    seconds: 120,
  });
  expect(costOf(available("p/m", { price: { input: 2, output: 8 } }), { input: 1e6, output: 5e5 })).toBe(6);
  expect(costOf(available("p/m", { price: null }), { input: 1, output: 1 })).toBeNull();
});
