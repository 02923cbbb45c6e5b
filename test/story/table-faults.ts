import type { Insights } from "../../src/artifacts/insights.ts";
import { COVERAGE_STATUSES, type CoverageRow } from "../../src/artifacts/requirement.ts";
import type { Score } from "../../src/artifacts/score.ts";
import { metBy, unmet } from "../../src/artifacts/unmet.ts";
import { coverageOf } from "../../src/stats/coverage.ts";
import { insightsOf } from "../../src/stats/insights.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { told } from "../../src/story/verdict.ts";
import { reasons } from "../../src/story/why.ts";
import { saidBy } from "../stats/support.ts";
import type { chanceOf } from "../support/chance.ts";
import { rankingOf, storyFrom } from "../views/markdown/support.ts";

type Random = ReturnType<typeof chanceOf>;
type Found = { faults: string[]; held: number };
type Ranked = ReturnType<typeof rankingOf>;

/** Shares of the present weight at which a ranking is made anew. */
const SHARES = [0.01, 0.3, 0.8, 1.3, 4, 30];
/** How near to the weight that is named. */
const NEAR = 1e-3;

/** What rankings with other weights say against the weight at which the first place is said to change. */
export function weightFaults(input: RankingInput, ranking = rankingOf(input)): Found {
  const { robustness, summary } = ranking;
  const { winner } = summary;
  // One criterion has no weight beside others.
  if (winner === null || input.criteria.length < 2) return { faults: [], held: 0 };
  const weightOf = (name: string) => input.criteria.find((each) => each.name === name)?.weight ?? 1;
  const firstAt = (name: string, weight: number) => {
    const whole = Math.max(weight, ...input.criteria.map((each) => each.weight ?? 1));
    const criteria = input.criteria.map((each) => ({
      ...each,
      weight: (each.name === name ? weight : (each.weight ?? 1)) / whole,
    }));
    return rankDesigns({ ...input, criteria }).designs.flatMap(({ design_id, rank }) => (rank === 1 ? design_id : []));
  };
  const factor = robustness?.factor ?? null;
  const faults: string[] = [];
  if (robustness !== null) {
    const { criterion, weight, new_winner } = robustness;
    const way = weight > weightOf(criterion) ? 1 : -1;
    const [inside, past] = [1 - way * NEAR, 1 + way * NEAR].map((share) => firstAt(criterion, share * weight));
    const said = `${criterion} ${weight} puts ${new_winner} first`;
    if (past?.[0] !== new_winner) faults.push(`weight: ${said}; past it ${past}`);
    if (inside?.join() !== winner) faults.push(`weight: ${said}; before it ${inside}`);
  }
  for (const { name } of input.criteria) {
    for (const share of weightOf(name) > 0 ? SHARES : []) {
      const sooner = factor === null || Math.abs(Math.log(share)) < Math.abs(Math.log(factor)) * 0.98;
      const isSaid = robustness === null || (robustness.factor !== null && sooner);
      if (isSaid && !firstAt(name, share * weightOf(name)).includes(winner))
        faults.push(`weight: ${share} of ${name} takes the first place from ${winner}, said is ${factor}`);
    }
  }
  return { faults, held: 1 };
}

/** The input without the scores that are left out because their reviewer wrote the design or knows who did. */
function counting(input: RankingInput): RankingInput {
  if (!input.options.exclude_self_reviews) return input;
  const authors = new Map(input.designs.map((each) => [each.design_id, each.generating_model]));
  const known = new Map((input.orders ?? []).map((each) => [each.reviewer_id, each.known]));
  const isOwn = ({ design_id, reviewer_id, scorer_model, self }: RankingInput["scores"][number]) =>
    self === true || authors.get(design_id) === scorer_model || known.get(reviewer_id)?.includes(design_id) === true;
  return { ...input, scores: input.scores.filter((each) => !isOwn(each)) };
}

