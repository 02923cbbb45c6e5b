import { allCriteria, rubricFor } from "../../../artifacts/task.ts";
import { NOT_COUNTED } from "../../../story/incomplete.ts";
import {
  CLOSED,
  cellsCaption,
  fromCriteria,
  meansCaption,
  NO_REASON,
  SCORES,
  scoresLead,
} from "../../../story/report.ts";
import { scoreCalled } from "../../../story/score-called.ts";
import { scoreText } from "../../../text/numbers.ts";
import { Paragraphs } from "../markdown.tsx";
import type { Page, PageCell, PageDesign } from "../page.ts";
import { ExchangeLink } from "../parts/exchange-link.tsx";
import { Terms } from "../parts/lists.tsx";
import { Matrix, MatrixCell, MatrixReason } from "../parts/matrix.tsx";
import { scoreChart } from "../score-chart.ts";
import { svgNode } from "../svg-node.ts";
import { DesignName, Items } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { ClosedSection, ReportSection } from "./section.tsx";

/** What was given: by criterion with its spread, and by reviewer with the reasons. */
export function ScoresSection({ page }: { page: Page }) {
  const { ranking, cells } = page;
  const apart = page.account.order !== null;
  const holds = CLOSED.scores({
    apart,
    criteria: allCriteria(page.task).length,
    scores: cells.length,
    reviewers: new Set(cells.map(({ reviewer }) => reviewer.id)).size,
  });
  const lead = scoresLead({
    apart,
    own: cells.some(({ score, counted }) => score && !counted),
    adjusted: ranking.method === "adjusted",
    winner: ranking.summary.winner !== null,
  });
  if (cells.length === 0) return <ReportSection id="scores" lead={lead} />;
  if (apart)
    return (
      <ClosedSection id="scores" lead={lead} holds={holds}>
        <HeatMap page={page} />
      </ClosedSection>
    );
  return (
    <ClosedSection id="scores" lead={lead} holds={holds}>
      <div class="charts">
        <Chart
          page={page}
          title={`All criteria: ${scoreCalled(page.ranking.method)}, of 10`}
          named="Overall scores"
          scale={{ min: 0, max: 10 }}
          mean={({ score }) => score}
          given={({ composite }) => composite}
        />
        {allCriteria(page.task).map(({ name, description, min, max }) => (
          <Chart
            page={page}
            title={min === 0 && max === 10 ? name : `${name}, from ${min} to ${max}`}
            lead={description}
            named={`Scores for ${name}`}
            scale={{ min, max }}
            mean={({ ranked }) => ranked?.score_breakdown[name]?.average ?? null}
            given={({ score }) => score?.scores[name] ?? null}
          />
        ))}
      </div>
      <details>
        <summary>{SCORES.table}</summary>
        <CriteriaTable page={page} />
      </details>
      <HeatMap page={page} />
    </ClosedSection>
  );
}

function Chart({ page, title, lead, named, scale, mean, given }: ChartProps) {
  const rows = page.ranked.map((design) => {
    const values = (counted: boolean): number[] =>
      page.cells.flatMap((cell) => (cell.design === design && cell.counted === counted ? (given(cell) ?? []) : []));
    return {
      label: design.letter,
      mean: mean(design),
      values: values(true),
      out: values(false),
      leads: page.ranking.summary.winner === design.id,
    };
  });
  const { svg, label } = scoreChart(rows, scale, named);
  return (
    <figure>
      <figcaption>
        <strong>
          <TheirWords of={title} />
        </strong>
        {lead && (
          <span class="lead">
            <TheirWords of={lead} max={140} />
          </span>
        )}
      </figcaption>
      {svgNode(svg, { role: "img", "aria-label": label, class: "chart", fill: "currentColor" })}
    </figure>
  );
}

type ChartProps = {
  page: Page;
  title: string;
  lead?: string;
  /** What the scores are of, for those who cannot see the chart. */
  named: string;
  scale: { min: number; max: number };
  mean: (design: PageDesign) => number | null;
  given: (cell: PageCell) => number | null;
};

function CriteriaTable({ page: { ranked: designs, ranking, reviewers, task } }: { page: Page }) {
  const adjusted = { head: SCORES.adjusted, cell: ({ score }: PageDesign) => scoreText(score) };
  return (
    <Matrix
      designs={designs}
      caption={meansCaption(reviewers.length)}
      corner="Criterion"
      rows={[
        ...(ranking.method === "adjusted" ? [adjusted] : []),
        { head: SCORES.mean, cell: ({ ranked }) => scoreText(ranked?.average_score ?? null) },
        ...allCriteria(task).map(({ name, weight = 1 }) => ({
          agreed: isOne(designs.map(({ ranked }) => meanText(ranked?.score_breakdown[name]))),
          head: (
            <>
              <TheirWords of={name} />
              {weight !== 1 && <span class="aside"> weight {weight}</span>}
            </>
          ),
          cell: ({ ranked }: PageDesign) => {
            const given = ranked?.score_breakdown[name];
            const mean = meanText(given);
            if (!given || mean === null) return null;
            const { min, max } = given;
            return (
              <>
                {mean}
                {min !== max && (
                  <small>
                    {min}–{max}
                  </small>
                )}
              </>
            );
          },
        })),
      ]}
    />
  );
}

