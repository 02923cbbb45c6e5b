import type { Point } from "../../../artifacts/points.ts";
import { CLOSED, POINTS, pointsLead } from "../../../story/report.ts";
import { count } from "../../../text/numbers.ts";
import type { Page, PageDesign } from "../page.ts";
import { ExchangeLink } from "../parts/exchange-link.tsx";
import { isMany, Matrix } from "../parts/matrix.tsx";
import { LetterMark } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { ReportSection } from "./section.tsx";

/** Columns of a sentence; beyond that it is no sentence, and its file holds it. */
const MAX_POINT = 1_000;

/** Columns of a title at the head of what was said of its design. */
const MAX_TITLE = 160;

/** What reviewers said in words: for and against each design, what they miss, and how risky they call it. */
export function PointsSection({ page }: { page: Page }) {
  return (
    <ReportSection id="points" lead={pointsLead(page.reviews.length)}>
      {page.reviews.length > 0 && (
        <>
          {page.ranked.map((design) => (
            <DesignPoints page={page} design={design} />
          ))}
          <RiskTable page={page} />
        </>
      )}
    </ReportSection>
  );
}

function DesignPoints({ page, design }: { page: Page; design: PageDesign }) {
  const { strengths, weaknesses, missing } = design.points;
  const reviewers = page.reviews.filter(({ design_id }) => design_id === design.id).length;
  const holds = CLOSED.points({
    for: strengths.length,
    against: weaknesses.length,
    missing: missing.length,
    reviewers,
  });
  const head = (
    <>
      <h3>
        <LetterMark of={design.letter} /> <TheirWords of={design.title} max={MAX_TITLE} />
      </h3>
      <span class="lead holds">{holds}</span>
    </>
  );
  if (reviewers === 0) return <article class="points">{head}</article>;
  return (
    <details class="closed points">
      <summary>{head}</summary>
      <div class="sides">
        <List page={page} title="For it" points={strengths} of={reviewers} sort="for" />
        <List page={page} title="Against it" points={weaknesses} of={reviewers} sort="against" />
        <List page={page} title={POINTS.missing} points={missing} of={reviewers} sort="missing" />
      </div>
    </details>
  );
}

function List({ page, title, points, of, sort }: ListProps) {
  return (
    <div class={`side ${sort}`}>
      <h4>{title}</h4>
      {points.length === 0 && <p class="lead">Nothing was named.</p>}
      <ul>
        {points.map((point) => (
          <li>
            <span class="times" title={point.reviewers.map((id) => page.modelOf(id)).join(", ")}>
              {point.reviewers.length}
              <span aria-hidden="true">/{of}</span>
              <span class="hidden"> of {count(of, "reviewer")}: </span>
            </span>
            <div>
              <TheirWords of={point.text} max={MAX_POINT} /> <Who page={page} ids={point.reviewers} of={of} />
              {point.variants.length > 0 && (
                <details>
                  <summary>in other words</summary>
                  <ul>
                    {point.variants.map(({ reviewer_id, text }) => (
                      <li>
                        <TheirWords of={text} max={MAX_POINT} />{" "}
                        <span class="who">
                          <TheirWords of={page.modelOf(reviewer_id)} />
                        </span>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ListProps = { page: Page; title: string; points: readonly Point[]; of: number; sort: string };

/** Who said it; nobody is named where all did, which the number says. */
function Who({ page, ids, of }: { page: Page; ids: readonly string[]; of: number }) {
  if (ids.length === of && of > 1) return null;
  return (
    <span class="who">
      {ids.map((id, at) => (
        <>
          {at > 0 && ", "}
          <TheirWords of={page.modelOf(id)} />
        </>
      ))}
    </span>
  );
}

function RiskTable({ page }: { page: Page }) {
  const reviewing = page.reviewers.filter(({ id }) => page.reviews.some(({ reviewer_id }) => reviewer_id === id));
  return (
    <details class="closed points">
      <summary>
        <h3>{POINTS.risk}</h3>
        <span class="lead holds">{CLOSED.risk(reviewing.length)}</span>
      </summary>
      <Matrix
        designs={page.ranked}
        caption={POINTS.ratings}
        corner="Reviewer"
        rows={reviewing.map((reviewer) => ({
          head: <TheirWords of={reviewer.name} />,
          cell: (design: PageDesign) => {
            const cell = page.cell(design, reviewer);
            const risk = cell?.review?.risk_assessment;
            if (!cell || !risk) return risk;
            return (
              <ExchangeLink to={cell.exchange}>
                <Risk of={risk} short={isMany(page.ranked)} />
              </ExchangeLink>
            );
          },
        }))}
      />
    </details>
  );
}

const SHORT = { low: "low", medium: "med", high: "high" } as const;

function Risk({ of, short }: { of: keyof typeof SHORT; short: boolean }) {
  return short ? (
    <abbr class={`risk ${of}`} title={of}>
      {SHORT[of]}
    </abbr>
  ) : (
    <span class={`risk ${of}`}>{of}</span>
  );
}
