import { render } from "preact-render-to-string";
import type { PlanSheet } from "../../story/plan-sheet.ts";
import { cutSaid, PLAN_PAGE } from "../../story/report.ts";
import { cleanValue } from "../../text/clean.ts";
import { BESIDE } from "./beside.ts";
import { Blocks } from "./blocks.tsx";
import { documentOf } from "./document.ts";
import { PlanForReading } from "./plan/reading.tsx";
import { shortenedPlan } from "./shorten.ts";
import base from "./styles/base.css" with { type: "text" };
import parts from "./styles/parts.css" with { type: "text" };
import planStyle from "./styles/plan.css" with { type: "text" };
import print from "./styles/print.css" with { type: "text" };
import sections from "./styles/sections.css" with { type: "text" };
import { withinLimit } from "./within-limit.ts";
import { TheirWords } from "./words.tsx";

/** results/plan.html: the plan of the chosen design as its files were then, in one file beside the report. */
export function planHtml(given: { topic: string; plan: PlanSheet }): string {
  const { topic, plan } = cleanValue(given).value;
  return withinLimit((most, cut) =>
    documentOf({
      title: render(
        <title>
          {topic}: {PLAN_PAGE.title}
        </title>,
      ),
      style: [base, parts, sections, planStyle, print].join("\n"),
      body: render(
        <>
          <header class="top">
            <p class="eyebrow">Design lab</p>
            <h1>
              <TheirWords of={topic} max={200} />
            </h1>
            <p>
              <a href={BESIDE.report}>{PLAN_PAGE.back}</a>
            </p>
            <Blocks of={[cutSaid(cut)]} />
          </header>
          <main>
            <PlanForReading of={shortenedPlan(plan, most)} />
          </main>
        </>,
      ),
    }),
  );
}
