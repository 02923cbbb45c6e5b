import type { Names } from "../../artifacts/names.ts";
import type { DesignPoints, Point } from "../../artifacts/points.ts";
import type { Review } from "../../artifacts/review.ts";
import type { Score } from "../../artifacts/score.ts";
import { NOT_COUNTED, noReview, noScore } from "../../story/incomplete.ts";
import { indented, isLong, kept } from "../../text/kept-markdown.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { scoreText } from "../../text/numbers.ts";
import { drawn } from "./drawn.ts";
import { atMost, quoteLines } from "./lines.ts";
import { terminalTable } from "./table.ts";

/** Lines of points over all designs, so that each has its share of a reply. */
const LINES = 110;
const LEAST = 3;

const PARTS = [
  ["weaknesses", md`Weaknesses`],
  ["missing", md`Missing`],
  ["strengths", md`Strengths`],
  ["improvements", md`Improvements`],
] as const;

/** One design's reviews. `name` is its letter and title. */
export type Reviewed = { name: Markdown; reviews: readonly Review[]; points: DesignPoints };

/**
 * Reviews by design and by point: each thing that was said once, what most reviewers named first, and who did; what one
 * alone named stands too. `names` are those of the designs and reviewers.
 */
export function reviewsText(designs: readonly Reviewed[], names: Names): Markdown {
  if (designs.every(({ reviews }) => reviews.length === 0)) return drawn(noReview);
  const most = designs.length === 1 ? LINES : Math.max(LEAST, Math.floor(LINES / (designs.length * PARTS.length)));
  return join(
    designs.map((design) => reviewedText(design, names, most)),
    "\n\n",
  );
}

function reviewedText({ name, reviews, points }: Reviewed, names: Names, most: number): Markdown {
  if (reviews.length === 0) return md`### ${name}\n\nNobody reviewed it.`;
  const impressions = reviews.map(({ reviewer_model, risk_assessment, overall_impression }) =>
    isLong(overall_impression)
      ? join([md`- ${inline(reviewer_model)} (risk ${risk_assessment}):`, indented(kept(overall_impression))], "\n\n")
      : md`- ${inline(reviewer_model)} (risk ${risk_assessment}): ${inline(overall_impression)}`,
  );
  const of = new Set(reviews.map(({ reviewer_id }) => reviewer_id)).size;
  const listed = PARTS.flatMap(([part, title]) => {
    const own = points[part];
    if (own.length === 0) return [];
    const lines = own.map((point) => pointLine(point, of, names));
    return [join([md`${title}:`, ...atMost(lines, most, md` in reviews/`)], "\n")];
  });
  return join(
    [
      md`### ${name}`,
      join(impressions, "\n"),
      ...quoteLines(
        reviews.flatMap(({ reviewer_id, flags }) => flags.map((flag) => ({ ...flag, reviewer_id }))),
        names,
      ),
      ...listed,
    ],
    "\n\n",
  );
}

/** "- (2 of 3: one/model, other/model) No plan for …", "- (all 3) No plan for …". */
function pointLine({ text, reviewers }: Point, of: number, { reviewers: models }: Names): Markdown {
  const who = reviewers.map((id) => inline(models.get(id) ?? id));
  const said = of > 1 && who.length === of ? md`all ${of}` : md`${who.length} of ${of}: ${join(who, ", ")}`;
  return md`- (${said}) ${inline(text)}`;
}

/** Criteria of the table, and designs of one table: more stand in a table of their own. */
const MAX_CRITERIA = 12;
const MAX_DESIGNS = 3;

/**
 * The means of the reviewers whose scores count: a row a criterion, a column a design; of one design the lowest and the highest score beside the
 * mean. How many criteria are left out is said.
 */
export function meansTables(scores: readonly Score[], criteria: readonly string[], { designs }: Names): Markdown[] {
  if (scores.length === 0) return [drawn(noScore)];
  const shown = criteria.slice(0, MAX_CRITERIA);
  const left = criteria.length - shown.length;
  const ids = [...new Set(scores.map(({ design_id }) => design_id))];
  const given = (id: string, name: string): number[] =>
    scores.filter(({ design_id }) => design_id === id).flatMap(({ scores: own }) => own[name] ?? []);
  const overall = (id: string): number[] =>
    scores.filter(({ design_id }) => design_id === id).map(({ overall_score }) => overall_score);
  const rows = [
    ...shown.map((name) => ({ name, of: (id: string) => given(id, name) })),
    { name: "stated overall", of: overall },
  ];
  const [only] = ids;
  const tables =
    ids.length === 1 && only !== undefined
      ? [
          terminalTable(
            ["criterion", "mean", "lowest", "highest"],
            rows.map(({ name, of }) => [name, mean(of(only)), scoreText(least(of(only))), scoreText(most(of(only)))]),
            ["l", "r", "r", "r"],
          ),
        ]
      : inGroups(ids).map((group) =>
          terminalTable(
            ["mean", ...group.map((id) => designs.get(id) ?? id)],
            rows.map(({ name, of }) => [name, ...group.map((id) => mean(of(id)))]),
            ["l", ...group.map(() => "r" as const)],
          ),
        );
  return left > 0 ? [...tables, md`and ${left} more ${left === 1 ? "criterion" : "criteria"} in scores/`] : tables;
}

function inGroups(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_DESIGNS) }, (_, at) =>
    ids.slice(at * MAX_DESIGNS, (at + 1) * MAX_DESIGNS),
  );
}

function mean(values: readonly number[]): string {
  return scoreText(values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length);
}

const least = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values));
const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));

/** Columns of one reason: where many designs are shown, and where one is. */
const REASON = 160;
const WHOLE_REASON = 600;

/**
 * Why each score was given: for a design its criteria, and under each what every reviewer gave it and the reason. One that
 * is not among `counting` is said to be a model's of its own design, which the ranking leaves out.
 */
export function reasonLines(
  own: readonly Score[],
  counting: readonly Score[],
  criteria: readonly string[],
  { names, alone }: { names: Pick<Names, "reviewers">; alone: boolean },
): Markdown[] {
  const width = alone ? WHOLE_REASON : REASON;
  const given = (one: Score, value: number, reason: string): Markdown =>
    md`  - ${inline(names.reviewers.get(one.reviewer_id) ?? one.scorer_model)} ${scoreText(value)}${counting.includes(one) ? md`` : md` (${NOT_COUNTED})`}: ${inline(reason, width)}`;
  const by = (name: string): Markdown[] =>
    own.flatMap((one) => {
      const value = one.scores[name];
      return value === undefined ? [] : [given(one, value, one.rationales[name] ?? "no reason given")];
    });
  const lines = criteria.flatMap((name) => [md`- **${inline(name)}**`, ...by(name)]);
  const overall = own.map((one) => given(one, one.overall_score, one.justification));
  return own.length === 0 ? [] : [join([...lines, md`- **Stated overall**`, ...overall], "\n")];
}
