import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import {
  madeFrom,
  PLAN_PAGE,
  planInLine,
  printedShort,
  reportHead,
  SECTIONS,
  type SectionId,
} from "../../story/report.ts";
import { cleanValue } from "../../text/clean.ts";
import { count } from "../../text/numbers.ts";
import { BESIDE } from "./beside.ts";
import { ToldBlocks } from "./blocks.tsx";
import { diagramDrawer } from "./diagram.ts";
import { documentOf } from "./document.ts";
import { Mermaid, type MermaidDrawer } from "./markdown.tsx";
import { mermaidDrawer } from "./mermaid.ts";
import { type Page, pageOf } from "./page.ts";
import type { ReportData } from "./report-data.ts";
import { Said } from "./said.tsx";
import { AccountSection } from "./sections/account.tsx";
import { BetterSection, changeStyle } from "./sections/better.tsx";
import { CompareSection, comparisonStyle } from "./sections/compare.tsx";
import { ConfigurationSection } from "./sections/configuration.tsx";
import { CoverageSection } from "./sections/coverage.tsx";
import { FullSection } from "./sections/design.tsx";
import { DesignsSection } from "./sections/designs.tsx";
import { DisagreementsSection } from "./sections/disagreements.tsx";
import { PointsSection } from "./sections/points.tsx";
import { ScoresSection } from "./sections/scores.tsx";
import { StatisticsSection } from "./sections/statistics.tsx";
import { TaskSection } from "./sections/task.tsx";
import { VerdictSection } from "./sections/verdict.tsx";
import { shortened, type TextLimit } from "./shorten.ts";
import base from "./styles/base.css" with { type: "text" };
import parts from "./styles/parts.css" with { type: "text" };
import print from "./styles/print.css" with { type: "text" };
import sections from "./styles/sections.css" with { type: "text" };
import { SaidOfDesigns } from "./text.tsx";
import { withinLimit } from "./within-limit.ts";
import { TheirWords } from "./words.tsx";

/**
 * results/report.html: one file that needs no network and no script. Where all texts together would pass the limit,
 * the long ones are cut, and the report says so.
 */
export async function reportHtml(data: ReportData): Promise<string> {
  const clean = cleanValue(data).value;
  const draw = await diagramDrawer();
  const drawings = new Map(clean.designs.map((design) => [design.design_id, draw(design)]));
  const mermaid = mermaidDrawer();
  return withinLimit((most, cut) => htmlOf(pageOf(shortened(clean, most), drawings), cut, mermaid));
}

function htmlOf(page: Page, cut: TextLimit | null, mermaid: MermaidDrawer): string {
  return documentOf({
    title: render(<title>{page.task.topic}: design lab report</title>),
    style: [base, parts, sections, ...changeStyle(page), HEAT, comparisonStyle(page), print].join("\n"),
    body: render(
      <Mermaid.Provider value={mermaid}>
        <Report page={page} cut={cut} />
      </Mermaid.Provider>,
    ),
  });
}

/** How much of its colour a score on 0–10 has, in percent from 1 on. */
const HEAT = [6, 14, 22, 32, 42, 54, 66, 78, 90, 100].map((much, at) => `.h${at + 1} { --much: ${much}%; }`).join("\n");

const DRAWN: Readonly<Record<SectionId, (given: { page: Page }) => VNode | null>> = {
  verdict: VerdictSection,
  task: TaskSection,
  designs: DesignsSection,
  coverage: CoverageSection,
  scores: ScoresSection,
  better: BetterSection,
  points: PointsSection,
  compare: CompareSection,
  full: FullSection,
  disagreements: DisagreementsSection,
  statistics: StatisticsSection,
  account: AccountSection,
  configuration: ConfigurationSection,
};

function isThere(page: Page, id: SectionId): boolean {
  if (id === "coverage") return page.coverage.length > 0;
  if (id === "better") return page.rounds.length > 0;
  return id !== "compare" || page.ranked.length > 1;
}

function Report({ page, cut }: { page: Page; cut: TextLimit | null }) {
  const { task, ranking } = page;
  const there = (Object.keys(SECTIONS) as SectionId[]).filter((id) => isThere(page, id));
  return (
    <>
      <a class="skip" href="#verdict">
        To the verdict
      </a>
      <header class="top">
        <p class="eyebrow">Design lab report</p>
        <h1>
          <TheirWords of={task.topic} max={200} />
        </h1>
        <p class="lead">
          {count(page.ranked.length, "design")}, {count(page.reviewers.length, "reviewer")},{" "}
          <SaidOfDesigns of={page.account.scores} page={page} />. Ranked on {ranking.timestamp.slice(0, 10)}.{" "}
          <label class="only everything">
            <input type="checkbox" /> Print everything
          </label>
        </p>
        <ToldBlocks of={reportHead(page.account, cut)} page={page} />
        {page.plan && (
          <p class="notice">
            <Said of={planInLine(page.plan)} /> <a href={BESIDE.plan}>{PLAN_PAGE.name}</a>
          </p>
        )}
      </header>
      <nav aria-label="Contents">
        <ul>
          {there.map((id) => (
            <li>
              <a href={`#${id}`}>{SECTIONS[id].name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main>{there.map((id) => DRAWN[id]({ page }))}</main>
      <footer>
        <p class="printed">
          <Said of={printedShort} />
        </p>
        <Said of={madeFrom(task.experiment_id)} />
      </footer>
    </>
  );
}
