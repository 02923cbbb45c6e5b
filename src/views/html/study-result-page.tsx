import type { ComponentChildren } from "preact";
import { render } from "preact-render-to-string";
import type { StudyResult } from "../../artifacts/study-result.ts";
import { signed } from "../../story/history-tables.ts";
import { RESULT_PAGE, studyParts } from "../../story/study-result.ts";
import { cleanValue } from "../../text/clean.ts";
import { Blocks } from "./blocks.tsx";
import { documentOf } from "./document.ts";
import { Said } from "./said.tsx";
import { type IntervalRow, intervalChart } from "./study-chart.ts";
import base from "./styles/base.css" with { type: "text" };
import parts from "./styles/parts.css" with { type: "text" };
import print from "./styles/print.css" with { type: "text" };
import sections from "./styles/sections.css" with { type: "text" };
import study from "./styles/study-result.css" with { type: "text" };
import { svgNode } from "./svg-node.ts";
import { TheirWords } from "./words.tsx";

/** Rows of a chart; the table beside it has all. */
const MOST_ROWS = 12;
/** Tasks that a page has room for, so that it opens everywhere. */
const MOST_TASKS = 500;

/** study.html: what a study came to, as one file that needs no network and no script. */
export function studyHtml(given: StudyResult): string {
  const result = cleanValue(given).value;
  const { first, against, tasks, tables, reading } = studyParts(result, MOST_TASKS);
  return documentOf({
    title: render(
      <title>
        {result.name}: {RESULT_PAGE.title}
      </title>,
    ),
    style: [base, parts, sections, study, print].join("\n"),
    body: render(
      <>
        <header class="top">
          <p class="eyebrow">{RESULT_PAGE.eyebrow}</p>
          <h1>
            <TheirWords of={result.name} max={200} />
          </h1>
        </header>
        <main>
          <section class="study-first">
            <Blocks of={first} />
            <PairChart result={result} />
            <DesignerChart result={result} />
          </section>
          <section>
            <Blocks of={against} />
          </section>
          <details>
            <summary>{RESULT_PAGE.tasks}</summary>
            <Blocks of={tasks.slice(1)} />
          </details>
          <section>
            <Blocks of={tables} />
          </section>
          <section>
            <Blocks of={reading} />
          </section>
        </main>
      </>,
    ),
  });
}

function PairChart({ result }: { result: StudyResult }) {
  const rows = result.pairs
    .slice(0, MOST_ROWS)
    .flatMap(({ one, other, same, itself, chance }): IntervalRow[] =>
      same === null ? [] : [{ label: `${one}, ${other}`, ...same, ring: itself?.value ?? null, cross: chance }],
    );
  if (rows.length === 0) return null;
  const drawn = intervalChart(rows, {
    ...{ domain: [0, 1], named: RESULT_PAGE.pairs.title, said: (value: number) => `${Math.round(100 * value)} %` },
  });
  return (
    <Figure title={RESULT_PAGE.pairs.title} drawn={drawn}>
      <Said of={RESULT_PAGE.pairs.legend} />
    </Figure>
  );
}

function DesignerChart({ result }: { result: StudyResult }) {
  const rows = (result.designers.all[0]?.rows ?? []).slice(0, MOST_ROWS).map(
    ({ seat, effect, half }): IntervalRow => ({
      ...{ label: seat, value: effect },
      low: half === null ? null : effect - half,
      high: half === null ? null : effect + half,
    }),
  );
  if (rows.length === 0) return null;
  const most = Math.max(0.5, ...rows.flatMap(({ value, low, high }) => [value, low ?? 0, high ?? 0].map(Math.abs)));
  const drawn = intervalChart(rows, {
    ...{ domain: [-most, most], named: RESULT_PAGE.designers.title, zero: true },
    said: signed,
  });
  return (
    <Figure title={RESULT_PAGE.designers.title} drawn={drawn}>
      <Said of={RESULT_PAGE.designers.legend} />
    </Figure>
  );
}

function Figure({
  title,
  drawn: { svg, label },
  children,
}: {
  title: string;
  drawn: ReturnType<typeof intervalChart>;
  children: ComponentChildren;
}) {
  return (
    <figure class="interval">
      <figcaption>{title}</figcaption>
      {svgNode(svg, { role: "img", "aria-label": label })}
      <p class="legend">{children}</p>
    </figure>
  );
}
