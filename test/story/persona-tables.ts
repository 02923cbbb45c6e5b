import type { Criterion } from "../../src/artifacts/criterion.ts";
import type { PanelReviewer, RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { personasTold } from "../../src/story/personas-ranked.ts";
import { unmarked } from "../../src/story/sentence.ts";
import type { chanceOf } from "../support/chance.ts";
import { rankingOf } from "../views/markdown/support.ts";

/** What a persona of these tables scores beside the others. */
export const OWN: Criterion = { name: "threats", description: "", min: 1, max: 5 };

/** A hostile table in which reviewers play personas, with a criterion of their own or without, and some are one model. */
export function played(input: RankingInput, random: ReturnType<typeof chanceOf>): RankingInput {
  const models = input.reviewers.filter(({ kind }) => kind !== "human");
  const guards = models.filter(() => random.uniform() < 0.4).map(({ reviewer_id }) => reviewer_id);
  const twin = random.uniform() < 0.3;
  const own = random.pick([{ ...OWN }, { ...OWN, weight: 4 }, { ...OWN, weight: 0 }]);
  return {
    ...input,
    // What is in no list all score: a criterion that nobody brings would leave no score whole.
    criteria: guards.length > 0 ? [...input.criteria, own] : input.criteria,
    reviewers: input.reviewers.map((row): PanelReviewer => {
      if (row.kind === "human") return row;
      const model = twin ? (models[0]?.model ?? row.model) : row.model;
      const { reviewer_id } = row;
      if (guards.includes(reviewer_id)) return { reviewer_id, model, persona: "security", criteria: [own.name] };
      return { reviewer_id, model, persona: "operations" };
    }),
    scores: input.scores.map((given) => {
      const isModel = models.some(({ reviewer_id }) => reviewer_id === given.reviewer_id);
      const each = twin && isModel ? { ...given, scorer_model: models[0]?.model ?? given.scorer_model } : given;
      return guards.includes(each.reviewer_id)
        ? { ...each, scores: { ...each.scores, [own.name]: random.between(1, 5) } }
        : each;
    }),
  };
}

/** Who is first of a panel from which a persona's rows are taken by hand; null where nobody alone is. */
function firstWithout(input: RankingInput, persona: string): string | null {
  const out = new Set(
    input.reviewers.flatMap((row) => (row.kind !== "human" && row.persona === persona ? [row.reviewer_id] : [])),
  );
  const reviewers = input.reviewers.filter(({ reviewer_id }) => !out.has(reviewer_id));
  const used = reviewers.flatMap((row) => (row.kind === "human" ? [] : (row.criteria ?? [])));
  return leaderIn({
    ...input,
    reviewers,
    criteria: input.criteria.filter(({ name }) => name !== OWN.name || used.includes(name)),
    scores: input.scores.filter(({ reviewer_id }) => !out.has(reviewer_id)),
  });
}

function leaderIn(input: RankingInput): string | null {
  const { verdict } = rankDesigns(input).summary;
  if (verdict.kind === "winner" || verdict.kind === "ahead") return verdict.design;
  return verdict.kind === "one-opinion" && verdict.beside === undefined ? verdict.design : null;
}

/** The designs of rank 1. */
const firstIn = (input: RankingInput): string[] =>
  rankDesigns(input).designs.flatMap(({ design_id, rank }) => (rank === 1 ? design_id : []));

/** What the sentences claim that the numbers do not bear. */
export function personaFaults(input: RankingInput, other: RankingInput = input): { claims: number; found: string[] } {
  const { turned, rests } = personasTold(rankingOf(input));
  const said = [turned, rests].map((each) => (each === null ? "" : unmarked(each, String)));
  const [first = "", then = ""] = said;
  const found: string[] = [];
  const would = [...first.matchAll(/Without the persona (\S+) (\S+) would be first\./gu)];
  for (const [claim, persona = "", design] of would) {
    if (firstWithout(other, persona) !== design || firstIn(other).includes(design ?? "")) found.push(`first: ${claim}`);
  }
  const equal = [...first.matchAll(/Without the persona (\S+) ([^.]+) could not be told apart\./gu)];
  for (const [claim, persona = ""] of equal) if (firstWithout(other, persona) !== null) found.push(claim);
  const stays = [...then.matchAll(/\((\S+)\), and without it (\S+) stays first\./gu)];
  for (const [claim, persona = "", design] of stays) {
    if (firstWithout(other, persona) !== design || leaderIn(other) !== design) found.push(claim);
  }
  const alone = [...then.matchAll(/Criterion (\S+) rests on one reviewer \((\S+)\)/gu)];
  for (const [claim, criterion = "", persona] of alone) {
    const rows = other.reviewers.flatMap((row) =>
      row.kind !== "human" && row.criteria?.includes(criterion) && row.persona === persona ? [row.model] : [],
    );
    const scored = new Set(
      other.scores.filter(({ scores }) => criterion in scores).map(({ scorer_model }) => scorer_model),
    );
    if (rows.length === 0 || (new Set(rows).size > 1 && scored.size > 1 && rows.length < scored.size))
      found.push(claim);
  }
  return { claims: would.length + equal.length + stays.length + alone.length, found };
}
