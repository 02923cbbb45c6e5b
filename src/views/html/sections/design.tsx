import type { VNode } from "preact";
import { sumOf } from "../../../artifacts/provenance.ts";
import { count, dollars, duration, lostText } from "../../../text/numbers.ts";
import type { Page, PageDesign } from "../page.ts";
import { FlagMark, Items, Letter, Paragraphs, Scrolling, Section } from "../text.tsx";
import { Words } from "../words.tsx";

/** Each design's picture by its design_id; null where there is none. */
export type Drawings = ReadonlyMap<string, VNode | null>;

/** Each design in full, the best ranked first. */
export function FullSection({ page, drawings }: { page: Page; drawings: Drawings }) {
  return (
    <Section id="full" title="Each design in full">
      {page.ranked.map((design) => (
        <FullDesign design={design} drawing={drawings.get(design.id) ?? null} />
      ))}
    </Section>
  );
}

function FullDesign({ design, drawing }: { design: PageDesign; drawing: VNode | null }) {
  const body = design.design;
  return (
    <article class="full" id={`design-${design.letter}`}>
      <h3>
        <Letter of={design.letter} /> <Words of={design.title} max={400} />
      </h3>
      <p class="by">
        by <Words of={design.model} /> <FlagMark design={design} />
      </p>
      <Paragraphs of={body.summary} />
      <Items of={body.assumptions} title="It takes for granted" />
      <h4>Architecture</h4>
      <Paragraphs of={body.architecture_overview} />
      <h4>Components</h4>
      {drawing && body.components.length > 1 && (
        <figure class="drawing">
          <Scrolling label={`Diagram of design ${design.letter}`}>{drawing}</Scrolling>
          <figcaption>
            Below a name stand its interfaces. A solid arrow: the text of one component names the other. A dashed one: a
            step of the data flow.
          </figcaption>
        </figure>
      )}
      <dl class="components">
        {body.components.map(({ name, description, responsibilities, interfaces = [] }) => (
          <div>
            <dt>
              <Words of={name} max={160} />
            </dt>
            <dd>
              <Paragraphs of={description} />
              <Items of={responsibilities} />
              {interfaces.length > 0 && <p class="label">Interfaces</p>}
              <Items of={interfaces} />
            </dd>
          </div>
        ))}
      </dl>
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
      <Origin of={body.provenance} lost={design.lost} />
    </article>
  );
}

function Tradeoffs({ of }: { of: PageDesign["design"]["tradeoffs"] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h4>Trade-offs</h4>
      <dl class="components">
        {of.map(({ aspect, choice, rationale, alternatives }) => (
          <div>
            <dt>
              <Words of={aspect} max={160} />
            </dt>
            <dd>
              <p dir="auto">
                <strong>
                  <Words of={choice} />
                </strong>
              </p>
              <Paragraphs of={rationale} />
              {alternatives.length > 0 && <p class="label">Instead of</p>}
              <Items of={alternatives} />
            </dd>
          </div>
        ))}
      </dl>
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
              <Words of={description} />
              {mitigation ? (
                <p class="label">
                  Mitigation: <Words of={mitigation} />
                </p>
              ) : (
                <p class="label">No mitigation is named.</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Origin({ of, lost }: { of: PageDesign["design"]["provenance"]; lost: PageDesign["lost"] }) {
  const seconds = (Date.parse(of.finished_at) - Date.parse(of.started_at)) / 1000;
  const { tokens } = of;
  return (
    <p class="lead">
      Written in {Number.isFinite(seconds) ? duration(seconds) : "an unknown time"}, {count(of.attempts, "attempt")},{" "}
      {tokens === null ? "tokens unknown" : count(sumOf(tokens), "token")}, cost {dollars(of.cost)}.{" "}
      {lost && lostText(lost)}
    </p>
  );
}
