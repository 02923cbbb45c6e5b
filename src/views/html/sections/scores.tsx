import type { VNode } from "preact";
import { count, score as scoreText } from "../../../text/numbers.ts";
import type { Cell, Page, PageDesign } from "../page.ts";
import { type ChartRow, scoreChart } from "../score-chart.ts";
import { StripTable } from "../strip-table.tsx";
import { Section } from "../text.tsx";
import { Words } from "../words.tsx";
import { HeatMap } from "./heat-map.tsx";

/** What was given: by criterion with its spread, and by reviewer with the reasons. */
export function ScoresSection({ page }: { page: Page }) {
  if (page.order_advice !== null) {
    return (
      <Section
        id="scores"
        title="Scores"
        lead="Each design was scored by other reviewers, so no mean stands beside another."
      >
        <HeatMap page={page} />
      </Section>
    );
  }
  return (
    <Section
      id="scores"
      title="Scores"
      lead={`Each ring is one reviewer's score; the band reaches from the lowest to the highest${page.cells.some(({ score, counted }) => score && !counted) ? "; a cross is a model's score of its own design, which is not counted" : ""}. The dot and the number are their mean${page.ranking.method === "adjusted" ? ", overall after evening out how strict each reviewer is" : ""}.${page.ranking.summary.winner === null ? "" : " The winner is drawn in colour."}`}
    >
      <div class="charts">
        <Chart title="Overall, of 10" drawing={overallChart(page)} />
        {page.task.criteria.map(({ name, description, min, max }) => (
          <Chart
            title={min === 0 && max === 10 ? name : `${name}, from ${min} to ${max}`}
            lead={description}
            drawing={criterionChart(page, name)}
          />
        ))}
      </div>
      <details class="table-of">
        <summary>These scores as a table</summary>
        <CriteriaTable page={page} />
      </details>
      <HeatMap page={page} />
    </Section>
  );
}

function Chart({ title, lead, drawing }: { title: string; lead?: string; drawing: VNode }) {
  return (
    <figure>
      <figcaption>
        <strong>
          <Words of={title} />
        </strong>
        {lead && (
          <span class="lead">
            <Words of={lead} max={140} />
          </span>
        )}
      </figcaption>
      {drawing}
    </figure>
  );
}

function overallChart(page: Page): VNode {
  const rows = page.ranked.map((design) => ({
    label: design.letter,
    mean: design.score,
    ...given(page, design, ({ composite }) => composite),
    leads: leads(page, design.id),
  }));
  return scoreChart(rows, { min: 0, max: 10 }, described("Overall scores", rows));
}

function criterionChart(page: Page, name: string): VNode {
  const { min, max } = page.task.criteria.find((criterion) => criterion.name === name) ?? { min: 0, max: 10 };
  const rows = page.ranked.map((design) => ({
    label: design.letter,
    mean: design.ranked?.score_breakdown[name]?.average ?? null,
    ...given(page, design, ({ score }) => score?.scores[name] ?? null),
    leads: leads(page, design.id),
  }));
  return scoreChart(rows, { min, max }, described(`Scores for ${name}`, rows));
}

/** What the reviewers gave a design: what its mean is of, and apart from it what the ranking leaves out. */
function given(page: Page, design: PageDesign, of: (cell: Cell) => number | null): Pick<ChartRow, "values" | "out"> {
  const own = page.cells.filter((cell) => cell.design === design);
  const values = (counted: boolean): number[] =>
    own.flatMap((cell) => (cell.counted === counted ? (of(cell) ?? []) : []));
  return { values: values(true), out: values(false) };
}

/** The drawing in words: "Scores for clarity: A 7.4, from 7 to 8, not counted: 9; B no score." */
function described(what: string, rows: readonly Omit<ChartRow, "leads">[]) {
  const each = rows.map(({ label, mean, values, out }) => {
    const range = `from ${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
    const said = mean === null ? `${label} no score` : `${label} ${mean.toFixed(1)}, ${range}`;
    return out.length > 0 ? `${said}, not counted: ${out.map((value) => value.toFixed(1)).join(", ")}` : said;
  });
  return `${what}: ${each.join("; ")}.`;
}

function leads({ ranking }: Page, id: string): boolean {
  return ranking.summary.winner === id;
}

function CriteriaTable({ page }: { page: Page }) {
  const overall = {
    head: "Overall, of 10",
    cells: page.ranked.map((design) => scoreText(design.ranked?.average_score ?? null)),
  };
  const adjusted = {
    head: "Adjusted, which ranks",
    cells: page.ranked.map((design) => scoreText(design.score)),
  };
  const criteria = page.task.criteria.map(({ name, weight = 1 }) => ({
    head: (
      <>
        <Words of={name} />
        {weight !== 1 && <span class="aside"> weight {weight}</span>}
      </>
    ),
    cells: page.ranked.map(({ ranked }) => {
      const { average = null, min = null, max = null } = ranked?.score_breakdown[name] ?? {};
      if (average === null) return "–";
      return (
        <>
          {average.toFixed(1)}
          {min !== max && (
            <small>
              {min}–{max}
            </small>
          )}
        </>
      );
    }),
  }));
  const adjusting = page.ranking.method === "adjusted";
  return (
    <StripTable
      page={page}
      caption={`The mean over the reviewers and, smaller, the lowest and the highest score of ${count(page.reviewers.length, "reviewer")}.`}
      corner="Criterion"
      rows={[...(adjusting ? [adjusted] : []), overall, ...criteria]}
    />
  );
}
