import type { Names } from "../../artifacts/names.ts";
import type { DesignPoints, Point } from "../../artifacts/points.ts";
import type { Review } from "../../artifacts/review.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { quoteLines } from "./lines.ts";
import { named } from "./named.ts";

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
  if (designs.every(({ reviews }) => reviews.length === 0)) return md`There is no review.`;
  const most = designs.length === 1 ? LINES : Math.max(LEAST, Math.floor(LINES / (designs.length * PARTS.length)));
  return join(
    designs.map((design) => reviewedText(design, names, most)),
    "\n\n",
  );
}

function reviewedText({ name, reviews, points }: Reviewed, names: Names, most: number): Markdown {
  if (reviews.length === 0) return md`### ${name}\n\nNobody reviewed it.`;
  const impressions = reviews.map(
    ({ reviewer_model, risk_assessment, overall_impression }) =>
      md`- ${inline(reviewer_model)} (risk ${risk_assessment}): ${inline(overall_impression)}`,
  );
  const of = new Set(reviews.map(({ reviewer_id }) => reviewer_id)).size;
  const listed = PARTS.flatMap(([part, title]) => {
    const own = points[part];
    if (own.length === 0) return [];
    const lines = own.slice(0, most).map((point) => pointLine(point, of, names));
    const left = own.length > most ? [md`- and ${own.length - most} more in reviews/`] : [];
    return [join([md`${title}:`, ...lines, ...left], "\n")];
  });
  return join(
    [
      md`### ${name}`,
      join(impressions, "\n"),
      ...quoteLines(
        reviews.flatMap(({ reviewer_id, flags }) =>
          named(
            flags.map((flag) => ({ ...flag, reviewer_id })),
            names,
          ),
        ),
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
