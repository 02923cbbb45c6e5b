import type { DesignBody } from "../../../artifacts/design.ts";
import { writtenSaid } from "../../../story/amounts.ts";
import { DESIGN_PARTS } from "../../../story/report.ts";
import { Paragraphs } from "../markdown.tsx";
import type { Page, PageDesign } from "../page.ts";
import { ExchangeLink } from "../parts/exchange-link.tsx";
import { Terms } from "../parts/lists.tsx";
import { Said } from "../said.tsx";
import { ByModel, Connected, Items, LetterMark, Scrolling } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { ReportSection } from "./section.tsx";

/** Columns of a title that stays in sight while its design is read. */
const MAX_TITLE = 160;

/** Each design in full, the best ranked first; folded, and opened by a link to it. */
export function FullSection({ page }: { page: Page }) {
  return (
    <ReportSection id="full">
      {page.ranked.map((design) => (
        <FullDesign design={design} />
      ))}
    </ReportSection>
  );
}

/** One design in full. */
export function FullDesign({ design, open = false }: { design: PageDesign; open?: boolean }) {
  const body = design.design;
  return (
    <details class="full" open={open}>
      <summary>
        <h3>
          <LetterMark of={design.letter} /> <TheirWords of={design.title} max={MAX_TITLE} />
        </h3>
      </summary>
      <article id={design.href.slice(1)}>
        <ByModel design={design} />
        <Paragraphs of={body.summary} />
        <DesignRest body={body} letter={design.letter} drawing={design.drawing} />
        <p class="lead">
          <Said of={writtenSaid(body.provenance, design.seconds, design.lost)} /> <ExchangeLink to={design.exchange} />
        </p>
      </article>
    </details>
  );
}

/** What a design says after its summary, with its risks in the order given. Nothing of it tells who wrote it. */
export function DesignRest({ body, letter, drawing }: RestProps) {
  return (
    <>
      <Items of={body.assumptions} title={DESIGN_PARTS.assumptions} />
      <h4>Architecture</h4>
      <Paragraphs of={body.architecture_overview} />
      <h4>Components</h4>
      {drawing && (
        <figure class="drawing">
          <Scrolling label={`Diagram of design ${letter}`}>{drawing}</Scrolling>
          <figcaption>{DESIGN_PARTS.drawing}</figcaption>
        </figure>
      )}
      <Terms
        look="components"
        of={body.components.map(({ name, description, responsibilities, interfaces = [] }) => [
          <TheirWords of={name} max={160} />,
          <>
            <Paragraphs of={description} />
            <Items of={responsibilities} />
            {interfaces.length > 0 && <p class="label">Interfaces</p>}
            <Items of={interfaces} />
          </>,
        ])}
      />
      <Connections of={body.connections ?? []} />
      <h4>How data flows</h4>
      <Paragraphs of={body.data_flow} />
      <Tradeoffs of={body.tradeoffs} />
      <Risks of={body.risks} />
      <Items of={body.open_questions} title="Open questions" />
      {body.additional_notes && (
        <>
          <h4>Notes</h4>
          <Paragraphs of={body.additional_notes} />
        </>
      )}
    </>
  );
}

type RestProps = { body: DesignBody } & Pick<PageDesign, "letter" | "drawing">;

/** As the design states them, whether it has components of these names or not. */
function Connections({ of }: { of: NonNullable<PageDesign["design"]["connections"]> }) {
  if (of.length === 0) return null;
  return (
    <>
      <h4>Connections</h4>
      <ul>
        {of.map((connection) => (
          <li>
            <Connected of={connection} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Tradeoffs({ of }: { of: PageDesign["design"]["tradeoffs"] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h4>Trade-offs</h4>
      <Terms
        look="components"
        of={of.map(({ aspect, choice, rationale, alternatives }) => [
          <TheirWords of={aspect} max={160} />,
          <>
            <p dir="auto">
              <strong>
                <TheirWords of={choice} />
              </strong>
            </p>
            <Paragraphs of={rationale} />
            {alternatives.length > 0 && <p class="label">Instead of</p>}
            <Items of={alternatives} />
          </>,
        ])}
      />
    </>
  );
}

function Risks({ of }: { of: PageDesign["design"]["risks"] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h4>Risks it names</h4>
      <ul class="risks">
        {of.map(({ description, severity, mitigation }) => (
          <li>
            <span class={`risk ${severity}`}>{severity}</span>
            <div>
              <TheirWords of={description} />
              {mitigation ? (
                <p class="label">
                  Mitigation: <TheirWords of={mitigation} />
                </p>
              ) : (
                <p class="label">{DESIGN_PARTS.unmitigated}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
