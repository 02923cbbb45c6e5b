import { expect, test } from "bun:test";
import type { Note } from "../../../src/artifacts/note.ts";
import { noteSaid, sortCallNotes } from "../../../src/story/call-notes.ts";
import { drawn } from "../../../src/views/markdown/drawn.ts";

const noteText = (note: Note) => drawn(noteSaid(note));

const PROBLEM = { kind: "not-json" as const, path: "a.json", reason: "it ends" };
const requirements = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `R${at + 1}`, kind: "requirement" as const, text: "It is kept" }));

const NOTES: [note: Note, said: string][] = [
  [
    { kind: "ledger-unwritten", reason: "Cannot write ledger.jsonl" },
    "Cannot write ledger.jsonl. What it would have said is lost; the artifacts are not.",
  ],
  [
    { kind: "bound-held", source: "a/design-lab.json", setting: "limits.max_cost", wanted: "9", holds: "5", of: null },
    "a/design-lab.json wants limits.max_cost 9; the default of 5 holds, for only your own file can make it laxer.",
  ],
  [
    {
      kind: "bound-held",
      source: "a/design-lab.json",
      setting: "limits.max_cost",
      wanted: "9",
      holds: "4",
      of: "own.json",
    },
    "a/design-lab.json wants limits.max_cost 9; the 4 of own.json holds, for only your own file can make it laxer.",
  ],
  [{ kind: "problem", problem: PROBLEM }, "a.json is not valid JSON: it ends"],
  [
    { kind: "design-replaced", problem: PROBLEM, kept_as: "b.json" },
    "a.json is not valid JSON: it ends. A new design was asked for; the old file is kept beside it.",
  ],
  [
    { kind: "slow-provider", provider: "p", sessions: 1 },
    "p slowed this run down: it took 1 session at a time, found out while it was asked; the others waited.",
  ],
  [
    { kind: "slow-provider", provider: "p", sessions: 3 },
    "p slowed this run down: it took 3 sessions at a time, found out while it was asked; the others waited.",
  ],
  [
    { kind: "requirements-read", model: "p/a", requirements: requirements(2) },
    "Read from the task by p/a: R1 “It is kept” and R2 “It is kept”. Reviewers answer for each.",
  ],
  [
    { kind: "requirements-read", model: "p/a", requirements: requirements(10) },
    "Read from the task by p/a: R1 “It is kept”, R2 “It is kept”, R3 “It is kept”, R4 “It is kept”, R5 “It is kept”, R6 “It is kept”, R7 “It is kept” and 3 more. Reviewers answer for each.",
  ],
  [
    { kind: "requirements-invented", model: "p/a", sentences: ["One"] },
    "p/a listed 1 sentence as stated in the task that does not stand in it; left out: “One”.",
  ],
  [
    { kind: "requirements-invented", model: "p/a", sentences: ["One", "Two", "Three", "Four", "Five"] },
    "p/a listed 5 sentences as stated in the task that do not stand in it; left out: “One”, “Two” and 3 more.",
  ],
  [{ kind: "no-scoring" }, "No reviewer was asked for scores, so there is no ranking."],
  [{ kind: "too-few-designs" }, "Nothing was evaluated, for there are too few designs to rank."],
  [
    { kind: "fallback-on-panel", model: "p/a", fallback: "p/b" },
    "p/b was not asked in place of p/a: it sits on the panel, and its own answer counts already.",
  ],
  [{ kind: "models-chosen", models: ["p/a", "p/b"] }, "No models are configured: p/a and p/b were chosen to design."],
  [
    { kind: "one-model", model: "p/a", designs: 3, reviews: true },
    "No models are configured and your providers offer one alone: p/a writes 3 designs and reviews them, so designers and reviewer share one mind.",
  ],
  [
    { kind: "one-model", model: "p/a", designs: 3, reviews: false },
    "No models are configured and your providers offer one alone: p/a writes 3 designs.",
  ],
  [
    { kind: "preset-short", preset: "standard", models: 3, designs: 3, reviewers: 3 },
    "standard asks 4 designers and 5 reviewers; you have 3 models that can, so 3 design and 3 review.",
  ],
  [
    { kind: "preset-short", preset: "quick", models: 1, designs: 3, reviewers: 1 },
    "quick asks 3 designers and 3 reviewers; you have 1 model that can, so there are 3 designs and 1 reviewer.",
  ],
  [
    { kind: "preset-short", preset: "quick", models: 2, designs: 2, reviewers: null },
    "quick asks 3 designers; you have 2 models that can, so 2 design.",
  ],
  [{ kind: "preset-added", preset: "thorough", models: ["p/a", "p/b"] }, "thorough asks p/a and p/b as well."],
  [{ kind: "repeated-designer", model: "p/a", times: 2 }, "p/a is named 2 times and writes 2 designs."],
  [
    { kind: "repeated-reviewer", model: "p/a" },
    "p/a is named more than once as a reviewer and counts once; several scores of one reviewer are asked for with `samples` in the configuration.",
  ],
  [
    { kind: "review-models-count", models: ["p/a"], unused: ["review.qualitative.models"] },
    "review_models counts (p/a reviews and scores); review.qualitative.models beside it is not used.",
  ],
  [
    {
      kind: "review-models-count",
      models: ["p/a", "p/b"],
      unused: ["review.qualitative.models", "review.quantitative.models"],
    },
    "review_models counts (p/a, p/b review and score); review.qualitative.models and review.quantitative.models beside it are not used.",
  ],
  [{ kind: "one-reviewer", model: "p/a" }, "All evaluations come from one model, p/a: agreement cannot be measured."],
  [
    { kind: "single-vendor", vendor: "acme" },
    "All reviewers are models of one vendor, acme, and may share its blind spots.",
  ],
  [{ kind: "self-reviews-excluded" }, "Scores of a reviewer for its own model's design do not count."],
  [
    { kind: "outsider-missing", model: "p/a", price: { input: 1, output: 10 } },
    "Every reviewer also judges a design of its own. With one more that designs nothing the best design is found in 1 to 2 more of 100 simulated runs: add p/a ($1.00 a million tokens in, $10.00 out) to the reviewers.",
  ],
  [
    { kind: "outsider-missing", model: "p/a", price: null },
    "Every reviewer also judges a design of its own. With one more that designs nothing the best design is found in 1 to 2 more of 100 simulated runs: add p/a (its price is unknown) to the reviewers.",
  ],
  [
    { kind: "outsider-missing", model: null, price: null },
    "Every reviewer also judges a design of its own. With one more that designs nothing the best design is found in 1 to 2 more of 100 simulated runs: connect another model.",
  ],
  [
    { kind: "self-reviews", reviewers: 3, of: 3, all: true },
    "The reviewers are the designers: each also judges its own design.",
  ],
  [
    { kind: "self-reviews", reviewers: 1, of: 1, all: false },
    "The one reviewer also designs: it also judges its own design.",
  ],
  [
    { kind: "self-reviews", reviewers: 1, of: 3, all: false },
    "1 reviewer of 3 also designs: it also judges its own design.",
  ],
  [
    { kind: "self-reviews", reviewers: 2, of: 3, all: false },
    "2 reviewers of 3 also design: each also judges its own design.",
  ],
  [
    { kind: "below-min-designs", min: 2, designs: 1 },
    "A ranking wants at least 2 designs (`min_designs`), and 1 is to be written: no ranking, unless the experiment holds more already.",
  ],
  [
    { kind: "below-min-designs", min: 3, designs: 2 },
    "A ranking wants at least 3 designs (`min_designs`), and 2 are to be written: no ranking, unless the experiment holds more already.",
  ],
  [
    { kind: "below-min-reviewers", min: 2, reviewers: 1 },
    "A ranking wants at least 2 reviewers that score (`min_reviewers`), and there is 1: no ranking, unless the experiment holds more already.",
  ],
  [
    { kind: "missing-scores", scored: 1, expected: 4 },
    "summary.scored_cells is 1 of 4: a missing score is absent, never zero.",
  ],
];

