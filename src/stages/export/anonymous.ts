import { version } from "../../../package.json";
import type { AnonymousExport } from "../../artifacts/anonymous.ts";
import type { LedgerLine } from "../../artifacts/ledger-line.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import { COVERAGE_STATUSES, requirementsOf } from "../../artifacts/requirement.ts";
import { PHASE_FACTS, ROLE_NAMES } from "../../artifacts/stages/stages.ts";
import { allCriteria } from "../../artifacts/task.ts";
import { counted } from "../../experiment/ranking-input.ts";
import { roundTexts } from "../../experiment/rounds.ts";
import { shuffled } from "../../experiment/shuffled.ts";
import { spentOf } from "../../experiment/spent.ts";
import type { View } from "../../experiment/view.ts";

/** Positions from 1 of what has an id; `of` throws for an id that has none. */
type Positions = { ids: readonly string[]; of(id: string): number; all(ids: readonly string[]): number[] };

/** An experiment in numbers, all that has a name by its position. */
export function anonymousOf(view: View, ranking: Ranking | null): AnonymousExport {
  const { task } = view.experiment;
  const designs = designPositions(view, ranking);
  const reviewers = reviewerPositions(view);
  const requirements = positionsOf(requirementsOf(task).map(({ id }) => id));
  const people = new Set(view.people.map(({ reviewer_id }) => reviewer_id));
  const severity = ranking?.bias.severity ?? {};
  return {
    version: 1,
    tool: version,
    criteria: allCriteria(task).map(({ min, max, weight = 1 }) => ({ min, max, weight })),
    requirements: requirementsOf(task).map(({ kind }) => ({ kind })),
    designs: designs.ids.map((id) => designOf(view, ranking, { id, requirements })),
    reviewers: reviewers.ids.map((id) => ({
      kind: people.has(id) ? "person" : "model",
      severity: rounded((Object.hasOwn(severity, id) ? severity[id] : null) ?? null),
    })),
    scores: scoresOf(view, ranking, { designs, reviewers }),
    outcome: ranking && outcomeOf(ranking, designs),
    pairwise: (ranking?.pairwise ?? []).flatMap(({ better, worse, probability }) => {
      const [first, second] = designs.all([better, worse]);
      if (first === undefined || second === undefined) return [];
      return [{ better: first, worse: second, probability: rounded(probability) }];
    }),
    reliability: ranking && reliabilityOf(ranking),
    decision: decisionOf(view, designs),
    calls: callsOf(outsideRounds(view), { designs, reviewers }),
  };
}

function positionsOf(ids: readonly string[]): Positions {
  const positions = new Map(ids.map((id, at) => [id, at + 1]));
  return {
    ids,
    of(id) {
      const position = positions.get(id);
      if (position === undefined) throw new Error("no position of that id");
      return position;
    },
    all: (all) => all.flatMap((id) => positions.get(id) ?? []),
  };
}

/** By rank; equals, and those without one, in an order that tells neither who wrote them nor when. */
function designPositions({ experiment: { task }, artifacts }: View, ranking: Ranking | null): Positions {
  const rank = new Map(ranking?.designs.map((each) => [each.design_id, each.rank ?? Number.POSITIVE_INFINITY]));
  const drawn = shuffled(artifacts.designs, task.seed, "export designs").map(({ design_id }) => design_id);
  const last = Number.MAX_SAFE_INTEGER;
  return positionsOf(
    drawn.toSorted((a, b) => Math.min(rank.get(a) ?? last, last) - Math.min(rank.get(b) ?? last, last)),
  );
}

/** In an order that tells neither the models' names nor where a list had them. */
function reviewerPositions({ experiment: { task }, people }: View): Positions {
  const ids = [...task.reviewers, ...people].map(({ reviewer_id }) => reviewer_id);
  return positionsOf(shuffled([...new Set(ids)].sort(), task.seed, "export reviewers"));
}

function designOf(
  { artifacts, coverage, flags }: View,
  ranking: Ranking | null,
  { id, requirements }: { id: string; requirements: Positions },
): AnonymousExport["designs"][number] {
  const ranked = ranking?.designs.find(({ design_id }) => design_id === id);
  const design = artifacts.designs.find(({ design_id }) => design_id === id);
  return {
    rank: ranked?.rank ?? null,
    average_score: rounded(ranked?.average_score ?? null),
    adjusted_score: rounded(ranked?.adjusted_score ?? null),
    p_best: rounded(ranked?.p_best ?? null),
    rank_interval: ranked?.rank_interval ?? null,
    agreement: rounded(ranked?.agreement ?? null),
    consensus: ranked?.consensus ?? "low",
    reviewers: ranked?.reviewers ?? 0,
    flags: flags.find(({ design_id }) => design_id === id)?.flags.length ?? 0,
    violations: design?.provenance.violations.length ?? 0,
    requirements: coverage.flatMap(({ requirement, cells }) => {
      const cell = cells.find(({ design_id }) => design_id === id);
      const [position] = requirements.all([requirement.id]);
      if (cell === undefined || position === undefined) return [];
      const [met = 0, partly = 0, missed = 0, not_addressed = 0] = COVERAGE_STATUSES.map(
        (status) => cell.said.filter(({ entry }) => entry.status === status).length,
      );
      return [{ requirement: position, met, partly, missed, not_addressed }];
    }),
  };
}

