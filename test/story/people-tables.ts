import { expect } from "bun:test";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { peopleSaid } from "../../src/story/people.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { rankingOf } from "../views/markdown/support.ts";
import { againstChanged, factsOf } from "./contradictions.ts";
import { hostileTables } from "./tables.ts";

const NOBODY = { beside: [], unseen: [], later: [], quotes: [] };

/** What a ranking says that its people did, by the ids of designs and people. */
export function saidOf(ranking: Ranking): string {
  const [said = []] = peopleSaid({ ranking, people: NOBODY });
  return unmarked(said, (id) => id);
}

/** Of that, what they changed. */
export const changedBy = (said: string) => said.slice(said.indexOf("Without "));

/**
 * What is said that people changed in so many hostile tables, the same each time, against ranking.json and a ranking by
 * models alone: how many have people, and what contradicts.
 */
export function againstTables(count: number): { against: string[]; read: number } {
  const next = hostileTables(35, 1);
  const against: string[] = [];
  let read = 0;
  for (let table = 0; table < count; table++) {
    const input = next();
    const ranking = rankingOf(input);
    if (!ranking.people) continue;
    const models = rankDesigns(byModelsAlone(input));
    const { without } = ranking.people;
    const { verdict, confidence, opinions } = models.summary;
    expect(without).toMatchObject({ verdict, confidence, opinions });
    const fault = againstChanged(changedBy(saidOf(ranking)), factsOf(models), factsOf(ranking));
    if (fault) against.push(fault);
    read++;
  }
  return { against, read };
}

export function byModelsAlone(input: RankingInput): RankingInput {
  const models = input.reviewers.filter(({ kind }) => kind !== "human");
  const ids = models.map(({ reviewer_id }) => reviewer_id);
  const scores = input.scores.filter(({ reviewer_id }) => ids.includes(reviewer_id));
  return { ...input, reviewers: models, scores, orders: [], pairs: [] };
}
