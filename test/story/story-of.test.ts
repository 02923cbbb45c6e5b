import { expect, test } from "bun:test";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Person } from "../../src/experiment/people.ts";
import { createView } from "../../src/experiment/view.ts";
import { storyOf } from "../../src/story/story-of.ts";
import { experiment as scored } from "../stats/support.ts";
import { designOf, scoreOf, taskOf } from "../support/artifacts.ts";
import { rankingOf } from "../views/markdown/support.ts";

const task = taskOf(["p/a", "p/b"], ["p/x", "p/y"]);
const never = () => Promise.reject(new Error("nothing is read"));
const view = createView({
  experiment: { dir: "", task, ledger: { append: never, problem: () => null, read: never } },
  artifacts: {
    designs: [designOf("p/a"), designOf("p/b")],
    reviews: [],
    scores: [scoreOf("a", "p/x", [5]), scoreOf("b", "p/x", [6])],
    votes: [],
    stale: [],
    problems: [],
  },
  ledger: [],
});
const RANKING = rankingOf(scored([[5], [6]]));
const [BEFORE, AFTER] = ["2026-01-01T00:00:00.000Z", "2026-01-03T00:00:00.000Z"];

const person = (reviewer_id: string, counts: Person["counts"], over: Partial<Person> = {}): Person => ({
  reviewer_id,
  name: reviewer_id,
  model: `person/${reviewer_id}`,
  counts,
  scores: [],
  order: [],
  pairs: [],
  known: [],
  comments: [],
  done_at: BEFORE,
  ...over,
});
type Counting = NonNullable<Ranking["people"]>;
function peopleIn(people: Person[], counted: string[] = [], parted: Partial<Counting["parted"]> = {}) {
  const told = {
    counted: counted.map((reviewer_id) => ({ reviewer_id, weight: 1, scores: 1, ordered: 0, pairs: 0 })),
    without: { ...RANKING.summary, designs: RANKING.designs },
    parted: { designs: [], criteria: [], ...parted },
  };
  return storyOf({ ...view, people }, { ...RANKING, people: told } as unknown as Ranking).people;
}

test("each person stands where their vote does: unseen, beside, to be counted later, or counted and nowhere else", () => {
  const all = [
    person("ada", "unseen"),
    person("ben", "unseen"),
    person("cleo", "beside", { order: [["a"], ["b"]] }),
    person("dan", "beside"),
    person("eve", "counted", { done_at: AFTER }),
    person("fred", "counted"),
  ];
  expect(peopleIn(all, ["ben", "dan", "fred"])).toEqual({
    unseen: [
      { reviewer_id: "ada", ranked: false },
      { reviewer_id: "ben", ranked: true },
    ],
    beside: [{ reviewer_id: "cleo", order: [["a"], ["b"]] }],
    later: ["eve"],
    quotes: [],
  });
});

test("where people and models part, each is quoted on that design or criterion alone, and what is not there is null", () => {
  const parting = { person: "ada", model: "x", difference: 2, beyond_chance: true };
  const parted = {
    designs: [
      { ...parting, design_id: "a" },
      { ...parting, design_id: "b" },
    ],
    criteria: [{ ...parting, design_id: "a", criterion: "clarity" }],
  };
  const ada = person("ada", "counted", { comments: [{ design_id: "a", text: "Sound" }] });
  const score = view.artifacts.scores[0];
  const { quotes } = peopleIn([ada], ["ada"], parted);
  expect(quotes).toEqual([
    { design_id: "a", criterion: null, person: "Sound", model: score?.justification ?? "", letters: [] },
    {
      design_id: "b",
      criterion: null,
      person: null,
      model: view.artifacts.scores[1]?.justification ?? "",
      letters: [],
    },
    { design_id: "a", criterion: "clarity", person: "Sound", model: score?.rationales.clarity ?? null, letters: [] },
  ]);
  expect(peopleIn([], ["ada"], { designs: [{ ...parting, design_id: "a", model: "nobody" }] }).quotes).toEqual([
    { design_id: "a", criterion: null, person: null, model: null, letters: [] },
  ]);
});
