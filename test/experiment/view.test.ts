import { expect, test } from "bun:test";
import { rankingInput } from "../../src/experiment/ranking-input.ts";
import { createView } from "../../src/experiment/view.ts";
import { storyOf } from "../../src/story/story-of.ts";
import { experiment as scored } from "../stats/support.ts";
import { designOf, reviewOf, scoreOf, taskOf } from "../support/artifacts.ts";
import { rankingOf } from "../views/markdown/support.ts";

const task = taskOf(["p/a", "p/b"], ["p/x", "p/y"]);
const never = () => Promise.reject(new Error("is read once"));
const experiment = { dir: "", task, ledger: { append: never, problem: () => null, read: never } };

/** A view of stored artifacts that counts how often each of their lists is looked up. */
function counting() {
  const stored = {
    designs: [designOf("p/a"), designOf("p/b")],
    reviews: [reviewOf("a", "p/x")],
    scores: [scoreOf("a", "p/x", [5]), scoreOf("b", "p/x", [6])],
    votes: [],
    stale: [],
    problems: [],
  };
  const looks = { designs: 0, reviews: 0, scores: 0, votes: 0, stale: 0, problems: 0 };
  const artifacts = new Proxy(stored, {
    get(target, key: keyof typeof stored) {
      looks[key]++;
      return target[key];
    },
  });
  return { view: createView({ experiment, artifacts, ledger: [] }), looks };
}

test("a view works nothing out before somebody asks, and then once", () => {
  const { view, looks } = counting();
  expect(looks).toEqual({ designs: 0, reviews: 0, scores: 0, votes: 0, stale: 0, problems: 0 });
  const once = { ...view };
  const after = { ...looks };
  for (const key of Object.keys(once) as (keyof typeof once)[]) expect(view[key]).toBe(once[key] as never);
  expect(looks).toEqual(after);
});

test("all that a ranking and its story need of what is stored is derived once, however often both are made", () => {
  const { view, looks } = counting();
  const ranking = rankingOf(scored([[5], [6]]));
  const options = { method: "adjusted" as const, exclude_self_reviews: false };
  const make = () => [rankingInput(view, options), storyOf(view, ranking), view.attention, view.fallbacks] as const;
  const [, first] = make();
  const before = { ...looks };
  const [, second] = make();
  expect(second.coverage).toEqual(first.coverage);
  expect(second.names).toBe(first.names);
  expect(second.incomplete).toBe(first.incomplete);
  // What is handed on as it is stored: once for the statistics, once for the story.
  expect([looks.reviews - before.reviews, looks.scores - before.scores]).toEqual([2, 2]);
});