/** What the notes of a ranking say against the scores. */
export function noteFaults(all: RankingInput, ranking = rankingOf(all)): Found {
  const input = counting(all);
  const { notes } = ranking;
  const said = saidBy(notes).split("\n");
  const faults = said.flatMap((line): string[] => {
    const [, who] = /(?:Reviewer|What) `?([\w-]+)`?(?: said)? gave every design the same score/u.exec(line) ?? [];
    if (who !== undefined && !isConstant(input, who)) return [`not the same score: ${line}`];
    const [, all, kinds] = /^(?:- )?Only two(?: of (\d+))? judged, (people|a model and a person)/u.exec(line) ?? [];
    if (kinds === undefined) return [];
    const models = input.reviewers.filter(({ kind }) => kind !== "human");
    const scored = models.filter(({ reviewer_id }) => input.scores.some((each) => each.reviewer_id === reviewer_id));
    const isMixed = new Set(scored.map(({ model }) => model)).size > 0;
    return isMixed === (kinds === "people") ? [`who judged: ${line} (${all}, ${scored.length} models)`] : [];
  });
  return { faults: [...faults, ...wideFaults(input, ranking, said)], held: said.length };
}

/**
 * What is said of reviewers with widely spread scores, against the scores of a complete table of models: with the
 * deviations s_j of reviewers and their median m, the weights min(1, 1.15·m/s_j) and full weights put these first.
 */
function wideFaults({ criteria, designs, reviewers, scores, options }: RankingInput, ranking: Ranked, said: string[]) {
  const line = said.find((each) => each.includes("spread more widely")) ?? "";
  const isWhole = scores.length === designs.length * reviewers.length && options.method === "adjusted";
  const isPlain =
    reviewers.every((row) => row.kind !== "human" && !row.criteria) &&
    scores.every((each) => designs.every((one) => one.generating_model !== each.scorer_model)) &&
    new Set(reviewers.map(({ model }) => model)).size === reviewers.length &&
    !ranking.people;
  if (!isWhole || !isPlain) return [];
  const whole = criteria.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const columns = reviewers.map(({ reviewer_id }) => {
    const own = designs.map(({ design_id }) => {
      const cell = scores.find((each) => each.reviewer_id === reviewer_id && each.design_id === design_id);
      return criteria.reduce((sum, { name, min, max, weight = 1 }) => {
        return sum + (weight * 10 * ((cell?.scores[name] ?? 0) - min)) / (max - min) / whole;
      }, 0);
    });
    const middle = own.reduce((sum, each) => sum + each, 0) / own.length;
    const apart = own.map((each) => each - middle);
    const squares = apart.reduce((sum, each) => sum + each * each, 0);
    return { reviewer_id, apart, spread: Math.sqrt(squares / Math.max(1, own.length - 1)) };
  });
  const telling = columns.flatMap(({ spread }) => (spread > 1e-9 ? spread : [])).sort((a, b) => a - b);
  const middle =
    ((telling[Math.ceil(telling.length / 2) - 1] ?? 0) + (telling[Math.floor(telling.length / 2)] ?? 0)) / 2;
  const weightOf = ({ spread }: (typeof columns)[number]) =>
    telling.length < 3 || spread < 1e-9 ? 1 : Math.min(1, (1.15 * middle) / spread);
  const firstBy = (weight: (column: (typeof columns)[number]) => number): string[] => {
    const sums = designs.map((_, at) => columns.reduce((sum, each) => sum + weight(each) * (each.apart[at] ?? 0), 0));
    return designs.flatMap(({ design_id }, at) => ((sums[at] ?? 0) > Math.max(...sums) - 1e-7 ? design_id : []));
  };
  const [limited, full] = [firstBy(weightOf), firstBy(() => 1)];
  const isOther = !limited.some((id) => full.includes(id));
  if (isOther !== (line !== "")) return [`wide: ${limited} at first, ${full} in full: "${line}"`];
  const unnamed = isOther
    ? [...full, ...columns.flatMap((each) => (weightOf(each) < 1 - 1e-9 ? each.reviewer_id : []))].filter(
        (id) => !line.includes(id),
      )
    : [];
  return unnamed.map((id) => `wide: does not name ${id}: ${line}`);
}

