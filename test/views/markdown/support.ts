import type { Design } from "../../../src/artifacts/design.ts";
import { letterOf } from "../../../src/artifacts/names.ts";
import type { Ranking } from "../../../src/artifacts/ranking.ts";
import type { RankingInput } from "../../../src/stats/panel.ts";
import { rankDesigns } from "../../../src/stats/ranking.ts";
import { firstPlace } from "../../../src/stats/verdict.ts";
import type { Story } from "../../../src/story/story.ts";

/** A whole ranking.json as the rank phase makes it from these scores. */
export function rankingOf(input: RankingInput): Ranking {
  const numbers = rankDesigns(input);
  return {
    version: 1,
    experiment_id: "2026-01-02-queue",
    topic: "queue",
    timestamp: "2026-01-02T03:04:05.000Z",
    ...numbers,
    designs: numbers.designs.map((design) => ({ ...design, flags: [], violations: 0 })),
    flagged_top_scores: [],
    failures: [],
  };
}

/** The same ranking with the verdict that its changed designs, winner and ties make. */
export function judged(ranking: Ranking): Ranking {
  return { ...ranking, summary: { ...ranking.summary, ...firstPlace(ranking) } };
}

/** What stands behind a ranking of designs that say nothing; letters in the order of the ranking. */
export function storyFrom(ranking: Ranking): Story {
  const designs = ranking.designs.map(({ design_id }, at) => ({
    design_id,
    letter: letterOf(at),
    title: `Title of ${design_id}`,
    approach: `What ${design_id} is.`,
    main_choice: null,
    worst_risk: null,
    best_strength: null,
    worst_weakness: null,
    worst_gap: null,
  }));
  return {
    ranking,
    insights: { designs, lead: null, apart: null, dissent: null },
    coverage: [],
    unmet: [],
    people: { beside: [], unseen: [], later: [], quotes: [] },
    controls: null,
    incomplete: null,
    scores: { there: ranking.summary.scored_cells, wanted: ranking.summary.expected_cells },
    names: {
      designs: new Map(designs.map(({ design_id, letter }) => [design_id, letter])),
      titles: new Map(designs.map(({ design_id, title }) => [design_id, title])),
      reviewers: new Map(),
    },
    decided: null,
    rounds: [],
  };
}

/** A small design with this id. */
export function designOf(design_id: string, change: Partial<Design> = {}): Design {
  return {
    design_id,
    generating_model: `vendor/${design_id}`,
    title: `Title of ${design_id}`,
    components: [],
    tradeoffs: [],
    risks: [],
    open_questions: [],
    flags: [],
    ...change,
  } as unknown as Design;
}

/** The rows of every Markdown table in a text, as counts of cells; escaped bars do not divide. */
export function cellCounts(text: string): number[][] {
  const tables: number[][] = [];
  let open = false;
  for (const line of text.split("\n")) {
    const row = line.startsWith("|");
    if (row && !open) tables.push([]);
    if (row) tables.at(-1)?.push(line.split(/(?<!\\)\|/).length - 2);
    open = row;
  }
  return tables;
}