type Given = NonNullable<PageDesign["ranked"]>["score_breakdown"][string];

const meanText = (given: Given | undefined): string | null => given?.average?.toFixed(1) ?? null;

/** Whether all designs have the same number, as it is shown. */
const isOne = (shown: readonly (string | null | undefined)[]): boolean =>
  shown[0] != null && shown.every((each) => each === shown[0]);

/** Every reviewer's score of every design; a cell opens what that reviewer said. */
function HeatMap({ page }: { page: Page }) {
  const { cells } = page;
  const asked = page.reviewers.filter((reviewer) => cells.some((cell) => cell.reviewer === reviewer));
  return (
    <>
      <h3 id="matrix">Reviewer by reviewer</h3>
      <Matrix
        designs={page.ranked}
        caption={cellsCaption(cells.some(({ counted }) => !counted))}
        corner="Reviewer"
        rows={asked.map((reviewer) => ({
          head: <TheirWords of={reviewer.name} />,
          agreed: isOne(page.ranked.map((design) => page.cell(design, reviewer)?.shown?.toFixed(1))),
          cell: (design: PageDesign) => {
            const cell = page.cell(design, reviewer);
            return cell ? <Given cell={cell} /> : isSpared(page, design, reviewer.id) && <small>spared</small>;
          },
        }))}
      />
      <div class="reasons">
        {cells.map((cell) => (
          <Reasons page={page} cell={cell} />
        ))}
      </div>
    </>
  );
}

function isSpared({ ranking: { spared = [] } }: Page, { id }: PageDesign, reviewer: string): boolean {
  return spared.some(({ design_id, reviewer_id }) => design_id === id && reviewer_id === reviewer);
}

function Given({ cell: { id, design, reviewer, shown, own, counted } }: { cell: PageCell }) {
  const who = `Design ${design.letter} by reviewer ${reviewer.name}${own ? ", who wrote it" : ""}`;
  const out = shown !== null && !counted;
  const said = shown === null ? SCORES.unscored : `${shown.toFixed(1)} of 10${out ? `, ${NOT_COUNTED}` : ""}`;
  const heat = shown === null ? "" : `h${Math.min(10, Math.max(0, Math.round(shown)))}`;
  return (
    <MatrixCell
      look={`heat ${heat} ${own ? "own" : ""} ${out ? "out" : ""}`}
      words={`${who}: ${said}. Open the reasons.`}
      sign={shown?.toFixed(1) ?? "✎"}
      opens={id}
    />
  );
}

/** Everything that one reviewer said of one design. Its strengths and weaknesses stand with everybody's further down. */
function Reasons({ page: { task }, cell }: { page: Page; cell: PageCell }) {
  const { id, design, reviewer, composite, counted, score, review, exchange } = cell;
  const by = (
    <>
      as <TheirWords of={reviewer.name} /> sees it
      {composite !== null && <strong>{fromCriteria(composite.toFixed(1))}</strong>}
      {score && !counted && ` (${NOT_COUNTED})`}
    </>
  );
  return (
    <MatrixReason id={id} title={<DesignName design={design} max={80} />} by={by}>
      {score && (
        <>
          <Terms
            look="rationales"
            of={rubricFor(task, reviewer.id).map(({ name, max }) => [
              <>
                <TheirWords of={name} />{" "}
                <span class="given">
                  {score.scores[name] === undefined ? "–" : round(score.scores[name])} of {max}
                </span>
              </>,
              <TheirWords of={score.rationales[name] ?? NO_REASON} />,
            ])}
          />
          <h5>
            {SCORES.overall} {round(score.overall_score)} of 10
          </h5>
          <Paragraphs of={score.justification} />
        </>
      )}
      {review && (
        <>
          <h5>Impression</h5>
          <Paragraphs of={review.overall_impression} />
          {review.suggested_improvements.length > 0 && <h5>{SCORES.improvements}</h5>}
          <Items of={review.suggested_improvements} />
        </>
      )}
      <p>
        <ExchangeLink to={exchange} />
      </p>
    </MatrixReason>
  );
}

/** A score as given, without the tail that a mean of samples has. */
const round = (value: number): string => String(Number(value.toFixed(2)));