/** Whether all that a reviewer gave is one score for each design, over whatever it scores. */
function isConstant({ scores, criteria, reviewers }: RankingInput, who: string): boolean {
  const own = scores.filter(({ reviewer_id }) => reviewer_id === who);
  const listed = new Set(reviewers.flatMap((row) => (row.kind === "human" ? [] : (row.criteria ?? []))));
  const row = reviewers.find(({ reviewer_id }) => reviewer_id === who);
  const mine = criteria.filter(
    ({ name }) => !listed.has(name) || (row?.kind !== "human" && row?.criteria?.includes(name) === true),
  );
  const values = own.flatMap(({ scores: given }) => {
    const parts = mine.flatMap(({ name, min, max, weight = 1 }) =>
      name in given ? [[weight, (10 * ((given[name] ?? 0) - min)) / (max - min)] as const] : [],
    );
    const whole = parts.reduce((sum, [weight]) => sum + weight, 0);
    // A design of which it scored nothing has no score.
    return whole > 0 ? [parts.reduce((sum, [weight, value]) => sum + weight * value, 0) / whole] : [];
  });
  return values.every((value) => Math.abs(value - (values[0] ?? 0)) < 1e-6);
}

/** What is said of why a design leads, on what reviewers differ and what designs meet, against scores and answers. */
export function reasonFaults(input: RankingInput, random: Random, ranking = rankingOf(input)): Found {
  const own = new Set(input.reviewers.flatMap((row) => (row.kind === "human" ? [] : (row.criteria ?? []))));
  const scores = input.scores.filter(
    ({ reviewer_id }) => input.reviewers.find((row) => row.reviewer_id === reviewer_id)?.kind !== "human",
  );
  const insights = insightsOf({
    task: {
      designers: input.designs.map(({ design_id, generating_model: model }) => ({ design_id, model })),
      reviewers: input.reviewers.flatMap((row) =>
        row.kind === "human"
          ? []
          : [{ ...row, persona: row.criteria ? row.persona : undefined, parts: ["score" as const] }],
      ) as never,
      criteria: input.criteria.filter(({ name }) => !own.has(name)) as never,
      // Who is a person is no model of the plan.
      personas: [{ name: "security", criteria: input.criteria.filter(({ name }) => own.has(name)) }] as never,
    },
    designs: input.designs.map(
      ({ design_id }) => ({ design_id, title: design_id, summary: "", tradeoffs: [], risks: [] }) as never,
    ),
    reviews: [],
    scores: scores.map((score) => ({ ...score, rationales: {} })) as unknown as Score[],
    ranking,
  });
  const coverage = coverageFrom(input, random);
  for (const design of ranking.designs) design.requirements = metBy(design.design_id, coverage);
  const story = { ...storyFrom(ranking), insights, coverage, unmet: unmet(coverage) };
  const said = reasons(story, []).map((each) => unmarked(each.said, (id) => id));
  return {
    faults: [...leadFaults(input, insights), ...dissentFaults(input, insights, said), ...metFaults(ranking, coverage)],
    held: said.length,
  };
}

function coverageFrom({ designs, reviewers }: RankingInput, random: Random): CoverageRow[] {
  const lists = { requirements: ["one", "two", "three"], constraints: ["four"], non_functional_requirements: [] };
  const asked = reviewers.filter(({ kind }) => kind !== "human");
  const evaluations = designs.flatMap(({ design_id }) =>
    asked.map(({ reviewer_id }) => ({
      design_id,
      reviewer_id,
      coverage: ["R1", "R2", "R3", "C1"].map((requirement_id) => ({
        requirement_id,
        status: random.pick(random.uniform() < 0.4 ? ["met" as const] : COVERAGE_STATUSES),
        quote: "",
        quote_found: false,
      })),
    })),
  );
  return coverageOf(
    lists,
    designs.map(({ design_id }) => design_id),
    evaluations,
  );
}

