import { placed, type Ranking } from "../artifacts/ranking.ts";
import { firstOf } from "./first.ts";
import { fitRanking, type RankingFit } from "./fit.ts";
import { preparePanel, type RankingInput, type Scored } from "./panel.ts";
import { partsOf } from "./parts.ts";

type Personas = NonNullable<Ranking["personas"]>;

/** What rests on personas and where the ranking would end without each. Null where nobody plays one and no model has two rows. */
export function rankingPersonas(
  input: RankingInput,
  panel: Scored,
  fitted: RankingFit | null,
  verdict: Ranking["summary"]["verdict"],
): Personas | null {
  const rows = input.reviewers.flatMap((row) => (row.kind === "human" ? [] : [row]));
  const isPlain = ({ persona, criteria = [] }: Rows[number]): boolean => persona === undefined && criteria.length === 0;
  if (panel.minds.length === 0 && rows.every(isPlain)) return null;
  const idOf = (at: number): string => panel.designs[at]?.design_id ?? "";
  const [today = null] = placed(verdict);
  return {
    criteria_of_one: criteriaOfOne(rows, panel, fitted),
    left_out: fitted
      ? partsOf(panel).left.map(({ criterion, designs }) => ({ criterion, designs: designs.map(idOf) }))
      : [],
    minds: panel.minds.map(({ model, reviewer_ids }) => ({ model, reviewer_ids: [...reviewer_ids] })),
    without: personasIn(rows).flatMap((persona) => without(input, persona, today) ?? []),
  };
}

type Rows = readonly Exclude<RankingInput["reviewers"][number], { kind: "human" }>[];

const personasIn = (rows: Rows): string[] => [...new Set(rows.flatMap(({ persona }) => persona ?? []))].sort();

function criteriaOfOne(rows: Rows, panel: Scored, fitted: RankingFit | null): Personas["criteria_of_one"] {
  const [, ...others] = fitted?.parts ?? [];
  const alone = others.filter(({ incidence }) => incidence.reviewers === 1);
  return alone.flatMap(({ criteria, cells }) => {
    const mind = panel.reviewers[cells[0]?.reviewer ?? -1]?.model;
    return criteria.flatMap(({ name }) => {
      const row = rows
        .filter(({ model, criteria: own = [] }) => model === mind && own.includes(name))
        .toSorted((a, b) => (a.reviewer_id < b.reviewer_id ? -1 : 1))[0];
      if (row === undefined) return [];
      const { reviewer_id, persona } = row;
      return [{ criterion: name, reviewer_id, ...(persona !== undefined && { persona }) }];
    });
  });
}

/** The first place of the same experiment without a persona's rows; null where all rows are its own. */
function without(input: RankingInput, persona: string, today: string | null): Personas["without"][number] | null {
  const plays = (row: RankingInput["reviewers"][number]) => row.kind !== "human" && row.persona === persona;
  const out = new Set(input.reviewers.filter(plays).map(({ reviewer_id }) => reviewer_id));
  const reviewers = input.reviewers.filter((row) => !plays(row));
  if (reviewers.length === 0) return null;
  const listed = (rows: RankingInput["reviewers"]) =>
    new Set(rows.flatMap((row) => (row.kind === "human" ? [] : (row.criteria ?? []))));
  const [before, after] = [listed(input.reviewers), listed(reviewers)];
  const stays = ({ reviewer_id }: { reviewer_id: string }) => !out.has(reviewer_id);
  const rest: RankingInput = {
    ...input,
    reviewers,
    criteria: input.criteria.filter(({ name }) => !before.has(name) || after.has(name)),
    scores: input.scores.filter(stays),
    ...(input.missing && { missing: input.missing.filter(stays) }),
  };
  const panel = preparePanel(rest);
  const fitted = fitRanking(panel, rest.options);
  const designs = panel.designs.map(({ design_id }, at) => {
    const place = fitted?.incidence.designIds.indexOf(at) ?? -1;
    return {
      design_id,
      rank: fitted?.ranks[place] ?? null,
      p_best: fitted?.uncertainty.best[place] ?? null,
      reviewers: panel.cells.filter(({ design }) => design === at).length,
      order: fitted?.order.indexOf(place) ?? -1,
    };
  });
  const last = (order: number) => (order < 0 ? designs.length : order);
  const sorted = designs.toSorted((a, b) => last(a.order) - last(b.order));
  const { verdict, first_place } = firstOf(panel, fitted, sorted);
  const p_best = designs.find(({ design_id }) => design_id === today)?.p_best ?? null;
  return { persona, reviewer_ids: [...out].sort(), verdict, first_place, p_best };
}