test("every note of a call is a sentence that fits its numbers", () => {
  for (const [note, said] of NOTES) expect([note, String(noteText(note))]).toEqual([note, said]);
});

test("what goes to a service that nobody set up is said before all else", () => {
  const own = { kind: "hosts-own" as const, models: ["opencode/a", "opencode/b"] };
  const { first, others } = sortCallNotes([{ kind: "no-scoring" }, own, { kind: "too-few-designs" }]);
  expect(first.map((said) => String(drawn(said)))).toEqual([String(noteText(own))]);
  expect(String(drawn(first[0] ?? []))).toContain(
    "opencode/a and opencode/b. The text of the task goes to their service",
  );
  expect(others.map((said) => String(drawn(said)))).toEqual([
    "No reviewer was asked for scores, so there is no ranking.",
    "Nothing was evaluated, for there are too few designs to rank.",
  ]);
});

test("what others wrote is cut in a note", () => {
  const long = "x".repeat(2_000);
  expect(String(noteText({ kind: "ledger-unwritten", reason: long })).length).toBeWithin(300, 400);
  const held = { kind: "bound-held" as const, source: long, setting: "s", wanted: "1", holds: "2", of: null };
  expect(String(noteText(held)).length).toBeWithin(330, 480);
  const read = {
    kind: "requirements-read" as const,
    model: "p/a",
    requirements: [{ ...requirements(1)[0], text: long }],
  };
  expect(String(noteText(read as Note)).length).toBeWithin(140, 190);
  expect(String(noteText({ kind: "requirements-invented", model: "p/a", sentences: [long] })).length).toBeWithin(
    190,
    240,
  );
});