/** The criterion on which the first leads most, of all that anybody scores, within who scored both designs on it. */
function leadFaults({ scores, criteria, reviewers }: RankingInput, { lead }: Insights): string[] {
  if (lead?.criterion == null) return [];
  const models = new Set(reviewers.flatMap((row) => (row.kind === "human" ? [] : [row.reviewer_id])));
  const gaps = criteria.flatMap(({ name, min, max }) => {
    const given = (design: string) =>
      new Map(
        scores.flatMap((each) =>
          each.design_id === design && models.has(each.reviewer_id) && name in each.scores
            ? [[each.reviewer_id, each.scores[name] ?? 0] as const]
            : [],
        ),
      );
    const [ours, theirs] = [given(lead.design_id), given(lead.over)];
    const apart = [...ours].flatMap(([id, value]) => (theirs.has(id) ? [value - (theirs.get(id) ?? 0)] : []));
    return apart.length === 0 ? [] : [{ name, gap: apart.reduce((a, b) => a + b, 0) / apart.length / (max - min) }];
  });
  const own = gaps.find(({ name }) => name === lead.criterion?.name)?.gap ?? 0;
  const more = gaps.filter(({ gap }) => gap > own + 1e-9);
  return more.map(({ name, gap }) => `leads most: on ${lead.criterion?.name} by ${own}, on ${name} by ${gap}`);
}

function dissentFaults({ reviewers }: RankingInput, { dissent }: Insights, said: readonly string[]): string[] {
  if (dissent === null) return [];
  const [high, low] = [dissent.high, dissent.low].map(({ reviewer_id }) =>
    reviewers.find((row) => row.reviewer_id === reviewer_id),
  );
  const line = said.find((each) => each.includes("reviewers differ most on")) ?? "";
  return [
    ...(high?.model === low?.model ? [`one model in two rows: ${line}`] : []),
    ...(high && low && !(line.includes(high.reviewer_id) && line.includes(low.reviewer_id))
      ? [`nobody named: ${line}`]
      : []),
  ];
}

function metFaults(ranking: ReturnType<typeof rankingOf>, coverage: readonly CoverageRow[]): string[] {
  const { little } = told(ranking);
  const line = little === null ? "" : unmarked(little, (id) => id);
  const best = /^The best of these(?: by score)? meets (\d+) of/u.exec(line)?.[1];
  const [first] = ranking.designs.filter(({ rank }) => rank === 1);
  const firsts = ranking.designs.filter(({ rank }) => rank === 1);
  const none = /^No design that shares the first place meets more than (\d+) of/u.exec(line)?.[1];
  const most = Math.max(
    ...ranking.designs.flatMap(({ design_id, requirements }) =>
      (
        ranking.summary.verdict.kind === "one-opinion"
          ? firsts.some((each) => each.design_id === design_id)
          : ranking.summary.first_place.includes(design_id)
      )
        ? (requirements?.met.length ?? 0)
        : [],
    ),
  );
  return [
    ...(best !== undefined && (firsts.length > 1 || first?.requirements?.met.length !== Number(best))
      ? [`what the best meets: ${line} (${first?.design_id} meets ${first?.requirements?.met.length})`]
      : []),
    ...(none !== undefined && Number(none) !== most ? [`what the first meet: ${line} (${most})`] : []),
    ...coverage.flatMap(({ requirement: { id }, cells }) =>
      cells.flatMap((cell) => {
        const { met } = metBy(cell.design_id, coverage);
        const many = cell.said.filter(({ entry }) => entry.status === "met").length;
        return met.includes(id) && 2 * many <= cell.of
          ? [`most: ${many} of ${cell.of} say that ${cell.design_id} meets ${id}`]
          : [];
      }),
    ),
  ];
}
