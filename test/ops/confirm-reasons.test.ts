import { describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import type { Progress, ProgressWord } from "../../src/artifacts/progress.ts";
import { NOTHING, statusOf } from "../../src/experiment/status.ts";
import type { OpContext, PermissionRequest } from "../../src/ops/op.ts";
import { confirm } from "../../src/ops/person/confirm.ts";
import { createProgress } from "../../src/prompting/progress.ts";
import { probing } from "../../src/stages/forecast.ts";
import { running } from "../../src/stages/stages.ts";
import { taskOf } from "../support/artifacts.ts";
import { askingLab } from "../support/asking-lab.ts";
import { available } from "../support/scripted-host.ts";

const PRICED = { price: { input: 0, output: 125 } };

/** Confirms two designs and their evaluations by so many reviewers: what was asked, said and decided. */
async function confirmed(
  config: object,
  given: { reviewers?: number; over?: Parameters<typeof available>[1]; permits?: boolean; only?: "cell" | "none" } = {},
) {
  const { reviewers = 1, over = PRICED, permits = true, only } = given;
  const said: ProgressWord[] = [];
  let expected: Progress | null = null;
  const progress = createProgress(
    (now, word) => {
      expected = now();
      if (word) said.push(word);
    },
    () => 0,
  );
  const models = Array.from({ length: Math.max(2, reviewers) }, (_, at) => available(`p/m${at}`, over));
  const { lab } = askingLab(() => ({ value: null }), { models, config, progress });
  Object.assign(lab, { paying: () => lab, ownFile: "/own.json" });
  const asked: PermissionRequest[] = [];
  const context = {
    permit: async (request: PermissionRequest) => {
      asked.push(request);
      return permits ? { allowed: true } : { allowed: false, why: "the person said no", way: "A way" };
    },
  } as unknown as OpContext;
  const ids = models.map(({ id }) => id);
  const task = taskOf(ids.slice(0, 2), ids.slice(0, reviewers));
  const { pending } = statusOf(task, NOTHING, []);
  const some = pending.filter(({ kind }) => only === undefined || kind === only);
  const remaining = { task, criteria: task.criteria, topic: null, pending: some };
  const refused = await confirm(lab, context, tmpdir(), running, remaining).then(
    (paying) => (paying === lab ? null : "another lab"),
    (error) => error,
  );
  const probed = () => confirm(lab, context, null, probing, ids);
  return { asked, said, expected: () => expected, refused, probed, lab };
}

describe("confirm()", () => {
  test("asks nobody for a price that is not above the limit, and says what begins", async () => {
    // Two designs of $0.75 and two evaluations of $0.3125.
    const { asked, said, refused, lab } = await confirmed({ confirm_above: 2.125 });
    expect([asked, refused]).toEqual([[], null]);
    expect(said).toEqual([{ text: "2 designs asked, about 2m 45s, $2.13", kind: "news" }]);
    expect(lab.progress.expected()).toEqual({ seconds: 165, evaluation_seconds: 45, evaluations: 2 });
  });

  test("asks about a price above the limit, once, with what it is about", async () => {
    const { asked, refused } = await confirmed({ confirm_above: 2.124 });
    expect(refused).toBeNull();
    expect(asked).toEqual([
      {
        permission: "designlab_cost",
        pattern: "4 sessions with 2 models, about $2.13: more than $2.124.",
        question: "4 sessions with 2 models, about $2.13: more than $2.124. Start?",
        details: { estimated_cost: expect.closeTo(2.125, 9), unknown_prices: [], sessions: 4 },
      },
    ]);
    expect((await confirmed({ confirm_above: null })).asked).toEqual([]);
  });

  test("begins nothing that the person does not allow, and says how to allow it", async () => {
    const { said, refused, lab } = await confirmed({ confirm_above: 0 }, { permits: false });
    expect(refused.message).toBe(
      "Not started: the person said no. 4 sessions with 2 models, about $2.13: more than $0.",
    );
    expect(refused.advice).toContain("A way");
    expect([said, lab.progress.expected()]).toEqual([[], null]);
  });

  test("asks about more sessions of an unknown price than thirty, and about any where all is asked about", async () => {
    const unpriced = { price: null };
    const asks = async (reviewers: number, above: number | null) =>
      (await confirmed({ confirm_above: above }, { reviewers, over: unpriced })).asked.length;
    expect([await asks(14, 1), await asks(15, 1), await asks(15, null)]).toEqual([0, 1, 0]);
    expect(await asks(1, 0)).toBe(1);
    const { said } = await confirmed({ confirm_above: 1 }, { over: unpriced });
    expect(said[0]?.text).toBe("2 designs asked, about 2m 45s, cost unknown");
  });

  test("asks about the host's own models whatever the price, apart from a price", async () => {
    const own = { price: { input: 0, output: 0 }, hosts_own: true };
    const { asked } = await confirmed({ confirm_above: null }, { over: own });
    expect(asked.map(({ permission }) => permission)).toEqual(["designlab_free"]);
    expect(asked[0]?.pattern).toContain("what its designers read of the project");
    const judged = await confirmed({ confirm_above: null }, { over: own, only: "cell" });
    expect(judged.asked).toHaveLength(1);
    expect(judged.asked[0]?.pattern).not.toContain("what its designers read of the project");
    const closed = await confirmed({ confirm_above: null, design: { repository: false } }, { over: own });
    expect(closed.asked[0]?.pattern).not.toContain("what its designers read of the project");
  });

  test("says evaluations where no design is asked for, and nothing where nothing is", async () => {
    const { said } = await confirmed({ confirm_above: null }, { only: "cell", reviewers: 2 });
    expect(said.map(({ text }) => text)).toEqual(["4 evaluations asked, about 45s, $1.25"]);
    const none = await confirmed({ confirm_above: 0 }, { only: "none" });
    expect([none.said, none.asked, none.refused]).toEqual([[], [], null]);
    expect(none.lab.progress.expected()).toEqual({ seconds: 0, evaluation_seconds: 0, evaluations: 0 });
  });
});

test("confirm() of probes asks about the price of the smallest questions, and announces nothing", async () => {
  const { probed, asked, said, lab } = await confirmed({ confirm_above: 0 }, { only: "none" });
  expect(await probed()).toBe(lab);
  expect(asked.map(({ permission }) => permission)).toEqual(["designlab_cost"]);
  expect(said).toEqual([]);
});