type Places = { designs: Positions; reviewers: Positions };

/** Models' scores and people's, by design and then by reviewer. */
function scoresOf(
  { experiment: { task }, artifacts, people }: View,
  ranking: Ranking | null,
  { designs, reviewers }: Places,
): AnonymousExport["scores"] {
  const taken = new Set(counted(ranking ?? { exclude_self_reviews: false }, artifacts.designs, artifacts.scores));
  const authors = new Map(artifacts.designs.map((design) => [design.design_id, design.generating_model]));
  const numbers = (scores: Readonly<Record<string, number>>): (number | null)[] =>
    allCriteria(task).map(({ name }) => rounded(scores[name] ?? null));
  const byModels = artifacts.scores.map((score) => ({
    design: designs.of(score.design_id),
    reviewer: reviewers.of(score.reviewer_id),
    criteria: numbers(score.scores),
    overall: rounded(score.overall_score),
    samples: score.samples.length,
    own_design: authors.get(score.design_id) === score.scorer_model,
    counts: ranking !== null && taken.has(score),
  }));
  const byPeople = people.flatMap((person) =>
    person.scores.map(({ design_id, scores }) => ({
      design: designs.of(design_id),
      reviewer: reviewers.of(person.reviewer_id),
      criteria: numbers(scores),
      overall: null,
      samples: 1,
      own_design: person.known.includes(design_id),
      counts: ranking?.people?.counted.some(({ reviewer_id }) => reviewer_id === person.reviewer_id) ?? false,
    })),
  );
  return [...byModels, ...byPeople].sort((a, b) => a.design - b.design || a.reviewer - b.reviewer);
}

function outcomeOf({ method, summary }: Ranking, designs: Positions): NonNullable<AnonymousExport["outcome"]> {
  return {
    verdict: summary.verdict.kind,
    method,
    first_place: designs.all(summary.first_place),
    winner: summary.winner === null ? null : (designs.all([summary.winner])[0] ?? null),
    confidence: summary.confidence,
    consensus: summary.consensus,
    told_apart: summary.told_apart,
    tie_groups: summary.tie_groups.map(designs.all),
    expected_scores: summary.expected_cells,
    counted_scores: summary.scored_cells,
  };
}

function reliabilityOf({ reliability, bias, assumptions }: Ranking): NonNullable<AnonymousExport["reliability"]> {
  return {
    kendall_w: rounded(reliability.kendall_w),
    krippendorff_alpha: rounded(reliability.krippendorff_alpha),
    icc_2_1: rounded(reliability.icc_2_1),
    icc_2_k: rounded(reliability.icc_2_k),
    icc_3_k: rounded(reliability.icc_3_k),
    residual_deviation: rounded(reliability.residual_deviation),
    stable_panels: reliability.leave_one_out?.stable ?? null,
    panels: reliability.leave_one_out?.panels ?? null,
    self_preference: rounded(bias.self_preference?.beta ?? null),
    length_correlation: rounded(bias.length_correlation),
    criteria_correlation: rounded(bias.criteria_correlation),
    error_correlation: rounded(assumptions.error_correlation),
  };
}

function decisionOf({ decided }: View, designs: Positions): AnonymousExport["decision"] {
  if (decided === null) return null;
  const { design_id, ranking, outcomes } = decided.decision;
  return {
    design: design_id === null ? null : (designs.all([design_id])[0] ?? null),
    differs: ranking?.differs ?? null,
    turned_out: outcomes.map(({ outcome }) => outcome),
  };
}

/** What the ledger says of anything but rounds, which are left out whole. */
function outsideRounds({ ledger, rounds }: View): LedgerLine[] {
  const texts = new Set(rounds.flatMap((round) => roundTexts(round).map(({ row }) => row.design_id)));
  return ledger.filter(({ design_id }) => design_id === undefined || !texts.has(design_id));
}

/** What models took, by role and by whose part it was. */
function callsOf(ledger: readonly LedgerLine[], { designs, reviewers }: Places): AnonymousExport["calls"] {
  const ended = ledger.filter(({ event }) => event === "done" || event === "failed");
  return ROLE_NAMES.flatMap((role) => {
    const own = ended.filter(({ phases: [phase] = [] }) => phase !== undefined && PHASE_FACTS[phase].role === role);
    const placeOf = ({ design_id = "", reviewer_id }: LedgerLine): number | null =>
      (reviewer_id === undefined ? designs.all([design_id])[0] : reviewers.all([reviewer_id])[0]) ?? null;
    const places = [...new Set(own.map(placeOf))].sort((a, b) => (a ?? 0) - (b ?? 0));
    return places.map((position) => {
      const lines = own.filter((line) => placeOf(line) === position);
      const { sessions, tokens, cost } = spentOf(lines);
      return {
        role,
        position,
        sessions,
        failed: lines.filter(({ event }) => event === "failed").length,
        tokens,
        cost: lines.some((line) => typeof line.cost === "number") ? rounded(cost) : null,
        seconds: rounded(lines.reduce((sum, { seconds = 0 }) => sum + seconds, 0)),
      };
    });
  });
}

const DECIMALS = 10_000;

/** To four decimals: more tell nothing and would be as good as a name to whoever has the same numbers. */
function rounded<N extends number | null>(value: N): N extends null ? number | null : number;
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * DECIMALS) / DECIMALS;
}
