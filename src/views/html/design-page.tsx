import { render } from "preact-render-to-string";
import { authorOf, confirmed, type Design, gravestFirst } from "../../artifacts/design.ts";
import { ITS_ADDRESS } from "../../story/attention.ts";
import { asWritten } from "../../story/report.ts";
import { cleanValue } from "../../text/clean.ts";
import { documentOf } from "./document.ts";
import { Mermaid } from "./markdown.tsx";
import { mermaidDrawer } from "./mermaid.ts";
import { NO_POINTS, type PageDesign, tookSeconds } from "./page.ts";
import { Said } from "./said.tsx";
import { FullDesign } from "./sections/design.tsx";
import { cut } from "./shorten.ts";
import base from "./styles/base.css" with { type: "text" };
import parts from "./styles/parts.css" with { type: "text" };
import sections from "./styles/sections.css" with { type: "text" };
import { Section } from "./text.tsx";
import { TheirWords } from "./words.tsx";

/** Characters of one text and items of one list: as in a report that is not too large. */
const LIMIT = { text: 60_000, items: 200 };

/** One design as a page for reading while the others are still written or judged: as in the report, without a script. */
export function designHtml(given: { design: Design; letter: string; topic: string }): string {
  const { design, letter, topic } = cut(cleanValue(given).value, LIMIT);
  return documentOf({
    title: render(
      <title>
        {letter}: {design.title}
      </title>,
    ),
    style: [base, parts, sections].join("\n"),
    body: render(
      <Mermaid.Provider value={mermaidDrawer()}>
        <DesignPage design={pageDesign(design, letter)} topic={topic} />
      </Mermaid.Provider>,
    ),
  });
}

function DesignPage({ design, topic }: { design: PageDesign; topic: string }) {
  return (
    <>
      <header class="top">
        <p class="eyebrow">Design lab</p>
        <h1>
          <TheirWords of={topic} max={200} />
        </h1>
        <p class="lead">
          <Said of={asWritten(design.letter)} />
        </p>
        {design.flagged && (
          <p class="notice" id="flags">
            {ITS_ADDRESS}: “
            <TheirWords of={confirmed(design.design.flags)[0]?.quote ?? ""} max={240} />”
          </p>
        )}
      </header>
      <main>
        <Section id="full" title={`Design ${design.letter}`}>
          <FullDesign design={design} open />
        </Section>
      </main>
    </>
  );
}

/** A design of which nothing is known yet but itself. */
function pageDesign(design: Design, letter: string): PageDesign {
  return {
    id: design.design_id,
    letter,
    href: `#design-${letter}`,
    title: design.title,
    model: design.generating_model,
    by: authorOf(design),
    design: { ...design, risks: gravestFirst(design.risks) },
    ranked: null,
    score: null,
    best: null,
    points: NO_POINTS,
    met: null,
    lost: null,
    seconds: tookSeconds(design),
    drawing: null,
    exchange: null,
    flagged: confirmed(design.flags).length > 0,
  };
}
