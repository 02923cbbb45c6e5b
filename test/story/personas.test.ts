import { expect, test } from "bun:test";
import type { PanelReviewer, RankingInput } from "../../src/stats/panel.ts";
import { personasTold } from "../../src/story/personas-ranked.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { rankingVerdict } from "../../src/story/verdict.ts";
import { experiment, QUALITY } from "../stats/support.ts";
import { chanceOf } from "../support/chance.ts";
import { rankingOf } from "../views/markdown/support.ts";
import { OWN, personaFaults, played } from "./persona-tables.ts";
import { hostileTables } from "./tables.ts";

const TABLES = 400;
test("what is said of personas holds of the same panel without them, whatever the table", () => {
  const [next, random] = [hostileTables(38, 0), chanceOf(38)];
  const all = Array.from({ length: TABLES }, () => personaFaults(played(next(), random)));
  expect(all.flatMap(({ found }) => found)).toEqual([]);
  expect(all.reduce((sum, { claims }) => sum + claims, 0)).toBeGreaterThan(TABLES / 4);
}, 300_000);

test("the check finds most of what is said of another table", () => {
  const [next, random] = [hostileTables(39, 0), chanceOf(39)];
  const all = Array.from({ length: 150 }, () => personaFaults(played(next(), random), played(next(), random)));
  const claims = all.reduce((sum, each) => sum + each.claims, 0);
  expect(all.flatMap(({ found }) => found).length / claims).toBeGreaterThan(0.5);
}, 300_000);

/** d0 leads by what all score, d2 by the threats that r0 alone scores. */
function guarded(threats: readonly number[]): RankingInput {
  const table = [9, 7, 5].map((quality) => [0, 1, 2, 3].map((j) => ({ quality: quality + (j % 2) / 10 })));
  const input = experiment(table, { criteria: [QUALITY] });
  return {
    ...input,
    criteria: [QUALITY, { ...OWN, weight: 2 }],
    reviewers: input.reviewers.map((row): PanelReviewer => {
      return row.reviewer_id === "r0" ? { ...row, kind: "model", persona: "security", criteria: [OWN.name] } : row;
    }),
    scores: input.scores.map((each) =>
      each.reviewer_id === "r0"
        ? { ...each, scores: { ...each.scores, threats: threats[Number(each.design_id.slice(1))] ?? 1 } }
        : each,
    ),
  };
}

test("that another design would be first without a persona is the first that is said", () => {
  const said = unmarked(rankingVerdict(rankingOf(guarded([1, 1, 5]))), String);
  expect(said).toStartWith("Without the persona security d0 would be first. ");
  expect(said).toEndWith("Criterion threats rests on one reviewer (security).");
});

test("where the first place stays, it is said after the verdict", () => {
  const said = unmarked(rankingVerdict(rankingOf(guarded([5, 1, 1]))), String);
  expect(said).toStartWith("d0 is");
  expect(said).toEndWith("Criterion threats rests on one reviewer (security), and without it d0 stays first.");
});

test("nothing is said of personas that bring no criteria", () => {
  const input = guarded([5, 1, 1]);
  const plain = {
    ...input,
    criteria: [QUALITY],
    reviewers: input.reviewers.map(({ reviewer_id, model }) => ({ reviewer_id, model, persona: "security" })),
  };
  expect(personasTold(rankingOf(plain))).toMatchObject({ turned: null, rests: null });
});
