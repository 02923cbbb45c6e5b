import { expect, test } from "bun:test";
import { createView } from "../../src/experiment/view.ts";
import { isUnfinished, STAGES } from "../../src/stages/stages.ts";
import { designOf, reviewOf, scoreOf, taskOf } from "../support/artifacts.ts";

const task = taskOf(["p/a", "p/b"], ["p/x"]);
const ledger = { append: async () => {}, problem: () => null, read: async () => [] };
const designs = [designOf("p/a"), designOf("p/b")];
const reviews = [reviewOf("a", "p/x"), reviewOf("b", "p/x")];
const scores = [scoreOf("a", "p/x", [5]), scoreOf("b", "p/x", [6])];

function viewOf(stored: Partial<Parameters<typeof createView>[0]["artifacts"]>) {
  const artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [], ...stored };
  return createView({ experiment: { dir: "", task, ledger }, artifacts, ledger: [] });
}

test("each stage is where the files of the experiment say", () => {
  const states = [
    {},
    { designs: designs.slice(1) },
    { designs },
    { designs, reviews },
    { designs, reviews, scores },
  ].map((stored) => [
    STAGES.designs.state(viewOf(stored)),
    STAGES.judgement.state(viewOf(stored)),
    isUnfinished(viewOf(stored)),
  ]);
  expect(states).toEqual([
    ["not_begun", "not_begun", true],
    ["stopped", "not_begun", true],
    ["done", "not_begun", true],
    ["done", "stopped", true],
    ["done", "done", false],
  ]);
});
